import TestSupport
import Testing

@testable import TextEngine

@Suite("Ropes")
struct RopeTests {
  /// Small enough that a short text is a deep tree.
  static let small = RopeLimits(leaf: 16, fanout: 4)

  static let hostile: [[UInt8]] = [
    [], [0], [0xff], [0x0a], [0x0d], [0x0d, 0x0a], [0xe2, 0x82], [0xef, 0xbb, 0xbf],
    Array("a\r\nb\rc\n\nd".utf8), Array("\n\n\n\r\n".utf8), Array("no last newline".utf8),
    Array("日本語\n👨‍👩‍👧\n".utf8), [0xf4, 0x90, 0x80, 0x80, 0x0a, 0xc0, 0xaf, 0x00],
  ]

  @Test("Any bytes come out unchanged", arguments: hostile)
  func keepsBytes(_ piece: [UInt8]) {
    for repeats in [1, 2, 7, 100] {
      let bytes = [[UInt8]](repeating: piece, count: repeats).flatMap { $0 }
      for limits in [Self.small, .standard] {
        let rope = Rope(bytes, limits: limits)
        #expect(rope.bytes == bytes)
        #expect(rope.brokenInvariant == nil)
        #expect(rope.newlineCount == bytes.count { $0 == .lineFeed })
      }
    }
  }

  @Test("Lines and offsets agree with a plain array", arguments: hostile)
  func findsLines(_ piece: [UInt8]) {
    let bytes = [[UInt8]](repeating: piece, count: 40).flatMap { $0 }
    let rope = Rope(bytes, limits: Self.small)
    var line = 0
    var start = 0
    for offset in 0...bytes.count {
      #expect(rope.line(at: ByteOffset(offset)) == LineNumber(line))
      guard offset == bytes.count || bytes[offset] == .lineFeed else { continue }
      let isLast = offset == bytes.count
      let hasReturn = !isLast && offset > start && bytes[offset - 1] == .carriageReturn
      let number = LineNumber(line)
      #expect(rope.start(of: number).value == start)
      #expect(rope.content(of: number) == (start..<offset - (hasReturn ? 1 : 0)).offsets)
      #expect(rope.range(of: number) == (start..<min(bytes.count, offset + 1)).offsets)
      #expect(rope.ending(of: number) == (isLast ? nil : hasReturn ? .crlf : .lf))
      line += 1
      start = offset + 1
    }
    #expect(rope.lineCount == line)
    #expect(rope.start(of: LineNumber(line)) == rope.end)
  }

  @Test("A slice holds its bytes, and changing it or its source does not affect the other")
  func slices() {
    let bytes = (0..<500).map { UInt8(truncatingIfNeeded: $0 % 7 == 0 ? 10 : $0) }
    let rope = Rope(bytes, limits: Self.small)
    for low in stride(from: 0, through: 500, by: 13) {
      for high in stride(from: low, through: 500, by: 29) {
        var slice = rope[ByteOffset(low)..<ByteOffset(high)]
        #expect(slice.bytes == Array(bytes[low..<high]))
        #expect(slice.brokenInvariant == nil)
        slice.replace(slice.all, with: [1, 2, 3])
        #expect(slice.bytes == [1, 2, 3])
      }
    }
    #expect(rope.bytes == bytes)
  }

  @Test("A snapshot stays unchanged, whatever is typed later")
  func snapshots() {
    var rope = Rope([], limits: Self.small)
    var snapshots: [(Rope, [UInt8])] = []
    for step in 0..<300 {
      snapshots.append((rope, rope.bytes))
      let offset = ByteOffset(step / 2)
      rope.replace(offset..<offset, with: [UInt8(truncatingIfNeeded: step)])
    }
    for (rope, bytes) in snapshots { #expect(rope.bytes == bytes) }
  }

  @Test("A letter typed into full leaves splits neither its leaf nor the branches above it")
  func typesIntoFullLeaves() {
    func leaves(_ rope: Rope) -> Int {
      var count = 0
      rope.forEachChunk(in: rope.all) { _ in
        count += 1
        return true
      }
      return count
    }
    // Full at all levels, like a file just read.
    var bytes = (0..<16 * 4 * 4 * 4).map { UInt8(truncatingIfNeeded: $0) }
    var rope = Rope(bytes, limits: Self.small)
    let (height, count) = (rope.height, leaves(rope))
    #expect(count == 4 * 4 * 4)
    for letter in 0..<40 {
      let offset = 200 + letter
      rope.replace(ByteOffset(offset)..<ByteOffset(offset), with: [0x61])
      bytes.insert(0x61, at: offset)
      #expect(rope.brokenInvariant == nil)
      if letter == 0 { #expect(rope.height == height && leaves(rope) == count) }
    }
    #expect(rope.bytes == bytes)
    #expect(leaves(rope) > count)
  }

  @Test("Appended blocks share their regions without copies")
  func appendsRegions() {
    var rope = Rope(root: .empty, limits: Self.small)
    var expected: [UInt8] = []
    var regions: [ByteRegion] = []
    for block in 0..<20 {
      let bytes = (0..<100 + block).map { UInt8(truncatingIfNeeded: $0 &* block) }
      let region = ByteRegion(capacity: 200) { $0.update(fromContentsOf: bytes) }
      regions.append(region)
      rope.append(Rope(region, limits: Self.small))
      expected += bytes
      #expect(rope.brokenInvariant == nil)
    }
    #expect(rope.bytes == expected)
    var pieces = 0
    rope.forEachChunk(in: rope.all) { bytes in
      pieces += 1
      return regions.contains { bytes.baseAddress == UnsafePointer($0.base) }
    }
    #expect(pieces == 20)
    rope.replace(ByteOffset(3)..<ByteOffset(5), with: [9])
    #expect(regions[0].base[3] == expected[3])
  }

  @Test("Foreign memory is released when the last text that uses it is gone")
  func releasesRegions() {
    let released = Counter()
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 3000)
    memory.initialize(repeating: 7, count: 3000)
    defer { memory.deallocate() }
    var rope = Rope(
      ByteRegion(sharing: UnsafeBufferPointer(start: memory, count: 3000)) { _ in released.add() })
    var snapshot: Rope? = rope
    rope.replace(rope.all, with: [1])
    #expect(snapshot?.bytes == [UInt8](repeating: 7, count: 3000))
    #expect(released.count == 0)
    snapshot = nil
    #expect(released.count == 1)
    #expect(rope.bytes == [1])
    let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    #expect(Rope(ByteRegion(sharing: empty) { _ in released.add() }).isEmpty)
    #expect(released.count == 2)
  }

  @Test("Equality and digest depend on the bytes, not on how they are split")
  func equality() {
    var random = SeededRandom(seed: 5)
    let bytes = (0..<700).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let whole = Rope(bytes)
    var parts = Rope(root: .empty, limits: Self.small)
    var start = 0
    while start < bytes.count {
      let count = min(bytes.count - start, Int.random(in: 1...30, using: &random))
      parts.append(Rope(Array(bytes[start..<start + count])))
      start += count
    }
    #expect(parts == whole)
    #expect(parts.digest == whole.digest)
    for offset in stride(from: 0, to: 700, by: 41) {
      var other = parts
      other.replace(
        ByteOffset(offset)..<ByteOffset(offset + 1), with: [bytes[offset] ^ 1])
      #expect(other != whole)
      #expect(other.digest != whole.digest)
    }
    #expect(Rope([0]).digest != Rope([0, 0]).digest)
    #expect(Rope([]).digest != Rope([0]).digest)
  }

  @Test("A reader goes both ways and stops at both ends")
  func reads() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    var reader = RopeReader(Rope(bytes, limits: Self.small))
    for offset in 0..<300 { #expect(reader.byte(at: ByteOffset(offset)) == bytes[offset]) }
    for offset in (0..<300).reversed() {
      #expect(reader.byte(at: ByteOffset(offset)) == bytes[offset])
    }
    #expect(reader.byte(at: ByteOffset(300)) == nil)
    #expect(reader.byte(at: ByteOffset(-1)) == nil)
  }

  private final class Counter: @unchecked Sendable {
    // Safe: a single thread counts and reads the count.
    private(set) var count = 0

    func add() { count += 1 }
  }
}
