/// Ways down a rope.
extension RopeNode {
  /// A leaf, and what stands before it.
  private struct Found {
    var leaf: RopeNode
    var start = 0
    var newlineCount = 0
  }

  /// The first leaf that is not passed, or the last one.
  private func leaf(passing isPassed: (Found) -> Bool) -> Found {
    var found = Found(leaf: self)
    while let branch = found.leaf.branch {
      for (index, child) in branch.children.enumerated() {
        found.leaf = child
        if index == branch.children.count - 1 || !isPassed(found) { break }
        found.start += child.byteCount
        found.newlineCount += child.newlineCount
      }
    }
    return found
  }

  /// The leaf with the byte at `offset`, which must exist, and where the leaf starts.
  func leaf(holding offset: Int) -> (leaf: RopeNode, start: Int) {
    let found = leaf { offset >= $0.start + $0.leaf.byteCount }
    return (found.leaf, found.start)
  }

  /// How many line feeds stand before a place.
  func newlineCount(before offset: Int) -> Int {
    let found = leaf { offset >= $0.start + $0.leaf.byteCount }
    let before = found.leaf.bytes[..<(offset - found.start)]
    return found.newlineCount + NewlineScan.count(in: UnsafeBufferPointer(rebasing: before))
  }

  /// Where the line feed stands that has `number` others before it.
  func place(ofNewline number: Int) -> Int? {
    guard number >= 0, number < newlineCount else { return nil }
    let found = leaf { number >= $0.newlineCount + $0.leaf.newlineCount }
    return NewlineScan.place(ofNewline: number - found.newlineCount, in: found.leaf.bytes)
      .map { found.start + $0 }
  }

  /// Hands over the leaves that a range touches, with what of each is in it, until `body` answers
  /// false; then it answers false too.
  @discardableResult
  func forEachPart(
    of range: Range<Int>, backwards: Bool = false, _ body: (RopeNode, Range<Int>) -> Bool
  ) -> Bool {
    if range.isEmpty { return true }
    guard let branch else { return body(self, range) }
    let children = branch.children
    var edge = backwards ? byteCount : 0
    for number in children.indices {
      let child = children[backwards ? children.count - 1 - number : number]
      let start = backwards ? edge - child.byteCount : edge
      let part = range.clamped(to: start..<start + child.byteCount).moved(by: -start)
      if !child.forEachPart(of: part, backwards: backwards, body) { return false }
      edge = backwards ? start : start + child.byteCount
    }
    return true
  }
}
