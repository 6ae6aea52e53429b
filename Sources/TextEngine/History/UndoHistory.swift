/// What to do for one undo or redo: the edits, in this order, and where the cursor goes.
package struct UndoStep: Equatable, Sendable {
  package var edits: [TextEdit]
  package var cursor: TextPosition
}

/// What was done to a text, in steps that a person would take back at once: a word typed, a run of
/// deletions, a command.
package struct UndoHistory: Equatable, Sendable {
  package enum Kind: Sendable { case typing, deleting, other }

  /// A pause after which typing starts a step of its own.
  package static let pause = 3.0

  struct Group: Equatable, Sendable {
    /// Names the text after the group, for the saved point.
    var state: Int
    var kind: Kind
    var edits: [TextEdit]
    var cursorBefore: TextPosition
    var time: Double?
  }

  private(set) var done: [Group] = []
  private(set) var undone: [Group] = []
  private var states = 0
  private var savedState: Int? = 0
  /// Whether the last group may grow.
  private var isOpen = false

  package init() {}

  package var canUndo: Bool { !done.isEmpty }
  package var canRedo: Bool { !undone.isEmpty }

  /// Whether the text is the one that was saved, by whatever way it got there.
  package var isAtSavedPoint: Bool { savedState == state }

  package mutating func markSaved() {
    savedState = state
    isOpen = false
  }

  /// No saved text exists any more, for instance because the file was removed.
  package mutating func forgetSavedPoint() { savedState = nil }

  /// Takes note of an edit. Typing and deleting join the step before unless a newline, a jump,
  /// another kind, the end of a word or a pause lies between. `seconds` is any steady clock's.
  package mutating func record(
    _ edit: TextEdit, kind: Kind, cursorBefore: TextPosition, at seconds: Double? = nil
  ) {
    if edit.removed.isEmpty, edit.inserted.isEmpty { return }
    undone = []
    if joins(edit, kind: kind, at: seconds) {
      extendLastGroup(with: edit, at: seconds)
    } else {
      append([edit], kind: kind, cursorBefore: cursorBefore, at: seconds)
    }
    isOpen = kind != .other && !edit.touchesLineEnd
  }

  /// Takes note of a command of several edits, done in this order, as one step.
  package mutating func record(_ edits: [TextEdit], cursorBefore: TextPosition) {
    guard !edits.isEmpty else { return }
    undone = []
    append(edits, kind: .other, cursorBefore: cursorBefore, at: nil)
    isOpen = false
  }

  /// The last step's way back. The caller applies it.
  package mutating func undo() -> UndoStep? {
    guard let group = done.popLast() else { return nil }
    isOpen = false
    undone.append(group)
    return UndoStep(edits: group.edits.reversed().map(\.inverse), cursor: group.cursorBefore)
  }

  /// The last undone step, to be done again. The caller applies it.
  package mutating func redo() -> UndoStep? {
    guard let group = undone.popLast() else { return nil }
    isOpen = false
    done.append(group)
    return UndoStep(
      edits: group.edits, cursor: group.edits.last?.rangeAfter.end ?? group.cursorBefore)
  }

  private var state: Int { done.last?.state ?? 0 }

  private mutating func append(
    _ edits: [TextEdit], kind: Kind, cursorBefore: TextPosition, at seconds: Double?
  ) {
    states += 1
    done.append(
      Group(state: states, kind: kind, edits: edits, cursorBefore: cursorBefore, time: seconds))
  }

  private mutating func extendLastGroup(with edit: TextEdit, at seconds: Double?) {
    let index = done.count - 1
    done[index].time = seconds
    if let last = done[index].edits.last, edit.removed.isEmpty {
      // Letter after letter is one insertion: a page of typing stays a handful of edits.
      done[index].edits.removeLast()
      done[index].edits.append(
        TextEdit(range: last.range, removed: last.removed, inserted: last.inserted + edit.inserted))
    } else {
      done[index].edits.append(edit)
    }
    states += 1
    done[index].state = states
  }

  private func joins(_ edit: TextEdit, kind: Kind, at seconds: Double?) -> Bool {
    guard isOpen, let group = done.last, group.kind == kind, let last = group.edits.last,
      !edit.touchesLineEnd
    else { return false }
    if let before = group.time, let seconds, seconds - before > Self.pause { return false }
    switch kind {
    case .typing:
      return edit.removed.isEmpty && edit.range.start == last.rangeAfter.end
        && !startsWord(edit.inserted, after: last.inserted)
    case .deleting:
      let isBackwards = edit.range.end == last.range.start
      let isForwards = edit.range.start == last.range.start
      return edit.inserted.isEmpty && (isBackwards || isForwards)
        && !startsWord(edit.removed, after: last.removed)
    case .other:
      return false
    }
  }

  private func startsWord(_ bytes: [UInt8], after before: [UInt8]) -> Bool {
    guard let first = bytes.first, let last = before.last else { return false }
    return last.isBlank && !first.isBlank
  }
}

extension TextEdit {
  fileprivate var touchesLineEnd: Bool {
    inserted.contains(.lineFeed) || removed.contains(.lineFeed)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
