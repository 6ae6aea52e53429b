import Bytes

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

  /// The board without what was done last; nil where its text was changed since.
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
