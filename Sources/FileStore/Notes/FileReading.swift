import Bytes
import Entities
import Files
import Glibc
import Services
import Synchronization

/// A note's file, held open and read block by block. Whatever happens to it or to its name meanwhile
/// is noticed, so that all blocks are of one state of one file.
final class FileReading: NoteReading {
  private let file: Descriptor
  private let facts: FileFacts
  private let path: NotePath
  private let state = Mutex(State())

  private struct State {
    var place = 0
    var digest = RunningDigest()
  }

  init(_ file: consuming Descriptor, _ facts: FileFacts, of path: NotePath) {
    self.file = file
    self.facts = facts
    self.path = path
    // Where the system reads ahead further, blocks come sooner; if it cannot, nothing is lost.
    if facts.size > 1 << 20 { posix_fadvise(self.file.raw, 0, 0, POSIX_FADV_SEQUENTIAL) }
  }

  var seen: TextBase {
    TextBase(inode: facts.inode, size: facts.size, modified: facts.modified, digest: nil)
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int {
    try state.withLock { (state) throws(NoteStoreError) in
      let wanted = min(memory.count, facts.size - state.place)
      let room = UnsafeMutableRawBufferPointer(rebasing: memory[..<wanted])
      let place = state.place
      let filled = try onBehalf(
        of: path, to: "read", Posix.read(file.raw, from: place, into: room, size: wanted))
      // Cut short under us.
      if filled < wanted { throw .changedOutside(path) }
      // Sooner than at the end: nobody needs the rest of a text that never was.
      try checkUnchanged()
      state.digest.add(UnsafeRawBufferPointer(rebasing: memory[..<filled]))
      state.place += filled
      return filled
    }
  }

  func finish() throws(NoteStoreError) -> NoteStamp {
    try state.withLock { (state) throws(NoteStoreError) in
      try checkUnchanged()
      guard state.place == facts.size else { throw .changedOutside(path) }
      return NoteStamp(
        inode: facts.inode, size: facts.size, modified: facts.modified,
        digest: state.digest.value)
    }
  }

  /// Asked after the bytes were taken: then they are the ones of the state that was seen first.
  private func checkUnchanged() throws(NoteStoreError) {
    let raw = file.raw
    let now = try onBehalf(of: path, to: "read", Posix.facts(of: raw))
    // Its time may be put back, but not when it was changed last. That moves with the name too: then
    // it is read once more.
    guard now == facts else { throw .changedOutside(path) }
  }
}

/// How the bytes of a file are compared with others without being held.
enum FileText {
  private static let block = 256 << 10

  /// Hands over a file from its start to its end, block by block, until `body` answers false.
  static func forEachBlock(
    of file: Int32, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) {
    try withUnsafeTemporaryAllocation(byteCount: block, alignment: 16) {
      (memory) throws(SystemError) in
      var place = 0
      while true {
        let got = try Posix.retrying { pread(file, memory.baseAddress, memory.count, off_t(place)) }
        guard got > 0, body(UnsafeRawBufferPointer(rebasing: memory[..<got])) else { return }
        place += got
      }
    }
  }

  /// The digest of a file and how long it is.
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

  /// Whether a file holds this very text, byte by byte.
  static func holds(_ text: any ByteSource, _ file: Int32) throws(SystemError) -> Bool {
    var failure: SystemError?
    var place = 0
    let isSame = withUnsafeTemporaryAllocation(byteCount: block, alignment: 16) { memory in
      text.forEachPiece { piece in
        var done = 0
        while done < piece.count {
          let wanted = min(memory.count, piece.count - done)
          let got: Int
          do throws(SystemError) {
            got = try Posix.retrying { pread(file, memory.baseAddress, wanted, off_t(place)) }
          } catch {
            failure = error
            return false
          }
          guard got > 0, let one = memory.baseAddress, let other = piece.baseAddress,
            memcmp(one, other + done, got) == 0
          else { return false }
          done += got
          place += got
        }
        return true
      }
    }
    if let failure { throw failure }
    guard isSame else { return false }
    return try Posix.facts(of: file).size == place
  }
}
