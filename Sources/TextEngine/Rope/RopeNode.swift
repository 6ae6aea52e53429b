import Bytes

/// The largest sizes of a rope's parts. Two ropes can share parts only if their limits are equal.
package struct RopeLimits: Equatable, Sendable {
  /// The bytes of a new leaf; typing may grow it up to `mostLeaf`.
  let leaf: Int
  /// The most children of a branch.
  let fanout: Int

  /// Creates limits; small ones make deep trees of short texts.
  package init(leaf: Int, fanout: Int) {
    self.leaf = leaf
    self.fanout = fanout
  }

  /// The best by measurement: a key moves little memory, and a gigabyte takes four levels.
  static let standard = RopeLimits(leaf: 4096, fanout: 32)

  /// The most bytes of a leaf. A file is read into full leaves and full branches: a typed letter
  /// still fits and does not split the leaf and each branch above it.
  var mostLeaf: Int { leaf + leaf / 4 }
  /// The fewest bytes of a leaf. Far less than half, so that text that shrinks and grows again is
  /// not split and merged with each key.
  var leastLeaf: Int { leaf / 4 }
  var leastFanout: Int { max(2, fanout / 4) }
}

/// A part of a rope with its totals: a leaf that refers to part of a region, or a branch.
struct RopeNode: Sendable {
  var byteCount: Int
  var newlineCount: Int
  /// Nil for a leaf.
  var branch: RopeBranch?
  /// The region with a leaf's bytes.
  var region: ByteRegion?
  var start: Int

  static let empty = RopeNode(
    byteCount: 0, newlineCount: 0, branch: nil, region: nil, start: 0)

  init(byteCount: Int, newlineCount: Int, branch: RopeBranch?, region: ByteRegion?, start: Int) {
    self.byteCount = byteCount
    self.newlineCount = newlineCount
    self.branch = branch
    self.region = region
    self.start = start
  }

  /// Creates a leaf that refers to part of a region.
  init(showing region: ByteRegion, from start: Int, count: Int) {
    let bytes = UnsafeBufferPointer(start: region.base + start, count: count)
    self.init(
      byteCount: count, newlineCount: NewlineScan.count(in: bytes), branch: nil, region: region,
      start: start)
  }

  /// Creates a leaf with its own memory.
  init(copying bytes: UnsafeBufferPointer<UInt8>) {
    let region = ByteRegion(capacity: bytes.count)
    if let base = bytes.baseAddress { region.base.update(from: base, count: bytes.count) }
    self.init(showing: region, from: 0, count: bytes.count)
  }

  init(parentOf children: [RopeNode]) {
    var (bytes, newlines) = (0, 0)
    for child in children {
      bytes += child.byteCount
      newlines += child.newlineCount
    }
    let height = (children.first?.height ?? 0) + 1
    self.init(
      byteCount: bytes, newlineCount: newlines,
      branch: RopeBranch(height: height, children: children), region: nil, start: 0)
  }

  /// 0 for a leaf.
  var height: Int { branch?.height ?? 0 }

  /// A leaf's bytes; valid while the node lives.
  var bytes: UnsafeBufferPointer<UInt8> {
    guard let region else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: region.base + start, count: byteCount)
  }

  func isUnderfull(_ limits: RopeLimits) -> Bool {
    if let branch { return branch.children.count < limits.leastFanout }
    return byteCount < limits.leastLeaf
  }
}

/// The children of a branch.
final class RopeBranch: Sendable {
  /// The same distance to all leaves below.
  let height: Int
  let children: [RopeNode]

  init(height: Int, children: [RopeNode]) {
    self.height = height
    self.children = children
  }
}

/// Rebalancing: keeps parts filled and all leaves at one depth.
extension RopeNode {
  /// Merges nodes that are too small with their neighbors. The nodes have the same height; only a
  /// single node may stay too small.
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

  /// Merges two neighbors of the same height into one, or into two that are evenly filled.
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

  /// Puts parents over balanced nodes of the same height.
  static func grouped(_ nodes: [RopeNode], _ limits: RopeLimits) -> [RopeNode] {
    if nodes.isEmpty { return [] }
    let count = (nodes.count + limits.fanout - 1) / limits.fanout
    if count == 1 { return [RopeNode(parentOf: nodes)] }
    return (0..<count).map { group in
      RopeNode(parentOf: Array(nodes[nodes.evenPart(group, of: count)]))
    }
  }

  /// Returns one root over balanced nodes of the same height.
  static func root(over nodes: [RopeNode], _ limits: RopeLimits) -> RopeNode {
    var nodes = nodes
    while nodes.count > 1 { nodes = grouped(nodes, limits) }
    guard var root = nodes.first else { return .empty }
    while let branch = root.branch, branch.children.count == 1 { root = branch.children[0] }
    return root
  }

  /// Joins two texts into one or two nodes of the greater height.
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
  /// Returns the indices of one of `count` parts that are as even as possible.
  func evenPart(_ part: Int, of count: Int) -> Range<Int> {
    (self.count * part / count)..<(self.count * (part + 1) / count)
  }
}

/// Searches down a rope.
extension RopeNode {
  /// A leaf, with the bytes and line feeds before it.
  private struct Found {
    var leaf: RopeNode
    var start = 0
    var newlineCount = 0
  }

  /// Returns the first leaf that is not passed, or the last one.
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

  /// Returns the leaf with the byte at `offset`, which must exist, and the start of the leaf.
  func leaf(holding offset: Int) -> (leaf: RopeNode, start: Int) {
    let found = leaf { offset >= $0.start + $0.leaf.byteCount }
    return (found.leaf, found.start)
  }

  /// Returns the number of line feeds before an offset.
  func newlineCount(before offset: Int) -> Int {
    let found = leaf { offset >= $0.start + $0.leaf.byteCount }
    let before = found.leaf.bytes[..<(offset - found.start)]
    return found.newlineCount + NewlineScan.count(in: UnsafeBufferPointer(rebasing: before))
  }

  /// Returns the offset of the line feed that has `number` others before it.
  func offset(ofNewline number: Int) -> Int? {
    guard number >= 0, number < newlineCount else { return nil }
    let found = leaf { number >= $0.newlineCount + $0.leaf.newlineCount }
    return NewlineScan.offset(ofNewline: number - found.newlineCount, in: found.leaf.bytes)
      .map { found.start + $0 }
  }

  /// Passes each leaf that a range touches, with the touched part, until `body` returns false.
  /// Returns whether it reached the end.
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

/// Counts and finds line feeds.
enum NewlineScan {
  static func count(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (total, next) = (0, 0)
    while let feed = Byte.find(.lineFeed, in: bytes.span, from: next, to: bytes.count) {
      total += 1
      next = feed + 1
    }
    return total
  }

  /// Returns the offset of the line feed that has `number` others before it, or nil.
  static func offset(ofNewline number: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var next = 0
    for _ in 0..<number {
      guard let offset = Byte.find(.lineFeed, in: bytes.span, from: next, to: bytes.count) else {
        return nil
      }
      next = offset + 1
    }
    return Byte.find(.lineFeed, in: bytes.span, from: next, to: bytes.count)
  }
}
