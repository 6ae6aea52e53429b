extension CommandID {
  package static let upperCase: Self = "upper-case"
  package static let lowerCase: Self = "lower-case"
  package static let titleCase: Self = "title-case"
  package static let cycleCase: Self = "cycle-case"
  package static let transpose: Self = "transpose"
}

extension EditCommands {
  static let words: [EditCommand] = [
    EditCommand(.upperCase, "capitals", words: ["uppercase"]) { rewrite($0, LetterCase.upper.of) },
    EditCommand(.lowerCase, "small letters", words: ["lowercase"]) {
      rewrite($0, LetterCase.lower.of)
    },
    EditCommand(.titleCase, "a capital for each word", words: ["title case", "capitalize"]) {
      rewrite($0, LetterCase.capitals.of)
    },
    EditCommand(
      .cycleCase, "capitals, small letters, a capital for each word",
      words: ["uppercase", "lowercase", "title case", "capitalize"]
    ) { context in
      rewrite(context) { text in
        if text == text.lowercased() { return text.uppercased() }
        return (text == text.uppercased() ? LetterCase.capitals : .lower).of(text)
      }
    },
    EditCommand(
      .transpose, "swap the characters around the cursor", words: ["transpose"], transpose),
    EditCommand(
      .transposeWords, "swap the words around the cursor", words: ["transpose"], transposeWords),
  ]

  /// Rewrites the selection, or the word at the cursor, which does not move.
  private static func rewrite(
    _ context: EditContext, _ change: (String) -> String
  ) -> TextChange? {
    var draft = Draft(context)
    let text = context.text
    var ranges: [Range<ByteOffset>] = []
    for selection in context.selections.all {
      let range =
        selection.isEmpty ? text.wordOrWordBefore(at: selection.head) : selection.range
      if !range.isEmpty, range.lowerBound >= ranges.last?.upperBound ?? .zero {
        ranges.append(range)
      }
    }
    draft.replace(ranges.compactMap { text.rewriting($0, change) })
    guard let edit = draft.edit else { return nil }
    draft.selections = context.selections.map { selection in
      guard selection.isEmpty else { return selection.mapped(through: edit) }
      guard let range = ranges.first(where: { $0.contains(selection.head) }) else {
        return selection.mapped(through: edit)
      }
      let start = edit.map(range.lowerBound, bias: .left)
      let end = edit.map(range.upperBound, bias: .right)
      return Selection(at: min(start + (selection.head - range.lowerBound), end))
    }
    return draft.change()
  }
}

extension Rope {
  /// Rewrites a range; nil if it does not change or is not valid UTF-8.
  fileprivate func rewriting(
    _ range: Range<ByteOffset>, _ change: (String) -> String
  ) -> DraftReplacement? {
    let old = bytes(in: range)
    guard let text = String(validating: old, as: UTF8.self) else { return nil }
    let new = Array(change(text).utf8)
    return new == old ? nil : DraftReplacement(range, new)
  }
}

/// A letter case.
package enum LetterCase: Sendable {
  case upper, lower
  /// The first letter of each word in upper case, the others in lower case.
  case capitals
  /// The first letter of each word in upper case, the others unchanged.
  case initials

  /// Converts a text. An apostrophe within a word does not start a new one.
  package func of(_ text: String, isWord: (Character) -> Bool) -> String {
    switch self {
    case .upper: return text.uppercased()
    case .lower: return text.lowercased()
    case .capitals, .initials:
      var isInside = false
      return text.reduce(into: "") { made, character in
        let isWord = isWord(character)
        if !isWord || isInside && self == .initials {
          made.append(character)
        } else {
          made += isInside ? character.lowercased() : character.uppercased()
        }
        if isInside || character != "'" && character != "’" { isInside = isWord }
      }
    }
  }

  /// Converts a text, in which words have letters and digits.
  func of(_ text: String) -> String {
    of(text) { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" }
  }
}
