extension VimTranslator {
  mutating func atom() throws(VimFailure) -> Piece {
    guard let sign = reader.take() else { return Piece(text: "") }
    switch sign {
    case .plain(let value): return literal(value)
    case .special(let character): return try special(character)
    }
  }

  /// Translates a character that matches itself, with its combining marks.
  private mutating func literal(_ value: UInt32) -> Piece {
    var text = Self.quoted(value)
    var isSingle = true
    while case .plain(let next)? = reader.peek(), VimChars.isCombining(next) {
      _ = reader.take()
      text += Self.quoted(next)
      isSingle = false
    }
    return Piece(text: isSingle ? text : "(?:\(text))")
  }

  static func quoted(_ value: UInt32) -> String {
    guard let scalar = Unicode.Scalar(value) else { return "\\x{fffd}" }
    if value >= 0x80 { return String(Character(scalar)) }
    if value < 0x20 || value == 0x7f { return "\\x{\(String(value, radix: 16))}" }
    let isWord = scalar.properties.isAlphabetic || (0x30...0x39).contains(value)
    return isWord ? String(Character(scalar)) : "\\" + String(Character(scalar))
  }

  private mutating func special(_ character: Character) throws(VimFailure) -> Piece {
    switch character {
    case "^": return Piece(text: "^")
    case "$": return Piece(text: "$")
    case "<": return Piece(text: isWide ? try condition(.wordStart) : "\\b(?=\\w)", isUnit: false)
    case ">": return Piece(text: isWide ? try condition(.wordEnd) : "\\b(?<=\\w)", isUnit: false)
    case ".": return any(acrossLines: false)
    case "[": return try collection(acrossLines: false)
    case "~": return try lastReplacement()
    case "(": return try group()
    case "_": return try acrossLines()
    case "%": return try percent()
    case "z": return try bound()
    case "n":
      made.crossesLines = true
      return Piece(text: "\\n")
    case "1"..."9": return try backReference(character.wholeNumberValue ?? 0)
    case "*", "+", "=", "?", "{", "@":
      throw VimFailure(message: "E866: Misplaced \(character)")
    default:
      guard let piece = try letterClass(character, acrossLines: false) else {
        throw VimFailure(message: "E867: Unknown operator '\\\(character)'")
      }
      return piece
    }
  }

  private func any(acrossLines: Bool) -> Piece {
    if acrossLines { return Piece(text: "(?s:.)", bare: "(?s:.)") }
    if !isWide { return Piece(text: ".", bare: ".") }
    return Piece(
      text: ".[\(Self.marks)]*+", isUnit: false, bare: ".", isFixed: false, takesMarks: true)
  }

  private mutating func group() throws(VimFailure) -> Piece {
    if made.groups.count >= 9 { throw VimFailure(message: "E51: Too many \\(") }
    groupCount += 1
    made.groups.append(groupCount)
    let number = made.groups.count
    let body = try alternatives(in: "(")
    closedGroups.insert(number)
    return Piece(text: "(\(body.text))", isFixed: body.isFixed)
  }

  private func backReference(_ number: Int) throws(VimFailure) -> Piece {
    guard closedGroups.contains(number) else {
      throw VimFailure(message: "E65: Illegal back reference")
    }
    return Piece(text: "\\g{\(made.groups[number - 1])}", isFixed: false)
  }

  private func lastReplacement() throws(VimFailure) -> Piece {
    guard let replacement else {
      throw VimFailure(message: "E33: No previous substitute regular expression")
    }
    let text = replacement.unicodeScalars.map { Self.quoted($0.value) }.joined()
    return Piece(text: "(?:\(text))")
  }

  /// Translates what follows `\_`: an atom that also matches line ends.
  private mutating func acrossLines() throws(VimFailure) -> Piece {
    guard let next = reader.takeRaw() else {
      throw VimFailure(message: "E865: Regexp end encountered prematurely")
    }
    if next == "^" || next == "$" { return Piece(text: String(next)) }
    made.crossesLines = true
    if next == "." { return any(acrossLines: true) }
    if next == "[" { return try collection(acrossLines: true) }
    guard let piece = try letterClass(next, acrossLines: true) else {
      throw VimFailure(message: "E877: Invalid character class: \(next)")
    }
    return piece
  }

  /// Translates what follows `\z`.
  private mutating func bound() throws(VimFailure) -> Piece {
    switch reader.takeRaw() {
    case "s":
      groupCount += 1
      made.startGroups.append(groupCount)
    case "e":
      groupCount += 1
      made.endGroups.append(groupCount)
    case "(": throw VimFailure(message: "E66: \\z( not allowed here")
    default: throw VimFailure(message: "E68: Invalid character after \\z")
    }
    return Piece(text: "()")
  }

  // MARK: - After \%

  private mutating func percent() throws(VimFailure) -> Piece {
    guard let sign = reader.takeRaw() else { throw Self.unknown("") }
    switch sign {
    case "(":
      let body = try alternatives(in: "%(")
      return Piece(text: "(?:\(body.text))", isFixed: body.isFixed)
    case "[": return try optionalSequence()
    case "^": return Piece(text: try condition(.textStart))
    case "$": return Piece(text: try condition(.textEnd))
    case "V": return Piece(text: try condition(.visual))
    case "C": return Piece(text: "")
    case "#":
      if reader.takeRaw(if: "=") {
        _ = reader.takeNumber()
        throw VimFailure(message: "E1281: Atom '\\%#=' must be at the start of the pattern")
      }
      return Piece(text: try condition(.cursor))
    case "d": return literal(UInt32(reader.takeNumber() ?? 0))
    case "x": return try coded(digits: 2, radix: 16)
    case "u": return try coded(digits: 4, radix: 16)
    case "U": return try coded(digits: 8, radix: 16)
    case "o": return try coded(digits: 3, radix: 8)
    default: return try position(sign)
    }
  }

  private static func unknown(_ sign: String) -> VimFailure {
    VimFailure(message: "E867: Unknown operator '\\%\(sign)'")
  }

  mutating func code(digits: Int, radix: Int) -> UInt32? {
    var value: UInt32?
    for _ in 0..<digits {
      guard let digit = reader.rawNext?.hexDigitValue, digit < radix else { break }
      _ = reader.takeRaw()
      value = (value ?? 0) &* UInt32(radix) &+ UInt32(digit)
    }
    return value
  }

  private mutating func coded(digits: Int, radix: Int) throws(VimFailure) -> Piece {
    guard let value = code(digits: digits, radix: radix) else {
      throw VimFailure(message: "E678: Invalid character after \\%[dxouU]")
    }
    return literal(value)
  }

  /// Translates `\%23l`, `\%<3c`, `\%>5v`, `\%'m` or `\%.l`.
  private mutating func position(_ sign: Character) throws(VimFailure) -> Piece {
    var sign = sign
    var order = VimCondition.Order.at
    if sign == "<" || sign == ">" {
      order = sign == "<" ? .before : .after
      guard let next = reader.takeRaw() else { throw Self.unknown("") }
      sign = next
    }
    if sign == "'", let mark = reader.takeRaw() {
      return Piece(text: try condition(.mark(order, mark)))
    }
    if sign == "." {
      switch reader.takeRaw() {
      case "l": return Piece(text: try condition(.currentLine(order)))
      case "c", "v": return Piece(text: try condition(.currentColumn(order)))
      default: throw Self.unknown(".")
      }
    }
    guard let first = sign.wholeNumberValue, sign.isASCII else { throw Self.unknown("\(sign)") }
    var number = first
    while let digit = reader.rawNext?.wholeNumberValue, digit < 10 {
      _ = reader.takeRaw()
      number = min(number * 10 + digit, 1_000_000_000)
    }
    switch reader.takeRaw() {
    case "l": return Piece(text: try condition(.line(order, number)))
    case "c": return Piece(text: try condition(.column(order, number)))
    case "v": return Piece(text: try condition(.cell(order, number)))
    case let other: throw Self.unknown(other.map { "\($0)" } ?? "")
    }
  }

  /// Translates `\%[abc]`: the longest part of it that matches.
  private mutating func optionalSequence() throws(VimFailure) -> Piece {
    var pieces: [String] = []
    while true {
      guard let sign = reader.peek() else {
        throw VimFailure(message: "E69: Missing ] after \\%[")
      }
      if sign == .plain(0x5d) { break }
      pieces.append(try atom().text)
    }
    _ = reader.take()
    if pieces.isEmpty { throw VimFailure(message: "E70: Empty \\%[]") }
    return Piece(
      text: pieces.reversed().reduce("") { rest, piece in "(?:\(piece)\(rest))?" }, isUnit: false,
      isFixed: false)
  }
}
