import Bytes

/// Reads an expression once, from start to end.
private struct PatternReader {
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

  mutating func refuse(_ reason: String, at offset: Int) {
    if traits.refusal == nil { traits.refusal = .init(reason: reason, offset: offset) }
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

  /// Reads a character that matches itself.
  mutating func readLiteral() {
    let length = min(UTF8Scalars.length(startingWith: bytes[index]), bytes.count - index)
    note(bytes[index..<index + length])
    index += length
  }

  /// Notes a character that matches itself, also in a class.
  mutating func note(_ character: ArraySlice<UInt8>) {
    guard let first = character.first else { return }
    if first == .lineFeed || first == .carriageReturn { traits.staysInLine = false }
    if SearchCase.isCapital(character) { traits.hasCapital = true }
  }
}

/// Properties of a regular expression, found by reading it. In doubt it assumes the safe case: that
/// a match may cross line ends.
struct PatternTraits: Equatable {
  /// Whether no match contains or reads a line end, except right before or after it.
  var staysInLine = true
  /// Whether a match may start later than where it was tried.
  var movesStart = false
  /// Whether a letter is written as a capital.
  var hasCapital = false
  /// Whether every character matches itself.
  var isPlain = true
  /// A construct that would not work when a text is searched in parts.
  var refusal: Refusal?

  struct Refusal: Equatable {
    let reason: String
    let offset: Int
  }

  init(_ pattern: [UInt8]) {
    var reader = PatternReader(pattern)
    self = reader.read()
  }

  init() {}
}

/// Groups.
extension PatternReader {
  /// Reads `(`, `(?:`, `(?<name>`, `(?i)` and the like; the content of the group comes next.
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

  /// Reads `(?i)` or `(?i:`.
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

  /// Skips to the closing bracket of a group without inner groups.
  private mutating func skipToEnd() {
    while let next = peek(), next != UInt8(ascii: ")") { index += 1 }
  }
}

/// Escapes and character classes.
extension PatternReader {
  mutating func readEscape() {
    let start = index
    guard let byte = peek(1) else {
      index += 1
      return
    }
    let isWord = Byte.isLetter(byte) || Byte.isDigit(byte)
    if !isWord {
      index += 1
      readLiteral()
      return
    }
    index += 2
    switch byte {
    case UInt8(ascii: "G"):
      refuse("\\G cannot be used here, where each match is looked for on its own", at: start)
    case UInt8(ascii: "C"): refuse("\\C is no character", at: start)
    case UInt8(ascii: "K"): traits.movesStart = true
    case UInt8(ascii: "Q"): readQuoted()
    case UInt8(ascii: "g"), UInt8(ascii: "k"): skipName()
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      // `\12` may be a group or a line end.
      if peek().map(Byte.isDigit) ?? false {
        traits.staysInLine = false
      }
    default: if !staysInLine(escape: byte) { traits.staysInLine = false }
    }
  }

  /// Whether an escape neither matches nor reads a line end. Reads what follows its letter.
  private mutating func staysInLine(escape: UInt8) -> Bool {
    switch escape {
    case UInt8(ascii: "d"), UInt8(ascii: "w"), UInt8(ascii: "h"), UInt8(ascii: "b"),
      UInt8(ascii: "B"), UInt8(ascii: "A"), UInt8(ascii: "E"),
      UInt8(ascii: "S"), UInt8(ascii: "V"), UInt8(ascii: "t"), UInt8(ascii: "a"),
      UInt8(ascii: "e"):
      return true
    case UInt8(ascii: "N"):
      // `\N{U+0A}` is a line end.
      return peek() != UInt8(ascii: "{")
    case UInt8(ascii: "p"): return isPropertyOfVisible()
    case UInt8(ascii: "P"):
      skipName()
      return false
    case UInt8(ascii: "x"), UInt8(ascii: "o"):
      skipName()
      return false
    default: return false
    }
  }

  /// Whether the property is letters, numbers, punctuation, symbols or marks: the general
  /// categories without line ends.
  private mutating func isPropertyOfVisible() -> Bool {
    let start = index
    skipName()
    var name = bytes[start..<index]
    if name.first == UInt8(ascii: "{") { name = name.dropFirst().dropLast() }
    guard let first = name.first, name.count <= 2 else { return false }
    return Set("LNPSM".utf8).contains(first)
  }

  /// Skips `{name}`, `<name>`, `'name'` or one character.
  private mutating func skipName() {
    guard let first = peek() else { return }
    let closing: [UInt8: UInt8] = [
      UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "<"): UInt8(ascii: ">"),
      UInt8(ascii: "'"): UInt8(ascii: "'"),
    ]
    index += 1
    guard let end = closing[first] else { return }
    while let next = peek(), next != end { index += 1 }
    index = min(index + 1, bytes.count)
  }

  /// Reads text after `\Q`, where everything up to `\E` matches itself.
  private mutating func readQuoted() {
    while let byte = peek() {
      if byte == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "E") {
        index += 2
        return
      }
      readLiteral()
    }
  }

  mutating func readClass() {
    index += 1
    if peek() == UInt8(ascii: "^") {
      traits.staysInLine = false
      index += 1
    }
    // A closing bracket in first position belongs to the class.
    if peek() == UInt8(ascii: "]") { index += 1 }
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "]"):
        index += 1
        return
      case UInt8(ascii: "\\"): readClassEscape()
      case UInt8(ascii: "[") where peek(1) == UInt8(ascii: ":"): readNamedClass()
      default:
        // A range that starts at a control character may include line ends.
        if byte < 0x0e { traits.staysInLine = false }
        let length = min(UTF8Scalars.length(startingWith: byte), bytes.count - index)
        note(bytes[index..<index + length])
        index += length
      }
    }
  }

  private mutating func readClassEscape() {
    guard let byte = peek(1) else {
      index += 1
      return
    }
    index += 2
    switch byte {
    case UInt8(ascii: "Q"): readQuoted()
    case UInt8(ascii: "d"), UInt8(ascii: "w"), UInt8(ascii: "h"), UInt8(ascii: "S"),
      UInt8(ascii: "E"), UInt8(ascii: "p"):
      if !staysInLine(escape: byte) { traits.staysInLine = false }
    case _ where Byte.isLetter(byte), UInt8(ascii: "0")...UInt8(ascii: "9"):
      traits.staysInLine = false
      if Set("Pxo".utf8).contains(byte) { skipName() }
    default: break
    }
  }

  /// Reads `[:alpha:]`.
  private mutating func readNamedClass() {
    let start = index + 2
    while let byte = peek(), byte != UInt8(ascii: "]") { index += 1 }
    let name = String(decoding: bytes[min(start, index)..<index], as: UTF8.self)
    if name.hasPrefix("^") || name == "space:" || name == "cntrl:" || name == "ascii:" {
      traits.staysInLine = false
    }
    index = min(index + 1, bytes.count)
  }
}
