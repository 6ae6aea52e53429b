/// What a person would take back at once.
extension UndoTree {
  /// A pause after which typing starts a step of its own, in milliseconds.
  package static let pause: Int64 = 3_000

  /// Whether an edit only goes on with what the current step did. A newline, a jump, another kind,
  /// the start of a word or a pause begins a new one.
  func joins(_ edit: Edit, kind: Kind, at milliseconds: Int64) -> Bool {
    guard isOpen, let node = nodes[current], node.children.isEmpty, node.kind == kind,
      saved != current, !edit.touchesLineEnd, edit.changes.count == node.edit.changes.count
    else { return false }
    // A clock that was put back is no pause.
    let (passed, isOverflow) = milliseconds.subtractingReportingOverflow(node.time)
    if isOverflow || passed > Self.pause { return false }
    let pairs = zip(node.edit.changes, edit.changes)
    switch kind {
    case .typing:
      return edit.removed.isEmpty && !startsWord(edit.inserted, after: node.edit.inserted)
        && pairs.allSatisfy { $1.before.lowerBound == $0.after.upperBound }
    case .deleting:
      let goesBack = pairs.allSatisfy { $1.before.upperBound == $0.after.lowerBound }
      let goesOn = pairs.allSatisfy { $1.before.lowerBound == $0.after.lowerBound }
      if !edit.inserted.isEmpty || !node.edit.inserted.isEmpty { return false }
      if goesBack { return !endsWord(edit.removed, before: node.edit.removed) }
      return goesOn && !startsWord(edit.removed, after: node.edit.removed)
    case .other:
      return false
    }
  }

  private func startsWord(_ text: Rope, after before: Rope) -> Bool {
    guard !text.isEmpty, !before.isEmpty else { return false }
    return before[before.end - 1].isBlank && !text[.zero].isBlank
  }

  /// Deleting backwards, a word's end comes after the blanks behind it.
  private func endsWord(_ text: Rope, before after: Rope) -> Bool {
    guard !text.isEmpty, !after.isEmpty else { return false }
    return after[.zero].isBlank && !text[text.end - 1].isBlank
  }
}

extension Edit {
  var touchesLineEnd: Bool { inserted.newlineCount > 0 || removed.newlineCount > 0 }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
