import Bytes
import Yaml

/// Edits single values in the text of a base, using the offsets from the YAML reader.
struct BaseEditor {
  let bytes: [UInt8]
  let view: YamlNode
  private var edits: [(range: Range<Int>, new: [UInt8])] = []

  init(_ bytes: [UInt8], _ view: BaseView) throws(BaseProblem) {
    self.bytes = bytes
    let nodes = (try? Yaml.read(bytes))?["views"]?.items ?? []
    guard let node = nodes.first(where: { $0.line == view.line && $0.column == view.column }),
      case .mapping = node.value
    else {
      throw BaseProblem(
        line: view.line, column: view.column, reason: "the file has no views to change")
    }
    self.view = node
    if node.isAlias { throw refusal("the view is written elsewhere") }
  }

  var edited: [UInt8] {
    var edited = bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      edited.replaceSubrange(edit.range, with: edit.new)
    }
    return edited
  }

  func refusal(_ reason: String, at node: YamlNode? = nil) -> BaseProblem {
    BaseProblem(
      line: (node ?? view).line, column: (node ?? view).column, reason: "\(reason)")
  }

  func source(_ node: YamlNode) -> String {
    String(decoding: bytes[node.range], as: UTF8.self)
  }

  private mutating func edit(_ range: Range<Int>, _ text: String) {
    edits.append((range, Array(text.utf8)))
  }

  private var lineEnd: String { bytes.contains(0x0d) ? "\r\n" : "\n" }

  // MARK: Scalars

  mutating func replace(_ node: YamlNode, by text: String) throws(BaseProblem) {
    guard node.text != nil, !node.isAlias, !node.isMarked,
      !bytes[node.range].contains(Byte.lineFeed)
    else { throw refusal("a value has another form", at: node) }
    let isTight =
      node.range.isEmpty && node.range.lowerBound > 0
      && bytes[node.range.lowerBound - 1] != Byte.space
    edit(node.range, (isTight ? " " : "") + text)
  }

  // MARK: Mappings

  mutating func add(_ key: String, _ value: BaseLines, to mapping: YamlNode) throws(BaseProblem) {
    if mapping.isAlias { throw refusal("a value is written elsewhere", at: mapping) }
    guard let first = mapping.pairs.first else {
      guard mapping.isFlow else { throw refusal("a value has another form", at: mapping) }
      return edit(
        mapping.range.lowerBound + 1..<mapping.range.lowerBound + 1, "\(key): \(value.flow)")
    }
    if mapping.isFlow, let last = mapping.pairs.last {
      let end = last.value.range.upperBound
      return edit(end..<end, ", \(key): \(value.flow)")
    }
    let indent = first.key.column - 1
    let text = value.block(under: key).map { String(repeating: " ", count: indent) + $0 }
    // Inserts after the first key whose value is on the same line.
    let short = mapping.pairs.first {
      $0.value.text != nil
        && !bytes[$0.key.range.lowerBound..<$0.value.range.upperBound].contains(Byte.lineFeed)
    }
    if let short {
      let end = endOfLine(short.value.range.upperBound)
      return edit(end..<end, text.map { lineEnd + $0 }.joined())
    }
    let start = first.key.range.lowerBound
    let lines = text.joined(separator: lineEnd).dropFirst(indent)
    edit(start..<start, lines + lineEnd + String(repeating: " ", count: indent))
  }

  mutating func remove(_ key: String, of mapping: YamlNode) throws(BaseProblem) {
    guard let index = mapping.pairs.firstIndex(where: { $0.key.text == key }) else { return }
    let pair = mapping.pairs[index]
    let whole =
      pair.key.range.lowerBound..<max(pair.key.range.upperBound, pair.value.range.upperBound)
    if mapping.isFlow {
      return try removeFlow(
        whole, after: index > 0 ? mapping.pairs[index - 1].value.range.upperBound : nil,
        before: mapping.pairs.dropFirst(index + 1).first?.key.range.lowerBound)
    }
    if isFirstOnLine(whole.lowerBound) { return removeLines(whole) }
    // The key is on the line of the list's dash, so the next key moves up to it.
    guard index + 1 < mapping.pairs.count,
      comments(in: whole.lowerBound..<mapping.pairs[index + 1].key.range.lowerBound).isEmpty
    else { throw refusal("a value cannot be taken out here", at: pair.key) }
    edit(whole.lowerBound..<mapping.pairs[index + 1].key.range.lowerBound, "")
  }

  // MARK: Lists

  mutating func insert(_ item: BaseLines, before list: YamlNode) throws(BaseProblem) {
    guard let first = list.items.first, !list.isAlias else {
      throw refusal("a list has another form", at: list)
    }
    let start = first.range.lowerBound
    if list.isFlow { return edit(start..<start, item.flow + ", ") }
    guard let dash = dash(of: first) else { throw refusal("a list has another form", at: list) }
    let indent = String(repeating: " ", count: dash - startOfLine(dash))
    edit(dash..<dash, item.item.map { $0 + lineEnd + indent }.joined())
  }

  mutating func remove(_ index: Int, of list: YamlNode) throws(BaseProblem) {
    let item = list.items[index]
    if list.isAlias { throw refusal("a list is written elsewhere", at: list) }
    if list.isFlow {
      return try removeFlow(
        item.range, after: index > 0 ? list.items[index - 1].range.upperBound : nil,
        before: list.items.dropFirst(index + 1).first?.range.lowerBound)
    }
    guard let dash = dash(of: item), isFirstOnLine(dash) else {
      throw refusal("a list has another form", at: item)
    }
    removeLines(dash..<max(dash + 1, item.range.upperBound))
  }

  private mutating func removeFlow(
    _ range: Range<Int>, after: Int?, before: Int?
  ) throws(BaseProblem) {
    let whole =
      after.map { $0..<range.upperBound } ?? range.lowerBound..<(before ?? range.upperBound)
    guard comments(in: whole).isEmpty else { throw refusal("a comment is in the way") }
    edit(whole, "")
  }

  /// Removes whole lines, except for the comments on them.
  private mutating func removeLines(_ range: Range<Int>) {
    let start = startOfLine(range.lowerBound)
    let end = endOfLine(range.upperBound)
    let indent = String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)
    let remaining = comments(in: range.lowerBound..<end)
    if !remaining.isEmpty {
      return edit(start..<end, remaining.map { indent + $0 }.joined(separator: lineEnd))
    }
    // Removes the line's end too; for the last line, the end of the line before.
    if end < bytes.count {
      edit(start..<(bytes[end...].firstIndex(of: Byte.lineFeed).map { $0 + 1 } ?? end), "")
    } else {
      edit(max(0, start - 1)..<end, "")
    }
  }

  // MARK: Offsets

  private func startOfLine(_ offset: Int) -> Int {
    bytes[..<offset].lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? 0
  }

  /// Returns the offset before the line's end.
  private func endOfLine(_ offset: Int) -> Int {
    let end = bytes[offset...].firstIndex(of: Byte.lineFeed) ?? bytes.count
    return end > offset && end > 0 && bytes[end - 1] == 0x0d ? end - 1 : end
  }

  private func isFirstOnLine(_ offset: Int) -> Bool {
    bytes[startOfLine(offset)..<offset].allSatisfy { $0 == Byte.space }
  }

  private func dash(of item: YamlNode) -> Int? {
    let start = startOfLine(item.range.lowerBound)
    let before = bytes[start..<item.range.lowerBound]
    guard let dash = before.lastIndex(where: { $0 != Byte.space }), bytes[dash] == UInt8(ascii: "-")
    else { return nil }
    return dash
  }

  private func comments(in range: Range<Int>) -> [String] {
    var found: [String] = []
    for line in bytes[range].split(separator: Byte.lineFeed) {
      let sign = line.indices.first { index in
        line[index] == UInt8(ascii: "#")
          && (index == line.startIndex || Byte.isBlank(line[index - 1]))
      }
      if let sign {
        let text =
          line[sign...].last == 0x0d ? line[sign...].dropLast() : line[sign...]
        found.append(String(decoding: text, as: UTF8.self))
      }
    }
    return found
  }
}

/// A value to be written, in both YAML styles.
struct BaseLines {
  let flow: String
  /// The lines below a key; nil for a scalar, which is on the key's line.
  private let lines: [String]?

  init(_ scalar: String) {
    flow = scalar
    lines = nil
  }

  init(pairs: [(String, String)]) {
    let texts = pairs.map { "\($0.0): \($0.1)" }
    flow = "{\(texts.joined(separator: ", "))}"
    lines = texts
  }

  private init(flow: String, lines: [String]) {
    self.flow = flow
    self.lines = lines
  }

  /// A list of only this value.
  var asItem: BaseLines { BaseLines(flow: "[\(flow)]", lines: item) }

  /// The lines of a list item.
  var item: [String] {
    (lines ?? [flow]).enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
  }

  func block(under key: String) -> [String] {
    guard let lines else { return ["\(key): \(flow)"] }
    return ["\(key):"] + lines.map { "  \($0)" }
  }

  /// Returns the text in quotes if YAML needs them.
  static func quoted(_ text: String) -> String {
    let isPlain =
      (text.utf8.first.map { ($0 | 0x20) &- 0x61 < 26 } ?? false)
      && text.utf8.last != Byte.space
      && text.utf8.allSatisfy { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "_-. ".utf8.contains(byte)
          || byte >= 0x80
      }
    if isPlain { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
