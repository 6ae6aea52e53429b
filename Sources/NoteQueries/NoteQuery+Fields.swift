extension NoteQueryReader {
  enum Field: String, CaseIterable {
    case tag, path, file, title, task, due, created, modified, has
    case content, line, block, section
    case openTask = "task-todo"
    case doneTask = "task-done"
    case matchCase = "match-case"
    case ignoreCase = "ignore-case"

    var example: String {
      switch self {
      case .tag: "tag:inbox"
      case .path: "path:daily"
      case .file: "file:plan"
      case .title: "title:plan"
      case .task: "task:todo"
      case .due: "due:<=tomorrow"
      case .created: "created:2026-03"
      case .modified: "modified:>=yesterday"
      case .has: "has:task"
      case .content: "content:budget"
      case .line: "line:(budget draft)"
      case .block: "block:(budget draft)"
      case .section: "section:(budget draft)"
      case .openTask: "task-todo:call"
      case .doneTask: "task-done:call"
      case .matchCase: "match-case:IT"
      case .ignoreCase: "ignore-case:it"
      }
    }

    /// The part of a note that must contain the words after the field.
    var scope: NoteQuery.Scope? { NoteQuery.Scope(rawValue: rawValue) }
  }

  /// Reads a query that begins with `name:`; returns nil for a plain word. Unknown names are part
  /// of a word (`10:30`, `https://…`), unless they look like a misspelled field.
  mutating func field() throws(QueryError) -> NoteQuery? {
    let start = position
    var end = position
    while end < scalars.count, isInName(scalars[end], first: end == start) { end += 1 }
    guard end > start, end < scalars.count, scalars[end] == ":" else { return nil }
    let name = Self.text(scalars[start..<end]).lowercased()
    guard let field = Field(rawValue: name) else {
      let near = Field.allCases.first { Self.isNear(name, $0.rawValue) }
      guard let near else { return nil }
      throw error(
        "There is no “\(name):”; did you mean “\(near.rawValue):”? A colon in a word is written"
          + " “\\:”", at: start)
    }
    position = end + 1
    return try query(field)
  }

  private func isInName(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    Self.isASCIILetter(scalar) || !first && scalar == "-"
  }

  private mutating func query(_ field: Field) throws(QueryError) -> NoteQuery {
    let start = position
    if let scope = field.scope, !isTaskFilter(field) { return try within(scope, field, start) }
    if peek() == "(" {
      owner = .field(field)
      defer { owner = nil }
      return try term()
    }
    return try value(of: field)
  }

  /// Reads one word, quote or expression in the brackets of a field or a property.
  mutating func ownersValue() throws(QueryError) -> NoteQuery {
    guard case .property(let name)? = owner else {
      guard case .field(let field)? = owner else { return .all }
      return try value(of: field)
    }
    if peek() == "/" { return .propertyExpression(name: name, try expression()) }
    if peek() == "\"" { return .property(name: name, value: try quoted()) }
    let value = bareText().text
    return .property(name: name, value: value == "null" ? "" : value)
  }

  private mutating func value(of field: Field) throws(QueryError) -> NoteQuery {
    let start = position
    if peek() == "/", field == .path || field == .file {
      let pattern = try expression()
      return field == .path ? .pathExpression(pattern) : .fileExpression(pattern)
    }
    let value = try peek() == "\"" ? quoted() : bareText().text
    guard !value.isEmpty else {
      throw error("Expected a value after “\(field.rawValue):”, as in \(field.example)", at: start)
    }
    switch field {
    case .tag:
      let name = value.hasPrefix("#") ? String(value.dropFirst()) : value
      if name.isEmpty { throw error("A tag must follow, as in tag:inbox", at: start) }
      return .tag(name)
    case .path: return .path(value)
    case .file: return .file(value)
    case .matchCase: return .literal(value, isAnyCase: false)
    case .ignoreCase: return .literal(value, isAnyCase: true)
    case .title:
      if value.unicodeScalars.contains(where: Self.isWordPart) { return .title(value) }
      throw error("A title's word must follow, as in title:plan", at: start)
    case .task: return .hasTask(try choice(value, of: field, at: start))
    case .has: return .has(try choice(value, of: field, at: start))
    case .due: return .due(try bound(value, of: field, at: start))
    case .created: return .created(try bound(value, of: field, at: start))
    case .modified: return .modified(try bound(value, of: field, at: start))
    case .content, .line, .block, .section, .openTask, .doneTask:
      throw error("Expected a value after “\(field.rawValue):”, as in \(field.example)", at: start)
    }
  }

  /// Whether it is `task:todo` or `task:done`, which query a kind of task and not the word.
  private func isTaskFilter(_ field: Field) -> Bool {
    guard field == .task else { return false }
    var ahead = self
    let value = ahead.bareText()
    return !value.isEscaped && NoteQuery.TaskFilter(rawValue: value.text.lowercased()) != nil
  }

  /// Reads words, quotes and expressions, or several of them in brackets.
  private mutating func within(
    _ scope: NoteQuery.Scope, _ field: Field, _ start: Int
  ) throws(QueryError) -> NoteQuery {
    guard let next = peek(), !Self.isBlank(next), next != ")" else {
      throw error("Expected a value after “\(field.rawValue):”, as in \(field.example)", at: start)
    }
    if isAtEmptyQuotes {
      position += 2
      return scope.anything
    }
    let inner = try term()
    guard inner.isText else {
      throw error(
        "“\(field.rawValue):” takes words, quotes and expressions, as in \(field.example); what is"
          + " true of the whole note belongs beside it", at: start)
    }
    return .within(scope, inner)
  }

  /// Whether `""` follows, as in `task-todo:""`, which means any value.
  private var isAtEmptyQuotes: Bool {
    scalars[position...].starts(with: "\"\"".unicodeScalars)
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: String, of field: Field, at start: Int
  ) throws(QueryError) -> Choice {
    if let choice = Choice(rawValue: value.lowercased()) { return choice }
    let choices = Choice.allCases.map { "\(field.rawValue):\($0.rawValue)" }
    throw error("Only these are known: \(choices.joined(separator: ", "))", at: start)
  }

  /// Reads `[name]` or `[name:value]`; either may be quoted.
  mutating func property() throws(QueryError) -> NoteQuery {
    let start = position
    position += 1
    if peek() == "[" {
      throw error("A link is looked for as words, in quotes: \"[[Note]]\"", at: start)
    }
    let name = try propertyName(from: start)
    if take("]") { return .property(name: name, value: nil) }
    position += 1
    var values: [NoteQuery] = []
    repeat {
      values.append(try propertyValue(of: name, from: start))
    } while take("]") == false
    return values.count == 1 ? values[0] : .or(values)
  }

  /// Reads a name up to the `:` or the `]` after it.
  private mutating func propertyName(from start: Int) throws(QueryError) -> NoteQuery.Name {
    skipBlanks()
    if peek() == "/" {
      owner = .property("")
      defer { owner = nil }
      let pattern = try expression()
      skipBlanks()
      guard peek() == ":" || peek() == "]" else {
        throw error("After this “:” or “]” must follow, as in [/^stat/:done]")
      }
      return .expression(pattern)
    }
    let name = try propertyPart(until: [":", "]"], from: start)
    guard !name.isEmpty else {
      throw error("A property's name must follow “[”, as in [status:done]", at: start)
    }
    return .name(name)
  }

  var isInProperty: Bool {
    if case .property? = owner { true } else { false }
  }

  /// Reads one value up to `]` or `OR`: unquoted `null` is an empty property, `>5` compares.
  private mutating func propertyValue(
    of name: NoteQuery.Name, from start: Int
  ) throws(QueryError) -> NoteQuery {
    skipBlanks()
    let (first, isQuoted) = (position, peek() == "\"")
    let isCompared = peek() == "<" || peek() == ">"
    if peek() == "/" || peek() == "(" {
      owner = .property(name)
      defer { owner = nil }
      let query = try term()
      skipBlanks()
      if takeOr() || peek() == "]" { return query }
      throw error("After this “]” must follow, as in [status:/^do/] or [status:(open OR done)]")
    }
    let value = try propertyPart(until: ["]"], from: start)
    if isCompared { return try comparison(of: name, value, at: first) }
    return .property(name: name, value: !isQuoted && value == "null" ? "" : value)
  }

  /// Reads up to one of `ends`, which must follow.
  private mutating func propertyPart(
    until ends: Set<Unicode.Scalar>, from start: Int
  ) throws(QueryError) -> String {
    skipBlanks()
    if peek() == "\"" {
      let text = try quoted()
      skipBlanks()
      if ends == ["]"], takeOr() { return text }
      guard let next = peek(), ends.contains(next) else {
        throw error("After these quotes “]” must follow, as in [status:\"in work\"]")
      }
      return text
    }
    var text = String.UnicodeScalarView()
    // Drops trailing blanks, unless a backslash precedes them.
    var end = 0
    while let next = peek(), !ends.contains(next) {
      if ends == ["]"], text.last.map(Self.isBlank) == true, takeOr() { break }
      position += 1
      if next == "\\", let escaped = peek() {
        position += 1
        text.append(escaped)
        end = text.count
      } else {
        text.append(next)
        if !Self.isBlank(next) { end = text.count }
      }
    }
    if peek() == nil {
      throw error("This “[” is never closed: put “]” after the value", at: start)
    }
    return String(text.prefix(end))
  }

  private mutating func takeOr() -> Bool {
    guard isOr else { return false }
    position += 2
    return true
  }

  /// Whether the words are equal, or differ in one letter.
  static func isNear(_ typed: String, _ name: String) -> Bool {
    let (left, right) = (Array(typed.utf8), Array(name.utf8))
    if abs(left.count - right.count) > 1 { return false }
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var end = 0
    while end < min(left.count, right.count) - start,
      left[left.count - 1 - end] == right[right.count - 1 - end]
    { end += 1 }
    // Two swapped letters count as one mistake too.
    let rest = (left.count - start - end, right.count - start - end)
    if rest == (2, 2) { return left[start] == right[start + 1] && left[start + 1] == right[start] }
    return max(rest.0, rest.1) <= 1
  }
}

extension NoteQuery.Scope {
  /// The query for notes that have such a part at all.
  fileprivate var anything: NoteQuery {
    switch self {
    case .content, .line, .block, .section: .all
    case .task: .has(.task)
    case .openTask: .hasTask(.todo)
    case .doneTask: .hasTask(.done)
    }
  }
}
