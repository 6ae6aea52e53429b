import Bytes
import Html

enum DayOneText {
  /// Removes backslashes where Markdown needs none: `3\.5`, `so\!`.
  static func unescaped(_ text: String) -> String {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return isCode ? String(line) : unescaped(line: line)
    }.joined(separator: "\n")
  }

  private static func unescaped(line: Substring) -> String {
    var out = ""
    var rest = line
    var isCode = false
    while let first = rest.popFirst() {
      if first == "`" { isCode.toggle() }
      guard first == "\\", !isCode, let next = rest.first, isNeedless(next, behind: out, rest)
      else {
        out.append(first)
        // An escaped character begins no code, and an escaped backslash escapes nothing.
        if first == "\\", !isCode, let next = rest.popFirst() { out.append(next) }
        continue
      }
    }
    return out
  }

  private static func isNeedless(_ mark: Character, behind out: String, _ rest: Substring) -> Bool {
    let after = rest.dropFirst().first
    switch mark {
    // These could begin a list or underline a heading.
    case "-", "+", "=": return out.contains { $0 != " " } && after != "-" && after != "="
    case ".", ")": return !(out.allSatisfy { $0.isNumber || $0 == " " } && !out.isEmpty)
    case "!": return after != "["
    case "(": return out.last != "]"
    case "{", "}", ",", ";", "'", "\"", "?", "/", "%", "@": return true
    default: return false
    }
  }

  // MARK: - Rich text

  private static let rule = "***"

  /// Converts rich text, which is a JSON tree or a string of JSON.
  static func markdown(ofRich value: JSONReader.Value?) -> [UInt8] {
    var value = value ?? .null
    if let text = value.text { value = JSONReader.value(of: Array(text.utf8)) ?? .null }
    var lines: [(words: [UInt8], line: JSONReader.Value)] = []
    var words: [UInt8] = []
    var form = JSONReader.Value.null
    func end() {
      lines.append((words, form))
      (words, form) = ([], .null)
    }
    for run in value["contents"]?.items ?? [] {
      for object in run["embeddedObjects"]?.items ?? [] {
        let isRule = object["type"]?.text == "horizontalRuleLine"
        guard let id = isRule ? "" : object["identifier"]?.text else { continue }
        if !words.isEmpty { end() }
        words = Array((isRule ? rule : "![](dayone-moment://\(id))").utf8)
        end()
      }
      let attributes = run["attributes"] ?? .null
      let parts = (run["text"]?.text ?? "").normalizingLineEnds
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        // Lines of different kinds may have no line feed between them.
        let isOther = !part.isEmpty && !words.isEmpty && attributes["line"] ?? .null != form
        if index > 0 || isOther { end() }
        // Nothing after a run's last line feed belongs to its line.
        let isOfLine = !part.isEmpty || index < parts.count - 1
        if isOfLine, form == .null, let line = attributes["line"] { form = line }
        words += marked(part, attributes)
      }
    }
    if !words.isEmpty { end() }
    return written(lines)
  }

  private static func marked(_ text: Substring, _ attributes: JSONReader.Value) -> [UInt8] {
    let body = text.trimmingBlanks
    if body.isEmpty || attributes["line"]?["codeBlock"]?.isTrue == true { return Array(text.utf8) }
    var (before, after) = ("", "")
    func mark(_ name: String, _ start: String, _ end: String) {
      guard
        attributes[name]?.isTrue == true || name == "highlightedColor" && attributes[name] != nil
      else { return }
      before += start
      after = end + after
    }
    var inner = PlainText.inline(body)
    if attributes["inlineCode"]?.isTrue == true { inner = Array("`\(body)`".utf8) }
    mark("bold", "**", "**")
    mark("italic", "*", "*")
    mark("strikethrough", "~~", "~~")
    mark("highlightedColor", "==", "==")
    inner = Array(before.utf8) + inner + Array(after.utf8)
    if let address = attributes["linkURL"]?.text {
      inner =
        Array("[".utf8) + inner + Array("](<\(address.filter { !"<>\n".contains($0) })>)".utf8)
    }
    return Array(text.prefix { $0.isWhitespace }.utf8) + inner
      + Array(String(text.reversed().prefix { $0.isWhitespace }).utf8)
  }

  private enum Kind { case text, item, quote, block }

  private static func mark(of line: JSONReader.Value) -> String? {
    switch line["listStyle"]?.text {
    case "bulleted": "- "
    case "numbered": "\(line["listIndex"]?.number ?? 1). "
    case "checkbox": line["checked"]?.isTrue == true ? "- [x] " : "- [ ] "
    default: nil
    }
  }

  private static func written(_ lines: [(words: [UInt8], line: JSONReader.Value)]) -> [UInt8] {
    var out: [UInt8] = []
    var isInCode = false
    /// The column where the words of each open item begin.
    var columns: [Int] = []
    var before = Kind.text
    func fence(_ isCode: Bool) {
      if isCode != isInCode { out += Array("```\n".utf8) }
      isInCode = isCode
    }
    for (words, line) in lines {
      fence(line["codeBlock"]?.isTrue == true)
      let isRaw = words.starts(with: "![".utf8) || words == Array(rule.utf8)
      let item = isInCode ? nil : mark(of: line)
      let level = isInCode ? 0 : Int(line["header"]?.number ?? 0)
      var kind = Kind.block
      var start = ""
      if let item {
        kind = .item
        let depth = min(20, max(0, Int(line["indentLevel"]?.number ?? 1) - 1))
        columns = Array(columns.prefix(depth))
        while columns.count < depth { columns.append((columns.last ?? 0) + 2) }
        start = String(repeating: " ", count: columns.last ?? 0) + item
        // A check box counts as words.
        columns.append((columns.last ?? 0) + (item.hasPrefix("-") ? 2 : item.count))
      } else {
        columns = []
        if (1...6).contains(level) {
          start = String(repeating: "#", count: level) + " "
        } else if line["quote"]?.isTrue == true {
          (kind, start) = (.quote, "> ")
        } else if !isInCode, words != Array(rule.utf8) {
          kind = .text
        }
      }
      // Text would continue an item or a quote; an item with a number other than 1 would continue a
      // paragraph.
      let isNumber = item.map { $0.first != "-" && $0 != "1. " } ?? false
      if !words.isEmpty,
        kind == .text && before != .text && before != .block || isNumber && before == .text
      {
        if out.last != nil { out.append(Byte.lineFeed) }
      }
      before = words.isEmpty ? .block : kind
      let isPlain = kind == .text && !isRaw
      out += Array(start.utf8) + (isPlain ? PlainText.guarded(words) : words) + [Byte.lineFeed]
    }
    fence(false)
    return out
  }
}
