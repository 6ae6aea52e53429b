import Bytes
import Entities
import Files
import Services
import Synchronization
import Vault

/// A sealed note, open and read block by block.
final class SealedReading: NoteReading {
  private let file: Descriptor
  private let facts: FileFacts
  private let path: NotePath
  private let textSize: Int
  private let state: Mutex<State>

  private struct State {
    let stream: SealedStream
    var offset = 0
    var digest = RunningDigest()
  }

  /// Reads the first line immediately.
  init(_ opened: consuming OpenedFile, as path: NotePath) throws(SealedFault) {
    let stream = opened.stream()
    textSize = try stream.readHead().textSize
    facts = opened.facts
    file = opened.takeFile()
    self.path = path
    state = Mutex(State(stream: stream))
  }

  package var seen: TextBase {
    TextBase(inode: facts.inode, size: textSize, modified: facts.modified, digest: nil)
  }

  package func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int {
    try state.withLock { (state) throws(NoteStoreError) in
      let count = try sealing(path, to: "read", state.stream.read(into: memory))
      state.digest.add(UnsafeRawBufferPointer(rebasing: memory[..<count]))
      state.offset += count
      return count
    }
  }

  package func finish() throws(NoteStoreError) -> NoteStamp {
    try state.withLock { (state) throws(NoteStoreError) in
      // Only reading to the end proves that it is the end.
      let isAtEnd = try sealing(path, to: "read", state.stream.isAtEnd())
      guard isAtEnd, state.offset == textSize else { throw .changedOutside(path) }
      let now = try onBehalf(of: path, to: "read", Posix.facts(of: file.raw))
      guard now.isSameState(as: facts) else { throw .changedOutside(path) }
      return NoteStamp(
        inode: facts.inode, size: textSize, modified: facts.modified, digest: state.digest.value)
    }
  }
}

/// An open sealed file, with its facts from before the first read.
struct OpenedFile: ~Copyable {
  private let file: Descriptor
  let facts: FileFacts
  private let identity: X25519Identity

  init(_ file: consuming Descriptor, _ facts: FileFacts, with identity: X25519Identity) {
    self.file = file
    self.facts = facts
    self.identity = identity
  }

  /// Returns the text. The stream must not outlive this file, unless `takeFile` transferred the file.
  func stream(block: Int = SealedStream.usualBlock) -> SealedStream {
    SealedStream(file.raw, facts, with: identity, block: block)
  }

  var raw: Int32 { file.raw }

  consuming func takeFile() -> Descriptor { file }

  /// Reads the first line, with the note's path.
  func head() throws(SealedFault) -> SealedStream.Head {
    let stream = stream(block: SealedStream.firstBlock)
    return try stream.readHead()
  }

  /// Returns the whole text; nil if it is larger than `limit`.
  func text(limit: Int) throws(SealedFault) -> [UInt8]? {
    let stream = stream()
    let size = try stream.readHead().textSize
    guard size <= limit else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    try stream.forEachPiece { (piece) throws(SealedFault) in bytes += piece }
    return bytes
  }

  /// Returns the digest and size of the text.
  func digest() throws(SealedFault) -> (digest: UInt64, byteCount: Int) {
    let stream = stream()
    var (digest, count) = (RunningDigest(), 0)
    try stream.forEachPiece { (piece) throws(SealedFault) in
      digest.add(piece)
      count += piece.count
    }
    return (digest.value, count)
  }
}
