import Entities

/// The name of a file in an encrypted vault: 128 random bits that reveal nothing.
package struct SealedID: Hashable, Comparable, Sendable {
  private let high: UInt64
  private let low: UInt64

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
  /// Five bits per letter; the last letter has two unused bits, always zero.
  private static let length = 26
  private static let ending = Array(".age".utf8)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Returns a new ID that no other file has.
  static func random() -> SealedID {
    // The system's generator is good enough for a key.
    var system = SystemRandomNumberGenerator()
    return SealedID(high: system.next(), low: system.next())
  }

  /// Nil unless it is exactly the name of such a file.
  package init?(fileName: some Collection<UInt8>) {
    guard fileName.count == Self.length + Self.ending.count,
      fileName.dropFirst(Self.length).elementsEqual(Self.ending)
    else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for (index, letter) in fileName.prefix(Self.length).enumerated() {
      let value: UInt64
      switch letter {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt64(letter - UInt8(ascii: "a"))
      case UInt8(ascii: "2")...UInt8(ascii: "7"): value = UInt64(letter - UInt8(ascii: "2")) + 26
      default: return nil
      }
      let bits: UInt64 = index == Self.length - 1 ? 3 : 5
      if bits == 3, value & 3 != 0 { return nil }
      high = high << bits | low >> (64 - bits)
      low = low << bits | (bits == 3 ? value >> 2 : value)
    }
    self.init(high: high, low: low)
  }

  /// Reads the sixteen bytes of `bytes`.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  var bytes: [UInt8] {
    [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) }
    }
  }

  /// The letters alone: the note's name if no other is known.
  package var text: [UInt8] {
    (0..<Self.length).map { index in
      // The bits are consecutive, with two zero bits at the end.
      let shift = 123 - 5 * index
      let value: UInt64
      switch shift {
      case 64...: value = high >> UInt64(shift - 64)
      case 60..<64: value = high << UInt64(64 - shift) | low >> UInt64(shift)
      case 0..<60: value = low >> UInt64(shift)
      default: value = low << UInt64(-shift)
      }
      return Self.letters[Int(value & 31)]
    }
  }

  /// The file's name in the vault's folder, and in the trash: `<26 letters and digits>.age`.
  package var fileName: [UInt8] { text + Self.ending }

  /// The path under which a note that cannot be opened is listed.
  var placeholder: NotePath { NotePath(bytes: text + Array(".md".utf8)) }

  package static func < (left: SealedID, right: SealedID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// Whether a name has the same extension, after any stem.
  static func looksAlike(_ name: some Collection<UInt8>) -> Bool {
    name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
  }
}
