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
    text.key.budget = key.budget
    return true
  }

  /// What was done so far comes to the text. Nothing is done where no copy is.
  mutating func endBulk() {
    guard var key = ex.bulk else { return }
    ex.bulk = nil
    if let edit = Self.composed(text.key.edits[...]) { key.apply(edit) }
    text.key = key
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
