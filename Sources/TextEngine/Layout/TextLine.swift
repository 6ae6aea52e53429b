import Glibc

/// The line around a place: mostly found by a look at the bytes that lie there together.
struct TextLine {
  /// Without its ending.
  let content: Range<Int>
  let ending: Int

  init(at place: Int, in text: Rope) {
    if let near = Self(near: place, in: text) {
      self = near
      return
    }
    let line = text.line(at: ByteOffset(place))
    content = text.content(of: line).values
    switch text.ending(of: line) {
    case nil: ending = 0
    case .lf: ending = 1
    case .crlf: ending = 2
    }
  }

  private init?(near place: Int, in text: Rope) {
    guard place < text.byteCount else { return nil }
    let (leaf, start) = text.root.leaf(holding: place)
    guard let base = leaf.bytes.baseAddress else { return nil }
    let index = place - start
    let feed = Int32(UInt8.lineFeed)
    guard let after = memchr(base + index, feed, leaf.byteCount - index) else { return nil }
    let end = UnsafeRawPointer(after) - UnsafeRawPointer(base)
    let low: Int
    if let before = NewlineScan.lastPlace(before: index, in: leaf.bytes) {
      low = before + 1
    } else if start == 0 {
      low = 0
    } else {
      return nil
    }
    // A carriage return in the leaf before belongs to the ending too.
    if end == 0 { return nil }
    let isPair = end > low && base[end - 1] == .carriageReturn
    ending = isPair ? 2 : 1
    content = start + low..<start + end - (isPair ? 1 : 0)
  }
}

extension Rope {
  /// Bytes in one piece: where they are, or copied where they lie apart.
  func withBytes<Result>(
    _ range: Range<ByteOffset>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    check(range)
    if !range.isEmpty {
      let (leaf, start) = root.leaf(holding: range.lowerBound.value)
      let part = range.values.moved(by: -start)
      if part.upperBound <= leaf.byteCount {
        return withExtendedLifetime(leaf) { body(UnsafeBufferPointer(rebasing: leaf.bytes[part])) }
      }
    }
    var result: Result?
    forEachChunk(in: range) { bytes in
      if bytes.count == range.byteCount { result = body(bytes) }
      return false
    }
    if let result { return result }
    return bytes(in: range).withUnsafeBufferPointer(body)
  }
}
