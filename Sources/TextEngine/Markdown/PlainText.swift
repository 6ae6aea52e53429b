/// Text that means nothing but itself, many bytes at once.
enum PlainText {
  /// The first byte for which `isPlain` answers false, or `stop`. Letters, digits, blanks, commas, dots
  /// and what is not ASCII must be plain: they are passed without being asked for.
  @inline(__always)
  static func end(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to stop: Int,
    while isPlain: (UInt8) -> Bool
  ) -> Int {
    precondition(stop <= bytes.count, "the bytes end before")
    guard let base = bytes.baseAddress else { return stop }
    var index = start
    while index < stop {
      index = words(base, from: index, to: stop)
      let end = min(stop, index + 16)
      while index < end, isPlain(base[index]) { index += 1 }
      if index < end { return index }
    }
    return stop
  }

  /// As far as whole blocks are words.
  @inline(__always)
  private static func words(
    _ base: UnsafePointer<UInt8>, from start: Int, to stop: Int
  ) -> Int {
    var index = start
    while index + 16 <= stop {
      let block = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<UInt8>.self)
      let letters = ((block | 0x20) &- 0x61) .< 26
      let digits = (block &- 0x30) .< 10
      let signs = (block .== 0x20) .| (block .== 0x2c) .| (block .== 0x2e)
      if !all(letters .| digits .| signs .| (block .>= 0x80)) { break }
      index += 16
    }
    return index
  }
}
