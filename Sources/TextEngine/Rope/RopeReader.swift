/// Reads bytes or pieces in any order; steps to nearby offsets cost next to nothing.
///
/// The reader keeps its text alive, as it was when the reader was created.
package struct RopeReader {
  package let text: Rope
  private var leaf = RopeNode.empty
  private var leafStart = 0

  package init(_ text: Rope) { self.text = text }

  /// Returns the byte at an offset, or nil outside the text.
  package mutating func byte(at offset: ByteOffset) -> UInt8? {
    guard offset >= .zero, offset < text.end else { return nil }
    find(offset.value)
    return leaf.bytes[offset.value - leafStart]
  }

  /// Passes the piece at an offset, and its start; nil outside the text.
  package mutating func withChunk<Result>(
    at offset: ByteOffset, _ body: (UnsafeBufferPointer<UInt8>, ByteOffset) -> Result
  ) -> Result? {
    guard offset >= .zero, offset < text.end else { return nil }
    find(offset.value)
    return withExtendedLifetime(text) { body(leaf.bytes, ByteOffset(leafStart)) }
  }

  /// Returns the piece at an offset, which must exist, and its start. The bytes are valid while
  /// someone owns the text.
  mutating func chunk(holding offset: Int) -> (bytes: UnsafeBufferPointer<UInt8>, start: Int) {
    find(offset)
    return (leaf.bytes, leafStart)
  }

  private mutating func find(_ offset: Int) {
    if offset >= leafStart, offset < leafStart + leaf.byteCount { return }
    (leaf, leafStart) = text.root.leaf(holding: offset)
  }
}

/// Access to bytes without copies.
extension Rope {
  /// Passes a range piece by piece until `body` returns false. Returns whether it reached the end.
  ///
  /// A piece may end anywhere, even inside a character. Neighbors in the same region are passed as
  /// one, so that an unchanged file comes in its blocks. A piece is only valid inside `body`.
  @discardableResult
  package func forEachChunk(
    in range: Range<ByteOffset>, backwards: Bool = false,
    _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    check(range)
    var run = ChunkRun()
    let isWhole = root.forEachPart(of: range.values, backwards: backwards) { leaf, part in
      let next = ChunkRun(
        region: leaf.region, start: leaf.start + part.lowerBound, count: part.count)
      if run.extend(by: next, backwards: backwards) { return true }
      defer { run = next }
      return run.bytes.isEmpty || body(run.bytes)
    }
    return withExtendedLifetime(self) { isWhole && (run.bytes.isEmpty || body(run.bytes)) }
  }

  /// Copies a range, for small ones.
  package func bytes(in range: Range<ByteOffset>) -> [UInt8] {
    check(range)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.byteCount)
    root.forEachPart(of: range.values) { leaf, part in
      bytes += leaf.bytes[part]
      return true
    }
    return bytes
  }

  /// A copy of all bytes, for small texts.
  package var bytes: [UInt8] { bytes(in: all) }
}

/// Leaves that are adjacent in one region, as one piece of memory.
private struct ChunkRun {
  var region: ByteRegion?
  var start = 0
  var count = 0

  var bytes: UnsafeBufferPointer<UInt8> {
    guard let region else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: region.base + start, count: count)
  }

  mutating func extend(by next: ChunkRun, backwards: Bool) -> Bool {
    let touches = backwards ? next.start + next.count == start : start + count == next.start
    guard touches, region === next.region else { return false }
    start = min(start, next.start)
    count += next.count
    return true
  }
}
