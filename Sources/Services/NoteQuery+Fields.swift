extension NoteQueryReader {
  enum Field: String, CaseIterable {
    case tag, path, title, task, due, created, modified, has

    var example: String {
      switch self {
      case .tag: "tag:inbox"
      case .path: "path:daily"
      case .title: "title:plan"
      case .task: "task:todo"
      case .due: "due:<=tomorrow"
      case .created: "created:2026-03"
      case .modified: "modified:>=yesterday"
      case .has: "has:task"
      }
    }
  }

  /// What begins with `name:`; nil for a plain word. Other names are part of a word (`10:30`,
  /// `https://…`), unless they look like one of ours mistyped.
  mutating func field() throws(QueryError) -> NoteQuery? {
    let start = position
    var end = position
    while end < scalars.count, Self.isASCIILetter(scalars[end]) { end += 1 }
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

  private mutating func query(_ field: Field) throws(QueryError) -> NoteQuery {
    let start = position
    let value = try peek() == "\"" ? quoted() : bareText().text
    guard !value.isEmpty else {
      throw error("Something must follow “\(field.rawValue):”, as in \(field.example)", at: start)
    }
    switch field {
    case .tag:
      let name = value.hasPrefix("#") ? String(value.dropFirst()) : value
      if name.isEmpty { throw error("A tag must follow, as in tag:inbox", at: start) }
      return .tag(name)
    case .path: return .path(value)
    case .title:
      if value.unicodeScalars.contains(where: Self.isWordPart) { return .title(value) }
      throw error("A title's word must follow, as in title:plan", at: start)
    case .task: return .hasTask(try choice(value, of: field, at: start))
    case .has: return .has(try choice(value, of: field, at: start))
    case .due: return .due(try bound(value, of: field, at: start))
    case .created: return .created(try bound(value, of: field, at: start))
    case .modified: return .modified(try bound(value, of: field, at: start))
    }
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: String, of field: Field, at start: Int
  ) throws(QueryError) -> Choice {
    if let choice = Choice(rawValue: value.lowercased()) { return choice }
    let choices = Choice.allCases.map { "\(field.rawValue):\($0.rawValue)" }
    throw error("Only these are known: \(choices.joined(separator: ", "))", at: start)
  }

  /// `[name]`, `[name:value]`; either may be quoted.
  mutating func property() throws(QueryError) -> NoteQuery {
    let start = position
    position += 1
    if peek() == "[" {
      throw error("A link is looked for as words, in quotes: \"[[Note]]\"", at: start)
    }
    let name = try propertyPart(until: [":", "]"], from: start)
    guard !name.isEmpty else {
      throw error("A property's name must follow “[”, as in [status:done]", at: start)
    }
    if take("]") { return .property(name: name, value: nil) }
    position += 1
    let value = try propertyPart(until: ["]"], from: start)
    position += 1
    return .property(name: name, value: value)
  }

  /// Ends before one of `ends`, which is there.
  private mutating func propertyPart(
    until ends: Set<Unicode.Scalar>, from start: Int
  ) throws(QueryError) -> String {
    skipBlanks()
    if peek() == "\"" {
      let text = try quoted()
      skipBlanks()
      guard let next = peek(), ends.contains(next) else {
        throw error("After these quotes “]” must follow, as in [status:\"in work\"]")
      }
      return text
    }
    var text = String.UnicodeScalarView()
    // Blanks at the end go, unless a backslash stands before them.
    var kept = 0
    while let next = peek(), !ends.contains(next) {
      position += 1
      if next == "\\", let escaped = peek() {
        position += 1
        text.append(escaped)
        kept = text.count
      } else {
        text.append(next)
        if !Self.isBlank(next) { kept = text.count }
      }
    }
    if peek() == nil {
      throw error("This “[” is never closed: put “]” after the value", at: start)
    }
    return String(text.prefix(kept))
  }

  /// Whether one letter more, less or other makes them the same.
  static func isNear(_ typed: String, _ name: String) -> Bool {
    let (left, right) = (Array(typed.utf8), Array(name.utf8))
    if abs(left.count - right.count) > 1 { return false }
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var end = 0
    while end < min(left.count, right.count) - start,
      left[left.count - 1 - end] == right[right.count - 1 - end]
    { end += 1 }
    // Two letters that changed places count as one mistake too.
    let rest = (left.count - start - end, right.count - start - end)
    if rest == (2, 2) { return left[start] == right[start + 1] && left[start + 1] == right[start] }
    return max(rest.0, rest.1) <= 1
  }
}
