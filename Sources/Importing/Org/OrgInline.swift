import Entities

/// Converts words within a line of Org to Markdown.
struct OrgInline {
  /// Returns the replacement of a link. `words` is nil for a link without words.
  typealias Link = (_ address: String, _ words: String?) -> String

  let depth: Int
  let link: Link

  static func markdown(_ text: some StringProtocol, link: @escaping Link) -> String {
    OrgInline(depth: 0, link: link).markdown(text)
  }

  private func markdown(_ text: some StringProtocol) -> String {
    InlineText.markdown(text) { special(&$0) }
  }

  private func inner(_ words: String) -> String {
    depth < InlineText.deepest ? OrgInline(depth: depth + 1, link: link).markdown(words) : words
  }

  /// A zero-width space, which separates signs that would be read together.
  static let parting: Character = "\u{200b}"

  /// Whether the separator at the index is next to an Org sign.
  private func partsSigns(_ text: InlineText) -> Bool {
    let next = text.index + 1 < text.characters.count ? text.characters[text.index + 1] : nil
    return [text.before, next].contains { $0.map { "*/_=~+[]\\:#|-.<>".contains($0) } ?? true }
  }

  /// The signs that Org names where they would be markup.
  private static let entities = [
    "\\ast{}": "*", "\\slash{}": "/", "\\under{}": "_", "\\equal{}": "=", "\\tilde{}": "~",
    "\\plus{}": "+", "\\lt{}": "<", "\\gt{}": ">", "\\vert{}": "|",
  ]

  /// Returns the words without markup, as in links to headings.
  static func plain(_ text: some StringProtocol) -> String {
    let plain = text.replacing(from: "[[", to: "]]") { inside in
      String(inside.firstRange(of: "][").map { inside[$0.upperBound...] } ?? inside)
    }
    let words = plain.split(separator: " ").map { word in
      let marks = "*/=~+_"
      guard let first = word.first, let last = word.last(where: { !".,;:!?)".contains($0) }),
        word.count > 2
      else { return String(word) }
      var plain = String(word)
      if marks.contains(first) { plain.removeFirst() }
      if marks.contains(last), let end = plain.lastIndex(of: last) { plain.remove(at: end) }
      return plain
    }.joined(separator: " ")
    return entities.reduce(words) { $0.replacing($1.key, with: $1.value) }
      .filter { $0 != parting }
  }

  /// Reads markup, and returns whether there was any.
  private func special(_ text: inout InlineText) -> Bool {
    switch text.characters[text.index] {
    case "[": return readBracket(&text)
    case "*", "/", "_", "=", "~", "+": return emphasis(&text)
    case "\\": return math(&text)
    case Self.parting where partsSigns(text): return text.write(plain: "", to: text.index + 1)
    case "<" where text.begins("<<^"):
      guard let end = text.find(">>", from: text.index) else { return false }
      return text.write(text.text(text.index + 2..<end), to: end + 2)
    case "@":
      guard text.begins("@@html:"), let end = text.find("@@", from: text.index + 7) else {
        return false
      }
      return text.write(text.text(text.index + 7..<end), to: end + 2)
    case "<":
      guard text.begins("<http") || text.begins("<mailto:"),
        let end = text.find(">", from: text.index)
      else { return false }
      return text.write(link(text.text(text.index + 1..<end), nil), to: end + 1)
    case "h":
      guard let end = text.addressEnd else { return false }
      return text.write(link(text.text(text.index..<end), nil), to: end)
    case _ where Self.days.contains(text.characters[text.index]): return readDay(&text)
    case "(":
      // `((id))` is Logseq's link to a block.
      guard text.begins("(("), let end = text.find("))", from: text.index + 2) else { return false }
      let address = text.text(text.index..<end + 2)
      let written = link(address, nil)
      return written == address ? false : text.write(written, to: end + 2)
    default: return false
    }
  }

  /// The signs before a task's dates.
  private static let days: Set<Character> = ["📅", "⏳", "🛫", "✅", "➕", "❌"]

  private func readDay(_ text: inout InlineText) -> Bool {
    let start = text.index + 2
    let end = ["<": ">", "[": "]"][text.text(start..<min(start + 1, text.characters.count))]
    guard start < text.characters.count, let end, let close = text.find(end, from: start),
      let stamp = OrgStamp(text.text(start + 1..<close))
    else { return false }
    return text.write(plain: "\(text.characters[text.index]) \(stamp.day.text)", to: close + 1)
  }

  private func readBracket(_ text: inout InlineText) -> Bool {
    if text.begins("[["), let end = text.find("]]", from: text.index + 2) {
      let inside = text.text(text.index + 2..<end)
      guard let bar = inside.firstRange(of: "][") else {
        return text.write(link(inside, nil), to: end + 2)
      }
      let words = String(inside[bar.upperBound...])
      return text.write(link(String(inside[..<bar.lowerBound]), words), to: end + 2)
    }
    guard text.begins("[fn:"), let end = closing(text) else { return false }
    let inside = text.text(text.index + 4..<end)
    let parts = inside.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      return text.write("^[\(inner(parts[1].trimmingBlanks))]", to: end + 1)
    }
    return text.write("[^\(OutlineBlocks.markdownID(inside))]", to: end + 1)
  }

  /// Returns the index of the bracket that closes the one at the index.
  private func closing(_ text: InlineText) -> Int? {
    var open = 0
    for index in text.index..<min(text.characters.count, text.index + InlineText.longest) {
      if text.characters[index] == "[" { open += 1 }
      if text.characters[index] == "]" { open -= 1 }
      if open == 0 { return index }
    }
    return nil
  }

  private func emphasis(_ text: inout InlineText) -> Bool {
    let (characters, index) = (text.characters, text.index)
    let mark = characters[index]
    let isBehind = text.before.map { $0.isWhitespace || "-–—('\"{".contains($0) } ?? true
    guard isBehind, index + 2 < characters.count, !characters[index + 1].isWhitespace else {
      return false
    }
    let stop = min(characters.count, index + InlineText.longest)
    for end in (index + 2)..<stop
    where characters[end] == mark && !characters[end - 1].isWhitespace {
      let isEnd =
        end + 1 == characters.count || characters[end + 1].isWhitespace
        || "-–—.,;:!?'\")}[\\".contains(characters[end + 1])
      if isEnd { return text.write(marked(text.text(index + 1..<end), mark), to: end + 1) }
    }
    return false
  }

  private func marked(_ words: String, _ mark: Character) -> String {
    switch mark {
    case "*": "**\(inner(words))**"
    case "/": "*\(inner(words))*"
    case "+": "~~\(inner(words))~~"
    case "_": "<u>\(inner(words))</u>"
    default: InlineText.code(words)
    }
  }

  /// Reads `\(x\)`, `\[x\]`, and named signs.
  private func math(_ text: inout InlineText) -> Bool {
    for (name, sign) in Self.entities where text.begins(name) {
      return text.write(plain: sign, to: text.index + name.count)
    }
    for (start, end, mark) in [("\\(", "\\)", "$"), ("\\[", "\\]", "$$")] where text.begins(start) {
      guard let last = text.find(end, from: text.index + 2) else { return false }
      let inside = text.text(text.index + 2..<last).trimmingBlanks
      return text.write(mark + inside + mark, to: last + 2)
    }
    // `\\` at the end is a line break.
    if text.index + 2 == text.characters.count, text.begins("\\\\") {
      return text.write("\\", to: text.index + 2)
    }
    return false
  }
}
