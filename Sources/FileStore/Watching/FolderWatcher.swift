import Entities
import Files
import Glibc
import Services
import Threads

/// The work of the watching thread: it makes events from notices.
struct FolderWatcher: Sendable {
  let root: [UInt8]
  let files: any VaultFiles
  let limits: WatchLimits
  let board: WatchBoard
  let names: WatchedNames

  /// Returns when the board is stopped.
  func run() {
    do throws(SystemError) {
      let queue = try NoticeQueue()
      var watch = FolderWatch(root: root, queue: queue, limits: limits, names: names)
      watch.begin()
      listen(&watch)
    } catch {
      board.becomePartial("the system cannot watch folders now (\(error.reason))")
      scanOnly()
    }
  }

  private func listen(_ watch: inout FolderWatch) {
    var scan = VaultScan(files: files, pause: limits.scanPause)
    if let kind = FileSystemKind(ofFolder: root)?.network {
      board.becomePartial(
        "the vault is on \(kind), and changes by other machines are not noticed")
    }
    while true {
      if let reason = watch.trouble { board.becomePartial(reason) }
      let isPartial = board.isPartial
      if isPartial { scan.begin() }
      board.bell.sleep(on: watch.raw, until: [watch.due, isPartial ? scan.due : nil])
      if board.isStopped { return }
      board.bell.silence()
      // Taken before the notices are read, so that those of everything before a mark are included.
      let marks = board.takeMarks()
      watch.read()
      if isPartial, marks > 0 || scan.isDue { watch.add(scan.look()) }
      if marks > 0 || watch.isDue {
        for event in watch.take(most: limits.mostNotes) { tell(event) }
      }
      for _ in 0..<marks { board.tell(.notes([])) }
    }
  }

  private func tell(_ event: FileEvent) {
    if let visible = names.visible(event) { board.tell(visible) }
  }

  /// Scans from time to time, without any notices.
  private func scanOnly() {
    var scan = VaultScan(files: files, pause: limits.scanPause)
    var gathered = GatheredChanges()
    scan.begin()
    while true {
      board.bell.sleep(on: -1, until: [scan.due])
      if board.isStopped { return }
      board.bell.silence()
      let marks = board.takeMarks()
      if marks > 0 || scan.isDue { gathered.add(scan.look()) }
      for event in gathered.take(most: limits.mostNotes) { tell(event) }
      for _ in 0..<marks { board.tell(.notes([])) }
    }
  }
}

extension Bell {
  /// Waits for a notice, the bell, or the first of these moments; forever if there is none.
  func sleep(on raw: Int32, until moments: [ContinuousClock.Instant?]) {
    var timeout: Int32 = -1
    if let first = moments.compactMap(\.self).min() {
      let (seconds, attoseconds) = max(.zero, first - .now).components
      // Rounded up, so that the moment has come when it wakes.
      timeout = Int32(
        clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
    // Negative descriptors are ignored.
    var descriptors = [raw, descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // Without a bell, sleep must end from time to time to notice a stop.
    if descriptor < 0 { timeout = timeout < 0 ? 1000 : min(timeout, 1000) }
    poll(&descriptors, nfds_t(descriptors.count), timeout)
  }
}

/// Scans a vault from time to time and reports which notes have changed.
private struct VaultScan {
  private let files: any VaultFiles
  private let pause: Duration
  private var known: [NotePath: FileFact]?
  private(set) var due: ContinuousClock.Instant?

  init(files: any VaultFiles, pause: Duration) {
    self.files = files
    self.pause = pause
  }

  var isDue: Bool { due.map { $0 <= .now } ?? false }

  /// Records the initial state once, for comparison.
  mutating func begin() {
    if known == nil { _ = look() }
  }

  mutating func look() -> Set<NoteID> {
    let start = ContinuousClock.now
    let survey = files.survey(isCancelled: { false })
    var found: [NotePath: FileFact] = [:]
    found.reserveCapacity(survey.entries.count)
    for entry in survey.entries { found[survey.path(of: entry)] = entry.fact }
    var changed: Set<NoteID> = []
    if let known {
      for (path, fact) in found where known[path] != fact { changed.insert(NoteID(path)) }
      for path in known.keys where found[path] == nil { changed.insert(NoteID(path)) }
    }
    known = found
    // A large vault on a slow disk must not be scanned all the time.
    due = .now + max(pause, (.now - start) * 20)
    return changed
  }
}

/// The system's notices about watched folders.
struct NoticeQueue: ~Copyable {
  struct Notice {
    let watch: Int32
    let mask: UInt32
    /// The name in the folder; empty if the notice is about the folder itself.
    let name: UnsafeRawBufferPointer

    func has(_ flags: Int32...) -> Bool { flags.contains { mask & UInt32(bitPattern: $0) != 0 } }
  }

  private let descriptor: Descriptor
  var raw: Int32 { descriptor.raw }

  init() throws(SystemError) {
    let flags = Int32(IN_CLOEXEC | IN_NONBLOCK)
    descriptor = Descriptor(owning: try Posix.retrying { inotify_init1(flags) })
  }

  /// The events of interest in a folder.
  private static let usual =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB
    | IN_ONLYDIR | IN_EXCL_UNLINK

  func watch(_ path: [UInt8], isRoot: Bool) throws(SystemError) -> Int32 {
    // The vault's own folder may be a link; no other is followed.
    let own = isRoot ? IN_DELETE_SELF | IN_MOVE_SELF : IN_DONT_FOLLOW
    let raw = raw
    return try Posix.withPath(path) { (path) throws(SystemError) in
      try Posix.retrying { inotify_add_watch(raw, path, UInt32(bitPattern: Self.usual | own)) }
    }
  }

  func forget(_ watch: Int32) { _ = inotify_rm_watch(raw, watch) }

  /// Passes all notices that have arrived; never waits.
  func read(_ each: (Notice) -> Void) {
    let header = MemoryLayout<inotify_event>.size
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let got = Glibc.read(raw, buffer.baseAddress, buffer.count)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return }
      var offset = 0
      while offset + header <= got {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = offset + header + Int(event.len)
        guard end <= got else { return }
        let padded = UnsafeRawBufferPointer(rebasing: buffer[(offset + header)..<end])
        let length = padded.firstIndex(of: 0) ?? padded.count
        each(
          Notice(
            watch: event.wd, mask: event.mask,
            name: UnsafeRawBufferPointer(rebasing: padded[..<length])))
        offset = end
      }
    }
  }
}

/// Changes that were not reported yet.
struct GatheredChanges {
  private var notes: Set<NoteID> = []
  private var isEverything = false

  mutating func add(_ note: NoteID) { notes.insert(note) }
  mutating func add(_ others: Set<NoteID>) { notes.formUnion(others) }
  mutating func addEverything() { isEverything = true }

  var isEmpty: Bool { notes.isEmpty && !isEverything }

  /// Returns at most one event, and clears the changes.
  mutating func take(most: Int) -> [FileEvent] {
    defer { self = GatheredChanges() }
    if isEverything || notes.count > most { return [.everything] }
    return notes.isEmpty ? [] : [.notes(notes)]
  }
}
