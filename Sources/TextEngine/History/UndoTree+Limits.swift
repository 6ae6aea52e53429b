/// Keeps the tree within its limit.
extension UndoTree {
  /// So many steps on the way to the text of now are kept whatever they take: whoever deletes half a
  /// gigabyte and types a letter wants to undo both.
  static let leastSteps = 100

  /// Frees some of the limit at once, so that it is seldom called.
  mutating func forgetOldest() {
    forgetOldest(downTo: limit - limit / 8, keeping: Self.leastSteps)
  }

  /// Forgets branches, the oldest first, and then the oldest steps.
  mutating func forgetOldest(downTo target: Int, keeping least: Int) {
    let line = wayToCurrent()
    let kept = Set(line)
    for id in nodes.keys.sorted() where cost > target {
      var leaf = id
      // A branch that lost its last leaf goes with it.
      while !kept.contains(leaf), let node = nodes[leaf], node.children.isEmpty, cost > target {
        remove(leaf)
        leaf = node.parent
      }
    }
    for id in line.dropLast(least) where cost > target { makeRoot(id) }
  }

  /// The states after the first that lead to the text of now, in order.
  private func wayToCurrent() -> [StateID] {
    var way: [StateID] = []
    var id = current
    while let node = nodes[id] {
      way.append(id)
      id = node.parent
    }
    return way.reversed()
  }

  private mutating func remove(_ id: StateID) {
    guard let node = nodes.removeValue(forKey: id) else { return }
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

  /// A child of the root takes its place, once all other branches are gone.
  private mutating func makeRoot(_ id: StateID) {
    guard root.children == [id], let node = nodes.removeValue(forKey: id) else { return }
    cost -= node.cost
    if saved == root.id { saved = nil }
    root = Root(
      id: id, children: node.children, next: node.next, byteCount: node.edit.byteCountAfter,
      time: node.time)
  }
}
