/// Folds move with their text. One that an edit reaches into from outside opens.
extension Folds {
  /// Takes note of the edit that made a text.
  package mutating func apply(_ edit: Edit, after text: Rope) {
    if list.isEmpty { return list.removeAll(for: text.byteCount) }
    guard list.byteCount == edit.byteCountBefore, text.byteCount == edit.byteCountAfter else {
      return list.removeAll(for: text.byteCount)
    }
    for change in edit.changes { move(through: RowReplacement(change)) }
    for change in edit.changes { check(near: change.after.values, in: text) }
  }

  /// Takes note of bytes that came in at the end of the text, as while a file is read.
  package mutating func textGrew(to text: Rope) {
    let inserted = text.byteCount - list.byteCount
    if inserted < 0 || list.isEmpty { return list.removeAll(for: text.byteCount) }
    let end = list.byteCount
    list.replace(at: end, removing: 0, inserting: inserted)
    check(near: end..<end, in: text)
  }

  private mutating func move(through change: RowReplacement) {
    for index in indices(touching: change.place...change.end).reversed() {
      var fold = list[index]
      // Typed at the end of the line that is shown.
      if change.end == fold.place { continue }
      let isInside = change.place >= fold.place && change.end <= fold.end
      if !isInside || change.place == fold.end && change.removed > 0 {
        list.remove(at: index)
        continue
      }
      fold.byteCount += change.inserted - change.removed
      fold.inner = []
      // Its place stays; those behind it move below.
      list[index] = fold
    }
    let isAtHead = fold(behind: change.end) != nil
    list.replace(at: change.place, removing: change.removed, inserting: change.inserted)
    if isAtHead, change.removed == 0 { moveHead(from: change.place, by: change.inserted) }
  }

  /// What is typed at the end of the line that is shown stays shown.
  private mutating func moveHead(from place: Int, by inserted: Int) {
    let index = list.count(before: place)
    guard index < list.count, list.place(at: index) == place else { return }
    var fold = list[index]
    fold.place += inserted
    list.remove(at: index)
    list.insert(fold, at: index)
  }

  /// A fold that does not go from a line's end to a line's end any more opens.
  private mutating func check(near range: Range<Int>, in text: Rope) {
    // What is next to a fold may be the line's ending.
    for index in indices(touching: range.lowerBound - 2...range.upperBound + 2).reversed() {
      let fold = list[index]
      let head = text.content(at: ByteOffset(fold.place))
      let last = text.content(at: ByteOffset(fold.end))
      if head.upperBound.value != fold.place || last.upperBound.value != fold.end
        || head == last
      {
        list.remove(at: index)
      }
    }
  }
}
