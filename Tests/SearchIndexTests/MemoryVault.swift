import Entities
import Services
import Synchronization

/// A vault's files in memory, with the times that a file system would give them.
final class MemoryVault: VaultFiles {
  fileprivate struct File {
    var bytes: [UInt8]
    var fact: FileFact
  }

  fileprivate struct State {
    var files: [NotePath: File] = [:]
    var folders: [NotePath: Timestamp] = [NotePath(""): Timestamp(seconds: 1)]
    /// Advances with each change.
    var ticks: Int64 = 1
    var reads = 0
    var readShut: [NotePath] = []
    var problems: [String] = []
  }

  private let state = Mutex(State())
  private let others: [NotePath]
  private let texts: [NotePath: String]

  let hasLogseqNames: Bool

  /// The contents of some attachments may be given too.
  init(attachments: [String] = [], texts: [String: String] = [:], inLogseq: Bool = false) {
    others = attachments.map { NotePath($0) }
    hasLogseqNames = inLogseq
    self.texts = Dictionary(uniqueKeysWithValues: texts.map { (NotePath($0.key), $0.value) })
  }

  /// The number of notes opened so far.
  var reads: Int { state.withLock { $0.reads } }

  /// Notes that were opened although it is forbidden.
  var readShut: [NotePath] { state.withLock { $0.readShut } }

  var paths: [NotePath] { state.withLock { $0.files.keys.sorted() } }

  /// Reported by each walk from now on; with `isAll` nothing can be read any more.
  func fail(_ problem: String?, isAll: Bool = false) {
    state.withLock { state in
      state.problems = problem.map { [$0] } ?? []
      if isAll { (state.files, state.folders) = ([:], [:]) }
    }
  }

  /// Writes a file; `seconds` is its modification time.
  func write(_ path: NotePath, _ bytes: [UInt8], seconds: Int64, obstacle: NoteObstacle? = nil) {
    state.withLock { state in
      state.ticks += 1
      state.files[path] = File(
        bytes: bytes,
        fact: FileFact(
          inode: UInt64(state.ticks), size: bytes.count, modified: Timestamp(seconds: seconds),
          changed: Timestamp(seconds: state.ticks), obstacle: obstacle))
      state.touchFolder(of: path)
    }
  }

  func write(_ path: String, _ text: String, seconds: Int64) {
    write(NotePath(path), Array(text.utf8), seconds: seconds)
  }

  /// Overwrites the existing file, which does not touch its folder.
  func overwrite(_ path: NotePath, _ bytes: [UInt8], seconds: Int64) {
    state.withLock { state in
      state.ticks += 1
      state.files[path]?.bytes = bytes
      state.files[path]?.fact.size = bytes.count
      state.files[path]?.fact.modified = Timestamp(seconds: seconds)
      state.files[path]?.fact.changed = Timestamp(seconds: state.ticks)
    }
  }

  /// Marks a folder as changed at that time.
  func change(_ folder: NotePath, at moment: Timestamp) {
    state.withLock { $0.folders[folder] = moment }
  }

  func remove(_ path: NotePath) {
    state.withLock { state in
      state.files[path] = nil
      state.touchFolder(of: path)
      let isGone = !state.files.keys.contains { $0.folder == path.folder }
      if isGone, !path.folder.bytes.isEmpty { state.folders[path.folder] = nil }
    }
  }

  func rename(_ old: NotePath, to new: NotePath) {
    guard let file = state.withLock({ $0.files[old] }) else { return }
    write(new, file.bytes, seconds: file.fact.modified.seconds)
    remove(old)
  }

  func survey(isCancelled: () -> Bool) -> FileSurvey {
    let folders = state.withLock { Array($0.folders.keys) }
    return survey(of: folders)
  }

  func survey(of folders: [NotePath]) -> FileSurvey {
    state.withLock { state in
      var survey = FileSurvey()
      survey.problems = state.problems
      for folder in folders {
        guard let modified = state.folders[folder] else { continue }
        survey.folders.append(.init(path: folder, changed: modified))
        survey.unread += state.folders.keys.filter { $0 != folder && $0.folder == folder }
        for (path, file) in state.files where path.folder == folder {
          survey.append(folder: [UInt8](), name: path.bytes, file.fact)
        }
      }
      return survey
    }
  }

  func changed(_ folders: [NotePath]) -> [Timestamp?] {
    state.withLock { state in folders.map { state.folders[$0] } }
  }

  func facts(of note: NoteID) -> FileFact? { state.withLock { $0.files[note.path]?.fact } }

  func read(
    _ note: NoteID, from place: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    let file = state.withLock { state in
      state.reads += 1
      if state.files[note.path]?.fact.obstacle != nil { state.readShut.append(note.path) }
      return state.files[note.path]
    }
    guard let bytes = file?.bytes ?? texts[note.path].map({ Array($0.utf8) }) else {
      throw .notFound(note.path)
    }
    let part = bytes.dropFirst(place).prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }

  /// By one thread.
  func visit(isCancelled: () -> Bool, by makeVisitor: (any NoteBytes) -> NoteVisitor) -> Bool {
    let visitor = makeVisitor(OpenNotes(files: self))
    for path in state.withLock({ Array($0.files.keys) }) where !isCancelled() {
      visitor(NoteID(path))
    }
    return true
  }

  /// Refuses what must not be opened, as any walk through folders does.
  private struct OpenNotes: NoteBytes {
    let files: MemoryVault

    func read(
      _ note: NoteID, from place: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(NoteStoreError) -> Int {
      if let obstacle = files.facts(of: note)?.obstacle {
        throw .notAFile(note.path, kind: obstacle.words)
      }
      return try files.read(note, from: place, into: buffer)
    }
  }

  func attachments() -> [NotePath] { others }
}

extension MemoryVault.State {
  /// A name in the folder changed; new folders changed those above them.
  fileprivate mutating func touchFolder(of path: NotePath) {
    var folder = path.folder
    while true {
      let isNew = folders[folder] == nil
      folders[folder] = Timestamp(seconds: ticks)
      if !isNew || folder.bytes.isEmpty { return }
      folder = folder.folder
    }
  }
}
