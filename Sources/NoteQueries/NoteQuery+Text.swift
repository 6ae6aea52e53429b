import Entities

extension NoteQuery {
  /// The query as text, from which the same query can be parsed.
  package var text: String {
    switch self {
    case .all: "*"
    case .and(let parts): parts.map(\.asPart).joined(separator: " ")
    case .or(let parts): parts.map(\.asAlternative).joined(separator: " OR ")
    case .not(let query): "-" + query.asPart
    case .word(let word): Self.bare(word)
    case .expression(let pattern): "/" + Self.expression(pattern) + "/"
    case .literal(let text, let isAnyCase): (isAnyCase ? "" : "match-case:") + Self.quoted(text)
    case .within(.task, .word(let word)) where TaskFilter(rawValue: word.lowercased()) != nil:
      "task:\\" + word
    case .within(let scope, let query): scope.rawValue + ":" + query.asPart
    case .file(let part): "file:" + Self.quoted(part)
    case .pathExpression(let pattern): "path:/" + Self.expression(pattern) + "/"
    case .fileExpression(let pattern): "file:/" + Self.expression(pattern) + "/"
    case .tag(let name): "tag:" + Self.quoted(name.hasPrefix("#") ? "#" + name : name)
    case .path(let part): "path:" + Self.quoted(part)
    case .title(let words): "title:" + Self.quoted(words)
    case .hasTask(let filter): "task:" + filter.rawValue
    case .due(let bound): "due:" + bound.text
    case .created(let bound): "created:" + bound.text
    case .modified(let bound): "modified:" + bound.text
    case .has(let feature): "has:" + feature.rawValue
    case .property(let name, nil): "[\(name.text)]"
    case .property(let name, let value?): "[\(name.text):\(Self.quoted(value))]"
    case .propertyExpression(let name, let pattern):
      "[\(name.text):/\(Self.expression(pattern))/]"
    case .number(let name, let sign, let number):
      "[\(name.text):\(sign.rawValue)\(Self.written(number))]"
    case .day(let name, let bound): "[\(name.text):\(bound.text)]"
    }
  }

  /// The text of one of several conditions that must all hold, or of a negated one.
  private var asPart: String {
    switch self {
    case .and, .or: "(\(text))"
    default: text
    }
  }

  /// Whether the query concerns only the text, and not other facts of the note.
  var isText: Bool {
    switch self {
    case .word, .expression, .literal: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isText)
    case .not(let part): part.isText
    default: false
    }
  }

  private var asAlternative: String {
    if case .or = self { "(\(text))" } else { text }
  }

  /// Writes `5` rather than `5.0`.
  private static func written(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func bare(_ word: String) -> String {
    if word == "OR" { return "\\OR" }
    var text = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      let isFirst = text.isEmpty
      if NoteQueryReader.isBlank(scalar) || "()\"\\:".unicodeScalars.contains(scalar)
        || isFirst && "-/[*".unicodeScalars.contains(scalar)
      {
        text.append("\\")
      }
      text.append(scalar)
    }
    return String(text)
  }

  fileprivate static func quoted(_ text: String) -> String {
    var quoted: String.UnicodeScalarView = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// Escapes slashes; escapes that are there stay.
  fileprivate static func expression(_ pattern: String) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if scalar == "/", !isEscaped { text.append("\\") }
      isEscaped = scalar == "\\" && !isEscaped
      text.append(scalar)
    }
    return String(text)
  }
}

extension NoteQuery.Name {
  var text: String {
    switch self {
    case .name(let name): NoteQuery.quoted(name)
    case .expression(let pattern): "/\(NoteQuery.expression(pattern))/"
    }
  }
}

extension NoteQuery.DateBound {
  fileprivate var text: String {
    switch (first, last) {
    case (nil, nil): ".."
    case (let first?, nil): ">=" + first.date
    case (nil, let last?): "<=" + last.date
    case (let first?, let last?):
      first == last ? first.date : first.date + ".." + last.date
    }
  }
}
