import Bytes

/// An outline as a list of Markdown, block by block; flat, its outermost blocks are paragraphs.
struct OutlineText {
  private(set) var bytes: [UInt8] = []
  private let isFlat: Bool
  /// A paragraph was written last.
  private var isBehindParagraph = false
  /// Where the words of each open item begin.
  private var columns: [Int] = []

  /// Deeper ones are written at this depth: each level costs blanks on every line below it.
  private static let deepest = 400
  private static let blankLine: ArraySlice = [Byte.lineFeed, Byte.lineFeed]

  init(isFlat: Bool) { self.isFlat = isFlat }

  /// `text` is Markdown of one block: a further line of it is below the first. `id` names the block.
  mutating func add(_ text: String, depth: Int, mark: String = "-", id: String? = nil) {
    // Tasks and numbers are those of lists.
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
    // It is at the end of the first line, but code has its lines to itself.
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
    // Code has its last line to itself.
    let gap = text.hasSuffix("```") ? "\n\n" : " "
    if let id { bytes += Array("\(gap)^\(OutlineBlocks.markdownID(id))".utf8) }
    bytes.append(Byte.lineFeed)
    isBehindParagraph = true
  }

  /// The first line of `text` as a heading, the others below it.
  mutating func addHeading(_ text: String, level: Int) {
    let lines = text.split(separator: "\n", maxSplits: 1)
    let words = (lines.first ?? "").drop { $0 == "#" || $0 == " " }
    let start = bytes.isEmpty ? "" : "\n"
    bytes += Array("\(start)\(String(repeating: "#", count: level)) \(words)\n\n".utf8)
    if lines.count > 1 { bytes += Array("\(lines[1])\n".utf8) }
    isBehindParagraph = false
  }
}

/// Signs that outliners share.
enum OutlineMarks {
  private static let mostWords = 80

  /// What a line says, without its links and pictures, short enough for a link's words.
  static func words(of line: Substring) -> String {
    let plain = withoutAddresses(line).filter { !"[]|".contains($0) }.trimmingBlanks
    let start = plain.prefix(mostWords)
    guard start.endIndex < plain.endIndex else { return plain }
    let isWord = plain[start.endIndex] != " "
    let end = isWord ? start.lastIndex(of: " ") ?? start.endIndex : start.endIndex
    return start[..<end].trimmingBlanks + "…"
  }

  /// Of `[words](address)` and `![words](address)` the words; a picture without any is called so.
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

  /// Changes a text, but for what is between backticks.
  static func outsideCode(_ text: String, _ change: (String) -> String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return parts.enumerated().map { index, part in
      let isOpen = index == parts.count - 1
      return index.isMultiple(of: 2) || isOpen ? change(part) : part
    }.joined(separator: "`")
  }

  /// Marks come in pairs.
  static func replacing(_ text: String, _ mark: String, with other: String) -> String {
    let count = text.split(separator: mark, omittingEmptySubsequences: false).count - 1
    return count > 0 && count.isMultiple(of: 2) ? text.replacing(mark, with: other) : text
  }

  /// Where a link ends that is open: other links may be within it.
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

  /// `#[[two words]]` is a tag.
  static func withTags(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "#[["),
      let end = OutlineMarks.endOfLink(rest[start.upperBound...])
    {
      let name = String(rest[start.upperBound..<end.lowerBound])
      out += rest[..<start.lowerBound]
      // A tag of ours needs a blank before it.
      if out.last.map({ $0.isLetter || $0.isNumber || ":#])".contains($0) }) == true { out += " " }
      out += ImportedText.tag(name).map { "#\($0)" } ?? "[[\(name)]]"
      rest = rest[end.upperBound...]
    }
    return out + rest
  }
}
