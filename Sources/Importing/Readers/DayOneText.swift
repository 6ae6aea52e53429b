import Bytes
import Html

/// What an entry of Day One says.
enum DayOneText {
  /// Marks have a backslash also where Markdown needs none: `3\.5`, `so\!`.
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
        // What has a backslash begins no code, and is no backslash of its own.
        if first == "\\", !isCode, let next = rest.popFirst() { out.append(next) }
        continue
      }
    }
    return out
  }

  private static func isNeedless(
    _ mark: Character, behind out: String, _ rest: Substring
  ) -> Bool {
    let after = rest.dropFirst().first
    switch mark {
    // They would begin a list, or a line below a heading.
    case "-", "+", "=": return out.contains { $0 != " " } && after != "-" && after != "="
    case ".", ")": return !(out.allSatisfy { $0.isNumber || $0 == " " } && !out.isEmpty)
    case "!": return after != "["
    case "(": return out.last != "]"
    case "{", "}", ",", ";", "'", "\"", "?", "/", "%", "@": return true
    default: return false
    }
  }

  // MARK: - Rich text

  /// A tree in JSON, as it is or within a text.
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
        guard let id = object["identifier"]?.text else { continue }
        if !words.isEmpty { end() }
        words = Array("![](dayone-moment://\(id))".utf8)
        end()
      }
      let attributes = run["attributes"] ?? .null
      let parts = (run["text"]?.text ?? "").withPlainLines
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { end() }
        // Behind a run's last line feed another line begins.
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

  private static func written(_ lines: [(words: [UInt8], line: JSONReader.Value)]) -> [UInt8] {
    var out: [UInt8] = []
    var isInCode = false
    func fence(_ isCode: Bool) {
      if isCode != isInCode { out += Array("```\n".utf8) }
      isInCode = isCode
    }
    for (words, line) in lines {
      fence(line["codeBlock"]?.isTrue == true)
      let indent = max(0, Int(line["indentLevel"]?.number ?? 1) - 1)
      var start = String(repeating: "  ", count: min(indent, 20))
      switch line["listStyle"]?.text {
      case "bulleted": start += "- "
      case "numbered": start += "\(line["listIndex"]?.number ?? 1). "
      case "checkbox": start += line["checked"]?.isTrue == true ? "- [x] " : "- [ ] "
      default:
        let level = Int(line["header"]?.number ?? 0)
        start = (1...6).contains(level) ? String(repeating: "#", count: level) + " " : ""
        if line["quote"]?.isTrue == true { start = "> " }
      }
      let isPlain = start.isEmpty && !isInCode && !words.starts(with: "![".utf8)
      out += Array(start.utf8) + (isPlain ? PlainText.guarded(words) : words) + [Byte.lineFeed]
    }
    fence(false)
    return out
  }
}
