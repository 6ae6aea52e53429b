extension CommandID {
  package static let transposeWords: Self = "transpose-words"
}

extension EditCommands {
  /// Swaps the word at each cursor, or before it, with the next one of the line, or the last two; the
  /// cursor is behind both then.
  static func transposeWords(_ context: EditContext) -> TextChange? {
    let text = context.text
    var replacements: [DraftReplacement] = []
    var cursors: [ByteOffset: ByteOffset] = [:]
    var end = ByteOffset.zero
    for selection in context.selections.all where selection.isEmpty {
      let words = text.words(around: selection.head)
      guard words.count > 1 else { continue }
      let at = words.lastIndex { $0.lowerBound <= selection.head } ?? 0
      let first = min(at, words.count - 2)
      let (one, two) = (words[first], words[first + 1])
      guard one.lowerBound >= end else { continue }
      end = two.upperBound
      cursors[selection.head] = end
      replacements.append(DraftReplacement(one, text[two]))
      replacements.append(DraftReplacement(two, text[one]))
    }
    var draft = Draft(context)
    draft.replace(replacements)
    guard let edit = draft.edit else { return nil }
    draft.selections = context.selections.map { selection in
      guard let end = cursors[selection.head] else { return selection.mapped(through: edit) }
      return Selection(at: edit.map(end, bias: .right))
    }
    return draft.change()
  }
}

extension Rope {
  /// So far to both sides.
  private static let farthestWord = 1 << 12

  /// The words near a place, in its line; an apostrophe is part of its word.
  fileprivate func words(around place: ByteOffset) -> [Range<ByteOffset>] {
    let line = content(at: place)
    var walker = GlyphWalker(self, in: line)
    let low = max(line.lowerBound.value, place.value - Self.farthestWord)
    let high = min(line.upperBound.value, place.value + Self.farthestWord)
    guard low < high else { return [] }
    var words: [Range<Int>] = []
    var start: Int?
    var index = walker.start(covering: low)
    while index < high {
      let next = walker.end(ofGlyphAt: index)
      var isWord = walker.wordPart(at: index) == .word
      if !isWord, start != nil, next < high, isApostrophe(index..<next) {
        isWord = walker.wordPart(at: next) == .word
      }
      if isWord {
        if start == nil { start = index }
      } else if let first = start {
        words.append(first..<index)
        start = nil
      }
      index = next
    }
    if let start { words.append(start..<index) }
    return words.map { ByteOffset($0.lowerBound)..<ByteOffset($0.upperBound) }
  }

  private func isApostrophe(_ range: Range<Int>) -> Bool {
    let sign = bytes(in: ByteOffset(range.lowerBound)..<ByteOffset(range.upperBound))
    return sign == Array("'".utf8) || sign == Array("’".utf8)
  }
}
