/// Reads bytes one by one or piece by piece, in any order; steps to near offsets cost next to nothing.
///
/// It keeps the text alive that it reads, as it was when the reader was made.
package struct RopeReader {
  package let text: Rope
  private var leaf = RopeNode.empty
  private var leafStart = 0

  package init(_ text: Rope) { self.text = text }

  /// The byte at an offset, or nil outside the text.
  package mutating func byte(at offset: ByteOffset) -> UInt8? {
    guard offset >= .zero, offset < text.end else { return nil }
    find(offset.value)
    return leaf.bytes[offset.value - leafStart]
  }

  /// Hands over the piece that holds an offset, and where it starts; nil outside the text.
  package mutating func withChunk<Result>(
    at offset: ByteOffset, _ body: (UnsafeBufferPointer<UInt8>, ByteOffset) -> Result
  ) -> Result? {
    guard offset >= .zero, offset < text.end else { return nil }
    find(offset.value)
    return withExtendedLifetime(text) { body(leaf.bytes, ByteOffset(leafStart)) }
  }

  /// The piece that holds an offset, which must exist, and where it starts. Its bytes stay as long as
  /// somebody holds the text.
  mutating func chunk(holding offset: Int) -> (bytes: UnsafeBufferPointer<UInt8>, start: Int) {
    find(offset)
    return (leaf.bytes, leafStart)
  }

  private mutating func find(_ offset: Int) {
    if offset >= leafStart, offset < leafStart + leaf.byteCount { return }
    (leaf, leafStart) = text.root.leaf(holding: offset)
  }
}

/// Bytes where they are, without copies.
extension Rope {
  /// Hands over a range piece by piece until `body` answers false; then it answers false too.
  ///
  /// A piece ends anywhere, also inside a character. Neighbours that lie together in one region come
  /// as one, so that an unchanged file comes in its blocks. A piece is valid inside `body` only.
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

  /// A copy of a range, for what is small.
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

  /// A copy of all, for what is small.
  package var bytes: [UInt8] { bytes(in: all) }
}

/// Leaves that lie next to each other in one region, as one stretch of memory.
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
