/// How large the parts of a rope may grow. Two ropes share parts only where these are the same.
package struct RopeLimits: Equatable, Sendable {
  /// Bytes of a leaf when it is made; what is typed into it may make it larger, up to `mostLeaf`.
  let leaf: Int
  /// Children of a branch.
  let fanout: Int

  /// Small ones make deep trees of short texts.
  package init(leaf: Int, fanout: Int) {
    self.leaf = leaf
    self.fanout = fanout
  }

  /// What measured best: a key moves little memory, and a gigabyte takes four levels.
  static let standard = RopeLimits(leaf: 4096, fanout: 32)

  /// A file is read into full leaves and full branches: a letter in one finds room, and does not cut
  /// it and then each branch above it in two.
  var mostLeaf: Int { leaf + leaf / 4 }
  /// Far less than half: text that shrinks and grows again is not cut and joined with each key.
  var leastLeaf: Int { leaf / 4 }
  var leastFanout: Int { max(2, fanout / 4) }
}

/// A part of a rope with its sums: a leaf that shows part of a region, or a branch.
struct RopeNode: Sendable {
  var byteCount: Int
  var newlineCount: Int
  /// Nil for a leaf.
  var branch: RopeBranch?
  /// A leaf's bytes.
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

  /// A leaf that shows part of a region.
  init(showing region: ByteRegion, from start: Int, count: Int) {
    let bytes = UnsafeBufferPointer(start: region.base + start, count: count)
    self.init(
      byteCount: count, newlineCount: NewlineScan.count(in: bytes), branch: nil, region: region,
      start: start)
  }

  /// A leaf with memory of its own.
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

  /// A leaf's bytes; they stay while somebody holds the node.
  var bytes: UnsafeBufferPointer<UInt8> {
    guard let region else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: region.base + start, count: byteCount)
  }

  func isUnderfull(_ limits: RopeLimits) -> Bool {
    if let branch { return branch.children.count < limits.leastFanout }
    return byteCount < limits.leastLeaf
  }
}

/// What a branch holds.
final class RopeBranch: Sendable {
  /// The same for all leaves below it.
  let height: Int
  let children: [RopeNode]

  init(height: Int, children: [RopeNode]) {
    self.height = height
    self.children = children
  }
}
