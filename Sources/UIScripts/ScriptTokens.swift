/// A line of a script, split into words and quoted texts, which are read one after the other.
struct ScriptTokens {
  struct Token: Equatable {
    var text: String
    var isQuoted: Bool
  }

  /// A mistake in the line; the parser adds file and line.
  struct Problem: Error, Equatable {
    var message: String
    init(_ message: String) { self.message = message }
  }

  private var tokens: [Token] = []
  private var next = 0

  /// `text` is the part after the verb.
  init(_ text: Substring) throws(Problem) {
    var rest = text
    while true {
      rest = rest.drop(while: \.isBlank)
      guard let first = rest.first else { return }
      if first == "\"" {
        rest.removeFirst()
        tokens.append(Token(text: try Self.quoted(&rest), isQuoted: true))
        if let after = rest.first, !after.isBlank {
          throw Problem("a blank is missing after the closing quote, before “\(after)”")
        }
      } else {
        tokens.append(Token(text: String(rest.prefix { !$0.isBlank }), isQuoted: false))
        rest = rest.drop { !$0.isBlank }
      }
    }
  }

  var isAtEnd: Bool { next >= tokens.count }

  mutating func token() -> Token? {
    guard !isAtEnd else { return nil }
    defer { next += 1 }
    return tokens[next]
  }

  mutating func word(_ expected: String) throws(Problem) -> String {
    guard let token = token() else { throw Problem("expected \(expected), but the line ends") }
    if token.isQuoted { throw Problem("expected \(expected), not the text \"\(token.text)\"") }
    return token.text
  }

  mutating func quotedText(_ expected: String) throws(Problem) -> String {
    guard let token = token() else {
      throw Problem("expected \(expected) in quotes, but the line ends")
    }
    if !token.isQuoted { throw Problem("expected \(expected) in quotes, not \(token.text)") }
    return token.text
  }

  mutating func anyText(_ expected: String) throws(Problem) -> String {
    guard let token = token() else { throw Problem("expected \(expected), but the line ends") }
    return token.text
  }

  mutating func end() throws(Problem) {
    if let token = token() {
      throw Problem("the line goes on with \(token.text), where it should end")
    }
  }

  /// Reads up to and including the closing quote.
  private static func quoted(_ rest: inout Substring) throws(Problem) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\": text.unicodeScalars.append(try escape(&rest))
      default: text.append(character)
      }
    }
    throw Problem("the closing quote is missing")
  }

  /// Returns the text in a script's quoting.
  static func quoting(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func escape(_ rest: inout Substring) throws(Problem) -> Unicode.Scalar {
    let known = "known are \\n \\t \\\" \\\\ \\u{…}"
    switch rest.popFirst() {
    case "n": return "\n"
    case "t": return "\t"
    case "\"": return "\""
    case "\\": return "\\"
    case "u":
      guard rest.first == "{", let close = rest.firstIndex(of: "}") else {
        throw Problem("\\u needs a hexadecimal number in braces, like \\u{301}")
      }
      let digits = rest[rest.index(after: rest.startIndex)..<close]
      guard (1...6).contains(digits.count), digits.allSatisfy(\.isHexDigit),
        let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
      else { throw Problem("\\u{\(digits)} is not a Unicode character") }
      rest = rest[rest.index(after: close)...]
      return scalar
    case .some(let other): throw Problem("\\\(other) is not an escape; \(known)")
    case .none: throw Problem("the line ends after a backslash; \(known)")
    }
  }
}

extension Character {
  var isBlank: Bool { self == " " || self == "\t" }
}
