import Bytes
import Folding

/// Facts about one byte of a folded name.
struct LetterSigns: OptionSet, Sendable {
  let rawValue: UInt8

  static let start = LetterSigns(rawValue: 1)
  static let first = LetterSigns(rawValue: 2)
  /// The name's last letter begins at this byte.
  static let last = LetterSigns(rawValue: 4)
  static let capital = LetterSigns(rawValue: 8)
}

/// Text without case and diacritics, in UTF-8, with facts about each byte. Names and queries are
/// compared in this form.
struct FoldedLetters: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var signs: [LetterSigns] = []

  /// Bytes of a name beyond this are ignored.
  static let longest = 480
  /// A last letter that folds to several bytes may cross that limit.
  static let room = longest + 16

  private enum Kind { case none, gap, small, other }

  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count)
    signs.reserveCapacity(count)
  }

  /// Folds one name and appends it.
  mutating func append(_ name: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count
    var kind = Kind.none
    var lastLetter = start
    var index = 0
    while index < name.count, bytes.count - start < Self.longest {
      let before = bytes.count
      let byte = name[index]
      if byte < 0x80 {
        let letter = Self.plain(byte, after: &kind)
        bytes.append(letter.byte)
        signs.append(letter.signs)
        index += 1
      } else {
        index += appendScalar(name, at: index, after: &kind)
      }
      if bytes.count > before { lastLetter = Self.lastLetter(of: bytes, from: before) }
    }
    guard bytes.count > start else { return }
    signs[start].insert(.first)
    signs[lastLetter].insert(.last)
  }

  mutating func append(_ name: String) {
    var name = name
    name.withUTF8 { append($0) }
  }

  private static func plain(
    _ byte: UInt8, after kind: inout Kind
  ) -> (byte: UInt8, signs: LetterSigns) {
    let isFirst = kind == .none || kind == .gap
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      // A capital inside a word, as in camel case, begins one too.
      let starts = isFirst || kind == .small
      kind = .other
      return (byte | 0x20, starts ? [.start, .capital] : .capital)
    case UInt8(ascii: "a")...UInt8(ascii: "z"):
      kind = .small
      return (byte, isFirst ? .start : [])
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      kind = .other
      return (byte, isFirst ? .start : [])
    default:
      kind = .gap
      return (byte, [])
    }
  }

  /// Folds the scalar at an offset with all that combines with it, and returns the number of bytes.
  private mutating func appendScalar(
    _ name: UnsafeBufferPointer<UInt8>, at index: Int, after kind: inout Kind
  ) -> Int {
    let (decoded, size) = UTF8Scalars.decode(name.span, at: index)
    guard var scalar = decoded else {
      bytes.append(name[index])
      signs.append([])
      kind = .other
      return 1
    }
    var length = size
    while index + length < name.count, name[index + length] >= 0x80 {
      let next = UTF8Scalars.decode(name.span, at: index + length)
      guard let mark = next.scalar, let joined = Folding.joined(scalar, mark) else { break }
      scalar = joined
      length += next.length
    }
    if Self.isGap(scalar) {
      put(scalar, [])
      kind = .gap
      return length
    }
    let offset = bytes.count
    Folding.word(scalar) { put($0, []) }
    guard bytes.count > offset else { return length }
    if kind == .none || kind == .gap { signs[offset].insert(.start) }
    kind = .other
    return length
  }

  private mutating func put(_ scalar: Unicode.Scalar, _ sign: LetterSigns) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      bytes.append(byte)
      signs.append(sign)
    }
  }

  /// Whether a character beyond ASCII is a blank, dash, quote or similar.
  private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xa0...0xa9, 0xab...0xb1, 0xb7, 0xbb, 0x2000...0x206f, 0x3000...0x303f: true
    default: false
    }
  }

  /// Returns the offset of the last letter that was added after `start`.
  private static func lastLetter(of bytes: [UInt8], from start: Int) -> Int {
    var offset = bytes.count - 1
    while offset > start, bytes[offset] & 0xc0 == 0x80 { offset -= 1 }
    return offset
  }
}

/// A set of letters in 64 bits: a letter whose bit is missing is not in the name. Latin letters and
/// digits have bits of their own; all others share some.
struct LetterMask: Sendable {
  static func bit(of letter: some Sequence<UInt8>) -> UInt64 {
    var sum = 0
    var count = 0
    for byte in letter {
      sum = sum &* 31 &+ Int(byte)
      count += 1
    }
    if count == 1 {
      if sum &- 0x61 < 26, sum >= 0x61 { return 1 << UInt64(sum - 0x61) }
      if sum &- 0x30 < 10, sum >= 0x30 { return 1 << UInt64(26 + sum - 0x30) }
    }
    return 1 << UInt64(36 + sum % 28)
  }
}
