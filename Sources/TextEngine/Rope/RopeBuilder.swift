/// Puts a text together from the front: bytes, and parts of other texts. What is small is packed, and
/// what is large is shared.
package struct RopeBuilder {
  private let limits: RopeLimits
  private var done: Rope
  private var leaves: [RopeNode] = []
  /// Bytes that do not fill a leaf yet.
  private var pending: ByteRegion?
  private var pendingCount = 0
  /// What is left of them, so that a word goes in without a count of who holds them.
  private var room = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  package init() { self.init(limits: .standard) }

  init(limits: RopeLimits) {
    self.limits = limits
    done = Rope(root: .empty, limits: limits)
  }

  package var byteCount: Int {
    done.byteCount + leaves.reduce(0) { $0 + $1.byteCount } + pendingCount
  }

  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var taken = 0
    while taken < bytes.count {
      if room.isEmpty { makeRoom(for: bytes.count - taken) }
      guard let free = room.baseAddress else { preconditionFailure("there is room by now") }
      let count = min(bytes.count - taken, room.count)
      free.update(from: base + taken, count: count)
      room = UnsafeMutableBufferPointer(start: free + count, count: room.count - count)
      pendingCount += count
      taken += count
      if pendingCount == limits.leaf { flush() }
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
    if let pending, pendingCount > 0 {
      var assembly = LeafAssembly(limits)
      assembly.append(pending, from: 0, count: pendingCount)
      // A leaf that is mostly room would be paid for as long as an undo step lives.
      leaves += assembly.takeLeaves(copying: pendingCount < pending.capacity / 2)
    }
    pending = nil
    pendingCount = 0
    room = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// A word gets little room, and more than that a leaf's.
  private mutating func makeRoom(for count: Int) {
    let wanted = min(limits.leaf, pending == nil ? count : limits.leaf)
    let region = ByteRegion(capacity: wanted)
    if let pending { region.base.update(from: pending.base, count: pendingCount) }
    pending = region
    room = UnsafeMutableBufferPointer(
      start: region.base + pendingCount, count: region.capacity - pendingCount)
  }
}
