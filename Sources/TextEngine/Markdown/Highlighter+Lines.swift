import Code

/// What a line is, for commands that go on with a list or toggle a task.
package struct LineSyntax: Hashable, Sendable {
  package var kind: BlockKind
  /// The line is the first of its paragraph, heading or block, and not one that goes on.
  package var isFirst: Bool
  /// How many quotes it stands in.
  package var quoteDepth: Int
  /// How many list items it stands in, its own one with them.
  package var itemDepth: Int
  /// It begins with the mark of a list item.
  package var isItem: Bool
  /// It is the title of a callout.
  package var isCallout: Bool
}

/// How a line between fences becomes a comment.
package enum CodeComment: Hashable, Sendable {
  /// Nobody knows the language.
  case unknown
  /// What goes before the line and behind it; whether the fence stands in a quote.
  case marks(open: [UInt8], close: [UInt8], isQuoted: Bool)
}

extension Highlighter {
  /// How the line at a place becomes a comment; nil where it is no code between fences.
  package mutating func codeComment(at place: ByteOffset, in text: Rope) -> CodeComment? {
    let start = text.content(at: place).lowerBound.value
    guard let unit = unit(at: start, in: text), unit.before.mode == .fence, unit.kind != .fence
    else { return nil }
    guard let marks = CodeLanguage.with(number: unit.before.fence.language)?.commentMarks else {
      return .unknown
    }
    return .marks(open: marks.open, close: marks.close, isQuoted: unit.before.fence.quoteDepth > 0)
  }

  /// What a line is, as far as the text above is known.
  package mutating func syntax(of line: LineNumber, in text: Rope) -> LineSyntax {
    let place = text.start(of: line).value
    guard let unit = unit(at: place, in: text) else {
      return LineSyntax(
        kind: .blank, isFirst: true, quoteDepth: 0, itemDepth: 0, isItem: false, isCallout: false)
    }
    let isFirst = unit.start == place && unit.before.rest == .none
    var kind = unit.kind
    if case .heading(let level) = kind, !isFirst, isUnderline(line, of: unit, in: text) {
      kind = .underline(level)
    }
    return LineSyntax(
      kind: kind, isFirst: isFirst, quoteDepth: unit.quoteDepth,
      itemDepth: kind == .blank ? 0 : unit.after.items.count,
      isItem: isFirst && unit.markerColumn >= 0, isCallout: isFirst && unit.isCallout)
  }

  /// The level of the heading that the line begins, or nil.
  package mutating func headingLevel(of line: LineNumber, in text: Rope) -> Int? {
    let syntax = syntax(of: line, in: text)
    guard syntax.isFirst, case .heading(let level) = syntax.kind else { return nil }
    return level
  }

  /// The unit that a place is in; nil at the end of the text.
  mutating func unit(at place: Int, in text: Rope) -> ScannedUnit? {
    guard place < text.byteCount, let indices = show(place..<place + 1, in: text),
      let index = indices.first
    else { return nil }
    return window[index]
  }

  private func isUnderline(_ line: LineNumber, of unit: ScannedUnit, in text: Rope) -> Bool {
    text.start(of: line + 1).value == unit.end
  }

  /// Hands over the units from a place on, where one starts, until `body` answers false or so many
  /// bytes are read. Answers where it stopped.
  @discardableResult
  func forEachUnit(
    from place: Int, _ state: BlockState, in text: Rope, budget: Int,
    _ body: (ScannedUnit) -> Bool
  ) -> Int {
    var scanner = BlockScanner(ScanBuffer(text), isPainting: false)
    var place = place
    var state = state
    let limit = min(text.byteCount, place + budget)
    while place < limit {
      let unit = scanner.unit(at: place, state)
      if !body(unit) { return place }
      place = unit.end
      state = unit.after
    }
    return place
  }
}
