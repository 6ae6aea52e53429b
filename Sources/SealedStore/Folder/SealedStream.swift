import Bytes
import Entities
import Files
import Glibc
import Vault

/// The text of an open sealed file, from its beginning, a block at a time. Nothing of it is handed out
/// that was not proved to be what was written there.
///
/// `@unchecked Sendable`: its creator is its only caller, and a `SealedReading`, which
/// takes it over, calls it with its lock held.
final class SealedStream: @unchecked Sendable {
  /// What a file says in its first line, and how much room is taken by all that is no text.
  struct Head: Equatable {
    var path: NotePath
    var textSize: Int
    var mark: FileMark
  }

  private let file: Int32
  let facts: FileFacts
  private var decryptor: AgeDecryptor
  private let block: Int
  /// How far the file was read.
  private var position = 0
  /// Text that was proved and not taken yet, from `start` on.
  private var ready: [UInt8] = []
  private var start = 0
  private var isFinished = false
  private(set) var head: Head?

  /// For who reads all of it.
  static let usualBlock = 256 << 10
  /// Enough for a header of one recipient and a chunk, with a byte behind it that says that the chunk
  /// is not the last.
  static let firstBlock = (64 << 10) + 512

  /// The caller keeps the file open. `facts` are the ones it had before.
  init(
    _ file: Int32, _ facts: FileFacts, with identity: X25519Identity, block: Int = usualBlock
  ) {
    self.file = file
    self.facts = facts
    self.block = block
    decryptor = AgeDecryptor(with: [.key(identity)], form: .binary)
  }

  /// Reads the first line, once.
  func readHead() throws(SealedFault) -> Head {
    if let head { return head }
    while ready.count < SealedHead.longest, !isFinished { try fill() }
    let (path, length) = try ready.withRaw { (text) throws(SealedFault) in
      try SealedHead.read(text)
    }
    start = length
    let head = Head(
      path: path, textSize: textSize(behind: length),
      mark: FileMark(headerCode: decryptor.headerCode))
    self.head = head
    return head
  }

  /// Each chunk of 64 KB has sixteen bytes that prove it.
  private func textSize(behind length: Int) -> Int {
    let sealed = max(0, facts.size - decryptor.headerSize)
    let chunks = max(1, (sealed + SealedSize.chunk - 1) / SealedSize.chunk)
    return max(0, sealed - chunks * SealedSize.tag - length)
  }

  /// Takes the next bytes of the note itself; 0 at the end, which is then known to be one.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(SealedFault) -> Int {
    _ = try readHead()
    var filled = 0
    while filled < memory.count {
      if start == ready.count {
        if isFinished { break }
        try fill()
        continue
      }
      let count = min(memory.count - filled, ready.count - start)
      ready.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: memory[filled...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
      }
      start += count
      filled += count
    }
    return filled
  }

  /// Whether nothing follows, which is proved.
  func isAtEnd() throws(SealedFault) -> Bool {
    while start == ready.count, !isFinished { try fill() }
    return start == ready.count
  }

  /// Hands over the rest of the text as it becomes known.
  func forEachPiece(
    _ body: (UnsafeRawBufferPointer) throws(SealedFault) -> Void
  ) throws(SealedFault) {
    _ = try readHead()
    while true {
      let (rest, from) = (ready, start)
      ready = []
      start = 0
      if from < rest.count {
        try rest.withRaw { (rest) throws(SealedFault) in
          try body(UnsafeRawBufferPointer(rebasing: rest[from...]))
        }
      }
      if isFinished { return }
      try fill()
    }
  }

  /// Opens the next block of the file. Asked after each whether the file is still the one that was
  /// opened: then all blocks are of one state of it.
  private func fill() throws(SealedFault) {
    if start > 0 {
      ready.removeSubrange(..<start)
      start = 0
    }
    let wanted = min(block, facts.size - position)
    if wanted > 0 {
      try withUnsafeTemporaryAllocation(byteCount: wanted, alignment: 16) {
        (room) throws(SealedFault) in
        let got = try asking(Posix.read(file, from: position, into: room, size: wanted))
        // Cut short under us.
        if got < wanted { throw .changed }
        position += got
        var made = ready
        ready = []
        defer { ready = made }
        try aging(decryptor.push(UnsafeRawBufferPointer(room)) { made += $0 })
      }
    }
    let now = try asking(Posix.facts(of: file))
    guard now.isSameState(as: facts) else { throw .changed }
    if position == facts.size {
      var made: [UInt8] = []
      try aging(decryptor.finish { made += $0 })
      ready += made
      isFinished = true
    }
  }
}

/// The size of a sealed text.
enum SealedSize {
  static let tag = 16
  static let chunk = (64 << 10) + tag
}
