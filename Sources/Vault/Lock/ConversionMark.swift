import Files
import Glibc

/// What `.notes-tui/converting` says: all notes of a vault are being encrypted or decrypted, or closed with
/// another key, and how far that is. Until it is gone the folder is no vault to work in: half of the notes
/// may be in it in the one form and half in the other.
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

/// A mark with the number of the conversion that it is of, as one line.
struct MarkLine: Equatable {
  var mark: ConversionMark
  /// 32 digits that nobody can guess.
  var number: [UInt8]

  private static let digits = 32

  init(_ mark: ConversionMark, _ number: [UInt8]) {
    self.mark = mark
    self.number = number
  }

  /// Nil where the bytes are none of ours.
  init?(_ bytes: [UInt8]) {
    guard bytes.last == UInt8(ascii: "\n") else { return nil }
    let words = bytes.dropLast().split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[2].count == Self.digits,
      words[2].allSatisfy(Hex.isLowercaseDigit),
      let direction = ConversionMark.Direction(rawValue: String(decoding: words[0], as: UTF8.self)),
      let phase = ConversionMark.Phase(rawValue: String(decoding: words[1], as: UTF8.self))
    else { return nil }
    self.init(ConversionMark(direction, phase), Array(words[2]))
  }

  /// With a number of its own.
  static func new(_ mark: ConversionMark) -> MarkLine {
    var random = SystemRandomNumberGenerator()
    return MarkLine(mark, Hex.digits(random.next()) + Hex.digits(random.next()))
  }

  var bytes: [UInt8] {
    Array("\(mark.direction.rawValue) \(mark.phase.rawValue) ".utf8) + number + [UInt8(ascii: "\n")]
  }

  /// Whether both are of one conversion.
  func isOfSame(as other: MarkLine) -> Bool {
    mark.direction == other.mark.direction && number == other.number
  }
}
