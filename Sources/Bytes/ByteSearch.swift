import Glibc

/// Parts of bytes as texts of their own.
extension Span<UInt8> {
  package func copy(_ range: Range<Int>) -> [UInt8] {
    let part = extracting(range)
    return [UInt8](capacity: part.count) { copy in
      for index in part.indices { copy.append(part[index]) }
    }
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: copy(range), as: UTF8.self) }
}

/// Looking for bytes between two places.
extension Byte {
  /// Where the byte stands first.
  package static func find(
    _ byte: UInt8, in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int? {
    guard start < stop else { return nil }
    return bytes.extracting(start..<stop).withUnsafeBytes { part in
      guard let base = part.baseAddress, let found = memchr(base, Int32(byte), part.count) else {
        return nil
      }
      return start + (UnsafeRawPointer(found) - base)
    }
  }

  /// Where the text stands first, whole.
  package static func find(
    _ text: StaticString, in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int? {
    var next = start
    while let index = find(text.utf8Start[0], in: bytes, from: next, to: stop) {
      if stands(text, in: bytes, at: index, to: stop) { return index }
      next = index + 1
    }
    return nil
  }

  /// How often the byte stands from `start` on.
  package static func run(
    of byte: UInt8, in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int {
    var index = start
    while index < stop, bytes[index] == byte { index += 1 }
    return index - start
  }

  /// Whether the text stands at `index`, whole.
  package static func stands(
    _ text: StaticString, in bytes: Span<UInt8>, at index: Int, to stop: Int
  ) -> Bool {
    guard index + text.utf8CodeUnitCount <= stop else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The first byte that is no blank, or `stop`.
  package static func skippingBlanks(
    in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int {
    var index = start
    while index < stop, isBlank(bytes[index]) { index += 1 }
    return index
  }

  /// Behind the last byte that is no blank, or `start`.
  package static func droppingBlanks(
    in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int {
    var stop = stop
    while stop > start, isBlank(bytes[stop - 1]) { stop -= 1 }
    return stop
  }

  /// The range without the blanks at both ends.
  package static func trimmed(
    in bytes: Span<UInt8>, _ range: Range<Int>
  ) -> Range<Int> {
    let start = skippingBlanks(in: bytes, from: range.lowerBound, to: range.upperBound)
    return start..<droppingBlanks(in: bytes, from: start, to: range.upperBound)
  }
}
