import Entities
import Files
import Glibc
import Vault

/// The text of an open sealed file, read from its beginning in blocks. Only authenticated text is
/// handed out.
///
/// `@unchecked Sendable`: its creator is its only caller, and a `SealedReading` that takes it over
/// calls it only with its lock.
final class SealedStream: @unchecked Sendable {
  /// The contents of the first line, and the size of the text after it.
  struct Head: Equatable {
    var path: NotePath
    var textSize: Int
    var mark: FileMark
  }

  private let file: Int32
  let facts: FileFacts
  private var decryptor: AgeDecryptor
  private let block: Int
  /// The offset up to which the file was read.
  private var position = 0
  /// Authenticated text that was not handed out yet, from `start` on.
  private var ready: [UInt8] = []
  private var start = 0
  private var isFinished = false
  private(set) var head: Head?

  /// The block size for reading everything.
  static let usualBlock = 256 << 10
  /// Enough for a header of one recipient and a chunk, and one more byte, which shows that the
  /// chunk is not the last.
  static let firstBlock = (64 << 10) + 512

  /// The caller keeps the file open. `facts` are those from before the first read.
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

  /// Returns the size of the note: each chunk of 64 KB has a tag of sixteen bytes.
  private func textSize(behind length: Int) -> Int {
    let sealed = max(0, facts.size - decryptor.headerSize)
    let chunks = max(1, (sealed + SealedSize.chunk - 1) / SealedSize.chunk)
    return max(0, sealed - chunks * SealedSize.tag - length)
  }

  /// Reads the next bytes of the note itself; returns 0 at the authenticated end.
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

  /// Whether the text ends here, authenticated.
  func isAtEnd() throws(SealedFault) -> Bool {
    while start == ready.count, !isFinished { try fill() }
    return start == ready.count
  }

  /// Passes the rest of the text to `body` in pieces.
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

  /// Decrypts the next block of the file. It checks after each block that the file is still
  /// unchanged, so all blocks come from one state of it.
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
        // The file was truncated in the meantime.
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
