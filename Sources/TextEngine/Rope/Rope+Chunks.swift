/// Bytes where they are, without copies.
extension Rope {
  /// Hands over a range piece by piece until `body` answers false; then it answers false too.
  ///
  /// A piece ends anywhere, also inside a character. Neighbours that lie together in one region come
  /// as one, so that a file nobody changed comes in its blocks. A piece is valid inside `body` only.
  @discardableResult
  package func forEachChunk(
    in range: Range<ByteOffset>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    check(range)
    var run = ChunkRun()
    let isWhole = root.forEachPart(of: range.values) { leaf, part in
      if run.extend(by: leaf, part) { return true }
      let next = run.bytes
      run = ChunkRun(leaf, part)
      return next.isEmpty || body(next)
    }
    return withExtendedLifetime(self) { isWhole && (run.bytes.isEmpty || body(run.bytes)) }
  }

  /// The same from the end.
  @discardableResult
  package func forEachChunkBackwards(
    in range: Range<ByteOffset>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    check(range)
    var run = ChunkRun()
    let isWhole = root.forEachPartBackwards(of: range.values) { leaf, part in
      if run.extendBackwards(by: leaf, part) { return true }
      let next = run.bytes
      run = ChunkRun(leaf, part)
      return next.isEmpty || body(next)
    }
    return withExtendedLifetime(self) { isWhole && (run.bytes.isEmpty || body(run.bytes)) }
  }

  /// A copy of a range, for what is small.
  package func bytes(in range: Range<ByteOffset>) -> [UInt8] {
    check(range)
    return Array(unsafeUninitializedCapacity: range.byteCount) { buffer, count in
      root.forEachPart(of: range.values) { leaf, part in
        guard let target = buffer.baseAddress, let source = leaf.bytes.baseAddress else {
          return true
        }
        (target + count).initialize(from: source + part.lowerBound, count: part.count)
        count += part.count
        return true
      }
    }
  }

  /// A copy of all, for what is small.
  package var bytes: [UInt8] { bytes(in: all) }
}

/// Leaves that lie next to each other in one region, as one stretch of memory.
private struct ChunkRun {
  var region: ByteRegion?
  var start = 0
  var count = 0

  init() {}

  init(_ leaf: RopeNode, _ part: Range<Int>) {
    region = leaf.region
    start = leaf.start + part.lowerBound
    count = part.count
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    guard let region else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: region.base + start, count: count)
  }

  mutating func extend(by leaf: RopeNode, _ part: Range<Int>) -> Bool {
    guard region === leaf.region, start + count == leaf.start + part.lowerBound else {
      return false
    }
    count += part.count
    return true
  }

  mutating func extendBackwards(by leaf: RopeNode, _ part: Range<Int>) -> Bool {
    guard region === leaf.region, leaf.start + part.upperBound == start else { return false }
    start -= part.count
    count += part.count
    return true
  }
}
