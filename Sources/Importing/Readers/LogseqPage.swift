import Archives
import Entities

/// A page of Logseq: properties and nested blocks.
struct LogseqPage {
  struct Block {
    var depth: Int
    /// The text without properties. The first line is the one after the bullet.
    var lines: [String] = []
    var id: String?
    var task: OrgTask?
    var isNumbered = false
    fileprivate var heading = ""

    /// The text without heading signs.
    var words: String { lines.joined(separator: "\n").drop { $0 == "#" }.trimmingBlanks }
  }

  /// A property; names are compared in lowercase, and stored as they are written.
  private typealias Property = (name: String, written: String, value: String)

  private(set) var title: String
  private(set) var blocks: [Block] = []
  /// Lines before the first block, in pages that are not outlines.
  private var head: [String] = []
  private var properties: [Property] = []
  private var hasClock = false

  static func isPage(_ entry: SourceTree.Entry) -> Bool {
    entry.ending == "md" || entry.ending == "markdown"
  }

  init(_ text: String, titled title: String) {
    self.title = title
    var parser = Parser()
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      parser.add(line)
    }
    head = parser.head
    var isFirst = true
    for raw in parser.blocks {
      let (block, own) = read(raw)
      // A first block with nothing but properties has the properties of the page.
      if isFirst, block.lines.allSatisfy(\.isEmpty), !own.isEmpty, block.depth == 0 {
        properties += own
      } else {
        var block = block
        // Properties come after the block's first line or, since code must not be split, after
        // code.
        let index = block.lines[0].hasPrefix("```") ? block.lines.count : 1
        block.lines.insert(contentsOf: own.map { "\($0.written):: \($0.value)" }, at: index)
        blocks.append(block)
      }
      isFirst = false
    }
    let start = head.drop(while: \.isEmpty)
    let found = start.prefix { Self.property($0) != nil }
    properties.insert(contentsOf: found.compactMap(Self.property), at: 0)
    head = Array(start.dropFirst(found.count))
    while head.last?.isEmpty == true { head.removeLast() }
    if let own = properties.first(where: { $0.name == "title" })?.value { self.title = own }
  }

  // MARK: - Lines

  /// Assigns lines to blocks.
  private struct Parser {
    var head: [String] = []
    var blocks: [(depth: Int, lines: [String])] = []
    /// The columns of the open blocks.
    private var open: [Int] = []
    private var isCode = false

    mutating func add(_ line: Substring) {
      var (column, rest) = (0, line)
      while let first = rest.first, first == " " || first == "\t" {
        column += first == "\t" ? 4 - column % 4 : 1
        rest = rest.dropFirst()
      }
      let isMark = rest.hasPrefix("- ") || rest == "-"
      // In older pages a heading is a block without a bullet.
      let isHeading =
        column == 0 && !blocks.isEmpty && !isCode && rest.drop { $0 == "#" }.hasPrefix(" ")
        && rest.hasPrefix("#")
      if isHeading || isMark && (!isCode || column <= (open.last ?? 0)) {
        while let last = open.last, last >= column { open.removeLast() }
        blocks.append((open.count, [String(rest.dropFirst(isHeading ? 0 : 2))]))
        open.append(column)
        isCode = isMark && rest.dropFirst(2).isCodeEdge
        return
      }
      guard !blocks.isEmpty else {
        head.append(String(line))
        return
      }
      if rest.isCodeEdge { isCode.toggle() }
      // Other lines are indented to the words of their block.
      blocks[blocks.count - 1].lines.append(Self.dropping(line, columns: (open.last ?? 0) + 2))
    }

    private static func dropping(_ line: Substring, columns: Int) -> String {
      var (column, rest) = (0, line)
      while column < columns, let first = rest.first, first == " " || first == "\t" {
        column += first == "\t" ? 4 - column % 4 : 1
        rest = rest.dropFirst()
      }
      return String(repeating: " ", count: max(0, column - columns)) + rest
    }
  }

  private mutating func read(_ raw: (depth: Int, lines: [String])) -> (Block, [Property]) {
    var block = Block(depth: raw.depth)
    var own: [Property] = []
    var (isCode, isInClock) = (false, false)
    var task: OrgTask?
    for (index, line) in raw.lines.enumerated() {
      if line.isCodeEdge { isCode.toggle() }
      if isCode {
        block.lines.append(line)
      } else if line.trimmingBlanks == ":LOGBOOK:" {
        (isInClock, hasClock) = (true, true)
      } else if isInClock {
        isInClock = line.trimmingBlanks != ":END:"
      } else if let property = Self.property(line) {
        take(property, &block, &own)
      } else if index == 0 {
        var rest = line[...]
        task = OrgTask.take(&rest)
        block.lines.append(String(rest))
      } else if task?.readDates(line) != true {
        block.lines.append(line)
      }
    }
    if block.lines.isEmpty { block.lines = [""] }
    while block.lines.count > 1, block.lines.last?.isEmpty == true { block.lines.removeLast() }
    block.task = task
    return (block, own)
  }

  private func take(_ property: Property, _ block: inout Block, _ own: inout [Property]) {
    switch property.name {
    case "id": block.id = property.value
    case "collapsed", "background-color": break
    case "logseq.order-list-type": block.isNumbered = property.value == "number"
    case "heading":
      let level = Int(property.value) ?? (property.value == "true" ? 2 : 0)
      if (1...6).contains(level) { block.heading = String(repeating: "#", count: level) + " " }
    default: own.append(property)
    }
  }

  /// Reads `key:: value`.
  private static func property(_ line: String) -> Property? {
    let text = line.trimmingBlanks
    guard let mark = text.firstRange(of: "::"), mark.lowerBound > text.startIndex,
      mark.upperBound == text.endIndex || text[mark.upperBound] == " ",
      text[..<mark.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || "-_./?".contains($0) })
    else { return nil }
    let name = String(text[..<mark.lowerBound])
    return (name.lowercased(), name, text[mark.upperBound...].trimmingBlanks)
  }

  // MARK: - The note

  func note(
    _ entry: SourceTree.Entry, _ graph: LogseqReader.Graph, _ blocks: OutlineBlocks, isFlat: Bool
  ) -> ImportedNote {
    var note = ImportedNote(entry, title: title)
    graph.name(&note, of: entry)
    var outline = OutlineText(isFlat: isFlat)
    for block in self.blocks {
      var lines = Self.withBlocks(block.lines)
      if let task = block.task {
        let (line, losses) = task.line(lines[0])
        lines[0] = line
        note.losses += losses
      }
      let text = Self.markdown(block.heading + lines.joined(separator: "\n"), blocks)
      outline.add(
        text, depth: block.depth, mark: block.isNumbered ? "1." : "-", id: block.id)
    }
    let start = head.isEmpty ? "" : Self.markdown(head.joined(separator: "\n"), blocks) + "\n\n"
    note.text = Array(start.utf8) + outline.bytes
    if hasClock { note.losses.append("The times of its clocks (LOGBOOK) were left out.") }
    for property in properties { add(property, to: &note) }
    return note
  }

  /// Converts `#+BEGIN_QUOTE` and other such blocks to Markdown.
  private static func withBlocks(_ lines: [String]) -> [String] {
    var out: [String] = []
    var open: (kind: String, start: String)?
    for line in lines {
      let words = line.trimmingBlanks.split(separator: " ").map { $0.uppercased() }
      if let (kind, start) = open {
        let isEnd = words.first == "#+END_\(kind)"
        if !isEnd {
          out.append(line.isEmpty ? start.trimmingBlanks : start + line)
        } else if start.isEmpty {
          out.append("```")
        }
        if isEnd { open = nil }
        continue
      }
      let kind = String((words.first ?? "").dropFirst("#+BEGIN_".count))
      guard words.first?.hasPrefix("#+BEGIN_") == true,
        lines.contains(where: { $0.trimmingBlanks.uppercased() == "#+END_\(kind)" })
      else {
        out.append(line)
        continue
      }
      switch kind {
      case "QUOTE": open = (kind, "> ")
      case "NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION", "PINNED":
        open = (kind, "> ")
        out.append("> [!\(kind.lowercased())]")
      default:
        open = (kind, "")
        out.append("```\(kind == "SRC" ? words.dropFirst().first?.lowercased() ?? "" : "")")
      }
    }
    return out
  }

  private static func markdown(_ text: String, _ blocks: OutlineBlocks) -> String {
    OutlineMarks.outsideCode(text) { text in
      let linked = OutlineMarks.withTags(blocks.linked(text))
      return OutlineMarks.replacing(withoutSizes(linked), "^^", with: "==")
    }
  }

  /// Removes sizes of pictures: `![](a.png){:height 200, :width 300}`.
  private static func withoutSizes(_ text: String) -> String {
    text.replacing(from: "){:", to: "}") { inside in
      inside.hasPrefix("height ") || inside.hasPrefix("width ") ? ")" : nil
    }
  }

  private func add(_ property: Property, to note: inout ImportedNote) {
    let names = property.value.split(separator: ",").map { Self.plain($0.trimmingBlanks) }
      .filter { !$0.isEmpty }
    switch property.name {
    case "title", "collapsed", "id": break
    case "tags": note.tags += names
    case "alias", "aliases": note.aliases += names
    case "icon", "filters":
      note.extras.append(.init(property.name, [property.value]))
    default:
      // A list of links becomes a list property.
      let parts = property.value.split(separator: ",").map(\.trimmingBlanks)
      let isList = parts.count > 1 && parts.allSatisfy { $0.hasPrefix("[[") && $0.hasSuffix("]]") }
      note.properties.append(
        .init(
          property.written, isList ? parts : [property.value], as: isList ? .multitext : .text))
    }
  }

  /// Returns a name without the signs of a link or a tag.
  private static func plain(_ name: String) -> String {
    var name = name.hasPrefix("#") ? String(name.dropFirst()) : name
    if name.hasPrefix("[["), name.hasSuffix("]]") { name = String(name.dropFirst(2).dropLast(2)) }
    return name
  }
}

extension StringProtocol {
  /// Whether code begins or ends with this line.
  fileprivate var isCodeEdge: Bool {
    hasPrefix("```") || ["#+BEGIN_SRC", "#+END_SRC"].contains { uppercased().hasPrefix($0) }
  }
}
