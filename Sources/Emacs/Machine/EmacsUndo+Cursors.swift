import TextEngine

/// Undo brings several cursors back to where they were.
extension EmacsMachine {
  /// Ends what was recorded of a command.
  mutating func endUndoGroup() {
    if let cursors = undo.cursors { undo.records.append(.cursors(cursors)) }
    undo.records.append(.boundary)
  }

  /// Takes note of where all cursors are before a command. What the others do is undone with what the
  /// main one did.
  mutating func noteCursors() {
    let others = text.isFurther ? [] : text.others
    undo.cursors =
      others.isEmpty ? nil : .init(point: point, others: others.map(\.head.value))
  }

  /// A group that goes on keeps where they were before its first command.
  mutating func reopenUndoGroup() {
    undo.records.removeLast()
    guard case .cursors(let cursors)? = undo.records.last else { return }
    undo.records.removeLast()
    undo.cursors = cursors
  }

  /// Nothing where there were more or fewer of them.
  mutating func putBack(_ cursors: EmacsUndoState.Cursors) {
    guard cursors.others.count == text.others.count else { return }
    let offsets = cursors.others + [cursors.point]
    let all = Selections(
      offsets.map { Selection(at: ByteOffset(min($0, end))) }, main: offsets.count - 1)
    guard let all, all.count == offsets.count else { return }
    point = all.main.head.value
    text.putBack(all)
  }
}
