/// The invariants of a rope. Tests check them after each step.
extension Rope {
  /// The violated invariant of the structure, or nil.
  package var brokenInvariant: String? {
    if let branch = root.branch, branch.children.count < 2 { return "a root with one child" }
    if root.byteCount == 0, root.branch != nil { return "an empty branch" }
    return root.problem(limits, isRoot: true)
  }

  /// The number of levels above the leaves.
  var height: Int { root.height }
}

extension RopeNode {
  fileprivate func problem(_ limits: RopeLimits, isRoot: Bool) -> String? {
    if !isRoot, isUnderfull(limits) { return "underfull at height \(height)" }
    guard let branch else {
      if byteCount > limits.mostLeaf { return "a leaf of \(byteCount) bytes" }
      if byteCount > 0, region == nil { return "a leaf without bytes" }
      if let region, start < 0 || start + byteCount > region.capacity {
        return "a leaf outside its region"
      }
      var count = 0
      for byte in bytes where byte == .lineFeed { count += 1 }
      return count == newlineCount ? nil : "a leaf of \(count) newlines says \(newlineCount)"
    }
    if region != nil { return "a branch with bytes" }
    if branch.children.count > limits.fanout { return "\(branch.children.count) children" }
    var (bytes, newlines) = (0, 0)
    for child in branch.children {
      if child.height != height - 1 { return "height \(child.height) below \(height)" }
      if let problem = child.problem(limits, isRoot: false) { return problem }
      bytes += child.byteCount
      newlines += child.newlineCount
    }
    if bytes != byteCount { return "\(bytes) bytes below, \(byteCount) said" }
    return newlines == newlineCount ? nil : "\(newlines) newlines below, \(newlineCount) said"
  }
}
