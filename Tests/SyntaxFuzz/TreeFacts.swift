import CCmark

/// What cmark-gfm's tree says of a note.
struct TreeFacts {
  private(set) var facts: Facts = []
  private let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var text = text
    let tree = text.withUTF8 { bytes in
      cmark_tree_parse(
        bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) },
        bytes.count)
    }
    guard let tree else { return }
    defer { cmark_tree_free(tree) }
    readBlocks(of: tree, [])
  }

  private mutating func readBlocks(of node: cmark_tree, _ containers: [String]) {
    var next = cmark_tree_child(node)
    while let child = next {
      next = cmark_tree_next(child)
      switch cmark_tree_kind(child) {
      case CMARK_KIND_QUOTE: readBlocks(of: child, containers + ["quote"])
      case CMARK_KIND_LIST: readBlocks(of: child, containers)
      case CMARK_KIND_ITEM:
        readTask(child)
        readBlocks(of: child, containers + ["item"])
      case CMARK_KIND_FOOTNOTE: readBlocks(of: child, ["footnote"])
      case CMARK_KIND_CODE_BLOCK: add(Self.literal(child), containers + ["code"])
      case CMARK_KIND_HTML_BLOCK: add(Self.literal(child), containers + ["html"])
      case CMARK_KIND_PARAGRAPH: readText(of: child, containers + ["text"])
      case CMARK_KIND_HEADING:
        let level = cmark_tree_level(child)
        readText(of: child, containers + ["h\(level)"])
        if containers.isEmpty {
          for word in Words.all(in: all(of: child)) { facts.insert("heading \(level) \(word)") }
        }
      case CMARK_KIND_TABLE, CMARK_KIND_TABLE_ROW: readBlocks(of: child, containers)
      case CMARK_KIND_TABLE_CELL: readText(of: child, containers + ["table"])
      default: break
      }
    }
  }

  /// The box stands in the line of the item's mark. A task is one as well where a line below makes a
  /// heading or a table of it.
  private mutating func readTask(_ item: cmark_tree) {
    guard var text = cmark_tree_child(item) else { return }
    while cmark_tree_kind(text) == CMARK_KIND_TABLE
      || cmark_tree_kind(text) == CMARK_KIND_TABLE_ROW,
      let child = cmark_tree_child(text)
    {
      text = child
    }
    let isText =
      cmark_tree_kind(text) == CMARK_KIND_PARAGRAPH
      || cmark_tree_kind(text) == CMARK_KIND_TABLE_CELL
      || cmark_tree_kind(text) == CMARK_KIND_HEADING
        && cmark_tree_end_line(text) > cmark_tree_line(text)
    guard isText else { return }
    let words = visible(text).prefix { $0 != "\n" }
    let first = Words.all(in: words).first ?? ""
    guard lines[Int(cmark_tree_line(item)) - 1].contains(first) else { return }
    for status in [" ", "x"] where words.hasPrefix("[\(status)] ") {
      facts.insert("task \(status) \(first)")
    }
  }

  private mutating func add(_ text: String, _ place: [String]) {
    for word in Words.all(in: text) {
      facts.insert(([word] + place).joined(separator: " "))
    }
  }

  private mutating func readText(of node: cmark_tree, _ place: [String]) {
    add(all(of: node), place)
    let text = visible(node)
    for tag in tags(in: text) { facts.insert("tag \(tag)") }
    for part in text.split(separator: "[[", omittingEmptySubsequences: false).dropFirst() {
      let line = part.prefix { $0 != "\n" }
      guard let close = line.firstRange(of: "]]") else { continue }
      var name = line[..<close.lowerBound].prefix { $0 != "|" }
      while name.last == " " { name.removeLast() }
      if Words.isNumbered(name, "v") { facts.insert("wiki \(name)") }
    }
    readLinks(of: node)
  }

  /// A tag stands for itself, not within a word.
  private func tags(in text: String) -> [String] {
    text.split(separator: "#t", omittingEmptySubsequences: false).adjacentPairs.compactMap {
      let number = $1.prefix(while: \.isNumber)
      guard !number.isEmpty, $0.last.map({ " \n\t([>|*".contains($0) }) ?? true else { return nil }
      return "t\(number)"
    }
  }

  private mutating func readLinks(of node: cmark_tree) {
    var next = cmark_tree_child(node)
    while let child = next {
      next = cmark_tree_next(child)
      let target = cmark_tree_target(child).map { String(cString: $0) } ?? ""
      switch cmark_tree_kind(child) {
      case CMARK_KIND_LINK, CMARK_KIND_IMAGE:
        if Words.isTarget(target) { facts.insert("link \(target)") }
      default: break
      }
      readLinks(of: child)
    }
  }

  /// The words of a block as they are read: no code, no HTML, no addresses.
  private func visible(_ node: cmark_tree) -> String { text(of: node, withHidden: false) }

  private func all(of node: cmark_tree) -> String { text(of: node, withHidden: true) }

  private func text(of node: cmark_tree, withHidden: Bool) -> String {
    var text = ""
    var next = cmark_tree_child(node)
    while let child = next {
      next = cmark_tree_next(child)
      switch cmark_tree_kind(child) {
      case CMARK_KIND_TEXT: text += Self.literal(child)
      case CMARK_KIND_SOFT_BREAK, CMARK_KIND_LINE_BREAK: text += "\n"
      case CMARK_KIND_CODE: text += withHidden ? " \(Self.literal(child)) " : "\u{0}`"
      case CMARK_KIND_HTML: text += withHidden ? " \(Self.literal(child)) " : "\u{0}>"
      // An autolink's address is not text, but a link's words are.
      case CMARK_KIND_LINK where !withHidden && isAddress(child): text += "\u{0}>"
      case CMARK_KIND_LINK, CMARK_KIND_IMAGE:
        text += "[" + self.text(of: child, withHidden: withHidden) + "\u{0}"
      default: text += "*" + self.text(of: child, withHidden: withHidden) + "*"
      }
    }
    return text
  }

  private func isAddress(_ link: cmark_tree) -> Bool {
    cmark_tree_target(link).map { String(cString: $0).hasPrefix("https:") } ?? false
  }

  private static func literal(_ node: cmark_tree) -> String {
    var count = 0
    guard let text = cmark_tree_text(node, &count) else { return "" }
    return text.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }
}

extension Array {
  fileprivate var adjacentPairs: [(Element, Element)] {
    Array<(Element, Element)>(zip(self, dropFirst()))
  }
}
