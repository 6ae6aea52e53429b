/// Letters that came all at once, as when a text is pasted by typing it.
extension UndoTree {
  /// Takes note of an edit that puts in letters at one place: the same steps come of it as if it had
  /// been made letter by letter, each with the cursor behind it.
  package mutating func recordTyping(
    _ edit: Edit, from before: Selections, to after: Selections, at milliseconds: Int64
  ) {
    guard edit.changes.count == 1, edit.removed.isEmpty else {
      return record(edit, kind: .typing, from: before, to: after, at: milliseconds)
    }
    let starts = Self.wordStarts(in: edit.inserted)
    if starts.isEmpty {
      return record(edit, kind: .typing, from: before, to: after, at: milliseconds)
    }
    let place = edit.changes[0].after.lowerBound
    let end = edit.inserted.end
    var (start, selections) = (ByteOffset.zero, before)
    for next in starts + [end] {
      let typed = place + start.value..<place + next.value
      let part = Edit(
        changes: [Edit.Change(before: Range(at: typed.lowerBound), after: typed)],
        removed: Rope(), inserted: edit.inserted[start..<next],
        byteCountBefore: edit.byteCountBefore + start.value)
      let cursor = next == end ? after : Selections(Selection(at: typed.upperBound))
      record(part, kind: .typing, from: selections, to: cursor, at: milliseconds)
      (start, selections) = (next, cursor)
    }
  }

  /// Where words begin behind blanks, but for the first byte.
  private static func wordStarts(in text: Rope) -> [ByteOffset] {
    if text.byteCount == 1 { return [] }
    var starts: [ByteOffset] = []
    var wasBlank = false
    for (index, byte) in text.bytes.enumerated() {
      if wasBlank, !byte.isSpaceOrTab { starts.append(ByteOffset(index)) }
      wasBlank = byte.isSpaceOrTab
    }
    return starts
  }
}
