/// Puts a text together from the front: bytes, and parts of other texts. What is small is packed, and
/// what is large is shared.
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

  /// A part of another text.
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

  /// All that was appended; then the builder is empty again.
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
