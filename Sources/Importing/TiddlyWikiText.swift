import Html

/// Converts TiddlyWiki's wikitext to Markdown.
struct TiddlyWikiText {
  private var out: [String] = []
  private var lines: ArraySlice<Substring>
  /// The number of open quotes, `<<<`.
  private var quotes = 0

  static func markdown(of text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var wiki = TiddlyWikiText(lines: lines[...])
    while !wiki.lines.isEmpty { wiki.read() }
    return wiki.out.joined(separator: "\n")
  }

  private init(lines: ArraySlice<Substring>) { self.lines = lines }

  private mutating func write(_ line: String) {
    let mark = String(repeating: "> ", count: min(quotes, 10))
    out.append(line.isEmpty ? mark.trimmingBlanks : mark + line)
  }

  /// Adds an empty line, as tables and rules need one before them.
  private mutating func separate() { if out.last?.isEmpty == false { write("") } }

  private mutating func read() {
    guard let line = lines.popFirst() else { return }
    let words = line.trimmingBlanks
    let marks = words.prefix { "*#>;:".contains($0) }
    let heading = words.prefix { $0 == "!" }
    if words.hasPrefix("```") {
      code(words, until: "```")
    } else if let end = Self.oldCode[words] {
      code("```", until: end)
    } else if words.hasPrefix("$$$") {
      code("```\(words.split(separator: "/").last?.drop { $0 == "$" } ?? "")", until: "$$$")
    } else if let end = endOfProgram(words) {
      write("```")
      for line in [line] + lines[...end] { write(String(line)) }
      write("```")
      lines = lines[(end + 1)...]
    } else if let block = html(line, words) {
      separate()
      for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
        write(String(line))
      }
      separate()
    } else if words.hasPrefix("<<<") {
      quote(words)
    } else if (1...6).contains(heading.count) {
      let title = Self.inline(words.dropFirst(heading.count).trimmingBlanks)
      write(heading.map { _ in "#" }.joined() + " " + title)
    } else if !marks.isEmpty {
      write(Self.item(marks, words.dropFirst(marks.count).trimmingBlanks))
    } else if Self.isRow(words) {
      lines = [line] + lines
      table()
    } else if words.count > 2, words.allSatisfy({ $0 == "-" }) {
      separate()
      write("---")
    } else if Self.isProgram(words) {
      write(InlineText.code(words))
    } else {
      let text = Self.inline(words)
      write(String(decoding: PlainText.guarded(Array(text.utf8)), as: UTF8.self))
    }
  }

  /// The code fences of wikis before version 5, also in tiddlers that a program reads.
  private static let oldCode = [
    "{{{": "}}}", "//{{{": "//}}}", "/*{{{*/": "/*}}}*/", "<!--{{{-->": "<!--}}}-->",
  ]

  /// The greatest number of lines in a macro call.
  private static let longestMacro = 500

  /// Returns the last line of a definition, or of a macro call that spans lines.
  private func endOfProgram(_ words: String) -> Int? {
    if words.hasPrefix("\\define ") || words.hasPrefix("\\procedure ") {
      return lines.firstIndex { $0.hasPrefix("\\end") }
    }
    guard words.hasPrefix("<<"), !words.hasPrefix("<<<"), !words.contains(">>") else { return nil }
    return lines.prefix(Self.longestMacro).firstIndex { $0.contains(">>") }
  }

  /// Converts HTML that begins with this line; returns nil if there is wikitext in it.
  private mutating func html(_ line: Substring, _ words: String) -> String? {
    let name = words.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard words.first == "<", let first = name.first, first.isLetter,
      HtmlMarkdown.isBlock(name.lowercased())
    else { return nil }
    var (open, end) = (Self.depth(of: name, in: line), lines.startIndex)
    while open > 0, end < lines.endIndex {
      open += Self.depth(of: name, in: lines[end])
      end += 1
    }
    // An unclosed element ends with its paragraph.
    if open > 0 { end = lines.firstIndex { $0.trimmingBlanks.isEmpty } ?? lines.endIndex }
    let text = ([line] + lines[lines.startIndex..<end]).joined(separator: "\n")
    let isWikitext = ["[[", "''", "<<", "{{", "<$", "\n!", "\n* ", "\n# "].contains {
      text.contains($0)
    }
    if isWikitext { return nil }
    lines = lines[end...]
    return String(decoding: HtmlMarkdown.answer(of: Array(text.utf8)).text, as: UTF8.self)
      .trimmingLines
  }

  /// Returns how many of these elements a line leaves open.
  private static func depth(of name: Substring, in line: Substring) -> Int {
    func count(_ mark: String) -> Int { line.lowercased().ranges(of: mark).count }
    return count("<\(name.lowercased())") - count("</\(name.lowercased())")
  }

  /// Whether the line is a widget or a pragma.
  private static func isProgram(_ words: String) -> Bool {
    ["<$", "</$", "\\"].contains { words.hasPrefix($0) }
  }

  private mutating func code(_ first: String, until end: String) {
    write(first)
    while let line = lines.popFirst(), line.trimmingBlanks != end { write(String(line)) }
    write("```")
  }

  private mutating func quote(_ words: String) {
    let cite = words.dropFirst(3).trimmingBlanks
    if quotes > 0, !words.hasPrefix("<<<.") {
      if !cite.isEmpty { write("— \(Self.inline(cite))") }
      quotes -= 1
      out.append("")
    } else {
      separate()
      quotes += 1
      if !cite.isEmpty, !cite.hasPrefix(".") { write("— \(Self.inline(cite))") }
    }
  }

  private static func item(_ marks: Substring, _ words: String) -> String {
    var start = ""
    let shown = marks.prefix(20)
    for (index, mark) in shown.enumerated() {
      let isLast = index == shown.count - 1
      switch mark {
      case "#": start += isLast ? "1. " : "   "
      case ">": start += "> "
      case ";": start += ""
      default: start += isLast ? "- " : "  "
      }
    }
    let text = inline(words)
    return start + (marks.last == ";" && !text.isEmpty ? "**\(text)**" : text)
  }

  /// Whether the line is a table's row, `|a|b|`, which may end with a letter for its kind.
  private static func isRow(_ line: String) -> Bool {
    guard line.first == "|", let end = line.lastIndex(of: "|"), end > line.startIndex else {
      return false
    }
    return ["", "h", "f", "c", "k"].contains(line[end...].dropFirst())
  }

  /// Converts a table; its first row becomes the header.
  private mutating func table() {
    separate()
    var rows: [[String]] = []
    while let line = lines.first?.trimmingBlanks, Self.isRow(line),
      let end = line.lastIndex(of: "|")
    {
      lines = lines.dropFirst()
      let kind = line[line.index(after: end)...]
      let inside = line[line.index(after: line.startIndex)..<end]
      if kind == "k" { continue }
      if kind == "c" {
        write(Self.inline(inside))
        write("")
        continue
      }
      rows.append(Self.cells(inside).map(Self.cell))
    }
    for line in MarkdownTable.lines(of: rows) { write(line) }
    write("")
  }

  /// Splits a row into cells; a bar within a link does not end one.
  private static func cells(_ row: Substring) -> [String] {
    var cells = [""]
    var open = 0
    var last: Character = " "
    for character in row {
      if character == "[", last == "[" { open += 1 }
      if character == "]", last == "]", open > 0 { open -= 1 }
      if character == "|", open == 0 {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
      last = character
    }
    return cells
  }

  private static func cell(_ text: String) -> String {
    let words = text.trimmingBlanks
    // The cell is merged with the one next to it or above.
    if ["<", ">", "~"].contains(words) { return "" }
    return MarkdownTable.cell(inline(words.hasPrefix("!") ? words.dropFirst() : words[...]))
  }

  // MARK: - Within a line

  private static func inline(_ text: some StringProtocol, depth: Int = 0) -> String {
    InlineText.markdown(text) { special(&$0, depth) }
  }

  private static let marks: [InlineText.Mark] = [
    ("''", "**", "**"), ("//", "*", "*"), ("__", "<u>", "</u>"), ("~~", "~~", "~~"),
    ("^^", "<sup>", "</sup>"), (",,", "<sub>", "</sub>"),
  ]

  private static func special(_ text: inout InlineText, _ depth: Int) -> Bool {
    let start = text.index
    func inside(_ open: Int, _ mark: String) -> (words: String, end: Int)? {
      guard let end = text.find(mark, from: start + open), end > start + open else { return nil }
      return (text.text(start + open..<end), end + mark.count)
    }
    switch text.characters[start] {
    case "h":
      guard let end = text.addressEnd else { return false }
      let address = text.text(start..<end)
      return text.write("<\(address)>", to: end)
    case "`":
      let mark = text.begins("``") ? "``" : "`"
      guard let (words, end) = inside(mark.count, mark) else { return false }
      return text.write(InlineText.code(words), to: end)
    case "[": return link(&text)
    case "{" where text.begins("{{{"):
      guard let (words, end) = inside(3, "}}}") else { return false }
      // A filter, or code in wikis before version 5.
      let isFilter = words.trimmingBlanks.hasPrefix("[")
      return text.write(InlineText.code(isFilter ? "{{{\(words)}}}" : words), to: end)
    case "{" where text.begins("{{"):
      guard let (words, end) = inside(2, "}}") else { return false }
      let isTitle = !words.contains { "|{!".contains($0) } && !words.contains("!!")
      return text.write(isTitle ? "![[\(words)]]" : InlineText.code("{{\(words)}}"), to: end)
    case "<" where text.begins("<<"):
      guard let (words, end) = inside(2, ">>") else { return false }
      return text.write(InlineText.code("<<\(words)>>"), to: end)
    case "<": return tag(&text)
    case "@" where text.begins("@@"):
      guard let (words, end) = inside(2, "@@") else { return false }
      let plain = withoutStyles(words)
      let inner = depth < InlineText.deepest ? inline(plain, depth: depth + 1) : plain
      return text.write("==\(inner)==", to: end)
    case "&":
      let name = text.characters[(start + 1)...].prefix(10).prefix { $0 != ";" }
      let end = start + 1 + name.count
      guard end < text.characters.count, text.characters[end] == ";", !name.isEmpty,
        name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") })
      else { return false }
      return text.write(text.text(start..<end + 1), to: end + 1)
    case "~"
    where text.before?.isLetter != true && start + 1 < text.characters.count
      && text.characters[start + 1].isUppercase:
      // A tilde keeps a word from being a link.
      return text.write("", to: start + 1)
    default: return text.mark(marks, depth: depth) { inline($0, depth: $1) }
    }
  }

  /// Removes the styles before the words: `color:red;.class words`.
  private static func withoutStyles(_ text: String) -> String {
    var rest = text[...]
    while let colon = rest.firstIndex(where: { ":;. ".contains($0) }), rest[colon] == ":",
      let end = rest[colon...].firstIndex(of: ";")
    {
      rest = rest[end...].dropFirst()
    }
    return (rest.hasPrefix(".") ? rest.drop { $0 != " " } : rest).trimmingBlanks
  }

  /// Converts `[[words|target]]`, `[[target]]`, `[img[words|source]]`,
  /// `[img[words|source][target]]`, and `[ext[words|address]]`.
  private static func link(_ text: inout InlineText) -> Bool {
    let start = text.index
    guard let end = text.find("]]", from: start + 1) else { return false }
    let whole = text.text(start..<end)
    guard let open = whole.dropFirst().firstIndex(of: "[") else { return false }
    // The sign in `[<img[` aligns the picture.
    let kind = whole[whole.index(after: whole.startIndex)..<open].drop { $0 == "<" || $0 == ">" }
    var inside = whole[whole.index(after: open)...]
    var behind: Substring?
    if kind.hasPrefix("img"), let next = inside.firstRange(of: "][") {
      behind = inside[next.upperBound...]
      inside = inside[..<next.lowerBound]
    }
    let bar = inside.lastIndex(of: "|")
    let target = (bar.map { inside[inside.index(after: $0)...] } ?? inside).trimmingBlanks
    let words = bar.map { inside[..<$0].trimmingBlanks }
    let shown = String(decoding: PlainText.inline(words ?? ""), as: UTF8.self)
    if kind.hasPrefix("img") {
      let address = WebAddress.safe(target).map { "<\($0)>" } ?? InternalLink.destination(target)
      let picture = "![\(shown)](\(address))"
      let link = behind.map { page in
        WebAddress.safe(String(page)).map { "<\($0)>" } ?? InternalLink.destination(String(page))
      }
      return text.write(link.map { "[\(picture)](\($0))" } ?? picture, to: end + 2)
    }
    guard kind.isEmpty || kind.hasPrefix("ext") else { return false }
    if let address = WebAddress.safe(target) {
      return text.write(words == nil ? "<\(address)>" : "[\(shown)](<\(address)>)", to: end + 2)
    }
    if target.contains(where: { "[]#^".contains($0) }) || kind.hasPrefix("ext") {
      return text.write(
        "[\(words == nil ? target : shown)](\(InternalLink.destination(target)))", to: end + 2)
    }
    let plain = words?.filter { !"|[]".contains($0) }
    return text.write("[[\(target)\(plain.map { "|\($0)" } ?? "")]]", to: end + 2)
  }

  private static let preserved: Set<String> = [
    "b", "br", "code", "del", "em", "i", "ins", "kbd", "mark", "s", "strong", "sub", "sup", "u",
  ]
  private static let dropped: Set<String> = ["span", "div", "p", "small", "center", "big"]

  /// Converts a tag: formatting tags lose their attributes, others become code.
  private static func tag(_ text: inout InlineText) -> Bool {
    guard let end = text.find(">", from: text.index) else { return false }
    let inside = text.text(text.index + 1..<end)
    let isEnd = inside.hasPrefix("/")
    let name = inside.drop { $0 == "/" }.prefix { $0.isLetter || $0 == "$" || $0.isNumber }
    guard let first = name.first, first.isLetter || first == "$" else { return false }
    let lowered = name.lowercased()
    if lowered == "img" || lowered == "a" && !isEnd {
      let close = lowered == "a" ? text.find("</a>", from: end).map { $0 + 4 } : end + 1
      if let close {
        let html = Array(text.text(text.index..<close).utf8)
        let written = String(decoding: HtmlMarkdown.answer(of: html).text, as: UTF8.self)
        return text.write(written.trimmingBlanks, to: close)
      }
    }
    if dropped.contains(lowered) { return text.write("", to: end + 1) }
    if preserved.contains(lowered) {
      return text.write("<\(isEnd ? "/" : "")\(lowered)>", to: end + 1)
    }
    return text.write(InlineText.code("<\(inside)>"), to: end + 1)
  }
}
