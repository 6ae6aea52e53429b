import Bytes

/// Writes an outline as a Markdown list. If flat, its outermost blocks are paragraphs.
struct OutlineText {
  private(set) var bytes: [UInt8] = []
  private let isFlat: Bool
  /// Whether a paragraph was written last.
  private var isBehindParagraph = false
  /// The column where the words of each open item begin.
  private var columns: [Int] = []

  /// Deeper blocks are written at this depth, since each level adds blanks to every line below it.
  private static let deepest = 400
  private static let blankLine: ArraySlice = [Byte.lineFeed, Byte.lineFeed]

  init(isFlat: Bool) { self.isFlat = isFlat }

  /// Adds a block of Markdown. Its other lines are indented below the first. `id` names the block.
  mutating func add(_ text: String, depth: Int, mark: String = "-", id: String? = nil) {
    // Tasks and numbered blocks are always list items.
    if isFlat, depth == 0, mark == "-", !Self.isTask(text) {
      return addParagraph(text, id: id)
    }
    if isBehindParagraph { addBlankLine() }
    isBehindParagraph = false
    columns = Array(columns.prefix(min(depth, Self.deepest)))
    let indent = [UInt8](repeating: Byte.space, count: columns.last ?? 0)
    columns.append(indent.count + mark.utf8.count + 1)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let first = lines.popFirst() ?? ""
    let isCode = first.hasPrefix("```")
    bytes += indent + Array("\(mark)\(first.isEmpty ? "" : " ")\(first)".utf8)
    // The id is at the end of the first line, but code needs its lines for itself.
    let name = id.map { "^\(OutlineBlocks.markdownID($0))" }
    if let name, !isCode { bytes += Array(" \(name)".utf8) }
    if let name, isCode { lines += ["", name[...]] }
    bytes.append(Byte.lineFeed)
    let inner = [UInt8](repeating: Byte.space, count: columns.last ?? 0)
    for line in lines { bytes += (line.isEmpty ? [] : inner) + Array(line.utf8) + [Byte.lineFeed] }
  }

  private static func isTask(_ text: String) -> Bool {
    let start = Array(text.prefix(4))
    return start.count == 4 && start[0] == "[" && start[2] == "]" && start[3] == " "
  }

  private mutating func addBlankLine() {
    if !bytes.isEmpty, bytes.suffix(2) != Self.blankLine { bytes.append(Byte.lineFeed) }
  }

  private mutating func addParagraph(_ text: String, id: String?) {
    columns = [0]
    if text.isEmpty { return }
    addBlankLine()
    bytes += text.utf8
    // Code needs its last line for itself.
    let gap = text.hasSuffix("```") ? "\n\n" : " "
    if let id { bytes += Array("\(gap)^\(OutlineBlocks.markdownID(id))".utf8) }
    bytes.append(Byte.lineFeed)
    isBehindParagraph = true
  }

  /// Adds the first line of `text` as a heading, and the other lines below it.
  mutating func addHeading(_ text: String, level: Int) {
    let lines = text.split(separator: "\n", maxSplits: 1)
    let words = (lines.first ?? "").drop { $0 == "#" || $0 == " " }
    let start = bytes.isEmpty ? "" : "\n"
    bytes += Array("\(start)\(String(repeating: "#", count: level)) \(words)\n\n".utf8)
    if lines.count > 1 { bytes += Array("\(lines[1])\n".utf8) }
    isBehindParagraph = false
  }
}

/// Markup that outliners share.
enum OutlineMarks {
  private static let mostWords = 80

  /// Returns the text of a line without links and pictures, short enough for a link's words.
  static func words(of line: Substring) -> String {
    let plain = withoutAddresses(line).filter { !"[]|".contains($0) }.trimmingBlanks
    let start = plain.prefix(mostWords)
    guard start.endIndex < plain.endIndex else { return plain }
    let isWord = plain[start.endIndex] != " "
    let end = isWord ? start.lastIndex(of: " ") ?? start.endIndex : start.endIndex
    return start[..<end].trimmingBlanks + "…"
  }

  /// Replaces `[words](address)` and `![words](address)` with the words, or a default for pictures.
  private static func withoutAddresses(_ line: Substring) -> String {
    var out = ""
    var rest = line
    while let mid = rest.firstRange(of: "]("), let end = rest[mid.upperBound...].firstIndex(of: ")")
    {
      guard let start = rest[..<mid.lowerBound].lastIndex(of: "[") else {
        out += rest[..<mid.upperBound]
        rest = rest[mid.upperBound...]
        continue
      }
      let isPicture = rest[..<start].last == "!"
      let words = rest[rest.index(after: start)..<mid.lowerBound]
      out += isPicture ? rest[..<start].dropLast() : rest[..<start]
      out += isPicture && words.isEmpty ? "picture" : words
      rest = rest[rest.index(after: end)...]
    }
    return out + rest
  }

  /// Changes a text except between backticks.
  static func outsideCode(_ text: String, _ change: (String) -> String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return parts.enumerated().map { index, part in
      let isOpen = index == parts.count - 1
      return index.isMultiple(of: 2) || isOpen ? change(part) : part
    }.joined(separator: "`")
  }

  /// Replaces a mark, if it occurs in pairs.
  static func replacing(_ text: String, _ mark: String, with other: String) -> String {
    let count = text.split(separator: mark, omittingEmptySubsequences: false).count - 1
    return count > 0 && count.isMultiple(of: 2) ? text.replacing(mark, with: other) : text
  }

  /// Returns the end of an open link, which may contain other links.
  static func endOfLink(_ text: Substring) -> Range<String.Index>? {
    var depth = 1
    var rest = text
    while let mark = rest.firstIndex(where: { "[]".contains($0) }) {
      let next = rest[mark...]
      if next.hasPrefix("[[") {
        depth += 1
      } else if next.hasPrefix("]]") {
        depth -= 1
      } else {
        rest = next.dropFirst()
        continue
      }
      rest = next.dropFirst(2)
      if depth == 0 { return mark..<rest.startIndex }
    }
    return nil
  }

  /// Converts `#[[two words]]` to a tag.
  static func withTags(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "#[["),
      let end = OutlineMarks.endOfLink(rest[start.upperBound...])
    {
      let name = String(rest[start.upperBound..<end.lowerBound])
      out += rest[..<start.lowerBound]
      // A Markdown tag needs a blank before it.
      if out.last.map({ $0.isLetter || $0.isNumber || ":#])".contains($0) }) == true { out += " " }
      out += ImportedText.tag(name).map { "#\($0)" } ?? "[[\(name)]]"
      rest = rest[end.upperBound...]
    }
    return out + rest
  }
}

/// The blocks of all pages by id, which resolve links of the form `((id))`.
struct OutlineBlocks {
  private var pages: [String: String] = [:]
  private var words: [String: String] = [:]
  /// The ids of pages with links in their titles, which no link can express.
  private var nested: [String: String] = [:]
  /// The ids of blocks that others link to.
  private(set) var named: Set<String> = []

  /// `words`: the block's text, without markup such as task boxes.
  mutating func add(_ id: String, page: String, words: String) {
    pages[id] = page
    self.words[id] = words
  }

  mutating func addPage(_ title: String, id: String) {
    if title.contains("[[") { nested[title] = id }
  }

  mutating func addReferences(in text: String) { named.formUnion(Self.references(in: text)) }

  /// Returns a block's id in Markdown, which does not allow `a_b`.
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

  /// Returns the text with links to blocks, and embedded pages and blocks, in Markdown's form.
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
      let inner = nested[page].map { InternalLink.destination($0, part: "^\(Self.markdownID(id))") }
      result = result.replacing(
        "((\(id)))", with: inner.map { "[\(plain)](\($0))" } ?? "[[\(address)|\(plain)]]")
    }
    return Self.withAliases(Self.withMedia(Self.withPages(result)))
  }

  /// Resolves `[[a [[link]] within]]` to the page of that title, or else to the inner link.
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
        out += rest[..<start.lowerBound] + "[\(words)](\(InternalLink.destination(id)))"
      } else {
        out += rest[..<start.lowerBound] + title
      }
      rest = rest[end.upperBound...]
    }
    return out + rest
  }

  /// Converts `[words]([[page]])`.
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

  /// Converts `{{[[name]]: address}}`: the name is not a link, and a video becomes its address.
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

  /// Converts `{{embed [[page]]}}`.
  private static func withPages(_ text: String) -> String {
    ["{{[[embed]]: ", "{{embed: ", "{{embed "].reduce(text) { text, embed in
      text.replacing(from: embed + "[[", to: "]]}}") { "![[\($0)]]" }
    }
  }

  /// Converts `[words](((id)))`.
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
