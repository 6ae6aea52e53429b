import Bytes
import Cells
import Regex
import TextEngine

/// Lays out the visible rows, with their colors and signs.
extension EditorScene {
  func row(at index: Int) -> EditorRow {
    visible.rows.indices.contains(index) ? visible.rows[index] : EditorRow()
  }

  /// Lays out the rows if something changed.
  func layOutRows() {
    guard let pending else { return }
    self.pending = nil
    pendingShow = .rows
    let (text, page) = (text, page)
    let shown =
      pending == .cursor
      ? page.revealed(cursorOffset, in: text) : page.shown(in: text)
    let matches = visibleMatches(in: shown)
    let brackets = bracketPair(in: shown)
    let isPlain =
      matches.isEmpty && currentMatch == nil && wrongWords.isEmpty && brackets.isEmpty
      && (state.isPeek || selections.isOneCursor)
    visible = VisibleRows(
      layouts: shown,
      rows: shown.map { row in
        makeRow(
          row,
          RowLooks(
            inks: page.highlighter.spans(of: row.bytes, in: text),
            signs: isPlain ? [] : signs(of: row, matches: matches, brackets: brackets)))
      })
  }

  /// The match that a search would go to, while it is typed.
  private var currentMatch: Range<ByteOffset>? { state.keys?.search?.current }

  /// The matches to mark; those of a slow pattern are not.
  private func visibleMatches(in shown: [LayoutRow]) -> [Range<ByteOffset>] {
    guard !state.isPeek, let finder = marked ?? state.keys?.search?.finder else { return [] }
    let budget = RegexBudget(RegexBudget.instant)
    // One range for rows without folded lines between them.
    var ranges: [Range<ByteOffset>] = []
    for row in shown {
      if let last = ranges.last, row.start - last.upperBound <= 2 {
        ranges[ranges.count - 1] = last.lowerBound..<row.bytes.upperBound
      } else {
        ranges.append(row.start..<row.bytes.upperBound)
      }
    }
    return ranges.flatMap { finder.matches(touching: $0, of: text, within: budget) }
  }

  /// A longer range is only in sight in a huge line.
  private static let farthestBracket = 1 << 16

  /// The bracket at the cursor and its partner, if both are in sight.
  private func bracketPair(in shown: [LayoutRow]) -> [ByteOffset] {
    guard options.showsBrackets, isEditable, let first = shown.first, let last = shown.last else {
      return []
    }
    let text = text
    let head = min(selections.main.head, text.end)
    let low = max(first.start, head - min(head.value, Self.farthestBracket))
    let high = min(last.bytes.upperBound, head + Self.farthestBracket)
    guard low <= head, head <= high else { return [] }
    return text.bracketPair(at: head, in: low..<high).map { [$0.bracket, $0.partner] } ?? []
  }

  private func signs(
    of row: LayoutRow, matches: [Range<ByteOffset>], brackets: [ByteOffset]
  ) -> RowLooks.Signs {
    var signs: RowLooks.Signs = []
    let bytes = row.bytes
    func add(_ range: Range<ByteOffset>, _ sign: EditorStyle.Signs) {
      let inside = range.clamped(to: bytes)
      if !inside.isEmpty { signs.append((inside, sign)) }
      // The newline is a cell behind the line.
      if row.endsLine, range.lowerBound <= bytes.upperBound, range.upperBound > bytes.upperBound {
        signs.append((bytes.upperBound..<bytes.upperBound + 1, sign))
      }
    }
    for match in matches where match.upperBound > bytes.lowerBound { add(match, .match) }
    if let currentMatch { add(currentMatch, [.match, .selected]) }
    for word in wrongWords where word.upperBound > bytes.lowerBound {
      if word.lowerBound >= bytes.upperBound { break }
      add(word, .misspelled)
    }
    for bracket in brackets where bracket < bytes.upperBound {
      add(bracket..<bracket + 1, .bracket)
    }
    if state.isPeek { return signs }
    for (index, selection) in selections.all.enumerated() {
      if selection.range.lowerBound > bytes.upperBound { break }
      if selection.range.upperBound < bytes.lowerBound { continue }
      if !selection.isEmpty { add(selection.range, .selected) }
      // Vim and emacs draw their cursor themselves within a selection.
      if index != selections.mainIndex, selection.isEmpty || state.keys?.cursorOffset == nil {
        add(selection.head..<selection.head + 1, .cursor)
      }
    }
    return signs
  }

  /// The number before a line: its own, or its distance from the cursor's line.
  private func number(of line: LineNumber) -> String {
    let distance = line.value - text.line(at: cursorOffset).value
    let isOwn = !options.showsDistances || options.showsNumbers && distance == 0
    return "\(isOwn ? line.value + 1 : abs(distance))"
  }

  private func makeRow(_ row: LayoutRow, _ looks: RowLooks) -> EditorRow {
    let text = text
    var made = EditorRow()
    if numberCells > 0, row.startsLine, row.line.value < numberedLines {
      made.number = number(of: row.line)
    }
    if row.hiddenLines > 0 {
      made.remark = EditorWords.hidden(lines: row.hiddenLines)
    }
    let blanks = options.blanks == .off ? nil : BlankSigns(options.blanks, in: row, of: text)
    let pieces = page.rows(of: text).pieces(
      of: row, from: page.left, columns: page.layout.columns + (page.layout.wraps ? 0 : 1),
      cuts: blanks?.cuts(looks.cuts) ?? looks.cuts)
    made.pieces.reserveCapacity(pieces.count)
    var end = row.indent
    for piece in pieces {
      end = piece.column + piece.width
      var look = looks.look(at: piece.bytes.lowerBound)
      if piece.kind == .escape { look.signs.insert(.escape) }
      if let parts = blanks?.parts(of: piece, looking: look) {
        for part in parts { made.append(part) }
        continue
      }
      // The view draws blanks anyway.
      if piece.kind == .tab, look.signs.isEmpty { continue }
      made.append(
        EditorRow.Piece(column: piece.column, text: piece.text, cells: piece.width, look: look))
    }
    if row.startsLine, row.endsLine, made.isConflictMark {
      for index in made.pieces.indices { made.pieces[index].look.signs.insert(.conflict) }
    }
    let behind = looks.look(at: row.bytes.upperBound)
    if row.endsLine, !behind.signs.isEmpty, end <= page.layout.columns {
      made.pieces.append(EditorRow.Piece(column: end, text: " ", cells: 1, look: behind))
    }
    return made
  }
}

extension EditorRow {
  /// Whether the row is a mark before or after the versions of a conflict.
  fileprivate var isConflictMark: Bool {
    guard let first = pieces.first?.text, first.hasPrefix("<<<<<<<") || first.hasPrefix(">>>>>>>")
    else { return false }
    return ConflictMark.read(pieces.map(\.text).joined().utf8) != nil
  }

  /// Joins the last piece if both look the same and touch.
  fileprivate mutating func append(_ piece: Piece) {
    guard let last = pieces.indices.last, pieces[last].look == piece.look,
      pieces[last].column + pieces[last].cells == piece.column
    else { return pieces.append(piece) }
    pieces[last].text += piece.text
    pieces[last].cells += piece.cells
  }
}

/// The visible rows, as the last frame shows them.
struct VisibleRows {
  var layouts: [LayoutRow] = []
  var rows: [EditorRow] = []

  /// The row that holds an offset; nil if it is not visible.
  func index(ofRowHolding offset: ByteOffset) -> Int? {
    guard let index = layouts.lastIndex(where: { $0.start <= offset }) else { return nil }
    return index + 1 < layouts.count || layouts[index].reaches(offset) ? index : nil
  }
}

/// The styles of a row's parts.
struct RowLooks {
  typealias Signs = [(range: Range<ByteOffset>, signs: EditorStyle.Signs)]

  var inks: [StyledSpan]
  var signs: Signs

  /// The offsets where the style may change.
  var cuts: [ByteOffset] {
    (inks.map(\.range) + signs.map(\.range)).flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
  }

  func look(at offset: ByteOffset) -> EditorStyle {
    var look = EditorStyle()
    for ink in inks where ink.range.contains(offset) { look.inks = look.inks.union(ink.kinds) }
    for sign in signs where sign.range.contains(offset) { look.signs.formUnion(sign.signs) }
    return look
  }
}
