/// Builds a text from the front, from bytes and parts of other texts. Small parts are packed
/// together and large ones are shared.
package struct RopeBuilder {
  private let limits: RopeLimits
  private var done: Rope
  private var leaves: [RopeNode] = []
  /// Bytes that do not fill a leaf yet.
  private var pending: [UInt8] = []

  package init() { self.init(limits: .standard) }

  init(limits: RopeLimits) {
    self.limits = limits
    done = Rope(root: .empty, limits: limits)
  }

  package var byteCount: Int {
    done.byteCount + leaves.reduce(0) { $0 + $1.byteCount } + pending.count
  }

  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(limits.leaf - pending.count)
      pending += part
      rest = rest.dropFirst(part.count)
      if pending.count == limits.leaf { flush() }
    }
  }

  /// Appends a part of another text.
  package mutating func append(_ text: Rope, _ range: Range<ByteOffset>) {
    if range.byteCount > limits.leaf * 16 {
      close()
      done.append(text[range])
      return
    }
    text.root.forEachPart(of: range.values) { leaf, part in
      append(UnsafeBufferPointer(rebasing: leaf.bytes[part]))
      return true
    }
  }

  /// Returns everything that was appended and empties the builder.
  package mutating func takeRope() -> Rope {
    close()
    defer { done = Rope(root: .empty, limits: limits) }
    return done
  }

  private mutating func close() {
    flush()
    if leaves.isEmpty { return }
    done.append(
      Rope(root: RopeNode.root(over: RopeNode.balanced(leaves, limits), limits), limits: limits))
    leaves = []
  }

  private mutating func flush() {
    if pending.isEmpty { return }
    leaves.append(pending.withUnsafeBufferPointer { RopeNode(copying: $0) })
    pending.removeAll(keepingCapacity: true)
  }
}

/// Makes evenly filled leaves from pieces of others. Large pieces are shared; small ones are
/// copied, so that a word saved for undo does not keep a whole block alive.
struct LeafAssembly {
  private struct Piece {
    var region: ByteRegion
    var start: Int
    var count: Int
  }

  private let limits: RopeLimits
  private var pieces: [Piece] = []
  private(set) var byteCount = 0

  init(_ limits: RopeLimits) { self.limits = limits }

  /// Appends a part of a leaf.
  mutating func append(_ leaf: RopeNode, _ range: Range<Int>) {
    guard let region = leaf.region, !range.isEmpty else { return }
    append(region, from: leaf.start + range.lowerBound, count: range.count)
  }

  mutating func append(_ region: ByteRegion, from start: Int, count: Int) {
    if count == 0 { return }
    byteCount += count
    if let last = pieces.last, last.region === region, last.start + last.count == start {
      pieces[pieces.count - 1].count += count
    } else {
      pieces.append(Piece(region: region, start: start, count: count))
    }
  }

  /// Returns all appended bytes as leaves and starts over. Only a single leaf may be too small.
  mutating func takeLeaves() -> [RopeNode] {
    defer {
      pieces.removeAll(keepingCapacity: true)
      byteCount = 0
    }
    let count =
      0 < byteCount && byteCount <= limits.mostLeaf
      ? 1 : (byteCount + limits.leaf - 1) / limits.leaf
    var leaves: [RopeNode] = []
    leaves.reserveCapacity(count)
    var piece = 0
    var used = 0
    for number in 0..<count {
      let size = byteCount * (number + 1) / count - byteCount * number / count
      leaves.append(leaf(of: size, &piece, &used))
    }
    return leaves
  }

  /// Returns a leaf of the next bytes, which begin `used` bytes into a piece.
  private func leaf(of size: Int, _ piece: inout Int, _ used: inout Int) -> RopeNode {
    let first = pieces[piece]
    if first.count - used >= size, size >= limits.leastLeaf {
      let node = RopeNode(showing: first.region, from: first.start + used, count: size)
      used += size
      if used == first.count { (piece, used) = (piece + 1, 0) }
      return node
    }
    let region = ByteRegion(capacity: size)
    var filled = 0
    while filled < size {
      let source = pieces[piece]
      let count = min(size - filled, source.count - used)
      (region.base + filled).update(from: source.region.base + source.start + used, count: count)
      filled += count
      used += count
      if used == source.count { (piece, used) = (piece + 1, 0) }
    }
    return RopeNode(showing: region, from: 0, count: size)
  }
}
