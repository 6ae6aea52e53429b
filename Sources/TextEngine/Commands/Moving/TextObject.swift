/// What stands around a place and belongs together: a word, a paragraph, what is in brackets.
package struct TextObject: Sendable {
  package let id: CommandID
  package let summary: String
  /// What is around a selection, or nil.
  package let around: @Sendable (EditContext, Selection) -> TextSpan?

  init(
    _ id: CommandID, _ summary: String,
    _ around: @escaping @Sendable (EditContext, Selection) -> TextSpan?
  ) {
    self.id = id
    self.summary = summary
    self.around = around
  }

  /// Every selection grown to what is around it.
  package func selected(_ context: EditContext) -> TextChange? {
    var draft = Draft(context)
    draft.selections = context.selections.map { selection in
      guard let span = around(context, selection) else { return selection }
      return Selection(anchor: span.range.lowerBound, head: span.range.upperBound)
    }
    return draft.change()
  }
}

/// What an operator works on.
package struct TextSpan: Hashable, Sendable {
  package var range: Range<ByteOffset>
  package var areLines: Bool

  package init(_ range: Range<ByteOffset>, areLines: Bool = false) {
    self.range = range
    self.areLines = areLines
  }
}

extension CommandID {
  package static let innerWord: Self = "inner-word"
  package static let aroundWord: Self = "around-word"
  package static let innerParagraph: Self = "inner-paragraph"
  package static let aroundParagraph: Self = "around-paragraph"

  /// `inner-(` and the like.
  package static func inner(_ mark: Character) -> Self { CommandID("inner-\(mark)") }
  package static func around(_ mark: Character) -> Self { CommandID("around-\(mark)") }
}

extension TextObject {
  package static let all: [TextObject] = words + paragraphs + bracketed + quoted

  private static let words: [TextObject] = [
    TextObject(.innerWord, "the word") { context, selection in
      TextSpan(context.text.word(at: selection.head))
    },
    TextObject(.aroundWord, "the word and the blanks after it") { context, selection in
      let text = context.text
      let word = text.word(at: selection.head)
      let line = text.content(at: selection.head)
      if word.upperBound < line.upperBound {
        let next = text.word(at: word.upperBound)
        let isBlank = text.bytes(in: next).isBlank
        if isBlank || text.bytes(in: word).isBlank {
          return TextSpan(word.lowerBound..<next.upperBound)
        }
      }
      if word.lowerBound > line.lowerBound {
        let before = text.word(at: text.boundary(before: word.lowerBound))
        if text.bytes(in: before).isBlank { return TextSpan(before.lowerBound..<word.upperBound) }
      }
      return TextSpan(word)
    },
  ]

  private static let paragraphs: [TextObject] = [
    TextObject(.innerParagraph, "the paragraph") { context, selection in
      TextSpan(context.text.paragraph(at: selection.head), areLines: true)
    },
    TextObject(.aroundParagraph, "the paragraph and the empty lines after it") {
      context, selection in
      let inner = context.text.paragraph(at: selection.head)
      guard inner.upperBound < context.text.end else { return TextSpan(inner, areLines: true) }
      let next = context.text.paragraph(at: inner.upperBound)
      return TextSpan(inner.lowerBound..<next.upperBound, areLines: true)
    },
  ]

  private static let bracketed: [TextObject] = Rope.brackets.flatMap { pair in
    let mark = Character(Unicode.Scalar(pair.open))
    return [
      TextObject(.inner(mark), "what is in \(mark)") { context, selection in
        context.text.bracketed(around: selection.head, pair).map {
          TextSpan($0.lowerBound + 1..<$0.upperBound - 1)
        }
      },
      TextObject(.around(mark), "what is in \(mark), and the brackets") { context, selection in
        context.text.bracketed(around: selection.head, pair).map { TextSpan($0) }
      },
    ]
  }

  private static let quoted: [TextObject] = ["\"", "'", "`", "*", "_"].flatMap {
    (quote: Unicode.Scalar) in
    let mark = UInt8(ascii: quote)
    return [
      TextObject(.inner(Character(quote)), "what is between \(quote)") { context, selection in
        context.text.quoted(around: selection.head, mark).map {
          TextSpan($0.lowerBound + 1..<$0.upperBound - 1)
        }
      },
      TextObject(.around(Character(quote)), "what is between \(quote), and the marks") {
        context, selection in
        context.text.quoted(around: selection.head, mark).map { TextSpan($0) }
      },
    ]
  }
}

extension Rope {
  /// The lines around a place that all have text, or all have none.
  func paragraph(at place: ByteOffset) -> Range<ByteOffset> {
    let line = line(at: place)
    let isEmpty = isBlank(line)
    var (low, high) = (line, line)
    for _ in 0..<Self.longestBlock where low > .zero && isBlank(low - 1) == isEmpty {
      low = low - 1
    }
    for _ in 0..<Self.longestBlock where high < lastLine && isBlank(high + 1) == isEmpty {
      high = high + 1
    }
    return start(of: low)..<start(of: high + 1)
  }

  fileprivate func bracketed(around place: ByteOffset, _ pair: BracketPair) -> Range<ByteOffset>? {
    var reader = RopeReader(self)
    var depth = 0
    var open = place
    for _ in 0..<1 << 20 {
      let byte = reader.byte(at: open)
      if byte == pair.open, depth == 0 {
        guard let close = matchingBracket(at: open), close >= place else { return nil }
        return open..<close + 1
      }
      if byte == pair.open { depth -= 1 }
      if byte == pair.close, open < place { depth += 1 }
      if open == .zero { return nil }
      open = open - 1
    }
    return nil
  }

  /// Between two of the same marks in the line, counted from its start.
  fileprivate func quoted(around place: ByteOffset, _ mark: UInt8) -> Range<ByteOffset>? {
    let line = content(at: place)
    guard line.byteCount <= 1 << 16 else { return nil }
    let marks = bytes(in: line).enumerated().filter { $0.element == mark }.map {
      line.lowerBound + $0.offset
    }
    for index in stride(from: 0, to: marks.count - 1, by: 2) where marks[index + 1] >= place {
      return marks[index]..<marks[index + 1] + 1
    }
    return nil
  }
}
