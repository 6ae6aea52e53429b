/// All that was done to a text, as a tree of its states: undoing and then typing grows a new branch,
/// and nothing that was ever written is out of reach until there is too much of it.
///
/// A step is what a person would take back at once: a word typed, a run of deletions, a command. The
/// tree holds edits, not the text: the caller applies what it answers.
///
/// ```swift
/// var history = UndoTree(for: text)
/// text.apply(edit)
/// history.record(edit, kind: .typing, from: before, to: after, at: now)
/// if let step = history.undo() { for edit in step.edits { text.apply(edit) } }
/// ```
package struct UndoTree: Equatable, Sendable {
  package enum Kind: UInt8, Sendable, CaseIterable { case typing, deleting, other }

  /// Names a state of the text. Later states have greater names.
  package struct StateID: Hashable, Comparable, Sendable {
    let number: Int

    package static func < (left: StateID, right: StateID) -> Bool { left.number < right.number }
  }

  /// What leads from the text of now to another state: the edits in this order, and what was
  /// selected there.
  package struct Step: Equatable, Sendable {
    package var edits: [Edit]
    package var selections: Selections?
  }

  /// A state and the step that led to it from its parent.
  struct Node: Equatable, Sendable {
    var parent: StateID
    var children: [StateID] = []
    /// Where redo goes.
    var next: StateID?
    var edit: Edit
    var kind: Kind
    /// When the step was begun and last added to, in milliseconds.
    var begun: Int64
    var time: Int64
    var before: Selections
    var after: Selections

    /// What a step takes besides: its row in the table of states, with room to grow, and the heads of
    /// the eight small pieces of memory that its lists and texts are in. An estimate: it was not measured by itself.
    private static let overhead = 900

    var cost: Int {
      edit.cost + (before.count + after.count) * MemoryLayout<Selection>.stride + Self.overhead
    }
  }

  /// The first state has no step that led to it.
  struct Root: Equatable, Sendable {
    var id = StateID(number: 0)
    var children: [StateID] = []
    var next: StateID?
    var byteCount: Int
    var time: Int64
  }

  var root: Root
  /// All states but the root.
  var nodes: [StateID: Node] = [:]
  package internal(set) var current: StateID
  var saved: StateID?
  var lastNumber = 0
  /// Whether the current step may grow.
  var isOpen = false
  /// What all steps take, about, in bytes.
  package internal(set) var cost = 0
  package let limit: Int

  /// Some nine thousand steps. An editor stays open below other screens, so its steps need a bound.
  package static let usualLimit = 8 << 20

  /// A tree for a text that was just read, and so is saved. `milliseconds` since any day, the same
  /// for all sessions. Past `limit` bytes the oldest branches go first, then the oldest steps.
  package init(for text: Rope, at milliseconds: Int64, limit: Int = usualLimit) {
    self.init(root: Root(byteCount: text.byteCount, time: milliseconds), limit: limit)
    saved = root.id
  }

  init(root: Root, limit: Int) {
    self.root = root
    self.limit = limit
    current = root.id
  }

  package var canUndo: Bool { current != root.id }
  package var canRedo: Bool { next(of: current) != nil }

  /// Whether the text is the one that was saved, however it got there.
  package var isAtSavedPoint: Bool { saved == current }

  package mutating func markSaved() {
    saved = current
    isOpen = false
  }

  /// Which state is saved is what the tree says that this one was copied from.
  package mutating func takeSavedPoint(of other: UndoTree) {
    saved = other.saved.flatMap { $0 == root.id || nodes[$0] != nil ? $0 : nil }
  }

  /// No saved text exists any more, for instance because the file was removed.
  package mutating func forgetSavedPoint() { saved = nil }

  /// What comes next is a step of its own: the cursor went elsewhere, a mode was left.
  package mutating func closeStep() { isOpen = false }

  /// Takes note of an edit that was done to the text of now, with what was selected before and after.
  package mutating func record(
    _ edit: Edit, kind: Kind, from before: Selections, to after: Selections,
    at milliseconds: Int64
  ) {
    precondition(edit.byteCountBefore == byteCount(of: current), "an edit of another text")
    if edit.isEmpty { return }
    if joins(edit, kind: kind, at: milliseconds) {
      extendStep(with: edit, to: after, at: milliseconds)
    } else {
      append(
        Node(
          parent: current, edit: edit, kind: kind, begun: milliseconds, time: milliseconds,
          before: before, after: after))
    }
    isOpen = kind != .other && !edit.touchesLineEnd
    if cost > limit { forgetOldest() }
  }

  /// More of the file was read and put behind the text: it is behind all states, and is no step.
  package mutating func textGrew(by bytes: Int) {
    root.byteCount += bytes
    for id in nodes.keys {
      if let edit = nodes[id]?.edit { nodes[id]?.edit = edit.withTextGrown(by: bytes) }
    }
  }

  private mutating func append(_ node: Node) {
    lastNumber += 1
    let id = StateID(number: lastNumber)
    nodes[id] = node
    addChild(id, to: current)
    cost += node.cost
    current = id
  }

  /// Whether the current step may take in more: nothing was saved with it, and nothing was done after
  /// it that would begin in another text then.
  package var currentMayGrow: Bool {
    current != root.id && saved != current && children(of: current).isEmpty
  }

  /// Takes note of an edit that goes on with the current step, of any kind. It must be one that
  /// may grow.
  package mutating func extendStep(
    with edit: Edit, to after: Selections, at milliseconds: Int64
  ) {
    guard var node = nodes[current] else { return }
    cost -= node.cost
    node.edit = node.edit.followed(by: edit)
    node.time = milliseconds
    node.after = after
    cost += node.cost
    nodes[current] = node
    if cost > limit { forgetOldest() }
  }

  mutating func addChild(_ id: StateID, to parent: StateID) {
    if parent == root.id {
      root.children.append(id)
      root.next = id
    } else {
      nodes[parent]?.children.append(id)
      nodes[parent]?.next = id
    }
  }

  func children(of id: StateID) -> [StateID] {
    id == root.id ? root.children : nodes[id]?.children ?? []
  }

  func next(of id: StateID) -> StateID? { id == root.id ? root.next : nodes[id]?.next }

  func byteCount(of id: StateID) -> Int {
    nodes[id]?.edit.byteCountAfter ?? root.byteCount
  }
}

/// States by the order in which they came.
extension UndoTree {
  /// 0 is the first text.
  package var currentNumber: Int { current.number }

  /// Nil where there is none, or it was forgotten.
  package func state(number: Int) -> StateID? {
    let id = StateID(number: number)
    return id == root.id || nodes[id] != nil ? id : nil
  }

  /// What was selected before the step that led to the text of now.
  package var selectionsBeforeCurrent: Selections? { nodes[current]?.before }
}

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
    return before[before.end - 1].isSpaceOrTab && !text[.zero].isSpaceOrTab
  }

  /// Deleting backwards, a word's end comes after the blanks behind it.
  private func endsWord(_ text: Rope, before after: Rope) -> Bool {
    guard !text.isEmpty, !after.isEmpty else { return false }
    return after[.zero].isSpaceOrTab && !text[text.end - 1].isSpaceOrTab
  }
}

extension Edit {
  var touchesLineEnd: Bool { inserted.newlineCount > 0 || removed.newlineCount > 0 }
}
