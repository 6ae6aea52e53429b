import Regex
import TextEngine

/// A step of undo that grows edit by edit takes longer with each of them. The edits of one command on
/// many lines are done to a copy of the text with a history of its own, and come to the text as one.
extension VimMachine {
  /// False where that is done already.
  mutating func beginBulk() -> Bool {
    if ex.bulk != nil { return false }
    let key = text.key
    ex.bulk = key
    text.key = KeyText(
      key.text, selections: key.selections, format: key.format, rows: key.rows, now: key.now)
    return true
  }

  /// What was done so far comes to the text. Nothing is done where no copy is.
  mutating func endBulk() {
    guard var key = ex.bulk else { return }
    ex.bulk = nil
    if let edit = Self.composed(text.key.edits[...]) { key.apply(edit) }
    text.key = key
  }

  /// Does a command for which all is changed or nothing: where its pattern takes too long, nothing is.
  mutating func doAllOrNothing(
    _ body: (inout VimMachine) throws(VimFailure) -> Void
  ) throws(VimFailure) {
    // The command that it belongs to does that already, and a copy for each line would cost much.
    if ex.pending != nil { return try body(&self) }
    let before = (key: text.key, bulk: ex.bulk, marks: marks, cursor: cursor)
    do throws(VimFailure) { try body(&self) } catch {
      if !search.budget.isSpent { throw error }
    }
    // It may also have been hidden, by `silent!` or in keys that were played.
    if !search.budget.isSpent { return }
    (text.key, ex.bulk, marks, cursor) = before
    throw .tooLong
  }

  private static func composed(_ edits: ArraySlice<Edit>) -> Edit? {
    guard edits.count > 1 else { return edits.first }
    let middle = edits.startIndex + edits.count / 2
    guard let one = composed(edits[..<middle]), let other = composed(edits[middle...]) else {
      return nil
    }
    return one.followed(by: other)
  }
}
