import Bytes
package import Entities

/// What a person does to a board.
package enum BoardChange: Equatable, Sendable {
  /// Before the card that has this index once the moved one is away, else behind the last. It is
  /// ticked where it comes into a column of completed cards, and reopened where it leaves one.
  case move(BoardSpot, to: BoardSpot, ticking: BoardTicking? = nil)
  /// Behind the last card of a column, or above the first, as the board is set.
  case add(String, column: Int)
  /// The words of the first line; those below stay.
  case edit(BoardSpot, String)
  case tick(BoardSpot, BoardTicking)
  case delete(BoardSpot)
  /// With the moment where the board is set so.
  case archive(BoardSpot, at: CivilTime)
  case addColumn(String)
  /// With its limit, as it is written.
  case renameColumn(Int, String)
  case moveColumn(Int, to: Int)
  case deleteColumn(Int)

  /// The card that it is about.
  package var spot: BoardSpot? {
    switch self {
    case .move(let spot, _, _), .edit(let spot, _), .tick(let spot, _), .delete(let spot),
      .archive(let spot, _):
      spot
    case .add, .addColumn, .renameColumn, .moveColumn, .deleteColumn: nil
    }
  }

  /// Whether it puts back what the other one moved.
  func reverses(_ other: BoardChange) -> Bool {
    switch (self, other) {
    case (.move(let from, let to, _), .move(let start, let end, _)): from == end && to == start
    case (.moveColumn(let from, let to), .moveColumn(let start, let end)):
      from == end && to == start
    default: false
    }
  }

  /// The same for a board that is another one by now; nil where its card or column is gone.
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
    // Cards that came into it meanwhile were not meant to be deleted.
    case .deleteColumn(let index):
      guard let found = column(index), old.cards(in: index) == new.cards(in: found) else {
        return nil
      }
      return .deleteColumn(found)
    }
  }
}

extension BoardText {
  /// Where a column of another state of the board is in this one: the nearest of its name.
  func column(like index: Int, of old: BoardText) -> Int? {
    guard old.columns.indices.contains(index) else { return nil }
    let title = old.bytes[old.columns[index].title]
    return columns.indices.filter { bytes[columns[$0].title] == title }
      .min { abs($0 - index) < abs($1 - index) }
  }

  /// The nearest card that says the same as one of another state: in its column, else in any.
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

/// The day that completed tasks are dated with, and the rules that it is ticked by.
package struct BoardTicking: Equatable, Sendable {
  package var today: Day
  package var rules: TaskRules

  package init(today: Day, rules: TaskRules = .withoutSettings) {
    (self.today, self.rules) = (today, rules)
  }
}

/// Why a board is left as it is.
package enum BoardProblem: Error, Equatable, Sendable {
  /// The card would be parsed differently there, because of the text around it.
  case wouldReadOtherwise
  /// The card or column is not there any more.
  case isGone
  case isEmpty
  case hasNoBox
  /// A task's own reason: a recurrence that cannot be read.
  case task(String)
}

/// A change that was done, and what takes it back.
package struct BoardStep: Sendable {
  package let change: BoardChange
  private let back: ByteEdit
  /// Of the text that it left.
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

  /// The text as it was before; nil where it is not what the change left.
  fileprivate func before(_ board: BoardText) -> BoardText? {
    digest == board.digest ? BoardText(ByteEdit.apply([back], to: board.bytes)) : nil
  }
}

extension BoardText {
  /// Does a change. One that moves back what `last` moved leaves what was there before, to the byte.
  package func step(
    _ change: BoardChange, after last: BoardStep?
  ) throws(BoardProblem) -> (board: BoardText, step: BoardStep) {
    let isReverse = last.map { change.reverses($0.change) } ?? false
    let before = isReverse ? last?.before(self) : nil
    let board = if let before { before } else { try changed(by: change) }
    return (board, BoardStep(change, from: self, to: board))
  }

  /// The board without its last change; nil where its text was changed since.
  package func takingBack(_ step: BoardStep) -> BoardText? { step.before(self) }

  /// A change for a board whose text another program changed since it was read.
  package func rebased(
    _ change: BoardChange, from old: BoardText
  ) throws(BoardProblem) -> BoardChange {
    if old == self { return change }
    guard let change = change.rebased(from: old, to: self) else { throw .isGone }
    return change
  }

  fileprivate var digest: UInt64 { RunningDigest.of(bytes) }
}
