import Entities
import Html

/// Converts lines of Org to lines of Markdown.
struct OrgMarkdown {
  let link: OrgInline.Link
  private(set) var losses: [String] = []

  private static let deepest = 8

  mutating func text(of file: OrgFile) -> [UInt8] {
    var out: [String] = []
    for section in file.sections { add(section, to: &out) }
    while out.first?.isEmpty == true { out.removeFirst() }
    while out.last?.isEmpty == true { out.removeLast() }
    return out.isEmpty ? [] : Array((out.joined(separator: "\n") + "\n").utf8)
  }

  private func inline(_ text: some StringProtocol) -> String {
    OrgInline.markdown(text, link: link)
  }

  private mutating func loses(_ sentence: String) {
    if !losses.contains(sentence) { losses.append(sentence) }
  }

  private mutating func add(_ section: OrgFile.Section, to out: inout [String]) {
    var indent = ""
    let tags = section.tags.compactMap(ImportedText.tag).map { "#\($0)" }.joined(separator: " ")
    let fields = section.properties.filter { !["id", "custom_id"].contains($0.name) }
    if let depth = section.depth {
      let outer = String(repeating: "  ", count: min(depth, 100))
      indent = outer + "  "
      var words = [inline(section.title), tags].filter { !$0.isEmpty }.joined(separator: " ")
      if let task = section.task {
        let (line, lost) = task.line(words)
        words = line
        lost.forEach { loses($0) }
      }
      let id = section.property("id").map { " ^\(OutlineBlocks.markdownID($0))" } ?? ""
      out.append("\(outer)- \(words)\(id)")
    } else if section.level > 0 {
      if out.last?.isEmpty == false { out.append("") }
      out.append(String(repeating: "#", count: min(6, section.level)) + " " + inline(section.title))
      if !tags.isEmpty { out.append(tags) }
    }
    if section.level > 0 { out += fields.map { "\(indent)\($0.name):: \($0.value)" } }
    let body = lines(section.lines[...], depth: 0)
    out += body.map { $0.isEmpty ? "" : indent + $0 }
  }

  // MARK: - Blocks

  /// The lines being read, and the Markdown so far.
  private struct Reading {
    var lines: [Substring]
    var next = 0
    var out: [String] = []
    /// The open items: their columns in Org, and the columns of their words in Markdown.
    var items: [(column: Int, inner: Int)] = []
    var blanks = 0

    /// Returns the Markdown indent of a line that starts at this column in Org.
    mutating func indent(_ column: Int) -> String {
      while let last = items.last, last.column >= column { items.removeLast() }
      return String(repeating: " ", count: items.last?.inner ?? 0)
    }

    /// Adds an empty line, as tables and rules need one before them.
    mutating func separate() { if out.last?.isEmpty == false { out.append("") } }
  }

  private mutating func lines(_ given: ArraySlice<Substring>, depth: Int) -> [String] {
    let least = given.filter { !$0.allSatisfy(\.isWhitespace) }.map(Self.column).min() ?? 0
    var reading = Reading(lines: given.map { Self.dropping($0, least) })
    while reading.next < reading.lines.count { read(&reading, depth) }
    return reading.out
  }

  static func column(_ line: Substring) -> Int {
    var column = 0
    for character in line {
      guard character == " " || character == "\t" else { break }
      column += character == "\t" ? 8 - column % 8 : 1
    }
    return column
  }

  private static func dropping(_ line: Substring, _ columns: Int) -> Substring {
    let blanks = column(line)
    let words = line.drop { $0 == " " || $0 == "\t" }
    return Substring(String(repeating: " ", count: max(0, blanks - columns))) + words
  }

  private mutating func read(_ reading: inout Reading, _ depth: Int) {
    let line = reading.lines[reading.next]
    let column = Self.column(line)
    let words = line.trimmingBlanks
    reading.next += 1
    if words.isEmpty {
      reading.blanks += 1
      if reading.blanks > 1 { reading.items = [] }
      reading.out.append("")
      return
    }
    reading.blanks = 0
    if words.first == OrgInline.parting {
      let text = Self.guarded(inline(words.dropFirst()))
      reading.out.append(reading.indent(column) + text)
      return
    }
    if let item = OrgItem(words), words.first != "*" || column > 0 {
      add(item, column, &reading)
      return
    }
    let indent = reading.indent(column)
    let lowered = words.lowercased()
    if lowered.hasPrefix("#+begin_") || lowered.hasPrefix("#+begin:") {
      return block(words, column, indent, &reading, depth)
    }
    if let keyword = OrgFile.keyword(line) { return add(keyword, words, indent, &reading) }
    if words == "#" || words.hasPrefix("# ") {
      reading.out.append("\(indent)%% \(words.dropFirst().trimmingBlanks) %%")
    } else if words == ":" || words.hasPrefix(": ") {
      reading.next -= 1
      fixed(indent, &reading)
    } else if words.hasPrefix("|") {
      reading.next -= 1
      table(indent, &reading)
    } else if Self.isDrawer(words), let end = Self.drawerEnd(reading) {
      // The lines of a drawer stay; its first and last lines are dropped.
      reading.lines.remove(at: end)
    } else if words.hasPrefix("CLOCK:") {
      loses("The times of its clocks (CLOCK) were left out.")
    } else if words.count > 4, words.allSatisfy({ $0 == "-" }) {
      reading.separate()
      reading.out.append("\(indent)---")
    } else if column == 0, words.hasPrefix("[fn:"), let end = words.firstIndex(of: "]"),
      !words[..<end].dropFirst(4).contains(":")
    {
      let label = OutlineBlocks.markdownID(String(words[..<end].dropFirst(4)))
      let text = inline(words[words.index(after: end)...].trimmingBlanks)
      reading.out.append("[^\(label)]: \(text)")
    } else {
      reading.out.append(indent + Self.guarded(inline(words)))
    }
  }

  /// Whether the line is a drawer's first: `:NAME:`.
  private static func isDrawer(_ words: String) -> Bool {
    words.count > 2 && words.hasPrefix(":") && words.hasSuffix(":")
      && words.dropFirst().dropLast().allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }

  private static func drawerEnd(_ reading: Reading) -> Int? {
    reading.lines[reading.next...].prefix(1000).firstIndex {
      $0.trimmingBlanks.lowercased() == ":end:"
    }
  }

  private static func guarded(_ line: String) -> String {
    String(decoding: PlainText.guarded(Array(line.utf8)), as: UTF8.self)
  }

  private mutating func add(_ item: OrgItem, _ column: Int, _ reading: inout Reading) {
    let indent = reading.indent(column)
    var words = inline(item.words)
    if let term = item.term { words = "**\(inline(term))**: \(words)" }
    let box = item.box.map { "[\($0)] " } ?? ""
    reading.out.append("\(indent)\(item.mark) \(box)\(words)")
    reading.items.append((column, indent.utf8.count + item.mark.utf8.count + 1))
  }

  private mutating func add(
    _ keyword: OrgFile.Property, _ words: String, _ indent: String, _ reading: inout Reading
  ) {
    switch keyword.name {
    case "caption": reading.out.append("\(indent)*\(inline(keyword.value))*")
    case "include":
      reading.out.append(indent + InlineText.code(words))
      loses("It includes another file (\(keyword.value)), which is not followed.")
    case "tblfm": loses("The formulas of its tables (TBLFM) were left out.")
    default: break
    }
  }

  /// Converts a block from `#+begin_x` to its end.
  private mutating func block(
    _ first: String, _ column: Int, _ indent: String, _ reading: inout Reading, _ depth: Int
  ) {
    let words = first.split(separator: " ")
    let name = words[0].lowercased().dropFirst("#+begin".count).drop { $0 == "_" }
    let ending = name == ":" ? "#+end:" : "#+end_\(name)"
    var inside: [Substring] = []
    while reading.next < reading.lines.count {
      let line = reading.lines[reading.next]
      reading.next += 1
      // Compares the whole name: `quote2` does not end `quote`.
      if line.trimmingBlanks.lowercased().prefix(while: { $0 != " " }) == ending { break }
      inside.append(Self.dropping(line, column))
    }
    func add(_ lines: [String], _ mark: String) {
      reading.out += lines.map { indent + ($0.isEmpty ? mark.trimmingBlanks : mark + $0) }
    }
    switch name {
    case "src", "example", "export":
      let language = name == "example" ? "" : words.dropFirst().first.map(String.init) ?? ""
      let text = inside.map(Self.unescaped)
      let fence = text.contains { $0.hasPrefix("```") } ? "~~~~" : "```"
      add([fence + language.filter { $0 != "`" }] + text + [fence], "")
    case _ where name == "verse" || name.hasPrefix("quote"):
      reading.separate()
      let isVerse = name == "verse"
      let text = isVerse ? inside.map { inline($0) } : nested(inside, depth)
      add(text.map { isVerse && !$0.isEmpty ? $0 + "\\" : $0 }, "> ")
      reading.out.append("")
    case _ where CalloutKind.named.contains(String(name.prefix(while: { $0.isLetter }))):
      reading.separate()
      var text = nested(inside, depth)[...]
      // A bold first line is the title.
      let first = text.first ?? ""
      let isTitle =
        first.hasPrefix("**") && first.hasSuffix("**")
        && !first.dropFirst(2).dropLast(2).contains("**")
      let title = isTitle ? " \(first.dropFirst(2).dropLast(2))" : ""
      if isTitle { text = text.dropFirst().drop { $0.isEmpty } }
      add(["[!\(name.prefix { $0.isLetter })]\(title)"] + text, "> ")
      reading.out.append("")
    case "comment":
      add(["%%"] + inside.map(String.init) + ["%%"], "")
    default: add(nested(inside, depth), "")
    }
  }

  private mutating func nested(_ lines: [Substring], _ depth: Int) -> [String] {
    depth < Self.deepest
      ? self.lines(lines[...], depth: depth + 1) : lines.map { Self.guarded(inline($0)) }
  }

  /// Removes the comma that keeps a line from being a headline.
  private static func unescaped(_ line: Substring) -> String {
    let commas = line.prefix { $0 == "," }
    let rest = line.dropFirst(commas.count)
    return !commas.isEmpty && (rest.hasPrefix("*") || rest.hasPrefix("#+"))
      ? String(line.dropFirst()) : String(line)
  }

  private func fixed(_ indent: String, _ reading: inout Reading) {
    reading.out.append("\(indent)```")
    while reading.next < reading.lines.count {
      let words = reading.lines[reading.next].drop { $0 == " " }
      guard words.hasPrefix(": ") || words.trimmingBlanks == ":" else { break }
      reading.out.append(indent + words.dropFirst(2))
      reading.next += 1
    }
    reading.out.append("\(indent)```")
  }

  /// Converts a table; its first row becomes the header.
  private func table(_ indent: String, _ reading: inout Reading) {
    reading.separate()
    var rows: [[String]] = []
    while reading.next < reading.lines.count {
      let words = reading.lines[reading.next].trimmingBlanks
      guard words.hasPrefix("|") else { break }
      reading.next += 1
      if words.hasPrefix("|-") { continue }
      let cells = words.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
      let own = words.hasSuffix("|") ? cells.dropLast() : cells[...]
      rows.append(
        own.map {
          inline($0.trimmingBlanks.replacing("\\vert{}", with: "|")).replacing("|", with: "\\|")
        })
    }
    let width = rows.map(\.count).max() ?? 0
    if width == 0 { return }
    for (index, row) in rows.enumerated() {
      let cells = row + [String](repeating: "", count: width - row.count)
      reading.out.append("\(indent)| \(cells.joined(separator: " | ")) |")
      if index == 0 {
        let rule = [String](repeating: "---", count: width).joined(separator: " | ")
        reading.out.append("\(indent)| \(rule) |")
      }
    }
    reading.out.append("")
  }
}

/// A list item: `- [X] words`, `1. words`, `- term :: words`.
struct OrgItem {
  var mark = "-"
  var box: Character?
  var term: String?
  var words: String

  init?(_ line: String) {
    var rest = line[...]
    guard let first = rest.first else { return nil }
    if first.isNumber {
      let digits = rest.prefix { $0.isNumber && $0.isASCII }
      rest = rest.dropFirst(digits.count)
      guard !digits.isEmpty, digits.count < 10, rest.first == "." || rest.first == ")" else {
        return nil
      }
      mark = "\(digits)."
    } else if !"-+*".contains(first) {
      return nil
    }
    rest = rest.dropFirst()
    guard rest.isEmpty || rest.first == " " else { return nil }
    rest = rest.drop { $0 == " " }
    if rest.hasPrefix("[@"), let end = rest.firstIndex(of: "]") {
      let number = rest[..<end].dropFirst(2)
      if mark != "-", Int(number) != nil { mark = "\(number)." }
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    for (written, sign) in [("[ ]", " "), ("[X]", "x"), ("[x]", "x"), ("[-]", "/")]
      as [(String, Character)]
    where rest.hasPrefix(written) {
      box = sign
      rest = rest.dropFirst(3).drop { $0 == " " }
      break
    }
    words = String(rest)
    if mark == "-", let colons = rest.firstRange(of: " :: ") {
      term = String(rest[..<colons.lowerBound])
      words = rest[colons.upperBound...].trimmingBlanks
    }
  }
}
