import Bytes

/// Goes through an expression once, from its start to its end.
struct PatternReader {
  let bytes: [UInt8]
  var index = 0
  var traits = PatternTraits()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> PatternTraits {
    while index < bytes.count { step() }
    return traits
  }

  func peek(_ distance: Int = 0) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  mutating func refuse(_ reason: String, at place: Int) {
    if traits.refusal == nil { traits.refusal = .init(reason: reason, place: place) }
  }

  private mutating func step() {
    let byte = bytes[index]
    if Self.special.contains(byte) {
      traits.isPlain = false
    }
    switch byte {
    case UInt8(ascii: "\\"): readEscape()
    case UInt8(ascii: "["): readClass()
    case UInt8(ascii: "("): readGroupStart()
    default: readLiteral()
    }
  }

  private static let special = Set("\\^$.|?*+()[]{}".utf8)

  /// A character that stands for itself.
  mutating func readLiteral() {
    let length = min(UTF8Scalars.length(startingWith: bytes[index]), bytes.count - index)
    note(bytes[index..<index + length])
    index += length
  }

  /// What is known of a character that stands for itself, also in a class.
  mutating func note(_ character: ArraySlice<UInt8>) {
    guard let first = character.first else { return }
    if first == .lineFeed || first == .carriageReturn { traits.staysInLine = false }
    if SearchCase.isCapital(character) { traits.hasCapital = true }
  }
}
