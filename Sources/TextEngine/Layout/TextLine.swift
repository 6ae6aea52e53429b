/// The line around an offset.
struct TextLine {
  /// Excludes the line ending.
  let content: Range<Int>
  let ending: Int

  init(at offset: Int, in text: Rope) {
    let line = text.line(at: ByteOffset(offset))
    content = text.content(of: line).values
    ending = text.ending(of: line)?.bytes.count ?? 0
  }
}

extension Rope {
  /// Passes the bytes of a range in one piece, copied only if they are not contiguous.
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
