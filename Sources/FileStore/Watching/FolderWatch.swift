package import Entities
import Files
import Glibc
import Services

/// The watched folders of a vault, and the events made from their notices.
struct FolderWatch: ~Copyable {
  private let root: [UInt8]
  private let queue: NoticeQueue
  private let limits: WatchLimits
  private let names: WatchedNames
  /// The watched folders' paths in the vault, with a slash at the end; empty for the top folder.
  private var folders: [Int32: [UInt8]] = [:]
  private var rootWatch: Int32 = -1
  private(set) var trouble: String?
  private var gathered = GatheredChanges()
  /// Files that another program writes to and has not closed.
  private var open: Set<NoteID> = []
  private var gatheringEnds: ContinuousClock.Instant?
  private var openEnds: ContinuousClock.Instant?

  init(
    root: [UInt8], queue: consuming NoticeQueue, limits: WatchLimits,
    names: WatchedNames = .plain
  ) {
    self.root = root
    self.queue = queue
    self.limits = limits
    self.names = names
  }

  var raw: Int32 { queue.raw }

  /// When to report the gathered changes; nil if there are none.
  var due: ContinuousClock.Instant? {
    [gatheringEnds, openEnds].compactMap(\.self).min()
  }

  var isDue: Bool { due.map { $0 <= .now } ?? false }

  /// Returns the gathered changes for a report, and resets the times.
  mutating func take(most: Int) -> [FileEvent] {
    defer { gatheringEnds = nil }
    return gathered.take(most: most)
  }

  /// Adds the changes that a scan found.
  mutating func add(_ found: Set<NoteID>) {
    gathered.add(found)
    settleTimes()
  }

  mutating func begin() { watchTree([], tellsNotes: false) }

  /// Reads all waiting notices.
  mutating func read() {
    var overflowed = false
    // All notices are read before handling them, because that changes the rest.
    var notices: [(watch: Int32, mask: UInt32, name: [UInt8])] = []
    queue.read { notices.append(($0.watch, $0.mask, Array($0.name))) }
    for notice in notices {
      notice.name.withUnsafeBytes { name in
        let notice = NoticeQueue.Notice(watch: notice.watch, mask: notice.mask, name: name)
        if notice.has(IN_Q_OVERFLOW) { overflowed = true } else { take(notice) }
      }
    }
    if overflowed {
      // There may be new folders; those that are watched already stay.
      gathered.addEverything()
      watchTree([], tellsNotes: false)
    }
    settleTimes()
  }

  private mutating func settleTimes() {
    if let openEnds, openEnds <= .now {
      gathered.add(open)
      open = []
    }
    if open.isEmpty {
      openEnds = nil
    } else if openEnds == nil {
      openEnds = .now + limits.stillWriting
    }
    if gathered.isEmpty {
      gatheringEnds = nil
    } else if gatheringEnds == nil {
      gatheringEnds = .now + limits.gathering
    }
  }

  private mutating func take(_ notice: NoticeQueue.Notice) {
    if notice.has(IN_IGNORED) {
      folders[notice.watch] = nil
      return
    }
    if notice.watch == rootWatch, notice.has(IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT) {
      trouble = "the vault's folder was moved or removed"
      gathered.addEverything()
      return
    }
    guard let folder = folders[notice.watch], let first = notice.name.first,
      first != UInt8(ascii: ".")
    else { return }
    if notice.has(IN_ISDIR) {
      if !names.isFlat { takeFolder(folder + notice.name + [slash], notice) }
    } else if names.isNote(notice.name) {
      let note = NoteID(NotePath(bytes: folder + notice.name))
      if notice.mask & ~UInt32(bitPattern: IN_MODIFY) == 0 {
        open.insert(note)
      } else {
        open.remove(note)
        gathered.add(note)
      }
    }
  }

  private mutating func takeFolder(_ folder: [UInt8], _ notice: NoticeQueue.Notice) {
    if notice.has(IN_MOVED_FROM) {
      // There is no notice for each note in the folder.
      gathered.addEverything()
      for (watch, path) in folders where path.starts(with: folder) {
        queue.forget(watch)
        folders[watch] = nil
      }
    } else if notice.has(IN_CREATE, IN_MOVED_TO) {
      watchTree(folder, tellsNotes: true)
    } else if notice.has(IN_ATTRIB) {
      // An unreadable folder may be readable now.
      watchTree(folder, tellsNotes: true)
    }
  }

  /// Watches a folder and all below it. Each is watched before it is read, so that a change in
  /// between is seen twice rather than never. If the notes are not wanted, only folders with
  /// subfolders are read: most have only many notes.
  private mutating func watchTree(_ top: [UInt8], tellsNotes: Bool) {
    var waiting = [top]
    while let folder = waiting.popLast() {
      do throws(SystemError) {
        try watch(folder)
        let path = root + [slash] + folder
        let reader = try FolderReader(path, followingLink: folder.isEmpty)
        if !tellsNotes, Posix.hasNoSubfolders(reader.raw) { continue }
        while let entry = try reader.next() {
          if entry.isHidden { continue }
          if isFolder(entry, in: reader.raw) {
            if !names.isFlat { waiting.append(folder + entry.bytes + [slash]) }
          } else if tellsNotes, names.isNote(entry.bytes) {
            gathered.add(NoteID(NotePath(bytes: folder + entry.bytes)))
          }
        }
      } catch {
        if !note(error, on: folder) { return }
      }
    }
  }

  private mutating func watch(_ folder: [UInt8]) throws(SystemError) {
    guard folders.count < limits.mostFolders else { throw SystemError(ENOSPC) }
    // A slash at the end would follow a link.
    let path = folder.isEmpty ? root : root + [slash] + folder.dropLast()
    let watch = try queue.watch(path, isRoot: folder.isEmpty)
    folders[watch] = folder
    if folder.isEmpty { rootWatch = watch }
  }

  private func isFolder(_ entry: FolderReader.Entry, in raw: Int32) -> Bool {
    if entry.type != Int(DT_UNKNOWN) { return entry.type == Int(DT_DIR) }
    let facts = try? Posix.facts(entry.name, in: raw, followingLink: false)
    return facts?.kind == .folder
  }

  /// Records a problem and returns whether to continue with the next folder.
  private mutating func note(_ error: SystemError, on folder: [UInt8]) -> Bool {
    switch error.code {
    case ENOENT, ENOTDIR, ELOOP: return true
    case EACCES,
      EPERM where !folder.isEmpty:
      return true
    case ENOSPC, ENOMEM, EMFILE, ENFILE:
      trouble =
        "the system lets this user watch no more folders; raise fs.inotify.max_user_watches"
      return false
    default:
      let name = folder.isEmpty ? "the vault" : NotePath(bytes: folder.dropLast()).text
      trouble = "\(name) cannot be watched (\(error.reason))"
      return true
    }
  }
}

/// Which files of a watched folder are notes, and which notes they belong to.
package struct WatchedNames: Sendable {
  /// Whether notes are only in the vault's top folder.
  var isFlat: Bool
  var isNote: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// Returns the notes that files belong or belonged to; nil if a file's path is its note's.
  var notes: (@Sendable (_ files: Set<NoteID>) -> Set<NoteID>)?

  /// Files are notes by their names.
  package static let plain = WatchedNames(isFlat: false, isNote: NoteFileName.isNote, notes: nil)

  /// For files whose notes only `notes` knows. It gets several files per call, on the watching
  /// thread; some of them may already be notes.
  package static func hidden(
    isNote: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
    notes: @escaping @Sendable (_ files: Set<NoteID>) -> Set<NoteID>
  ) -> WatchedNames {
    WatchedNames(isFlat: true, isNote: isNote, notes: notes)
  }

  func visible(_ event: FileEvent) -> FileEvent? {
    guard let notes, case .notes(let files) = event, !files.isEmpty else { return event }
    let found = notes(files)
    return found.isEmpty ? nil : .notes(found)
  }
}
