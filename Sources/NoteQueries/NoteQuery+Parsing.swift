package import Entities

extension NoteQuery {
  /// Reads a query. Days such as `today` are relative to `today`. An empty text is `.all`.
  ///
  /// ```swift
  /// let query = try NoteQuery(parsing: #"budget "next year" -tag:done due:<=week"#, today: now)
  /// ```
  package init(parsing text: String, today: CivilTime) throws(QueryError) {
    var reader = NoteQueryReader(text, today: today)
    self = try reader.whole()
  }
}

/// Reads a query scalar by scalar, since a combining mark would hide a quote or a bracket.
struct NoteQueryReader {
  static let mostScalars = 4096
  static let mostDepth = 64

  let scalars: [Unicode.Scalar]
  let today: CivilTime
  var position = 0
  /// The field or property whose value is in open brackets, as in `path:(a OR b)`.
  var owner: Owner?
  /// The number of open brackets and minus signs.
  private var depth = 0

  init(_ text: String, today: CivilTime) {
    scalars = Array(text.unicodeScalars)
    self.today = today
  }

  mutating func whole() throws(QueryError) -> NoteQuery {
    guard scalars.count <= Self.mostScalars else {
      throw error("The query is too long: it may have \(Self.mostScalars) characters", at: 0)
    }
    skipBlanks()
    guard position < scalars.count else { return .all }
    let query = try alternatives()
    if position < scalars.count {
      throw error("This “)” closes nothing: take it away, or put “(” before what it ends")
    }
    return query
  }

  mutating func alternatives() throws(QueryError) -> NoteQuery {
    var parts = [try conjunction()]
    while isOr {
      position += 2
      parts.append(try conjunction())
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(QueryError) -> NoteQuery {
    var parts: [NoteQuery] = []
    skipBlanks()
    while let next = peek(), next != ")", !isOr {
      parts.append(try term())
      skipBlanks()
    }
    if parts.isEmpty { throw missing() }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private func missing() -> QueryError {
    if isOr {
      return error("“OR” needs something before it, as in: apples OR pears")
    }
    if peek() == ")" {
      return error("Something must come before this “)”, as in: (apples OR pears)")
    }
    return error("Expected a search term here, as in: apples OR pears")
  }

  enum Owner {
    case field(Field)
    case property(NoteQuery.Name)
  }

  mutating func term() throws(QueryError) -> NoteQuery {
    let start = position
    switch peek() {
    case "-":
      position += 1
      guard let next = peek(), !Self.isBlank(next), next != ")" else {
        throw error("“-” goes right before a word to exclude, as in: -draft", at: start)
      }
      try enter(at: start)
      let query = NoteQuery.not(try term())
      depth -= 1
      return query
    case "(":
      position += 1
      try enter(at: start)
      let query = try alternatives()
      guard take(")") else {
        throw error("This “(” is never closed: put “)” where it ends", at: start)
      }
      depth -= 1
      return query
    case _ where owner != nil:
      return try ownersValue()
    case "\"":
      let text = try quoted()
      if text.allSatisfy(\.isWhitespace) {
        throw error("There is nothing to search for between these quotes", at: start)
      }
      return .literal(text, isAnyCase: true)
    case "/":
      return .expression(try expression())
    case "[":
      return try property()
    default:
      if let field = try field() { return field }
      return plainWord()
    }
  }

  private mutating func enter(at start: Int) throws(QueryError) {
    depth += 1
    if depth > Self.mostDepth {
      throw error("The query is nested too deeply: \(Self.mostDepth) levels are enough", at: start)
    }
  }

  private mutating func plainWord() -> NoteQuery {
    let (text, isEscaped) = bareText()
    if text == "*", !isEscaped { return .all }
    // Words consist of letters and digits. Text with other symbols (`C++`, `#!`, an emoji) is
    // searched for literally.
    return Self.isLiteral(text) ? .literal(text, isAnyCase: true) : .word(text)
  }

  /// Whether a text contains a symbol or a `#`, or has no letter or digit at all.
  static func isLiteral(_ text: String) -> Bool {
    var hasWord = false
    for scalar in text.unicodeScalars {
      if isSymbol(scalar) || scalar == "#" { return true }
      if isWordPart(scalar) { hasWord = true }
    }
    return !hasWord
  }

  private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: true
    default: false
    }
  }

  /// Reads `/…/`, or `/…/i` for any case.
  mutating func expression() throws(QueryError) -> String {
    let start = position
    position += 1
    var pattern = String.UnicodeScalarView()
    while true {
      guard let next = peek() else {
        throw error("This expression is never closed: put “/” at its end", at: start)
      }
      position += 1
      if next == "/" { break }
      if next == "\\", let escaped = peek() {
        position += 1
        if escaped != "/" { pattern.append(next) }
        pattern.append(escaped)
      } else {
        pattern.append(next)
      }
    }
    if pattern.isEmpty {
      throw error("The expression is empty: write one between the two “/”", at: start)
    }
    let isAnyCase = take("i")
    let isNamed = isInProperty && (peek() == "]" || peek() == ":")
    if let next = peek(), !Self.isBlank(next), next != ")", !isNamed {
      throw error(
        "After the last “/” only “i” may follow, for any case; within an expression write “\\/”, and"
          + " look for a path as path:\"/a/b\"")
    }
    return (isAnyCase ? "(?i)" : "") + String(pattern)
  }
}
