/// What a reader of a note makes of it: each word with the containers and the block it stands in
/// (`w3 quote item code`), and what counts as a link, a tag, a task and a heading.
typealias Facts = Set<String>

enum Words {
  /// The words `w1`, `w2`… in a text.
  static func all(in text: some StringProtocol) -> [String] {
    numbered("w", in: text, after: { !$0.isLetter && !$0.isNumber })
  }

  /// The names that a letter and a number make, where something stands before them.
  static func numbered(
    _ letter: Character, in text: some StringProtocol, after: (Character) -> Bool
  ) -> [String] {
    var found: [String] = []
    var before: Character = "\n"
    var index = text.startIndex
    while index < text.endIndex {
      var end = text.index(after: index)
      if text[index] == letter, after(before) {
        while end < text.endIndex, text[end].isNumber { end = text.index(after: end) }
        if text.distance(from: index, to: end) > 1 { found.append(String(text[index..<end])) }
      }
      before = text[text.index(before: end)]
      index = end
    }
    return found
  }

  /// Whether it is the letter and a number.
  static func isNumbered(_ text: some StringProtocol, _ letter: Character) -> Bool {
    text.first == letter && text.count > 1 && text.dropFirst().allSatisfy(\.isNumber)
  }

  /// Whether links lead there: `l3.md`, `i3.png`.
  static func isTarget(_ text: String) -> Bool {
    text.hasSuffix(".md") && isNumbered(text.dropLast(3), "l")
      || text.hasSuffix(".png") && isNumbered(text.dropLast(4), "i")
  }
}
