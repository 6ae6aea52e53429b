/// Finding the line of the guide that explains a word.
extension GuideBook {
  /// How a line is about a word, the best way first. A row begins with the word as a key or command.
  private enum Fit: Int {
    case topic, heading, row, code, inHeading, inCode, word, inside
  }

  /// Returns the best line for a word or a key, as after vim's `:help`; without a word, the index.
  /// Nil if no page has it.
  package func spot(about word: String) -> Spot? {
    let wanted = Wanted(word)
    if wanted.text.isEmpty { return Spot() }
    var best: (fit: Fit, spot: Spot)?
    for page in pages {
      var isAfterBlank = true
      for (line, text) in page.lines.enumerated() {
        let isStart = isAfterBlank || text.hasPrefix("- ")
        isAfterBlank = text.isEmpty
        let isTopic = line == 0 && [page.topic, page.title.lowercased()].contains(wanted.folded)
        guard let fit = isTopic ? .topic : Self.fit(of: text, isStart, wanted) else { continue }
        if best.map({ fit.rawValue < $0.fit.rawValue }) ?? true {
          best = (fit, Spot(topic: page.topic, line: line))
        }
      }
    }
    return best?.spot
  }

  private struct Wanted {
    let text: String
    let folded: String

    /// Vim writes `CTRL-W` and, for a mode, `i_CTRL-R`; the guide writes `C-w`.
    init(_ word: String) {
      var text = word
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
      for mode in ["i_", "v_", "c_"] where text.hasPrefix(mode) && text.count > mode.count {
        text.removeFirst(mode.count)
      }
      if text.uppercased().hasPrefix("CTRL-"), text.count > 5 {
        text = "C-" + text.dropFirst(5).lowercased()
      }
      self.text = text
      folded = text.lowercased()
    }
  }

  /// `isStart`: whether a paragraph or an item begins with the line.
  private static func fit(of line: Substring, _ isStart: Bool, _ wanted: Wanted) -> Fit? {
    let folded = line.lowercased()
    guard folded.contains(wanted.folded) else { return nil }
    if line.hasPrefix("#") {
      let title = folded.drop { $0 == "#" || $0 == " " }
      if title == wanted.folded { return .heading }
      if hasWord(wanted.folded, in: folded) { return .inHeading }
    }
    // Keys differ by case, so code must be as it was typed.
    let codes = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    let names = [wanted.text, ":" + wanted.text]
    if isStart, line.drop(while: { $0 == "-" || $0 == " " }).first == "`",
      let name = codes.first?.prefix(while: { $0 != " " }), names.contains(String(name))
    {
      return .row
    }
    if codes.contains(where: { names.contains(String($0)) }) { return .code }
    if codes.contains(where: { hasWord(wanted.text, in: String($0)) }) { return .inCode }
    if hasWord(wanted.folded, in: folded) { return .word }
    // A few letters are inside of many words.
    return wanted.folded.count > 2 ? .inside : nil
  }

  /// Whether a word is in a text without letters or digits next to it.
  private static func hasWord(_ word: String, in text: String) -> Bool {
    let (word, text) = (Array(word), Array(text))
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { start in
      let end = start + word.count
      return text[start..<end].elementsEqual(word)
        && (start == 0 || !isPart(text[start - 1], of: word.first))
        && (end == text.count || !isPart(text[end], of: word.last))
    }
  }

  /// Whether a character continues the word that ends in another.
  private static func isPart(_ character: Character, of edge: Character?) -> Bool {
    guard let edge, edge.isLetter || edge.isNumber else { return false }
    return character.isLetter || character.isNumber
  }
}
