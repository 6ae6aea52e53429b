import Bytes
import Entities
import Files
import Services
import Vault

/// A sealed file that has no name yet, and what its text is told by.
struct StagedFile: ~Copyable {
  var file: NewFile
  let digest: UInt64
  let textSize: Int
  let mark: FileMark

  func stamp(_ facts: FileFacts) -> NoteStamp {
    NoteStamp(inode: facts.inode, size: textSize, modified: facts.modified, digest: digest)
  }

  /// Gets its name, which nobody else has.
  mutating func take(_ id: SealedID) throws(SealedTextError) {
    do {
      try file.take(id.fileName)
    } catch {
      throw .sealing(.system(error))
    }
  }

  /// Takes the place of the file that was seen there; a system error `ESTALE` where another one stands
  /// there by now.
  mutating func replace(_ id: SealedID, seen old: FileFacts) throws(SealedTextError) {
    do {
      try file.replace(id.fileName, seen: old)
    } catch {
      throw .sealing(.system(error))
    }
  }

  /// What it is now: its time of change moves with its name.
  func facts() throws(SystemError) -> FileFacts { try Posix.facts(of: file.raw) }
}

extension SealedFolder {
  /// Writes a note beside its place, puts it on the disk and reads it back: what cannot be opened again
  /// takes nothing's place. `old` is the file whose owner and mode it takes over.
  func stage(
    _ text: SealedText, at place: NotePath, modified: Timestamp, in folder: Int32,
    after old: (facts: FileFacts, file: Int32)? = nil
  ) throws(SealedTextError) -> StagedFile {
    let file = try newFile(in: folder)
    let written = try write(text, at: place, to: file)
    let mark: FileMark
    do throws(SealedFault) {
      try asking { () throws(SystemError) in
        if let old { try file.takeAfter(old.facts, attributesOf: old.file) }
        try file.setModified(modified)
        _ = try file.finish()
      }
      mark = try check(file.raw, holds: written, at: place)
    } catch {
      throw .sealing(error)
    }
    return StagedFile(file: file, digest: written.digest, textSize: written.count, mark: mark)
  }

  private struct Written: Equatable {
    var digest: UInt64
    var count: Int
  }

  private func write(
    _ text: SealedText, at place: NotePath, to file: borrowing NewFile
  ) throws(SealedTextError) -> Written {
    let writer = try writer(beginningWith: SealedHead.line(for: place))
    var (digest, count) = (RunningDigest(), 0)
    try text.forEachPiece { (piece) throws(SealedFault) in
      digest.add(piece)
      count += piece.count
      try writer.push(piece, to: file)
    }
    do throws(SealedFault) {
      try writer.finish(file)
    } catch {
      throw .sealing(error)
    }
    return Written(digest: digest.value, count: count)
  }

  private func newFile(in folder: Int32) throws(SealedTextError) -> NewFile {
    do {
      return try NewFile(in: folder, mode: 0o600, disk: disk)
    } catch {
      throw .sealing(.system(error))
    }
  }

  private func writer(beginningWith line: [UInt8]) throws(SealedTextError) -> SealingWriter {
    do throws(AgeError) {
      let writer = try SealingWriter(to: identity.recipient)
      writer.begin(with: line)
      return writer
    } catch {
      throw .sealing(.age(error))
    }
  }

  private func check(
    _ file: Int32, holds written: Written, at place: NotePath
  ) throws(SealedFault) -> FileMark {
    let facts = try asking { () throws(SystemError) in try Posix.facts(of: file) }
    let stream = SealedStream(file, facts, with: identity)
    var (digest, count) = (RunningDigest(), 0)
    do throws(SealedFault) {
      let head = try stream.readHead()
      try stream.forEachPiece { (piece) throws(SealedFault) in
        digest.add(piece)
        count += piece.count
      }
      guard head.place == place, head.textSize == written.count,
        Written(digest: digest.value, count: count) == written
      else { throw .notAsWritten }
      return head.mark
    } catch {
      if case .system = error { throw error }
      throw .notAsWritten
    }
  }
}

/// Closes a text that comes in pieces, and writes what comes of it in stretches.
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
    // A piece may be the whole of a gigabyte.
    while start < piece.count {
      let end = min(piece.count, start + Self.stretch)
      var made = sealed
      sealed = []
      encryptor?.push(UnsafeRawBufferPointer(rebasing: piece[start..<end])) { made += $0 }
      sealed = made
      try writeStretch(file)
      start = end
    }
  }

  private func writeStretch(_ file: borrowing NewFile) throws(SealedFault) {
    if sealed.count >= Self.stretch { try write(sealed, file) }
  }

  private func write(
    _ bytes: [UInt8], _ file: borrowing NewFile
  ) throws(SealedFault) {
    var failure: SystemError?
    bytes.withUnsafeBytes { bytes in
      do throws(SystemError) {
        try file.write(bytes, startingAt: written)
      } catch {
        failure = error
      }
    }
    if let failure { throw .system(failure) }
    written += bytes.count
    sealed.removeAll(keepingCapacity: true)
  }

  func finish(_ file: borrowing NewFile) throws(SealedFault) {
    var rest = sealed
    encryptor.take()?.finish { rest += $0 }
    do {
      try file.write(rest)
    } catch {
      throw .system(error)
    }
  }
}
