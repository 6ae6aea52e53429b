/// Ways down a rope.
extension RopeNode {
  /// The leaf with the byte at `offset`, which must exist, and where the leaf starts.
  func leaf(holding offset: Int) -> (leaf: RopeNode, start: Int) {
    var node = self
    var start = 0
    while let branch = node.branch {
      for child in branch.children {
        node = child
        if offset < start + child.byteCount { break }
        start += child.byteCount
      }
    }
    return (node, start)
  }

  /// How many line feeds stand before a place.
  func newlineCount(before offset: Int) -> Int {
    var node = self
    var left = offset
    var count = 0
    descent: while let branch = node.branch {
      for child in branch.children {
        if left < child.byteCount {
          node = child
          continue descent
        }
        left -= child.byteCount
        count += child.newlineCount
      }
      return count
    }
    return count + NewlineScan.count(in: UnsafeBufferPointer(rebasing: node.bytes[..<left]))
  }

  /// Where the line feed stands that has `number` others before it.
  func place(ofNewline number: Int) -> Int? {
    guard number >= 0, number < newlineCount else { return nil }
    var node = self
    var left = number
    var start = 0
    descent: while let branch = node.branch {
      for child in branch.children {
        if left < child.newlineCount {
          node = child
          continue descent
        }
        left -= child.newlineCount
        start += child.byteCount
      }
      return nil
    }
    return NewlineScan.place(ofNewline: left, in: node.bytes).map { start + $0 }
  }

  /// Hands over the leaves that a range touches, with what of each is in it, until `body` answers
  /// false; then it answers false too.
  @discardableResult
  func forEachPart(of range: Range<Int>, _ body: (RopeNode, Range<Int>) -> Bool) -> Bool {
    if range.isEmpty { return true }
    guard let branch else { return body(self, range) }
    var start = 0
    for child in branch.children {
      let end = start + child.byteCount
      if end > range.lowerBound {
        if start >= range.upperBound { return true }
        let part = max(range.lowerBound, start) - start..<min(range.upperBound, end) - start
        if !child.forEachPart(of: part, body) { return false }
      }
      start = end
    }
    return true
  }

  /// The same from the end.
  @discardableResult
  func forEachPartBackwards(of range: Range<Int>, _ body: (RopeNode, Range<Int>) -> Bool) -> Bool {
    if range.isEmpty { return true }
    guard let branch else { return body(self, range) }
    var end = byteCount
    for child in branch.children.reversed() {
      let start = end - child.byteCount
      if start < range.upperBound {
        if end <= range.lowerBound { return true }
        let part = max(range.lowerBound, start) - start..<min(range.upperBound, end) - start
        if !child.forEachPartBackwards(of: part, body) { return false }
      }
      end = start
    }
    return true
  }
}
