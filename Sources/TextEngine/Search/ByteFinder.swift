import Bytes
import Glibc

/// Finds a needle in one piece of memory: searches two of its rare bytes at sixteen offsets at
/// once, and compares the rest only where both match. Byte by byte, a search of 100 MB would fall
/// behind typing.
struct ByteFinder: Sendable {
  /// In lower case if case is ignored.
  let needle: [UInt8]
  let ignoresCase: Bool
  private let probe: Probe
  private let otherProbe: Probe
  /// For texts that resemble the needle everywhere.
  private let linear: LinearFinder

  /// Creates a finder; the needle must not be empty.
  init(_ needle: [UInt8], ignoringCase: Bool) {
    ignoresCase = ignoringCase && needle.contains { Byte.isLetter($0) }
    let bytes = ignoresCase ? needle.map(Byte.lowered) : needle
    self.needle = bytes
    let seldom = bytes.indices.sorted { Self.commonness(bytes[$0]) < Self.commonness(bytes[$1]) }
    // The same byte twice would rule out little.
    let other = seldom.first { bytes[$0] != bytes[seldom[0]] } ?? seldom[seldom.count - 1]
    probe = Probe(seldom[0], in: bytes, ignoringCase: ignoresCase)
    otherProbe = Probe(other, in: bytes, ignoringCase: ignoresCase)
    linear = LinearFinder(bytes, ignoringCase: ignoresCase)
  }

  /// Returns the offset of the next match at or after `start`.
  func offset(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, bytes.count - start >= needle.count else { return nil }
    if needle.count == 1, !ignoresCase {
      let found = memchr(base + start, Int32(needle[0]), bytes.count - start)
      return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
    }
    let end = bytes.count - needle.count + 1
    var offset = start
    // The comparisons that may fail before the search changes to `linear`.
    var budget = 4_096
    let reach = max(probe.offset, otherProbe.offset)
    while offset + 64 + reach <= bytes.count, budget > 0 {
      let raw = UnsafeRawPointer(base) + offset
      let misses = (misses(raw), misses(raw + 16), misses(raw + 32), misses(raw + 48))
      let none = misses.0 & misses.1 & misses.2 & misses.3
      budget += 64
      if none[0] & none[1] & Self.marks == Self.marks {
        offset += 64
        continue
      }
      for half in 0..<8 {
        // An array would be allocated for each match.
        let group =
          switch half / 2 {
          case 0: misses.0
          case 1: misses.1
          case 2: misses.2
          default: misses.3
          }
        var hits = ~group[half % 2] & Self.marks
        while hits != 0 {
          let candidate = offset + half * 8 + hits.trailingZeroBitCount / 8
          if candidate >= end { return nil }
          if matches(base + candidate) { return candidate }
          budget -= needle.count + 64
          hits &= hits - 1
        }
      }
      offset += 64
    }
    if budget <= 0 { return linear.offset(in: bytes, from: offset) }
    while offset < end {
      if matches(base + offset) { return offset }
      offset += 1
    }
    return nil
  }

  private static let marks: UInt64 = 0x8080_8080_8080_8080

  /// Checks sixteen offsets at once: the highest bit of each is clear where both probes match.
  ///
  /// Uses words, since comparisons of lanes are compiled to one operation per lane here.
  private func misses(_ raw: UnsafeRawPointer) -> SIMD2<UInt64> {
    let low = SIMD2<UInt64>(repeating: ~Self.marks)
    let differs = probe.difference(raw) | otherProbe.difference(raw)
    return ((differs & low) &+ low) | differs
  }

  /// A byte of the needle, repeated on sixteen lanes.
  private struct Probe {
    let offset: Int
    private let byte: SIMD2<UInt64>
    /// The bit that differs between upper and lower case; 0 if case matters.
    private let caseBit: SIMD2<UInt64>

    init(_ offset: Int, in needle: [UInt8], ignoringCase: Bool) {
      let ones: UInt64 = 0x0101_0101_0101_0101
      self.offset = offset
      byte = SIMD2(repeating: ones &* UInt64(needle[offset]))
      let hasCase = ignoringCase && Byte.isLetter(needle[offset])
      caseBit = SIMD2(repeating: ones &* (hasCase ? 0x20 : 0))
    }

    func difference(_ raw: UnsafeRawPointer) -> SIMD2<UInt64> {
      (raw.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self) | caseBit) ^ byte
    }
  }

  private func matches(_ start: UnsafePointer<UInt8>) -> Bool {
    needle.withUnsafeBufferPointer { needle in
      guard let base = needle.baseAddress else { return false }
      if !ignoresCase { return memcmp(start, base, needle.count) == 0 }
      for index in needle.indices where Byte.lowered(start[index]) != needle[index] {
        return false
      }
      return true
    }
  }

  /// Returns roughly how common a byte is in notes.
  private static func commonness(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "e"): 9
    case UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "i"),
      UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "r"):
      8
    case UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "d"), UInt8(ascii: "u"),
      UInt8(ascii: "c"), UInt8(ascii: "m"):
      7
    case 0x00: 6
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 5
    // Every letter of a script has one of its lead bytes.
    case 0xc0...0xff: 6
    case 0x80...0xbf, .lineFeed: 4
    default: 3
    }
  }
}

/// Reads each byte once and never goes back (Knuth, Morris, Pratt): slower than probes, but equally
/// fast for every text.
struct LinearFinder: Sendable {
  private let needle: [UInt8]
  private let ignoresCase: Bool
  /// The number of bytes that still match after a mismatch at `index` bytes of the needle.
  private let matching: [Int32]

  init(_ needle: [UInt8], ignoringCase: Bool) {
    self.needle = needle
    ignoresCase = ignoringCase
    var matching: [Int32] = [0, 0]
    matching.reserveCapacity(needle.count + 1)
    var known = 0
    for index in needle.indices.dropFirst() {
      while known > 0, needle[index] != needle[known] { known = Int(matching[known]) }
      if needle[index] == needle[known] { known += 1 }
      matching.append(Int32(known))
    }
    self.matching = matching
  }

  func offset(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var known = 0
    for index in start..<max(start, bytes.count) {
      let byte = ignoresCase ? Byte.lowered(bytes[index]) : bytes[index]
      while known > 0, byte != needle[known] { known = Int(matching[known]) }
      if byte == needle[known] { known += 1 }
      if known == needle.count { return index - known + 1 }
    }
    return nil
  }
}
