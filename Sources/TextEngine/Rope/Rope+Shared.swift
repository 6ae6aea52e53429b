import Glibc

/// Two texts are equal if their bytes are, however they are divided into leaves.
extension Rope: Equatable {
  package static func == (left: Rope, right: Rope) -> Bool {
    if left.byteCount != right.byteCount || left.newlineCount != right.newlineCount {
      return false
    }
    if let one = left.root.branch, one === right.root.branch { return true }
    return left.sharedPrefix(with: right) == left.byteCount
  }
}

/// Common parts of two texts.
extension Rope {
  /// Returns the number of equal bytes at the start. Parts that share memory cost almost nothing.
  package func sharedPrefix(with other: Rope) -> Int {
    var reader = RopeReader(other)
    var shared = 0
    forEachChunk(in: all) { bytes in
      guard let base = bytes.baseAddress else { return true }
      var checked = 0
      while checked < bytes.count {
        let equal = reader.withChunk(at: ByteOffset(shared)) { piece, start in
          let skipped = shared - start.value
          let count = min(bytes.count - checked, piece.count - skipped)
          guard let their = piece.baseAddress.map({ $0 + skipped }) else { return 0 }
          return Self.equal(base + checked, their, count)
        }
        guard let equal, equal > 0 else { return false }
        checked += equal
        shared += equal
      }
      return true
    }
    return shared
  }

  /// Returns the number of bytes at the end that are equal, at most `limit`.
  package func sharedSuffix(with other: Rope, atMost limit: Int) -> Int {
    var reader = RopeReader(other)
    var shared = 0
    forEachChunk(in: all, backwards: true) { bytes in
      guard let base = bytes.baseAddress else { return true }
      var left = bytes.count
      while left > 0, shared < limit {
        let equal = reader.withChunk(at: ByteOffset(other.byteCount - shared - 1)) { piece, start in
          let end = other.byteCount - shared - start.value
          let count = min(left, end, limit - shared)
          guard let their = piece.baseAddress.map({ $0 + end }) else { return 0 }
          return Self.equalBackwards(base + left, their, count)
        }
        guard let equal, equal > 0 else { return false }
        left -= equal
        shared += equal
      }
      return shared < limit
    }
    return shared
  }

  private static func equal(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int
  ) -> Int {
    if one == other || memcmp(one, other, count) == 0 { return count }
    var index = 0
    while one[index] == other[index] { index += 1 }
    return index
  }

  /// Counts the equal bytes before two end pointers.
  private static func equalBackwards(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int
  ) -> Int {
    if one == other || memcmp(one - count, other - count, count) == 0 { return count }
    var index = 0
    while one[-index - 1] == other[-index - 1] { index += 1 }
    return index
  }
}
