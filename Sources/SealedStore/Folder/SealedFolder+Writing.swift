import Bytes
import Entities
import Files
import Vault

/// A sealed file without a name yet, and the identity of its text.
struct StagedFile: ~Copyable {
  var file: NewFile
  let digest: UInt64
  let textSize: Int
  let mark: FileMark

  func stamp(_ facts: FileFacts) -> NoteStamp {
    NoteStamp(inode: facts.inode, size: textSize, modified: facts.modified, digest: digest)
  }

  /// Gives the file its unique name.
  mutating func take(_ id: SealedID) throws(SealedFault) { try asking(file.take(id.fileName)) }

  /// Replaces the file known as `old`. Throws the system error `ESTALE` if another file has that
  /// name by now.
  mutating func replace(_ id: SealedID, seen old: FileFacts) throws(SealedFault) {
    try asking(file.replace(id.fileName, seen: old))
  }

  /// Returns the file's current facts: a rename changes its time of change.
  func facts() throws(SealedFault) -> FileFacts { try asking(Posix.facts(of: file.raw)) }
}

extension SealedFolder {
  /// Writes a note to a temporary file, flushes it to the disk and reads it back, so that an
  /// unreadable file never replaces a note. The new file gets the owner and mode of `old`.
  func stage(
    _ text: SealedText, at path: NotePath, modified: Timestamp, in folder: Int32,
    after old: (facts: FileFacts, file: Int32)? = nil
  ) throws(SealedFault) -> StagedFile {
    let file = try asking(NewFile(in: folder, mode: 0o600, disk: disk))
    let written = try write(text, at: path, to: file)
    if let old { try asking(file.copyMetadata(old.facts, attributesOf: old.file)) }
    try asking(file.setModified(modified))
    _ = try asking(file.finish())
    let mark = try check(file.raw, holds: written, at: path)
    return StagedFile(file: file, digest: written.digest, textSize: written.count, mark: mark)
  }

  private struct Written: Equatable {
    var digest: UInt64
    var count: Int
  }

  private func write(
    _ text: SealedText, at path: NotePath, to file: borrowing NewFile
  ) throws(SealedFault) -> Written {
    let writer = try aging(SealingWriter(to: identity.recipient))
    writer.begin(with: SealedHead.line(for: path))
    var (digest, count) = (RunningDigest(), 0)
    try text.forEachPiece { (piece) throws(SealedFault) in
      digest.add(piece)
      count += piece.count
      try writer.push(piece, to: file)
    }
    try writer.finish(file)
    return Written(digest: digest.value, count: count)
  }

  private func check(
    _ file: Int32, holds written: Written, at path: NotePath
  ) throws(SealedFault) -> FileMark {
    let facts = try asking(Posix.facts(of: file))
    let stream = SealedStream(file, facts, with: identity)
    var (digest, count) = (RunningDigest(), 0)
    do throws(SealedFault) {
      let head = try stream.readHead()
      try stream.forEachPiece { (piece) throws(SealedFault) in
        digest.add(piece)
        count += piece.count
      }
      guard head.path == path, head.textSize == written.count,
        Written(digest: digest.value, count: count) == written
      else { throw .notAsWritten }
      return head.mark
    } catch {
      if case .system = error { throw error }
      throw .notAsWritten
    }
  }
}

/// Seals a text that arrives in pieces, and writes the result in blocks.
private final class SealingWriter {
  /// Nil once the text is finished.
  private var encryptor: AgeEncryptor?
  private var sealed: [UInt8] = []
  private var written = 0

  private static let stretch = 256 << 10

  init(to recipient: X25519Recipient) throws(AgeError) {
    encryptor = try AgeEncryptor(to: [.key(recipient)])
  }

  func begin(with bytes: [UInt8]) {
    var made: [UInt8] = []
    bytes.withUnsafeBytes { encryptor?.push($0) { made += $0 } }
    sealed += made
  }

  func push(
    _ piece: UnsafeRawBufferPointer, to file: borrowing NewFile
  ) throws(SealedFault) {
    var start = 0
    // A single piece may be a gigabyte.
    while start < piece.count {
      let end = min(piece.count, start + Self.stretch)
      var made = sealed
      sealed = []
      encryptor?.push(UnsafeRawBufferPointer(rebasing: piece[start..<end])) { made += $0 }
      sealed = made
      if sealed.count >= Self.stretch { try write(sealed, file) }
      start = end
    }
  }

  private func write(
    _ bytes: [UInt8], _ file: borrowing NewFile
  ) throws(SealedFault) {
    try asking(
      bytes.withRaw { (bytes) throws(SystemError) in
        try file.write(bytes, startingAt: written)
      })
    written += bytes.count
    sealed.removeAll(keepingCapacity: true)
  }

  func finish(_ file: borrowing NewFile) throws(SealedFault) {
    var rest = sealed
    encryptor.take()?.finish { rest += $0 }
    try asking(file.write(rest))
  }
}
