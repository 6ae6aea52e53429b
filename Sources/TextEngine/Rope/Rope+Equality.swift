import Glibc

/// Two ropes are equal when their bytes are, however they are cut.
extension Rope: Equatable {
  package static func == (left: Rope, right: Rope) -> Bool {
    if left.byteCount != right.byteCount || left.newlineCount != right.newlineCount {
      return false
    }
    if let one = left.root.branch, one === right.root.branch { return true }
    var reader = RopeReader(right)
    var place = ByteOffset.zero
    return left.forEachChunk(in: left.all) { bytes in
      var checked = 0
      while checked < bytes.count {
        let equal = reader.withChunk(at: place) { other, start in
          let skipped = place - start
          let count = min(bytes.count - checked, other.count - skipped)
          return isEqual(bytes, checked, other, skipped, count) ? count : 0
        }
        guard let equal, equal > 0 else { return false }
        checked += equal
        place = place + equal
      }
      return true
    }
  }

  private static func isEqual(
    _ one: UnsafeBufferPointer<UInt8>, _ oneStart: Int, _ other: UnsafeBufferPointer<UInt8>,
    _ otherStart: Int, _ count: Int
  ) -> Bool {
    guard let one = one.baseAddress, let other = other.baseAddress else { return count == 0 }
    // Shared parts need no look.
    return one + oneStart == other + otherStart
      || memcmp(one + oneStart, other + otherStart, count) == 0
  }
}
