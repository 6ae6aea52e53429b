/// The invariants of a tree. Tests check them after each step, and decoding checks them last.
extension UndoTree {
  /// The violated invariant, or nil.
  package var brokenInvariant: String? {
    if current != root.id, nodes[current] == nil { return "the current text is not a state" }
    if let saved, saved != root.id, nodes[saved] == nil { return "the saved text is no state" }
    if let problem = problem(of: root.id, root.children, root.next) { return problem }
    var total = 0
    for (id, node) in nodes {
      if let problem = problem(of: id, node.children, node.next) { return problem }
      if node.parent >= id { return "\(id) does not come after its parent" }
      if !children(of: node.parent).contains(id) { return "\(id) is no child of its parent" }
      if node.edit.byteCountBefore != byteCount(of: node.parent) {
        return "\(id) edits another text"
      }
      if id.number > lastNumber { return "\(id) was never given" }
      total += node.cost
    }
    let children = nodes.reduce(root.children.count) { $0 + $1.value.children.count }
    if children != nodes.count { return "\(children) children, \(nodes.count) states" }
    return total == cost ? nil : "\(total) bytes, \(cost) said"
  }

  private func problem(of id: StateID, _ children: [StateID], _ next: StateID?) -> String? {
    if (next == nil) != children.isEmpty { return "\(id) leads nowhere" }
    if let next, !children.contains(next) { return "\(id) leads to a stranger" }
    if children != children.sorted() { return "the children of \(id) are not in order" }
    return nil
  }
}
