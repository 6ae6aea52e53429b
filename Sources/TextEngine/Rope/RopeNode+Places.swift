/// Ways down a rope.
extension RopeNode {
  /// The leaf with the byte at `offset`, which must exist, and where the leaf starts.
  func leaf(holding offset: Int) -> (leaf: RopeNode, start: Int) {
    var node = self
    var start = 0
    while let branch = node.branch {
      var index = 0
      while offset >= start + branch.children[index].byteCount {
        start += branch.children[index].byteCount
        index += 1
      }
      node = branch.children[index]
    }
    return (node, start)
  }

  /// How many line feeds stand before a place.
  func newlineCount(before offset: Int) -> Int {
    var node = self
    var left = offset
    var count = 0
    while let branch = node.branch {
      var index = 0
      while left >= branch.children[index].byteCount {
        left -= branch.children[index].byteCount
        count += branch.children[index].newlineCount
        index += 1
        // The end of the text.
        if index == branch.children.count { return count }
      }
      node = branch.children[index]
    }
    return count + NewlineScan.count(in: UnsafeBufferPointer(rebasing: node.bytes[..<left]))
  }

  /// Where the line feed stands that has `number` others before it.
  func place(ofNewline number: Int) -> Int? {
    guard number >= 0, number < newlineCount else { return nil }
    var node = self
    var left = number
    var start = 0
    while let branch = node.branch {
      var index = 0
      while left >= branch.children[index].newlineCount {
        left -= branch.children[index].newlineCount
        start += branch.children[index].byteCount
        index += 1
      }
      node = branch.children[index]
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
