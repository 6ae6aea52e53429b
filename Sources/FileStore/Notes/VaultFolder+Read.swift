import Bytes
import Entities
import Files
import Glibc
import Services
import Synchronization

extension VaultFolder {
  /// Larger texts are read only in blocks, not into one array.
  static let largestNote = 512 << 20
  /// Larger files belong to other programs; a note of this size is a mistake.
  static let largestText = 16 << 30

  func read(_ id: NoteID) throws(NoteStoreError) -> NoteContent {
    let location = try target(of: id, to: "read")
    let (bytes, facts) = try stableText(in: location, of: id, to: "read")
    return NoteContent(bytes: bytes, stamp: stamp(facts, bytes))
  }

  /// Starts reading a note block by block.
  func open(_ id: NoteID) throws(NoteStoreError) -> FileReading {
    let location = try target(of: id, to: "read")
    let file = try openedFile(in: location, of: id, to: "read")
    let raw = file.raw
    let facts = try onBehalf(of: id.path, to: "read", Posix.facts(of: raw))
    guard facts.kind == .file else { throw .notAFile(id.path, kind: facts.kind.words) }
    guard facts.size <= Self.largestText else { throw .tooLarge(id.path, bytes: facts.size) }
    return FileReading(file, facts, of: id.path)
  }

  /// Returns a text and the facts that were true before and after it was read, so that they belong
  /// together.
  func stableText(
    in location: borrowing Location, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (bytes: [UInt8], facts: FileFacts) {
    let file = try openedFile(in: location, of: id, to: action)
    let raw = file.raw
    let size = try onBehalf(of: id.path, to: action, Posix.facts(of: raw).size)
    guard size <= Self.largestNote else { throw .tooLarge(id.path, bytes: size) }
    return try stable(raw, of: id, to: action) { (before) throws(SystemError) in
      let bytes = try Posix.read(raw, size: before.size)
      return bytes.count == before.size ? bytes : nil
    }
  }

  /// Returns the digest of a note and the facts that belong to it, without loading the text.
  func stableDigest(
    in location: borrowing Location, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (digest: UInt64, facts: FileFacts) {
    let file = try openedFile(in: location, of: id, to: action)
    let raw = file.raw
    return try stable(raw, of: id, to: action) { (before) throws(SystemError) in
      let read = try FileText.digest(of: raw)
      return read.byteCount == before.size ? read.digest : nil
    }
  }

  /// Returns whether a note has exactly this text, and the facts that belong to it.
  func stableEquality(
    to text: any ByteSource, in location: borrowing Location, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> (isEqual: Bool, facts: FileFacts) {
    let file = try openedFile(in: location, of: id, to: action)
    let raw = file.raw
    return try stable(raw, of: id, to: action) { (_) throws(SystemError) in
      try FileText.holds(text, raw)
    }
  }

  /// Returns the result of `look` for a file that is not written meanwhile. `look` returns nil if
  /// it notices a write.
  private func stable<Value>(
    _ raw: Int32, of id: NoteID, to action: String,
    _ look: (FileFacts) throws(SystemError) -> Value?
  ) throws(NoteStoreError) -> (Value, FileFacts) {
    let path = id.path
    var tries = ReadingAttempts()
    while let pause = tries.nextPause() {
      if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
      let before = try onBehalf(of: path, to: action, Posix.facts(of: raw))
      guard before.kind == .file else { throw .notAFile(path, kind: before.kind.words) }
      let value = try onBehalf(of: path, to: action, look(before))
      let after = try onBehalf(of: path, to: action, Posix.facts(of: raw))
      if before == after, let value { return (value, after) }
    }
    throw ReadingAttempts.problem(of: id, to: action)
  }

  private func openedFile(
    in location: borrowing Location, of id: NoteID, to action: String
  ) throws(NoteStoreError) -> Descriptor {
    let (folder, name) = (location.folder.raw, location.name)
    // Checked before opening: a pipe would wait for its writer, and a device might act.
    let kind = try onBehalf(of: id.path, to: action, Posix.facts(name, in: folder).kind)
    guard kind == .file else { throw .notAFile(id.path, kind: kind.words) }
    return try onBehalf(
      of: id.path, to: action,
      Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY))
  }

  func stamp(_ facts: FileFacts, _ bytes: [UInt8]) -> NoteStamp {
    stamp(facts, digest: RunningDigest.of(bytes))
  }

  func stamp(_ facts: FileFacts, digest: UInt64) -> NoteStamp {
    NoteStamp(inode: facts.inode, size: facts.size, modified: facts.modified, digest: digest)
  }

  /// Returns the list row of one note.
  func summary(of id: NoteID) throws(NoteStoreError) -> NoteSummary {
    // Throws if the path or its folder is wrong.
    _ = try location(of: id, to: "read")
    let files = FolderFiles(root: root, clock: clock)
    guard let fact = files.facts(of: id), let row = HeadReader(files).row(id, fact) else {
      throw .notFound(id.path)
    }
    return row
  }
}

/// An open file of a note, read block by block. Any change of the file or its name is noticed, so
/// that all blocks are of one state of one file.
final class FileReading: NoteReading {
  private let file: Descriptor
  private let facts: FileFacts
  private let path: NotePath
  private let state = Mutex(State())

  private struct State {
    var offset = 0
    var digest = RunningDigest()
  }

  init(_ file: consuming Descriptor, _ facts: FileFacts, of path: NotePath) {
    self.file = file
    self.facts = facts
    self.path = path
    // A hint to read further ahead; if it fails, nothing is lost.
    if facts.size > 1 << 20 { posix_fadvise(self.file.raw, 0, 0, POSIX_FADV_SEQUENTIAL) }
  }

  var seen: TextBase {
    TextBase(inode: facts.inode, size: facts.size, modified: facts.modified, digest: nil)
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int {
    try state.withLock { (state) throws(NoteStoreError) in
      let wanted = min(memory.count, facts.size - state.offset)
      let room = UnsafeMutableRawBufferPointer(rebasing: memory[..<wanted])
      let offset = state.offset
      let filled = try onBehalf(
        of: path, to: "read", Posix.read(file.raw, from: offset, into: room, size: wanted))
      // The file was cut short meanwhile.
      if filled < wanted { throw .changedOutside(path) }
      // Checked with each block, to stop early.
      try checkUnchanged()
      state.digest.add(UnsafeRawBufferPointer(rebasing: memory[..<filled]))
      state.offset += filled
      return filled
    }
  }

  func finish() throws(NoteStoreError) -> NoteStamp {
    try state.withLock { (state) throws(NoteStoreError) in
      try checkUnchanged()
      guard state.offset == facts.size else { throw .changedOutside(path) }
      return NoteStamp(
        inode: facts.inode, size: facts.size, modified: facts.modified,
        digest: state.digest.value)
    }
  }

  /// Checks the facts after a read: if they are the same, so is the state that was read.
  private func checkUnchanged() throws(NoteStoreError) {
    let raw = file.raw
    let now = try onBehalf(of: path, to: "read", Posix.facts(of: raw))
    // A file's modification time can be reset, but not its change time. A rename changes that too:
    // then the file is read once more.
    guard now == facts else { throw .changedOutside(path) }
  }
}

/// Reads and compares files without loading them.
private enum FileText {
  private static let block = 256 << 10

  /// Passes a file from start to end, block by block, until `body` returns false.
  static func forEachBlock(
    of file: Int32, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) {
    try withUnsafeTemporaryAllocation(byteCount: block, alignment: 16) {
      (memory) throws(SystemError) in
      var offset = 0
      while true {
        let got = try Posix.retrying {
          pread(file, memory.baseAddress, memory.count, off_t(offset))
        }
        guard got > 0, body(UnsafeRawBufferPointer(rebasing: memory[..<got])) else { return }
        offset += got
      }
    }
  }

  /// Returns the digest and length of a file.
  static func digest(of file: Int32) throws(SystemError) -> (digest: UInt64, byteCount: Int) {
    var digest = RunningDigest()
    var byteCount = 0
    try forEachBlock(of: file) {
      digest.add($0)
      byteCount += $0.count
      return true
    }
    return (digest.value, byteCount)
  }

  /// Whether a file has exactly this text, byte by byte.
  static func holds(_ text: any ByteSource, _ file: Int32) throws(SystemError) -> Bool {
    var failure: SystemError?
    var offset = 0
    let isSame = withUnsafeTemporaryAllocation(byteCount: block, alignment: 16) { memory in
      text.forEachPiece { piece in
        var done = 0
        while done < piece.count {
          let wanted = min(memory.count, piece.count - done)
          let got: Int
          do throws(SystemError) {
            got = try Posix.retrying { pread(file, memory.baseAddress, wanted, off_t(offset)) }
          } catch {
            failure = error
            return false
          }
          guard got > 0, let one = memory.baseAddress, let other = piece.baseAddress,
            memcmp(one, other + done, got) == 0
          else { return false }
          done += got
          offset += got
        }
        return true
      }
    }
    if let failure { throw failure }
    guard isSame else { return false }
    return try Posix.facts(of: file).size == offset
  }
}
