import Bytes

/// Counts and finds line feeds.
enum NewlineScan {
  static func count(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (total, next) = (0, 0)
    while let feed = Byte.find(.lineFeed, in: bytes.span, from: next, to: bytes.count) {
      total += 1
      next = feed + 1
    }
    return total
  }

  /// Where the line feed stands that has `number` others before it; nil where there are fewer.
  static func place(ofNewline number: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var next = 0
    for _ in 0..<number {
      guard let place = Byte.find(.lineFeed, in: bytes.span, from: next, to: bytes.count) else {
        return nil
      }
      next = place + 1
    }
    return Byte.find(.lineFeed, in: bytes.span, from: next, to: bytes.count)
  }
}
