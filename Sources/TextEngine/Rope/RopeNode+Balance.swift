/// Keeps parts filled and all leaves at one depth.
extension RopeNode {
  /// Joins what is too small with its neighbour. The nodes are of one height; only one that stands
  /// alone may stay too small.
  static func balanced(_ nodes: [RopeNode], _ limits: RopeLimits) -> [RopeNode] {
    guard nodes.count > 1, nodes.contains(where: { $0.isUnderfull(limits) }) else { return nodes }
    var balanced: [RopeNode] = []
    balanced.reserveCapacity(nodes.count)
    for node in nodes {
      if let last = balanced.last, last.isUnderfull(limits) || node.isUnderfull(limits) {
        balanced.removeLast()
        balanced += merged(last, node, limits)
      } else {
        balanced.append(node)
      }
    }
    return balanced
  }

  /// Two neighbours of one height as one, or as two that are evenly filled.
  private static func merged(
    _ left: RopeNode, _ right: RopeNode, _ limits: RopeLimits
  ) -> [RopeNode] {
    if let leftBranch = left.branch, let rightBranch = right.branch {
      return grouped(balanced(leftBranch.children + rightBranch.children, limits), limits)
    }
    var assembly = LeafAssembly(limits)
    assembly.append(left, 0..<left.byteCount)
    assembly.append(right, 0..<right.byteCount)
    return assembly.takeLeaves()
  }

  /// Puts parents over balanced nodes of one height.
  static func grouped(_ nodes: [RopeNode], _ limits: RopeLimits) -> [RopeNode] {
    if nodes.isEmpty { return [] }
    let count = (nodes.count + limits.fanout - 1) / limits.fanout
    if count == 1 { return [RopeNode(parentOf: nodes)] }
    return (0..<count).map { group in
      RopeNode(parentOf: Array(nodes[nodes.evenPart(group, of: count)]))
    }
  }

  /// One root over balanced nodes of one height.
  static func root(over nodes: [RopeNode], _ limits: RopeLimits) -> RopeNode {
    var nodes = nodes
    while nodes.count > 1 { nodes = grouped(nodes, limits) }
    guard var root = nodes.first else { return .empty }
    while let branch = root.branch, branch.children.count == 1 { root = branch.children[0] }
    return root
  }

  /// Two texts after one another, as nodes of the greater height: one or two.
  static func joined(_ left: RopeNode, _ right: RopeNode, _ limits: RopeLimits) -> [RopeNode] {
    if left.byteCount == 0 { return [right] }
    if right.byteCount == 0 { return [left] }
    if left.height == right.height { return balanced([left, right], limits) }
    if left.height > right.height, let branch = left.branch {
      let last = branch.children[branch.children.count - 1]
      let children = Array(branch.children.dropLast()) + joined(last, right, limits)
      return grouped(balanced(children, limits), limits)
    }
    guard let branch = right.branch else { return [left, right] }
    let children = joined(left, branch.children[0], limits) + branch.children.dropFirst()
    return grouped(balanced(children, limits), limits)
  }
}

extension Array {
  /// The indices of one of `count` parts that are as even as can be.
  func evenPart(_ part: Int, of count: Int) -> Range<Int> {
    (self.count * part / count)..<(self.count * (part + 1) / count)
  }
}
