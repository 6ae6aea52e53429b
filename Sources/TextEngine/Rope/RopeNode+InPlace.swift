/// The way of a typed key: bytes change inside one leaf, and only sums on the way to it.
extension RopeNode {
  /// Where a change goes if it fits into one leaf, which stays neither too small nor too large.
  struct LeafChange {
    var removedNewlines: Int
    var insertedNewlines: Int
  }

  func leafChange(
    _ range: Range<Int>, _ inserted: UnsafeBufferPointer<UInt8>, _ limits: RopeLimits
  ) -> LeafChange? {
    var node = self
    var range = range
    while let branch = node.branch {
      guard let (child, start) = branch.child(holding: range) else { return nil }
      node = branch.children[child]
      range = range.moved(by: -start)
    }
    let count = node.byteCount - range.count + inserted.count
    let least = branch == nil ? 0 : limits.leastLeaf
    guard count >= least, count <= limits.mostLeaf else { return nil }
    let removed = UnsafeBufferPointer(rebasing: node.bytes[range])
    return LeafChange(
      removedNewlines: NewlineScan.count(in: removed),
      insertedNewlines: NewlineScan.count(in: inserted))
  }

  /// Does a change that `leafChange` allowed.
  mutating func replaceInLeaf(
    _ range: Range<Int>, with inserted: UnsafeBufferPointer<UInt8>, _ change: LeafChange,
    _ limits: RopeLimits
  ) {
    let oldCount = byteCount
    byteCount += inserted.count - range.count
    newlineCount += change.insertedNewlines - change.removedNewlines
    guard branch != nil else {
      replaceBytes(range, of: oldCount, with: inserted, limits)
      return
    }
    let isShared = !isKnownUniquelyReferenced(&branch)
    guard var held = branch else { return }
    if isShared {
      held = RopeBranch(height: held.height, children: held.children)
      branch = held
    }
    guard let (child, start) = held.child(holding: range) else { return }
    held.children[child].replaceInLeaf(range.moved(by: -start), with: inserted, change, limits)
  }

  private mutating func replaceBytes(
    _ range: Range<Int>, of oldCount: Int, with inserted: UnsafeBufferPointer<UInt8>,
    _ limits: RopeLimits
  ) {
    let isOurs = isKnownUniquelyReferenced(&region)
    let tail = oldCount - range.upperBound
    if isOurs, let region, region.isWritable, start + byteCount <= region.capacity {
      let place = region.base + start
      (place + range.lowerBound + inserted.count)
        .update(from: place + range.upperBound, count: tail)
      if let new = inserted.baseAddress {
        (place + range.lowerBound).update(from: new, count: inserted.count)
      }
      return
    }
    // Room for what is likely typed next.
    let grown = ByteRegion(capacity: min(limits.mostLeaf, max(64, byteCount + byteCount / 2)))
    if let region {
      let old = region.base + start
      grown.base.update(from: old, count: range.lowerBound)
      (grown.base + range.lowerBound + inserted.count)
        .update(from: old + range.upperBound, count: tail)
    }
    if let new = inserted.baseAddress {
      (grown.base + range.lowerBound).update(from: new, count: inserted.count)
    }
    region = grown
    start = 0
  }
}

extension RopeBranch {
  /// The first child that has all of a range, and where it starts.
  fileprivate func child(holding range: Range<Int>) -> (child: Int, start: Int)? {
    var start = 0
    for index in children.indices {
      let end = start + children[index].byteCount
      if range.lowerBound <= end { return range.upperBound <= end ? (index, start) : nil }
      start = end
    }
    return nil
  }
}

extension Range<Int> {
  func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
