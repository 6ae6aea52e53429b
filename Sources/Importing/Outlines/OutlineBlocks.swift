/// The blocks of all pages, by their ids: what says `((id))` is a link to one.
struct OutlineBlocks {
  private var pages: [String: String] = [:]
  private var words: [String: String] = [:]
  /// The ids of pages with links in their titles: no link can say such a title.
  private var nested: [String: String] = [:]
  /// Those that others name.
  private(set) var named: Set<String> = []

  /// `words` are what the block says, without boxes of tasks and such.
  mutating func add(_ id: String, page: String, words: String) {
    pages[id] = page
    self.words[id] = words
  }

  mutating func addPage(_ title: String, id: String) {
    if title.contains("[[") { nested[title] = id }
  }

  mutating func addReferences(in text: String) { named.formUnion(Self.references(in: text)) }

  /// `a_b` is no name of a block here.
  static func markdownID(_ id: String) -> String {
    String(id.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }

  private static func references(in text: String) -> [String] {
    var found: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "((") {
      rest = rest[start.upperBound...].drop { $0 == "(" }
      guard let end = rest.firstRange(of: "))") else { break }
      let id = rest[..<end.lowerBound]
      if !id.isEmpty, id.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) {
        found.append(String(id))
      }
    }
    return found
  }

  /// The text with links to blocks, and with pages and blocks embedded, as Markdown has them.
  func linked(_ text: String) -> String {
    var result = withNested(text)
    for id in Set(Self.references(in: text)) {
      guard let page = pages[id] else { continue }
      let address = "\(page)#^\(Self.markdownID(id))"
      for name in ["embed", "embed-path", "embed-children"] {
        for embed in ["[[\(name)]]: ", "[[\(name)]]:", "\(name): ", "\(name) "] {
          result = result.replacing("{{\(embed)((\(id)))}}", with: "![[\(address)]]")
        }
      }
      result = Self.withWords(result, of: id, address)
      let line = words[id]?.split(separator: "\n").first { !$0.hasPrefix("```") }
      let plain = OutlineMarks.words(of: line ?? "")
      let inner = nested[page].map { InnerLink.destination($0, part: "^\(Self.markdownID(id))") }
      result = result.replacing(
        "((\(id)))", with: inner.map { "[\(plain)](\($0))" } ?? "[[\(address)|\(plain)]]")
    }
    return Self.withAliases(Self.withMedia(Self.withPages(result)))
  }

  /// `[[a [[link]] within]]` leads to the page of that title. Where there is none the inner link stays.
  private func withNested(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "[["),
      let end = OutlineMarks.endOfLink(rest[start.upperBound...])
    {
      let title = rest[start.upperBound..<end.lowerBound]
      let isTag = rest[..<start.lowerBound].last == "#"
      if isTag || !title.contains("[[") {
        out += rest[..<end.upperBound]
      } else if let id = nested[String(title)] {
        let words = title.replacing("[[", with: "").replacing("]]", with: "")
        out += rest[..<start.lowerBound] + "[\(words)](\(InnerLink.destination(id)))"
      } else {
        out += rest[..<start.lowerBound] + title
      }
      rest = rest[end.upperBound...]
    }
    return out + rest
  }

  /// `[words]([[page]])`.
  private static func withAliases(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let mid = rest.firstRange(of: "]([[") {
      guard let start = rest[..<mid.lowerBound].lastIndex(where: { "[]".contains($0) }),
        rest[start] == "[", let end = rest[mid.upperBound...].firstRange(of: "]])")
      else {
        out += rest[..<mid.upperBound]
        rest = rest[mid.upperBound...]
        continue
      }
      let words = rest[rest.index(after: start)..<mid.lowerBound].replacing("|", with: "")
      out += "\(rest[..<start])[[\(rest[mid.upperBound..<end.lowerBound])|\(words)]]"
      rest = rest[end.upperBound...]
    }
    return out + rest
  }

  /// `{{[[name]]` names no page, and a film is where its address leads.
  private static func withMedia(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{{") {
      out += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      let isPage = rest.hasPrefix("[[")
      let name = rest.drop { $0 == "[" }.prefix { $0.isLetter || $0 == "-" }
      let behind = rest[name.endIndex...]
      guard !isPage || behind.hasPrefix("]]") else {
        out += "{{"
        continue
      }
      rest = behind.dropFirst(isPage ? 2 : 0)
      let address = rest.drop { $0 == ":" || $0 == " " }
      if address.hasPrefix("http"), let end = address.firstRange(of: "}}") {
        out += address[..<end.lowerBound].trimmingBlanks
        rest = address[end.upperBound...]
      } else {
        out += "{{\(name)"
      }
    }
    return out + rest
  }

  /// `{{embed [[page]]}}`.
  private static func withPages(_ text: String) -> String {
    var result = text
    for embed in ["{{[[embed]]: ", "{{embed: ", "{{embed "] {
      while let start = result.firstRange(of: embed + "[["),
        let end = result[start.upperBound...].firstRange(of: "]]}}")
      {
        let page = result[start.upperBound..<end.lowerBound]
        result.replaceSubrange(start.lowerBound..<end.upperBound, with: "![[\(page)]]")
      }
    }
    return result
  }

  /// `[words](((id)))`.
  private static func withWords(_ text: String, of id: String, _ address: String) -> String {
    var result = text
    while let end = result.firstRange(of: "](((\(id))))"),
      let start = result[..<end.lowerBound].lastIndex(of: "[")
    {
      let words = result[result.index(after: start)..<end.lowerBound]
      result.replaceSubrange(start..<end.upperBound, with: "[[\(address)|\(words)]]")
    }
    return result
  }
}
