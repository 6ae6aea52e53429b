import Bytes
package import Entities

package enum BoardChange: Equatable, Sendable {
  /// Moves a card before the card with this index (counted without the moved card), or to the end.
  /// The card is checked in a column of completed cards, and unchecked when it leaves one.
  case move(BoardSpot, to: BoardSpot, ticking: BoardTicking? = nil)
  /// Adds a card after a column's last card or before the first, depending on the board's settings.
  case add(String, column: Int)
  /// Replaces the words of a card's first line; the lines below stay.
  case edit(BoardSpot, String)
  case tick(BoardSpot, BoardTicking)
  case delete(BoardSpot)
  /// Archives a card, with the date if the board's settings enable it.
  case archive(BoardSpot, at: CivilTime)
  case addColumn(String)
  /// Renames a column. The name includes the limit, as it is written.
  case renameColumn(Int, String)
  case moveColumn(Int, to: Int)
  case deleteColumn(Int)

  /// The card that is changed.
  package var spot: BoardSpot? {
    switch self {
    case .move(let spot, _, _), .edit(let spot, _), .tick(let spot, _), .delete(let spot),
      .archive(let spot, _):
      spot
    case .add, .addColumn, .renameColumn, .moveColumn, .deleteColumn: nil
    }
  }

  /// Whether this change undoes another one's move.
  func reverses(_ other: BoardChange) -> Bool {
    switch (self, other) {
    case (.move(let from, let to, _), .move(let start, let end, _)): from == end && to == start
    case (.moveColumn(let from, let to), .moveColumn(let start, let end)):
      from == end && to == start
    default: false
    }
  }

  /// Returns the change for another state of the board; nil if its card or column is gone.
  func rebased(from old: BoardText, to new: BoardText) -> BoardChange? {
    func column(_ index: Int) -> Int? { new.column(like: index, of: old) }
    func spot(_ spot: BoardSpot) -> BoardSpot? { new.spot(like: spot, of: old) }
    switch self {
    case .move(let from, let to, let ticking):
      guard let from = spot(from), let column = column(to.column) else { return nil }
      let room = new.columns[column].cards.count - (from.column == column ? 1 : 0)
      let target = BoardSpot(column: column, card: min(to.card, room))
      return .move(from, to: target, ticking: ticking)
    case .add(let text, let index): return column(index).map { .add(text, column: $0) }
    case .edit(let card, let text): return spot(card).map { .edit($0, text) }
    case .tick(let card, let ticking): return spot(card).map { .tick($0, ticking) }
    case .delete(let card): return spot(card).map { .delete($0) }
    case .archive(let card, let moment): return spot(card).map { .archive($0, at: moment) }
    case .addColumn: return self
    case .renameColumn(let index, let name): return column(index).map { .renameColumn($0, name) }
    case .moveColumn(let from, let to):
      guard let from = column(from), let to = column(to) else { return nil }
      return .moveColumn(from, to: to)
    // Cards that were added in the meantime must not be deleted.
    case .deleteColumn(let index):
      guard let found = column(index), old.cards(in: index) == new.cards(in: found) else {
        return nil
      }
      return .deleteColumn(found)
    }
  }
}

extension BoardText {
  /// Returns the index of a column from another state of the board: the nearest of that name.
  func column(like index: Int, of old: BoardText) -> Int? {
    guard old.columns.indices.contains(index) else { return nil }
    let title = old.bytes[old.columns[index].title]
    return columns.indices.filter { bytes[columns[$0].title] == title }
      .min { abs($0 - index) < abs($1 - index) }
  }

  /// Returns the nearest card with the same text as one of another state, in its column or in any.
  package func spot(like spot: BoardSpot, of old: BoardText) -> BoardSpot? {
    guard let card = old.card(at: spot) else { return nil }
    let own = column(like: spot.column, of: old)
    let said = old.content(of: card)
    for column in [own].compactMap(\.self) + columns.indices.filter({ $0 != own }) {
      let cards = columns[column].cards
      let found = cards.indices.filter { content(of: cards[$0]) == said }
        .min { abs($0 - spot.card) < abs($1 - spot.card) }
      if let found { return BoardSpot(column: column, card: found) }
    }
    return nil
  }
}

/// The day for the dates of completed tasks, and the rules for checking them.
package struct BoardTicking: Equatable, Sendable {
  package var today: Day
  package var rules: TaskRules

  package init(today: Day, rules: TaskRules = .withoutSettings) {
    (self.today, self.rules) = (today, rules)
  }
}

/// Why a board is not changed.
package enum BoardProblem: Error, Equatable, Sendable {
  /// The card would be parsed differently there because of the text around it.
  case wouldReadOtherwise
  /// The card or column no longer exists.
  case isGone
  case isEmpty
  case hasNoBox
  /// A problem of the task itself, such as an unreadable recurrence.
  case task(String)
}

/// A change that was made, with what is needed to undo it.
package struct BoardStep: Sendable {
  package let change: BoardChange
  private let back: ByteEdit
  /// The digest of the text after the change.
  private let digest: UInt64

  fileprivate init(_ change: BoardChange, from old: BoardText, to new: BoardText) {
    self.change = change
    digest = new.digest
    let shared = zip(old.bytes, new.bytes).prefix { $0 == $1 }.count
    let most = min(old.bytes.count, new.bytes.count) - shared
    let behind = zip(old.bytes.reversed(), new.bytes.reversed()).prefix(most)
      .prefix { $0 == $1 }.count
    back = ByteEdit(
      range: shared..<new.bytes.count - behind,
      bytes: Array(old.bytes[shared..<old.bytes.count - behind]))
  }

  /// Returns the text before the change; nil if the board has changed since.
  fileprivate func before(_ board: BoardText) -> BoardText? {
    digest == board.digest ? BoardText(ByteEdit.apply([back], to: board.bytes)) : nil
  }
}

extension BoardText {
  /// Makes a change. Reversing the move of `last` restores the text before it exactly.
  package func step(
    _ change: BoardChange, after last: BoardStep?
  ) throws(BoardProblem) -> (board: BoardText, step: BoardStep) {
    let isReverse = last.map { change.reverses($0.change) } ?? false
    let before = isReverse ? last?.before(self) : nil
    let board = if let before { before } else { try changed(by: change) }
    return (board, BoardStep(change, from: self, to: board))
  }

  /// Returns the board without its last change; nil if its text has changed since.
  package func takingBack(_ step: BoardStep) -> BoardText? { step.before(self) }

  /// Returns a change for this board, whose text another program changed after `old` was read.
  package func rebased(
    _ change: BoardChange, from old: BoardText
  ) throws(BoardProblem) -> BoardChange {
    if old == self { return change }
    guard let change = change.rebased(from: old, to: self) else { throw .isGone }
    return change
  }

  fileprivate var digest: UInt64 { RunningDigest.of(bytes) }
}
