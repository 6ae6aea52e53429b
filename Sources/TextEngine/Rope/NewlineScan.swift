import Glibc

/// Counts and finds line feeds at the speed of memory.
enum NewlineScan {
  static func count(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(base)
    let feeds = SIMD16<UInt8>(repeating: .lineFeed)
    var total = 0
    var index = 0
    while index + 16 <= bytes.count {
      // Sums of one byte each: 250 rounds cannot overflow one.
      var sums = SIMD16<UInt8>(repeating: 0)
      let stop = min(bytes.count - 15, index + 16 * 250)
      while index < stop {
        let next = raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        // A lane that is equal holds -1.
        sums = sums &- unsafeBitCast(next .== feeds, to: SIMD16<UInt8>.self)
        index &+= 16
      }
      for lane in 0..<16 { total &+= Int(sums[lane]) }
    }
    while index < bytes.count {
      if base[index] == .lineFeed { total &+= 1 }
      index &+= 1
    }
    return total
  }

  /// Where the line feed stands that has `number` others before it; nil where there are fewer.
  static func place(ofNewline number: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var left = number
    var index = 0
    // Whole blocks are counted: a search for each single one would be slow where lines are short.
    while index < bytes.count {
      let block = UnsafeBufferPointer(rebasing: bytes[index..<min(index + 256, bytes.count)])
      let count = count(in: block)
      if count > left { break }
      left -= count
      index += block.count
    }
    while index < bytes.count, let base = bytes.baseAddress {
      guard let found = memchr(base + index, Int32(UInt8.lineFeed), bytes.count - index) else {
        return nil
      }
      let place = found - UnsafeMutableRawPointer(mutating: base)
      if left == 0 { return place }
      left -= 1
      index = place + 1
    }
    return nil
  }

  /// Where the last line feed before an index stands.
  static func lastPlace(before index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    let feeds = SIMD16<UInt8>(repeating: .lineFeed)
    var end = index
    while end >= 16 {
      if any(raw.loadUnaligned(fromByteOffset: end - 16, as: SIMD16<UInt8>.self) .== feeds) {
        break
      }
      end -= 16
    }
    while end > 0 {
      end -= 1
      if base[end] == .lineFeed { return end }
    }
    return nil
  }
}
