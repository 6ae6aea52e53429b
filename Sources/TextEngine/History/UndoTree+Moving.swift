/// Moves between states. The caller applies the returned edits.
extension UndoTree {
  /// Undoes one step.
  package mutating func undo() -> Step? {
    guard let node = nodes[current] else { return nil }
    isOpen = false
    setNext(of: node.parent, to: current)
    current = node.parent
    return Step(edits: [node.edit.inverse], selections: node.before)
  }

  /// Redoes the step that was last undone from this state.
  package mutating func redo() -> Step? {
    guard let id = next(of: current), let node = nodes[id] else { return nil }
    isOpen = false
    current = id
    return Step(edits: [node.edit], selections: node.after)
  }

  /// Moves to any state by way of the last common ancestor; nil if the state was forgotten.
  package mutating func move(to target: StateID) -> Step? {
    guard target == root.id || nodes[target] != nil else { return nil }
    isOpen = false
    var step = Step(edits: [], selections: nil)
    var up = current
    var down: [StateID] = []
    var low = target
    // A parent always has the smaller ID.
    while up != low {
      if up > low, let node = nodes[up] {
        setNext(of: node.parent, to: up)
        step.edits.append(node.edit.inverse)
        step.selections = node.before
        up = node.parent
      } else if let node = nodes[low] {
        down.append(low)
        low = node.parent
      } else {
        return nil
      }
    }
    for id in down.reversed() {
      guard let node = nodes[id] else { continue }
      setNext(of: node.parent, to: id)
      step.edits.append(node.edit)
      step.selections = node.after
    }
    current = target
    return step
  }

  private mutating func setNext(of id: StateID, to next: StateID) {
    if id == root.id { root.next = next } else { nodes[id]?.next = next }
  }
}

extension UndoTree {
  /// A state as shown in a list.
  package struct State: Equatable, Sendable {
    package let id: StateID
    /// Nil for the first.
    package let parent: StateID?
    package let time: Int64
    package let addedBytes: Int
    package let removedBytes: Int
    package let isCurrent: Bool
    package let isSaved: Bool

    /// 0 is the first text.
    package var number: Int { id.number }
  }

  /// The state that redo would go to.
  package var stateForRedo: StateID? { next(of: current) }

  package var states: [State] {
    let first = State(
      id: root.id, parent: nil, time: root.time, addedBytes: 0, removedBytes: 0,
      isCurrent: current == root.id, isSaved: saved == root.id)
    return [first]
      + nodes.sorted { $0.key < $1.key }.map { id, node in
        State(
          id: id, parent: node.parent, time: node.time,
          addedBytes: node.edit.inserted.byteCount, removedBytes: node.edit.removed.byteCount,
          isCurrent: current == id, isSaved: saved == id)
      }
  }
}

/// Limits the size of the tree.
extension UndoTree {
  /// The number of last steps that are never forgotten, even over the limit: a person who deletes
  /// half a gigabyte and types a letter wants to undo both.
  package static let leastSteps = 4

  /// Frees some extra space, so that it is seldom called.
  mutating func forgetOldest() {
    forgetOldest(downTo: limit - limit / 8, keeping: Self.leastSteps)
  }

  /// Forgets branches, the oldest first, and then the oldest steps.
  mutating func forgetOldest(downTo target: Int, keeping least: Int) {
    let line = pathToCurrent()
    let current = Set(line)
    for id in nodes.ids where cost > target {
      var leaf = id
      // A branch point that lost its last leaf is removed too.
      while !current.contains(leaf), let node = nodes[leaf], node.children.isEmpty, cost > target {
        remove(leaf)
        leaf = node.parent
      }
    }
    for id in line.dropLast(least) where cost > target { makeRoot(id) }
  }

  /// Returns the states from the root, without it, to the current one.
  private func pathToCurrent() -> [StateID] {
    var way: [StateID] = []
    var id = current
    while let node = nodes[id] {
      way.append(id)
      id = node.parent
    }
    return way.reversed()
  }

  private mutating func remove(_ id: StateID) {
    guard let node = nodes.remove(id) else { return }
    cost -= node.cost
    if saved == id { saved = nil }
    if node.parent == root.id {
      root.children.removeAll { $0 == id }
      if root.next == id { root.next = root.children.last }
    } else if var parent = nodes[node.parent] {
      parent.children.removeAll { $0 == id }
      if parent.next == id { parent.next = parent.children.last }
      nodes[node.parent] = parent
    }
  }

  /// Makes a child of the root the new root, once all other branches are gone.
  private mutating func makeRoot(_ id: StateID) {
    guard root.children == [id], let node = nodes.remove(id) else { return }
    cost -= node.cost
    if saved == root.id { saved = nil }
    root = Root(
      id: id, children: node.children, next: node.next, byteCount: node.edit.byteCountAfter,
      time: node.time)
  }
}
