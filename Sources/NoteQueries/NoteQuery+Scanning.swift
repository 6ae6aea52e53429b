extension NoteQueryReader {
  func peek() -> Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  mutating func take(_ wanted: Unicode.Scalar) -> Bool {
    guard peek() == wanted else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() {
    while let next = peek(), Self.isBlank(next) { position += 1 }
  }

  /// Whether `OR` follows as a separate word.
  var isOr: Bool {
    guard position + 1 < scalars.count, scalars[position] == "O", scalars[position + 1] == "R"
    else { return false }
    guard position + 2 < scalars.count else { return true }
    let next = scalars[position + 2]
    return Self.isBlank(next) || next == "(" || next == ")" || next == "\""
  }

  /// Reads up to a blank, a bracket or a quote. A backslash escapes the next character; before a
  /// letter within a word it is a plain backslash.
  mutating func bareText() -> (text: String, isEscaped: Bool) {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    while let next = peek(), !Self.isBlank(next), next != "(", next != ")", next != "\"" {
      position += 1
      if next == "\\", let escaped = peek(), text.isEmpty || !Self.isWordPart(escaped) {
        position += 1
        text.append(escaped)
        isEscaped = true
      } else {
        text.append(next)
      }
    }
    return (String(text), isEscaped)
  }

  /// Reads the text between two quotes; a backslash escapes a quote or another backslash.
  mutating func quoted() throws(QueryError) -> String {
    let start = position
    position += 1
    var text = String.UnicodeScalarView()
    while let next = peek() {
      position += 1
      if next == "\"" { return String(text) }
      if next == "\\", let escaped = peek(), escaped == "\"" || escaped == "\\" {
        position += 1
        text.append(escaped)
      } else {
        text.append(next)
      }
    }
    throw error("Unterminated quote: put “\"” where the words end", at: start)
  }

  func error(_ message: String, at offset: Int? = nil) -> QueryError {
    let before = Self.text(scalars[..<(offset ?? position)])
    return QueryError(message: message + ".", position: before.count)
  }

  static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIILetter(scalar) || ("0"..."9").contains(scalar) }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
