/// Translates an Emacs regular expression to PCRE2.
struct EmacsExpression {
  /// Translates an expression; throws if it is invalid, most often because it is unfinished.
  static func translated(_ source: String) throws(EmacsFailure) -> String {
    var expression = EmacsExpression(source)
    return try expression.read()
  }

  /// Whether a search for it ignores case: `\W` does not count as a capital.
  static func hasNoCapital(_ source: String) -> Bool {
    var isEscaped = false
    for scalar in source.unicodeScalars {
      if scalar == "\\" {
        isEscaped.toggle()
        continue
      }
      if !isEscaped, scalar.properties.lowercaseMapping != String(scalar) { return false }
      isEscaped = false
    }
    return !source.contains("[:upper:]") && !source.contains("[:lower:]")
  }

  /// Returns an expression in which every sign means itself.
  static func quoted(_ text: String) -> String {
    text.map { "[*.\\?+^$".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static let word = "[\\p{L}\\p{M}\\p{N}$%']"
  private static let symbol = "[\\p{L}\\p{M}\\p{N}$%'_\\-+*/&|<>=]"

  private let signs: [Character]
  private var index = 0
  private var made = ""
  /// The term before a repetition: none at the start, a plain one, or a repeated one.
  private var term = Term.none
  private var depth = 0

  private enum Term { case none, plain, repeated }

  private init(_ source: String) { signs = Array(source) }

  private static let incomplete = EmacsFailure(message: "The pattern is not complete.")

  private mutating func read() throws(EmacsFailure) -> String {
    while index < signs.count {
      let sign = signs[index]
      index += 1
      switch sign {
      case "\\": try readEscape()
      case "[": try readClass()
      case "^": readStart()
      case "$": readEnd()
      case "*", "+", "?": repeatTerm(sign)
      case ".": add(".")
      default: addLiteral(sign)
      }
    }
    if depth > 0 { throw Self.incomplete }
    return made
  }

  private mutating func add(_ part: String, _ term: Term = .plain) {
    made += part
    self.term = term
  }

  private mutating func addLiteral(_ sign: Character) {
    switch sign {
    case "\n", "\r\n": add("(?:\\r?\\n)")
    case "(", ")", "{", "}", "|", "[", "]", "^", "$", ".", "*", "+", "?", "\\", "#":
      add("\\\(sign)")
    default: add(sign.unicodeScalars.count > 1 ? "(?:\(sign))" : String(sign))
    }
  }

  /// Reads `^`, which like `$` is special only where a line can start or end.
  private mutating func readStart() {
    if made.isEmpty || made.hasSuffix("(") || made.hasSuffix("(?:") || made.hasSuffix("|") {
      add("^", .none)
    } else {
      addLiteral("^")
    }
  }

  private mutating func readEnd() {
    let rest = signs[index...]
    if rest.isEmpty || rest.starts(with: ["\\", ")"]) || rest.starts(with: ["\\", "|"]) {
      add("$", .none)
    } else {
      addLiteral("$")
    }
  }

  private mutating func repeatTerm(_ sign: Character) {
    switch term {
    case .none: addLiteral(sign)
    case .plain: add(String(sign), .repeated)
    case .repeated:
      // `*?` is lazy; any other two are the same as a star.
      if sign == "?" {
        add("?", .none)
      } else {
        made.removeLast()
        add("*", .repeated)
      }
    }
  }

  // MARK: - Escapes

  private mutating func readEscape() throws(EmacsFailure) {
    guard index < signs.count else { throw Self.incomplete }
    let sign = signs[index]
    index += 1
    switch sign {
    case "(": openGroup()
    case ")":
      if depth == 0 { throw EmacsFailure(message: "The pattern has a \\) without its \\(.") }
      depth -= 1
      add(")")
    case "|": add("|", .none)
    case "{": try readCount()
    case "1"..."9": add("\\g{\(sign)}")
    case "w": add(Self.word)
    case "W": add("(?!\(Self.word))[\\s\\S]")
    case "b": add("(?:(?<!\(Self.word))(?=\(Self.word))|(?<=\(Self.word))(?!\(Self.word)))", .none)
    case "B": add("(?:(?<!\(Self.word))(?!\(Self.word))|(?<=\(Self.word))(?=\(Self.word)))", .none)
    case "<": add("(?<!\(Self.word))(?=\(Self.word))", .none)
    case ">": add("(?<=\(Self.word))(?!\(Self.word))", .none)
    case "_": try readSymbolEdge()
    case "`": add("\\A", .none)
    case "'": add("\\z", .none)
    case "s", "S": try readSyntax(isOther: sign == "S")
    case "c", "C", "=": throw EmacsFailure(message: "\\\(sign) is not known here.")
    default: addLiteral(sign)
    }
  }

  /// Reads `\(`, `\(?:` or `\(?2:`, whose number is ignored.
  private mutating func openGroup() {
    depth += 1
    let rest = String(signs[index...].prefix(4))
    if rest.hasPrefix("?:") {
      index += 2
      return add("(?:", .none)
    }
    if rest.hasPrefix("?"), let colon = rest.firstIndex(of: ":") {
      index += rest.distance(from: rest.startIndex, to: colon) + 1
    }
    add("(", .none)
  }

  /// Reads `\{2\}`, `\{2,\}`, `\{,3\}` or `\{2,3\}`.
  private mutating func readCount() throws(EmacsFailure) {
    let inside = try read(upTo: "\\")
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    guard signs[index + 1] == "}", term == .plain, parts.count < 3, isNumber else {
      throw EmacsFailure(message: "The pattern has \\{ without a number and \\}.")
    }
    index += 2
    let low = parts[0].isEmpty ? "0" : String(parts[0])
    add(parts.count == 1 ? "{\(low)}" : "{\(low),\(parts[1])}", .repeated)
  }

  private mutating func readSymbolEdge() throws(EmacsFailure) {
    guard index < signs.count else { throw Self.incomplete }
    let isStart = signs[index] == "<"
    guard isStart || signs[index] == ">" else {
      throw EmacsFailure(message: "\\_\(signs[index]) is not known here.")
    }
    index += 1
    add(
      isStart
        ? "(?<!\(Self.symbol))(?=\(Self.symbol))" : "(?<=\(Self.symbol))(?!\(Self.symbol))", .none)
  }

  private mutating func readSyntax(isOther: Bool) throws(EmacsFailure) {
    guard index < signs.count else { throw Self.incomplete }
    let kind: String
    switch signs[index] {
    case "-", " ": kind = "\\s"
    case "w": kind = Self.word
    case "_": kind = "[_\\-+*/&|<>=]"
    case ".": kind = "[!\"#,.:;?@\\\\^`~]"
    case "(": kind = "[(\\[{]"
    case ")": kind = "[)\\]}]"
    default: throw EmacsFailure(message: "\\s\(signs[index]) is not known here.")
    }
    index += 1
    add(isOther ? "(?!\(kind))[\\s\\S]" : kind)
  }

  // MARK: - Sets

  private mutating func readClass() throws(EmacsFailure) {
    var set = "["
    if take("^") { set += "^" }
    if take("]") { set += "\\]" }
    while index < signs.count {
      let sign = signs[index]
      index += 1
      switch sign {
      case "]": return add(set + "]")
      case "[" where index < signs.count && signs[index] == ":": set += try readNamedClass()
      case "[", "\\", "^": set += "\\\(sign)"
      default: set += String(sign)
      }
    }
    throw Self.incomplete
  }

  private mutating func take(_ sign: Character) -> Bool {
    guard index < signs.count, signs[index] == sign else { return false }
    index += 1
    return true
  }

  /// Reads up to a sign, which another one must follow.
  private mutating func read(upTo end: Character) throws(EmacsFailure) -> String {
    let inside = signs[index...].prefix { $0 != end }
    index = inside.endIndex
    guard index + 1 < signs.count else { throw Self.incomplete }
    return String(inside)
  }

  private mutating func readNamedClass() throws(EmacsFailure) -> String {
    index += 1
    let name = try read(upTo: ":")
    index += 2
    switch name {
    case "ascii", "unibyte": return "\\x{0}-\\x{7f}"
    case "nonascii", "multibyte": return "\\x{80}-\\x{10ffff}"
    case "word": return "\\p{L}\\p{M}\\p{N}$%'"
    case "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
      "upper", "xdigit":
      return "[:\(name):]"
    default: throw EmacsFailure(message: "[:\(name):] is not known.")
    }
  }
}
