/// The history of a text as a tree of its states: undoing and then typing starts a new branch, so
/// nothing is lost until the tree is over its limit.
///
/// A step is a unit that a person would undo: a typed word, a run of deletions, a command. The tree
/// has edits, not the text: the caller applies them.
///
/// ```swift
/// var history = UndoTree(for: text)
/// text.apply(edit)
/// history.record(edit, kind: .typing, from: before, to: after, at: now)
/// if let step = history.undo() { for edit in step.edits { text.apply(edit) } }
/// ```
package struct UndoTree: Equatable, Sendable {
  package enum Kind: UInt8, Sendable, CaseIterable { case typing, deleting, other }

  /// Identifies a state of the text. Later states have greater IDs.
  package struct StateID: Hashable, Comparable, Sendable {
    let number: Int

    package static func < (left: StateID, right: StateID) -> Bool { left.number < right.number }
  }

  /// The edits from the current text to another state, in order, and the selections there.
  package struct Step: Equatable, Sendable {
    package var edits: [Edit]
    package var selections: Selections?
  }

  /// A state and the step that led to it from its parent.
  struct Node: Equatable, Sendable {
    var parent: StateID
    var children: [StateID] = []
    /// The state to which redo goes.
    var next: StateID?
    var edit: Edit
    var kind: Kind
    /// The first and the last time that the step changed, in milliseconds.
    var begun: Int64
    var time: Int64
    var before: Selections
    var after: Selections

    /// The rest of a step's memory: its row in the table of states, with room to grow, and the
    /// headers of the eight small allocations of its lists and texts. Estimated, not measured.
    private static let overhead = 900

    var cost: Int {
      edit.cost + (before.count + after.count) * MemoryLayout<Selection>.stride + Self.overhead
    }
  }

  /// The first state, which has no step.
  struct Root: Equatable, Sendable {
    var id = StateID(number: 0)
    var children: [StateID] = []
    var next: StateID?
    var byteCount: Int
    var time: Int64
  }

  var root: Root
  /// All states but the root.
  var nodes = Nodes()
  package internal(set) var current: StateID
  var saved: StateID?
  var lastNumber = 0
  /// Whether the current step may grow.
  var isOpen = false
  /// The approximate memory of all steps, in bytes.
  package internal(set) var cost = 0
  package let limit: Int

  /// About nine thousand steps, as a bound: an editor stays open below other screens.
  package static let usualLimit = 8 << 20

  /// Creates a tree for a text that was just read and so is saved. `milliseconds` count from any
  /// fixed day, the same in all runs. Over `limit` bytes, the oldest branches are forgotten first,
  /// then the oldest steps.
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

  /// Whether the text is the saved one, by whatever path.
  package var isAtSavedPoint: Bool { saved == current }

  package mutating func markSaved() {
    saved = current
    isOpen = false
  }

  /// Copies the saved state from the tree that this one is a copy of.
  package mutating func takeSavedPoint(of other: UndoTree) {
    saved = other.saved.flatMap { $0 == root.id || nodes[$0] != nil ? $0 : nil }
  }

  /// Records that no saved text exists, for instance because the file was removed.
  package mutating func forgetSavedPoint() { saved = nil }

  /// Ends the step, because the cursor moved elsewhere or a mode ended.
  package mutating func closeStep() { isOpen = false }

  /// Records an edit of the current text, with the selections before and after.
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

  /// Records bytes of the file that were appended: they belong to all states and are not a step.
  package mutating func textGrew(by bytes: Int) {
    root.byteCount += bytes
    for id in nodes.ids {
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

  /// Whether the current step may grow: it is not saved and has no later steps, which would then
  /// begin with another text.
  package var currentMayGrow: Bool {
    current != root.id && saved != current && children(of: current).isEmpty
  }

  /// Adds an edit of any kind to the current step, which must be allowed to grow.
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

/// States by number.
extension UndoTree {
  /// 0 is the first text.
  package var currentNumber: Int { current.number }

  /// Returns a state; nil if it does not exist or was forgotten.
  package func state(number: Int) -> StateID? {
    let id = StateID(number: number)
    return id == root.id || nodes[id] != nil ? id : nil
  }

  /// The selections before the step that led to the current text.
  package var selectionsBeforeCurrent: Selections? { nodes[current]?.before }
}

/// The rules for steps.
extension UndoTree {
  /// A pause after which typing starts a step of its own, in milliseconds.
  package static let pause: Int64 = 3_000

  /// Whether an edit continues the current step. A line ending, a jump, another kind, the start of
  /// a word or a pause begins a new one.
  func joins(_ edit: Edit, kind: Kind, at milliseconds: Int64) -> Bool {
    guard isOpen, let node = nodes[current], node.children.isEmpty, node.kind == kind,
      saved != current, !edit.touchesLineEnd, edit.changes.count == node.edit.changes.count
    else { return false }
    // A clock that was set back is not a pause.
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

  /// Whether a word ends, deleting backward: first the blanks after it are deleted, then its last
  /// letter.
  private func endsWord(_ text: Rope, before after: Rope) -> Bool {
    guard !text.isEmpty, !after.isEmpty else { return false }
    return after[.zero].isSpaceOrTab && !text[text.end - 1].isSpaceOrTab
  }
}

extension Edit {
  var touchesLineEnd: Bool { inserted.newlineCount > 0 || removed.newlineCount > 0 }
}
