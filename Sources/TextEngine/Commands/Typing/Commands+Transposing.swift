extension CommandID {
  package static let transposeWords: Self = "transpose-words"
}

extension EditCommands {
  /// Swaps the character at each cursor, or the last one of its line, with the one before.
  static func transpose(_ context: EditContext) -> TextChange? {
    let text = context.text
    return swap(context) { head in
      let line = text.content(at: head)
      let offset = head == line.upperBound ? text.boundary(before: head) : head
      guard offset > line.lowerBound, offset < line.upperBound else { return nil }
      return (text.boundary(before: offset)..<offset, offset..<text.boundary(after: offset))
    }
  }

  /// Swaps the word at each cursor, or before it, with the next one of the line, or the last two.
  static func transposeWords(_ context: EditContext) -> TextChange? {
    swap(context) { head in
      let words = context.text.words(around: head)
      guard words.count > 1 else { return nil }
      let first = min(words.lastIndex { $0.lowerBound <= head } ?? 0, words.count - 2)
      return (words[first], words[first + 1])
    }
  }

  /// Swaps two parts of the text for each cursor, which ends after both.
  private static func swap(
    _ context: EditContext, _ parts: (ByteOffset) -> (Range<ByteOffset>, Range<ByteOffset>)?
  ) -> TextChange? {
    var replacements: [DraftReplacement] = []
    var cursors: [ByteOffset: ByteOffset] = [:]
    var end = ByteOffset.zero
    for selection in context.selections.all where selection.isEmpty {
      guard let (one, two) = parts(selection.head), one.lowerBound >= end else { continue }
      end = two.upperBound
      cursors[selection.head] = end
      replacements.append(DraftReplacement(one, context.text[two]))
      replacements.append(DraftReplacement(two, context.text[one]))
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
  /// The number of bytes read on both sides.
  private static let farthestWord = 1 << 12

  /// Returns the words near an offset in its line; an apostrophe is part of its word.
  fileprivate func words(around offset: ByteOffset) -> [Range<ByteOffset>] {
    let line = content(at: offset)
    var walker = GlyphWalker(self, in: line)
    let low = max(line.lowerBound.value, offset.value - Self.farthestWord)
    let high = min(line.upperBound.value, offset.value + Self.farthestWord)
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
    return words.map(\.offsets)
  }

  private func isApostrophe(_ range: Range<Int>) -> Bool {
    let sign = bytes(in: range.offsets)
    return sign == Array("'".utf8) || sign == Array("’".utf8)
  }
}
