package import Files
import Glibc

/// `.notes-tui/converting`: it stands in a vault's folder while all of its notes are being encrypted
/// or decrypted, or closed with another key, and tells how far that is. Until it is gone the folder is no vault to work in: half
/// of the notes may stand in it in the one form and half in the other.
package struct ConversionMark: Equatable, Sendable {
  package enum Direction: String, Sendable {
    case encrypting, decrypting, rekeying
  }

  package enum Phase: String, Sendable {
    /// All that was there before is there still; what is new can be taken away again.
    case copying
    /// All that is new was read back and verified; the old is being removed. Where a vault gets another
    /// key: each note is closed with it.
    case removing
  }

  package var direction: Direction
  package var phase: Phase

  package init(_ direction: Direction, _ phase: Phase) {
    self.direction = direction
    self.phase = phase
  }

  package static let path = ".notes-tui/converting"
  private static let folder = Array(".notes-tui".utf8)
  private static let name = Array("converting".utf8)

  /// Nil where no conversion was begun. A mark that says nothing is an error: nobody knows then what
  /// is whole.
  package static func read(in root: [UInt8]) throws(SystemError) -> ConversionMark? {
    let bytes: [UInt8]
    do {
      bytes = try Posix.contents(root + [slash] + Array(path.utf8), limit: 1 << 12)
    } catch  where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 2, let direction = Direction(rawValue: words[0]),
      let phase = Phase(rawValue: words[1])
    else { throw SystemError(EPROTO) }
    return ConversionMark(direction, phase)
  }

  /// Durable when it returns.
  package func write(in root: [UInt8]) throws(SystemError) {
    let above = try Posix.openFolder(root)
    try Posix.makeFolderIfMissing(Self.folder, in: above.raw, mode: 0o700)
    let folder = try Posix.openFolder(Self.folder, in: above.raw, followingLink: false)
    try NewFile.put(
      Array("\(direction.rawValue) \(phase.rawValue)\n".utf8), as: Self.name, in: folder.raw)
  }

  /// Takes the mark away, and its folder where nothing else is in it. Durable when it returns.
  package static func remove(in root: [UInt8]) throws(SystemError) {
    let above = try Posix.openFolder(root)
    guard
      let folder = try ifThere(
        Posix.openFolder(Self.folder, in: above.raw, followingLink: false))
    else { return }
    try ifThere(Posix.remove(name, in: folder.raw))
    try Posix.syncFolder(folder.raw, .real)
    // Settings of the vault, or its keys, may be in it.
    try? Posix.removeFolder(Self.folder, in: above.raw)
    try Posix.syncFolder(above.raw, .real)
  }

  /// What a person is told who wants to open such a vault.
  package var explanation: String {
    switch direction {
    case .encrypting:
      "its notes are being encrypted, and that was not finished. Go on with “notes-tui encrypt”"
        + (phase == .copying ? ", or take it back with “notes-tui decrypt”" : "")
    case .decrypting:
      "its notes are being decrypted, and that was not finished. Go on with “notes-tui decrypt”"
        + (phase == .copying ? ", or take it back with “notes-tui encrypt”" : "")
    case .rekeying:
      "its notes are being closed with a new key, and that was not finished. Go on with "
        + "“notes-tui rekey”"
        + (phase == .copying ? ", or take it back with “notes-tui rekey --take-back”" : "")
    }
  }
}
