extension VimTranslator {
  /// Translates `\w`, `\S` or `\k`; nil for a letter without a class.
  mutating func letterClass(
    _ letter: Character, acrossLines: Bool
  ) throws(VimFailure) -> Piece? {
    if letter == "k" || letter == "K" {
      return try keyword(takesDigits: letter == "k", acrossLines: acrossLines)
    }
    guard let known = Self.letters[letter] else { return nil }
    let end = acrossLines ? "\\n" : ""
    let isOpposite = known.hasPrefix("^")
    let text =
      isOpposite
      ? acrossLines ? "[\(known)]" : "[\(known)\\n]"
      : "[\(known)\(end)]"
    // `\l` and `\u` always respect case.
    let minded = "lLuU".contains(letter) ? "(?-i:\(text))" : text
    return withMarks(minded)
  }

  private static let letters: [Character: String] = [
    "i": "0-9A-Za-z_\\x{b5}\\x{c0}-\\x{ff}",
    "I": "A-Za-z_\\x{b5}\\x{c0}-\\x{ff}",
    "f": "0-9A-Za-z_/.\\-+,#$%~=\\x{a1}-\\x{10ffff}",
    "F": "A-Za-z_/.\\-+,#$%~=\\x{a1}-\\x{10ffff}",
    "p": "\\x{20}-\\x{7e}\\x{a0}-\\x{10ffff}",
    "P": "\\x{20}-\\x{2f}\\x{3a}-\\x{7e}\\x{a0}-\\x{10ffff}",
    "s": " \\t", "S": "^ \\t",
    "d": "0-9", "D": "^0-9",
    "x": "0-9A-Fa-f", "X": "^0-9A-Fa-f",
    "o": "0-7", "O": "^0-7",
    "w": "0-9A-Za-z_", "W": "^0-9A-Za-z_",
    "h": "A-Za-z_", "H": "^A-Za-z_",
    "a": "A-Za-z", "A": "^A-Za-z",
    "l": "a-z", "L": "^a-z",
    "u": "A-Z", "U": "^A-Z",
  ]

  /// Returns a class that includes the combining marks after its character.
  func withMarks(_ text: String) -> Piece {
    if !isWide { return Piece(text: text, bare: text) }
    return Piece(text: "(?:\(text)[\(Self.marks)]*+)", bare: text, isFixed: false)
  }

  private mutating func keyword(
    takesDigits: Bool, acrossLines: Bool
  ) throws(VimFailure) -> Piece {
    if !isWide {
      let text = (takesDigits ? "[0-9A-Za-z_" : "[A-Za-z_") + (acrossLines ? "\\n]" : "]")
      return Piece(text: text, bare: text)
    }
    let asked = try condition(.keyword(takesDigits: takesDigits))
    return Piece(
      text: acrossLines ? "(?:\\n|\(asked).)" : "(?:\(asked).)", isFixed: true)
  }

  // MARK: - [ ]

  /// Translates a collection after `[`. Without its end, the bracket is plain text.
  mutating func collection(acrossLines: Bool) throws(VimFailure) -> Piece {
    let start = reader.mark
    var isOpposite = reader.takeRaw(if: "^")
    var items: [String] = []
    var lettersOfCase: [String] = []
    var hasLineEnd = false
    var isFirst = true
    while true {
      guard let next = reader.takeRaw() else {
        reader.mark = start
        if acrossLines { throw VimFailure(message: "E769: Missing ] after \\_[") }
        return Piece(text: "\\[")
      }
      if next == "]", !isFirst { break }
      isFirst = false
      if next == "[", let named = namedClass() {
        if named.mindsCase { lettersOfCase.append(named.text) } else { items.append(named.text) }
        continue
      }
      if next == "\\", reader.takeRaw(if: "n") {
        hasLineEnd = true
        continue
      }
      let low = member(next)
      guard let high = rangeEnd() else {
        items.append(Self.inClass(low))
        continue
      }
      if high < low { throw VimFailure(message: "E944: Reverse range in character class") }
      items.append("\(Self.inClass(low))-\(Self.inClass(high))")
    }
    // A negated collection does not match line ends, unless asked to.
    let takesLineEnd = isOpposite ? acrossLines : acrossLines || hasLineEnd
    if takesLineEnd { made.crossesLines = true }
    if isOpposite != takesLineEnd { items.append("\\n") }
    if items.isEmpty, lettersOfCase.isEmpty {
      isOpposite.toggle()
      items.append("\\x{0}-\\x{10ffff}")
    }
    return withMarks(
      Self.text(of: items.joined(), isOpposite: isOpposite, lettersOfCase: lettersOfCase))
  }

  private static func text(
    of items: String, isOpposite: Bool, lettersOfCase: [String]
  ) -> String {
    let own = items.isEmpty ? "" : "[\(isOpposite ? "^" : "")\(items)]"
    if lettersOfCase.isEmpty { return own }
    let minded = "(?-i:[\(lettersOfCase.joined())])"
    if isOpposite { return "(?:(?!\(minded))\(own.isEmpty ? "." : own))" }
    return own.isEmpty ? minded : "(?:\(own)|\(minded))"
  }

  /// Returns the code of a character in a collection; some have another meaning after a backslash.
  private mutating func member(_ character: Character) -> UInt32 {
    let value = character.unicodeScalars.first?.value ?? 0
    guard character == "\\", let next = reader.rawNext else { return value }
    let start = reader.mark
    _ = reader.takeRaw()
    switch next {
    case "]", "^", "-", "\\": return next.unicodeScalars.first?.value ?? 0
    case "e": return 0x1b
    case "t": return 0x09
    case "r": return 0x0d
    case "b": return 0x08
    case "d": if let number = reader.takeNumber() { return UInt32(min(number, 0x10ffff)) }
    case "o": if let number = code(digits: 4, radix: 8) { return number }
    case "x": if let number = code(digits: 2, radix: 16) { return number }
    case "u": if let number = code(digits: 4, radix: 16) { return number }
    case "U": if let number = code(digits: 8, radix: 16) { return number }
    default: break
    }
    reader.mark = start
    return value
  }

  /// Returns the end of a range, after its `-`.
  private mutating func rangeEnd() -> UInt32? {
    let start = reader.mark
    guard reader.takeRaw(if: "-"), let next = reader.takeRaw(), next != "]" else {
      reader.mark = start
      return nil
    }
    if next == "\\", reader.rawNext == "n" {
      reader.mark = start
      return nil
    }
    return member(next)
  }

  private static func inClass(_ value: UInt32) -> String {
    if value > 0x10ffff || (0xd800...0xdfff).contains(value) { return "\\x{fffd}" }
    return "\\x{\(String(value, radix: 16))}"
  }

  /// Translates a class after `[` in a collection: `:alpha:]`, `=e=]`, `.a.]`.
  private mutating func namedClass() -> (text: String, mindsCase: Bool)? {
    let start = reader.mark
    if let sign = reader.takeRaw(), sign == "=" || sign == "." {
      if let character = reader.takeRaw(), reader.takeRaw(if: sign), reader.takeRaw(if: "]") {
        return (Self.inClass(character.unicodeScalars.first?.value ?? 0), false)
      }
    }
    reader.mark = start
    guard reader.takeRaw(if: ":") else { return nil }
    var name = ""
    while let letter = reader.rawNext, letter.isLetter, letter.isASCII {
      name.append(letter)
      _ = reader.takeRaw()
    }
    if reader.takeRaw(if: ":"), reader.takeRaw(if: "]"), let text = Self.named[name] {
      return (text, name == "lower" || name == "upper")
    }
    reader.mark = start
    return nil
  }

  private static let named: [String: String] = [
    "alpha": "A-Za-z", "alnum": "0-9A-Za-z", "blank": " \\t", "cntrl": "\\x{0}-\\x{1f}\\x{7f}",
    "digit": "0-9", "graph": "\\x{21}-\\x{7e}", "lower": "\\p{Ll}", "upper": "\\p{Lu}",
    "print": "\\x{20}-\\x{7e}\\x{a0}-\\x{10ffff}",
    "punct": "\\x{21}-\\x{2f}\\x{3a}-\\x{40}\\x{5b}-\\x{60}\\x{7b}-\\x{7e}",
    "space": " \\t\\r\\x{0b}\\x{0c}", "xdigit": "0-9A-Fa-f", "tab": "\\t", "return": "\\r",
    "backspace": "\\x{8}", "escape": "\\x{1b}", "ident": "0-9A-Za-z_\\x{b5}\\x{c0}-\\x{ff}",
    "keyword": "0-9_\\p{L}\\p{N}\\p{Mn}",
    "fname": "0-9A-Za-z_/.\\-+,#$%~=\\x{a1}-\\x{10ffff}",
  ]
}
