import Bytes
import Entities
import Tasks

/// Computes the edits of a change, and the board's expected contents after it.
struct BoardEditing {
  private let board: BoardText
  private(set) var edits: [ByteEdit] = []
  private(set) var expected: BoardContents

  init(_ board: BoardText) {
    self.board = board
    expected = board.contents
  }

  private var bytes: [UInt8] { board.bytes }

  mutating func take(_ change: BoardChange) throws(BoardProblem) {
    if let spot = change.spot, board.card(at: spot) == nil { throw .isGone }
    switch change {
    case .move(let from, let to, let ticking): try move(from, to, ticking)
    case .add(let text, let column): try add(text, column)
    case .edit(let spot, let text): try edit(spot, text)
    case .tick(let spot, let ticking): try tick(spot, ticking)
    case .delete(let spot):
      let card = try card(spot)
      edits = [ByteEdit(range: card.whole, bytes: [])]
      expected.columns[spot.column].cards.remove(at: spot.card)
    case .archive(let spot, let moment): try archive(spot, moment)
    case .addColumn(let name): try addColumn(name)
    case .renameColumn(let index, let name):
      let column = try column(index)
      let words = try words(name)
      edits = [ByteEdit(range: column.title, bytes: (column.title.isEmpty ? [0x20] : []) + words)]
      expected.columns[index].title = words
    case .moveColumn(let from, let to): try moveColumn(from, to)
    case .deleteColumn(let index):
      edits = [ByteEdit(range: try column(index).whole, bytes: [])]
      expected.columns.remove(at: index)
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func column(_ index: Int) throws(BoardProblem) -> BoardColumn {
    guard board.columns.indices.contains(index) else { throw .isGone }
    return board.columns[index]
  }

  private func card(_ spot: BoardSpot) throws(BoardProblem) -> BoardCard {
    guard let card = board.card(at: spot) else { throw .isGone }
    return card
  }

  private func words(_ text: String) throws(BoardProblem) -> [UInt8] {
    let words = Byte.onOneLine(text)
    if words.isEmpty { throw .isEmpty }
    return words
  }

  // MARK: - Cards

  private mutating func move(
    _ from: BoardSpot, _ to: BoardSpot, _ ticking: BoardTicking?
  ) throws(BoardProblem) {
    let card = try card(from)
    let target = try column(to.column)
    let moved = moved(
      card, completes: target.isComplete, board.columns[from.column].isComplete, ticking)
    expected.columns[from.column].cards.remove(at: from.card)
    let said = BoardText.content(moved)
    guard (0...expected.columns[to.column].cards.count).contains(to.card) else { throw .isGone }
    expected.columns[to.column].cards.insert(said, at: to.card)
    if from.column == to.column, abs(from.card - to.card) == 1 {
      // Neighbors are swapped; the text between them stays.
      let other = target.cards[to.card]
      edits = [
        ByteEdit(range: card.whole, bytes: Array(bytes[other.whole])),
        ByteEdit(range: other.whole, bytes: moved),
      ]
      return
    }
    if from == to { return }
    let isDown = from.column == to.column && to.card > from.card
    let offset = offset(of: to.card + (isDown ? 1 : 0), in: target)
    edits = [
      ByteEdit(range: card.whole, bytes: []),
      ByteEdit(range: offset..<offset, bytes: moved),
    ]
  }

  /// Returns a card's text in its new column: checked in a column of completed cards, unchecked
  /// when it comes from one. Only the card's box and date change: no next recurring task is added,
  /// and the card is not removed on completion.
  private func moved(
    _ card: BoardCard, completes: Bool, _ completed: Bool, _ ticking: BoardTicking?
  ) -> [UInt8] {
    let whole = Array(bytes[card.whole])
    guard completes != completed, let ticking, let old = card.mark else { return whole }
    let rules = ticking.rules
    if completes == (rules.status(of: old).type == .done) { return whole }
    let end = whole.firstIndex(of: Byte.lineFeed).map { $0 + 1 } ?? whole.count
    guard let task = TaskEdit(Array(whole[..<end])) else { return whole }
    let sign = rules.mark(of: completes ? .done : .todo)
    return task.boxed(sign, today: ticking.today, by: rules) + whole[end...]
  }

  private mutating func add(_ text: String, _ column: Int) throws(BoardProblem) {
    let target = try self.column(column)
    let line = Array((target.isComplete ? "- [x] " : "- [ ] ").utf8) + (try words(text))
    let number = board.options.addsAbove ? 0 : target.cards.count
    let offset = offset(of: number, in: target)
    edits = [ByteEdit(range: offset..<offset, bytes: line + lineEnd(before: offset))]
    expected.columns[column].cards.insert(line, at: number)
  }

  private mutating func edit(_ spot: BoardSpot, _ text: String) throws(BoardProblem) {
    let card = try card(spot)
    let words = try words(text)
    edits = [ByteEdit(range: card.words, bytes: (card.words.isEmpty ? [0x20] : []) + words)]
    expected.columns[spot.column].cards[spot.card] = content(of: card.whole)
  }

  private mutating func tick(_ spot: BoardSpot, _ ticking: BoardTicking) throws(BoardProblem) {
    let card = try card(spot)
    guard card.mark != nil else { throw .hasNoBox }
    let feed = bytes[card.whole].firstIndex(of: Byte.lineFeed)
    let first = card.whole.lowerBound..<(feed.map { $0 + 1 } ?? card.whole.upperBound)
    guard let task = TaskEdit(Array(bytes[first])) else { throw .hasNoBox }
    do throws(TaskProblem) {
      let ticked = try task.toggled(today: ticking.today, by: ticking.rules)
      // A card that is removed on completion takes its other lines with it.
      edits = [ByteEdit(range: ticked.isEmpty ? card.whole : first, bytes: ticked)]
    } catch {
      throw .task(error.message)
    }
    // A recurring task becomes two cards.
    let text = Array("## x\n".utf8) + edited(card.whole)
    var reader = BoardReader(end: text.count)
    reader.read(text.span, from: 0)
    let cards = reader.columns.first?.cards.map { BoardText.content(text[$0.whole]) } ?? []
    expected.columns[spot.column].cards.replaceSubrange(spot.card...spot.card, with: cards)
  }

  /// Returns the range's bytes after the edits, all of which are within it.
  private func edited(_ range: Range<Int>) -> [UInt8] {
    let moved = edits.map { edit in
      ByteEdit(
        range: edit.range.lowerBound - range.lowerBound..<edit.range.upperBound - range.lowerBound,
        bytes: edit.bytes)
    }
    return ByteEdit.apply(moved, to: Array(bytes[range]))
  }

  private func content(of range: Range<Int>) -> [UInt8] { BoardText.content(edited(range)) }

  private mutating func archive(_ spot: BoardSpot, _ moment: CivilTime) throws(BoardProblem) {
    let card = try card(spot)
    var text = Array(bytes[card.whole])
    if let stamp = board.options.archiveStamp {
      let start = card.whole.lowerBound
      let words = card.words.lowerBound - start..<card.words.upperBound - start
      text.replaceSubrange(words, with: stamp.marking(Array(text[words]), at: moment))
    }
    expected.columns[spot.column].cards.remove(at: spot.card)
    expected.archive.append(BoardText.content(text))
    edits = [ByteEdit(range: card.whole, bytes: [])]
    if let archive = board.archive {
      let offset = offset(of: archive.cards.count, in: archive)
      edits.append(ByteEdit(range: offset..<offset, bytes: text))
    } else {
      let offset = board.columnsEnd
      let lineEnd = lineEnd(before: offset)
      let head = gap(before: offset) + Array("***".utf8) + lineEnd + lineEnd
      let title = Array("## Archive".utf8) + lineEnd + lineEnd
      let gap = offset < bytes.count ? lineEnd : []
      edits.append(ByteEdit(range: offset..<offset, bytes: head + title + text + gap))
    }
  }

  /// Returns the offset for a card with this index.
  private func offset(of number: Int, in column: BoardColumn) -> Int {
    if number == 0, let first = column.cards.first { return first.whole.lowerBound }
    if number > 0, number == column.cards.count { return column.cards[number - 1].whole.upperBound }
    if number > 0 {
      // Between two separated cards, with blank lines on both sides if there are enough.
      let (end, next) = (
        column.cards[number - 1].whole.upperBound, column.cards[number].whole.lowerBound
      )
      let gaps = blankLines(from: end, to: next)
      return gaps.last == next || end == next ? ([end] + gaps)[gaps.count / 2] : next
    }
    let gaps = blankLines(from: column.lead, to: column.whole.upperBound)
    return ([column.lead] + gaps)[min(gaps.count, usualGap(below: column))]
  }

  /// Returns the number of blank lines above the first card, as in the first column with cards.
  private func usualGap(below column: BoardColumn) -> Int {
    let like = board.columns.first { $0.isComplete == column.isComplete && !$0.cards.isEmpty }
    guard let like, let card = like.cards.first, like.lead <= card.whole.lowerBound else {
      return column.isComplete ? 0 : 1
    }
    return blankLines(from: like.lead, to: card.whole.lowerBound).count
  }

  /// Returns the ends of the blank lines from `start` on.
  private func blankLines(from start: Int, to end: Int) -> [Int] {
    var ends: [Int] = []
    var index = start
    while index < end, Byte.isBlank(bytes[index]) {
      if bytes[index] == Byte.lineFeed { ends.append(index + 1) }
      index += 1
    }
    return ends
  }

  // MARK: - Columns

  private mutating func addColumn(_ name: String) throws(BoardProblem) {
    let words = try words(name)
    let offset = board.columnsEnd
    let lineEnd = lineEnd(before: offset)
    edits = [
      ByteEdit(
        range: offset..<offset,
        bytes: gap(before: offset) + Array("## ".utf8) + words + lineEnd
          + (offset < bytes.count ? lineEnd + lineEnd : []))
    ]
    let number = board.columns.filter { $0.whole.lowerBound < offset }.count
    expected.columns.insert(BoardContents.Column(title: words, cards: []), at: number)
  }

  private mutating func moveColumn(_ from: Int, _ to: Int) throws(BoardProblem) {
    guard abs(from - to) == 1 else { throw .isGone }
    let (left, right) = (try column(min(from, to)).whole, try column(max(from, to)).whole)
    edits = [
      ByteEdit(range: left, bytes: Array(bytes[right])),
      ByteEdit(range: right, bytes: Array(bytes[left])),
    ]
    expected.columns.swapAt(from, to)
  }

  // MARK: - Lines

  /// Returns the line ending used above an offset.
  private func lineEnd(before offset: Int) -> [UInt8] {
    guard offset > 1, bytes[offset - 1] == Byte.lineFeed, bytes[offset - 2] == UInt8(ascii: "\r")
    else { return [Byte.lineFeed] }
    return [UInt8(ascii: "\r"), Byte.lineFeed]
  }

  /// Returns a line ending where the line above an offset is not blank.
  private func gap(before offset: Int) -> [UInt8] {
    var index = offset
    var feeds = 0
    while index > 0, feeds < 2, Byte.isBlank(bytes[index - 1]) {
      index -= 1
      if bytes[index] == Byte.lineFeed { feeds += 1 }
    }
    return feeds < 2 ? lineEnd(before: offset) : []
  }
}

extension BoardText {
  /// Returns the board after a change, which touches only the bytes that it needs. Throws if the
  /// result would be parsed differently than intended.
  package func changed(by change: BoardChange) throws(BoardProblem) -> BoardText {
    let padded = padded
    var editing = BoardEditing(padded.board)
    try editing.take(change)
    var result = ByteEdit.apply(editing.edits, to: padded.board.bytes)
    if padded.isPadded { Self.dropLineEnd(&result) }
    guard let board = BoardText(result) else { throw .wouldReadOtherwise }
    var expected = editing.expected
    if padded.isPadded, settings < bytes.count {
      // The added line end is in neither.
      expected.settings = Array(bytes[settings...])
    }
    if board.contents != expected { throw .wouldReadOtherwise }
    return board
  }

  /// The board with an end for its last line, which may be moved.
  private var padded: (board: BoardText, isPadded: Bool) {
    guard let last = bytes.last, last != Byte.lineFeed else { return (self, false) }
    let feed = bytes.lastIndex(of: Byte.lineFeed) ?? 0
    let isWindows = feed > 0 && bytes[feed - 1] == UInt8(ascii: "\r")
    let end = isWindows ? [UInt8(ascii: "\r"), Byte.lineFeed] : [Byte.lineFeed]
    return (BoardText(bytes + end) ?? self, true)
  }

  private static func dropLineEnd(_ bytes: inout [UInt8]) {
    guard bytes.last == Byte.lineFeed else { return }
    bytes.removeLast()
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
  }
}
