extension CommandID {
  package static let selectAll: Self = "select-all"
  package static let selectLine: Self = "select-line"
  package static let selectWord: Self = "select-word"
  package static let selectLines: Self = "select-lines"
  package static let singleCursor: Self = "single-cursor"
  package static let addCursorUp: Self = "add-cursor-up"
  package static let addCursorDown: Self = "add-cursor-down"
  package static let addNextOccurrence: Self = "add-next-occurrence"
  package static let addAllOccurrences: Self = "add-all-occurrences"
}

extension EditCommands {
  static let selecting: [EditCommand] = [
    EditCommand(.selectAll, "select all") { context in
      changed(context, Selections(Selection(anchor: .zero, head: context.text.end)))
    },
    EditCommand(.selectLine, "select the line, then the next too") { context in
      changed(
        context,
        context.selections.map { selection in
          let range = selection.range
          let low = context.text.start(of: context.text.line(at: range.lowerBound))
          let last = context.text.line(at: range.upperBound)
          return Selection(anchor: low, head: context.text.start(of: last + 1))
        })
    },
    EditCommand(.selectWord, "select the word") { context in
      changed(context, context.selections.map { wordSelection($0, context) })
    },
    EditCommand(.selectLines, "a cursor in each line that is selected") { context in
      let ends = context.selections.all.flatMap { selection in
        LineRuns(context.text, Selections(selection)).lines.map { line in
          Selection(at: min(context.text.content(of: line).upperBound, selection.range.upperBound))
        }
      }
      return changed(context, Selections(ends, main: ends.count - 1) ?? context.selections)
    },
    EditCommand(.singleCursor, "single cursor, clear selection") { context in
      let main = context.selections.main
      // The other cursors are removed first, then the selection.
      if context.selections.count > 1 { return changed(context, context.selections.onlyMain) }
      return changed(context, Selections(Selection(at: main.head, goal: main.goal)))
    },
    EditCommand(.addCursorUp, "a cursor in the row above too", words: ["multiple cursors"]) {
      addCursor($0, rows: -1)
    },
    EditCommand(.addCursorDown, "a cursor in the row below too", words: ["multiple cursors"]) {
      addCursor($0, rows: 1)
    },
    EditCommand(
      .addNextOccurrence, "select the word, then its next occurrence too",
      words: ["multiple cursors"]
    ) { context in
      guard let search = occurrences(context) else { return selectWords(context) }
      return addNext(search, context)
    },
    EditCommand(.addAllOccurrences, "select the word everywhere", words: ["multiple cursors"]) {
      context in
      let words = selectWords(context)?.selections ?? context.selections
      var context = context
      context.selections = words
      guard let search = occurrences(context) else { return nil }
      let found = search.all(in: context.text, limit: mostCursors)
      let whole = found.matches.filter { context.text.isWhole($0) }
      let all = whole.map { Selection(anchor: $0.lowerBound, head: $0.upperBound) }
      let main = all.firstIndex { $0.range == words.main.range } ?? 0
      return Selections(all, main: main).map { TextChange(selections: $0) }
    },
  ]

  /// The most cursors, for speed.
  private static let mostCursors = 100_000

  private static func changed(_ context: EditContext, _ selections: Selections) -> TextChange? {
    selections == context.selections ? nil : TextChange(selections: selections)
  }

  /// Selects the word at the cursor or right before it.
  static func wordSelection(_ selection: Selection, _ context: EditContext) -> Selection {
    let text = context.text
    let word = text.wordOrWordBefore(at: selection.head)
    return word.isEmpty ? selection : Selection(anchor: word.lowerBound, head: word.upperBound)
  }

  private static func selectWords(_ context: EditContext) -> TextChange? {
    changed(
      context, context.selections.map { $0.isEmpty ? wordSelection($0, context) : $0 })
  }

  /// Returns a search for the main selection; nil if it is empty or too long.
  private static func occurrences(_ context: EditContext) -> LiteralSearch? {
    let main = context.selections.main
    guard !main.isEmpty, main.range.byteCount <= 1 << 16,
      context.selections.all.allSatisfy({ !$0.isEmpty })
    else { return nil }
    return LiteralSearch(context.text.bytes(in: main.range))
  }

  /// Selects the next unselected match after the main selection, wrapping at the end of the text.
  private static func addNext(_ search: LiteralSearch, _ context: EditContext) -> TextChange? {
    let text = context.text
    let from = context.selections.main.range.upperBound
    let taken = context.selections.all.map(\.range)
    for range in [from..<text.end, .zero..<from] {
      var low = range.lowerBound
      while low < range.upperBound,
        let match = search.first(in: text, range: low..<range.upperBound)
      {
        if text.isWhole(match), !taken.contains(where: { $0.overlaps(match) }) {
          let next = Selection(anchor: match.lowerBound, head: match.upperBound)
          return TextChange(selections: context.selections.adding(next))
        }
        low = match.upperBound
      }
    }
    return nil
  }

  private static func addCursor(_ context: EditContext, rows: Int) -> TextChange? {
    guard let edge = rows < 0 ? context.selections.all.first : context.selections.all.last else {
      return nil
    }
    let moved = context.rows.move(edge.head, edge.goal, rows)
    let isSecondaryCursor =
      rows < 0 ? moved.offset < edge.range.lowerBound : moved.offset > edge.range.upperBound
    guard isSecondaryCursor, context.rows.bounds(moved.offset) != context.rows.bounds(edge.head)
    else {
      return nil
    }
    return TextChange(
      selections: context.selections.adding(Selection(at: moved.offset, goal: moved.goal)))
  }
}

extension Rope {
  /// Whether both ends of a range are glyph boundaries.
  fileprivate func isWhole(_ range: Range<ByteOffset>) -> Bool {
    [range.lowerBound, range.upperBound].allSatisfy {
      isSurelyBoundary($0) || boundary(atOrBefore: $0) == $0
    }
  }

  /// Returns the word that an offset is in or right after; empty if there is none.
  package func wordOrWordBefore(at offset: ByteOffset) -> Range<ByteOffset> {
    let line = content(at: offset)
    let here = word(at: offset)
    if isWord(here) { return here }
    guard offset > line.lowerBound else { return Range(at: offset) }
    let before = word(at: boundary(before: offset))
    return isWord(before) ? before : Range(at: offset)
  }

  private func isWord(_ range: Range<ByteOffset>) -> Bool {
    if range.isEmpty { return false }
    let head = bytes(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 4))
    return WordPart(startingAt: 0, in: head[...]) == .word
  }
}
