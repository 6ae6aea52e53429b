/// Writes numbers in few bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  /// Seven bits a byte, the lowest first.
  mutating func write(_ number: Int) {
    precondition(number >= 0, "only what counts something is written")
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(fixed number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  mutating func write(_ text: Rope) {
    text.forEachChunk(in: text.all) {
      bytes += $0
      return true
    }
  }
}

/// Reads what `ByteWriter` wrote, and believes none of it: nil where bytes are missing or a number is
/// larger than it may be.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var left: Int { bytes.endIndex - place }

  mutating func number(atMost limit: Int) -> Int? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard place < bytes.endIndex else { return nil }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value <= UInt64(limit) ? Int(value) : nil }
    }
    return nil
  }

  mutating func fixed() -> UInt64? {
    guard let eight = take(8) else { return nil }
    return eight.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= left else { return nil }
    defer { place += count }
    return bytes[place..<place + count]
  }
}
