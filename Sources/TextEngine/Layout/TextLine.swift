/// The line around an offset.
struct TextLine {
  /// Without its ending.
  let content: Range<Int>
  let ending: Int

  init(at offset: Int, in text: Rope) {
    let line = text.line(at: ByteOffset(offset))
    content = text.content(of: line).values
    ending = text.ending(of: line)?.bytes.count ?? 0
  }
}

extension Rope {
  /// Bytes in one piece: where they are, or copied where they lie apart.
  func withBytes<Result>(
    _ range: Range<ByteOffset>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    check(range)
    var result: Result?
    forEachChunk(in: range) { bytes in
      if bytes.count == range.byteCount { result = body(bytes) }
      return false
    }
    if let result { return result }
    return bytes(in: range).withUnsafeBufferPointer(body)
  }
}
