import Bytes

/// What stands behind an opening bracket.
extension PatternReader {
  /// `(`, `(?:`, `(?<name>`, `(?i)` and the like; what is inside of the group comes next.
  mutating func readGroupStart() {
    let start = index
    index += 1
    if peek() == UInt8(ascii: "*") {
      refuse("settings and verbs such as (*…) cannot be used here", at: start)
      return
    }
    guard peek() == UInt8(ascii: "?") else { return }
    index += 1
    switch peek() {
    case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: ">"),
      UInt8(ascii: "|"):
      index += 1
    case UInt8(ascii: "<"):
      if peek(1) == UInt8(ascii: "=") || peek(1) == UInt8(ascii: "!") {
        index += 2
      } else {
        skip(past: UInt8(ascii: ">"))
      }
    case UInt8(ascii: "'"):
      index += 1
      skip(past: UInt8(ascii: "'"))
    case UInt8(ascii: "P") where peek(1) == UInt8(ascii: "<"): skip(past: UInt8(ascii: ">"))
    case UInt8(ascii: "#"), UInt8(ascii: "P"), UInt8(ascii: "&"), UInt8(ascii: "R"),
      UInt8(ascii: "C"), UInt8(ascii: "+"):
      skipToEnd()
    case _ where peek().map(Byte.isDigit) ?? false: skipToEnd()
    case UInt8(ascii: "-") where peek(1).map(Byte.isDigit) ?? false:
      skipToEnd()
    case UInt8(ascii: "("):
      if peek(1) != UInt8(ascii: "?") {
        // A condition: a number or a name.
        skip(past: UInt8(ascii: ")"))
      }
    default: readSettings()
    }
  }

  /// `(?i)` and `(?i:`.
  private mutating func readSettings() {
    while let byte = peek(), byte != UInt8(ascii: ")"), byte != UInt8(ascii: ":") {
      let isHarmless = Set("imnJU".utf8).contains(byte)
      if !isHarmless { traits.staysInLine = false }
      index += 1
    }
    if peek() == UInt8(ascii: ":") { index += 1 }
  }

  private mutating func skip(past byte: UInt8) {
    while let next = peek(), next != byte { index += 1 }
    index = min(index + 1, bytes.count)
  }

  /// Up to the bracket that closes it, which holds no other.
  private mutating func skipToEnd() {
    while let next = peek(), next != UInt8(ascii: ")") { index += 1 }
  }
}
