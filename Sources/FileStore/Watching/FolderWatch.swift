package import Entities
import Files
import Glibc
import Services

/// The watched folders of a vault, and the events made of their notices.
struct FolderWatch: ~Copyable {
  private let root: [UInt8]
  private let queue: NoticeQueue
  private let limits: WatchLimits
  private let names: WatchedNames
  /// Each watched folder: its path in the vault with a slash at the end, empty for the vault's own.
  private var folders: [Int32: [UInt8]] = [:]
  private var rootWatch: Int32 = -1
  private(set) var trouble: String?
  private var gathered = GatheredChanges()
  /// Files that someone writes to and has not closed.
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

  /// When to tell what was gathered; nil while there is nothing.
  var due: ContinuousClock.Instant? {
    [gatheringEnds, openEnds].compactMap(\.self).min()
  }

  var isDue: Bool { due.map { $0 <= .now } ?? false }

  /// What was gathered, to be reported now; nothing is due any more.
  mutating func take(most: Int) -> [FileEvent] {
    defer { gatheringEnds = nil }
    return gathered.take(most: most)
  }

  /// What a look through the vault found is reported with the notices.
  mutating func add(_ found: Set<NoteID>) {
    gathered.add(found)
    settleTimes()
  }

  mutating func begin() { watchTree([], tellsNotes: false) }

  /// Takes in all notices that came.
  mutating func read() {
    var overflowed = false
    // The notices are read from the queue alone; what they change is all else.
    var notices: [(watch: Int32, mask: UInt32, name: [UInt8])] = []
    queue.read { notices.append(($0.watch, $0.mask, Array($0.name))) }
    for notice in notices {
      notice.name.withUnsafeBytes { name in
        let notice = NoticeQueue.Notice(watch: notice.watch, mask: notice.mask, name: name)
        if notice.has(IN_Q_OVERFLOW) { overflowed = true } else { take(notice) }
      }
    }
    if overflowed {
      // Folders may have come meanwhile; those that are watched already stay.
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
      // There is no notice for each note that went with it.
      gathered.addEverything()
      for (watch, path) in folders where path.starts(with: folder) {
        queue.forget(watch)
        folders[watch] = nil
      }
    } else if notice.has(IN_CREATE, IN_MOVED_TO) {
      watchTree(folder, tellsNotes: true)
    } else if notice.has(IN_ATTRIB) {
      // What could not be read may be readable now.
      watchTree(folder, tellsNotes: true)
    }
  }

  /// Watches a folder and all below it. Watched first and read then: what comes in between is seen
  /// twice rather than never. Where the notes are not wanted, only folders with subfolders are
  /// read: most hold nothing but many notes.
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

  /// Whether to go on with the next folder.
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

/// Which files of a watched folder are notes, and which notes they are.
package struct WatchedNames: Sendable {
  /// Whether notes lie in the vault's own folder alone.
  var isFlat: Bool
  var isNote: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// The notes that a file is and was; nil: the one of the file's own path.
  var notes: (@Sendable (_ files: Set<NoteID>) -> Set<NoteID>)?

  /// Files are notes by their names.
  package static let plain = WatchedNames(isFlat: false, isNote: NoteFileName.isNote, notes: nil)

  /// Files of which only `notes` knows which notes they are. It is asked for some at a time, on the
  /// watching thread; what else it is given are notes already.
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
