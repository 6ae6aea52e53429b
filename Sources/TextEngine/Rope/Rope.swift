import Bytes

/// A text of any size as a value: arbitrary bytes, free copies, changes in logarithmic time.
///
/// Leaves refer to parts of regions: typed text, blocks that were read, or a memory map. A copy is
/// a snapshot that later changes do not affect, and may go to another thread.
///
/// ```swift
/// var text = Rope(bytes)
/// let before = text
/// text.replace(offset..<offset, with: Array("word".utf8))
/// text.append(Rope(nextBlock))
/// ```
package struct Rope: Sendable {
  var root: RopeNode
  let limits: RopeLimits

  package init() { self.init(root: .empty, limits: .standard) }

  package init(_ bytes: [UInt8]) { self.init(bytes, limits: .standard) }

  /// Shares all filled bytes of a region without a copy.
  package init(_ region: ByteRegion) { self.init(region, limits: .standard) }

  init(root: RopeNode, limits: RopeLimits) {
    self.root = root
    self.limits = limits
  }

  /// Copies the bytes into leaves with other limits.
  package init(_ bytes: [UInt8], limits: RopeLimits) {
    self = bytes.withUnsafeBufferPointer { Rope(copying: $0, limits: limits) }
  }

  init(copying bytes: UnsafeBufferPointer<UInt8>, limits: RopeLimits) {
    var builder = RopeBuilder(limits: limits)
    builder.append(bytes)
    self = builder.takeRope()
  }

  init(_ region: ByteRegion, limits: RopeLimits) {
    var assembly = LeafAssembly(limits)
    assembly.append(region, from: 0, count: region.filled)
    self.init(root: RopeNode.root(over: assembly.takeLeaves(), limits), limits: limits)
  }

  package var byteCount: Int { root.byteCount }
  package var isEmpty: Bool { root.byteCount == 0 }
  package var end: ByteOffset { ByteOffset(root.byteCount) }
  package var all: Range<ByteOffset> { .zero..<end }

  package subscript(offset: ByteOffset) -> UInt8 {
    precondition(offset >= .zero && offset < end, "no byte is there")
    let (leaf, start) = root.leaf(holding: offset.value)
    return leaf.bytes[offset.value - start]
  }

  /// Returns a part of the text as a text of its own; large parts are shared.
  package subscript(range: Range<ByteOffset>) -> Rope {
    check(range)
    if range == all { return self }
    if range.isEmpty { return Rope(root: .empty, limits: limits) }
    // To copy a small part costs less than to cut the tree.
    if range.byteCount <= limits.leaf {
      var builder = RopeBuilder(limits: limits)
      builder.append(self, range)
      return builder.takeRope()
    }
    let cuts = [range.upperBound.value..<byteCount, 0..<range.lowerBound.value].filter {
      !$0.isEmpty
    }
    let splices = cuts.reversed().map { RopeRewrite.Splice(range: $0, inserted: 0..<0) }
    let rewrite = RopeRewrite(splices: splices, source: Rope(), limits: limits)
    return Rope(root: rewrite.rewrite(root), limits: limits)
  }

  /// Replaces a range with bytes.
  package mutating func replace(_ range: Range<ByteOffset>, with bytes: [UInt8]) {
    replace(range, with: Rope(bytes, limits: limits))
  }

  /// Replaces a range with a text; a large one is shared.
  package mutating func replace(_ range: Range<ByteOffset>, with text: Rope) {
    check(range)
    let text = text.adopted(limits)
    if text.byteCount > limits.leaf * 16 {
      // Cut and join, since a pass over all of the new text would take linear time.
      let tail = self[range.upperBound..<end]
      self = self[.zero..<range.lowerBound]
      append(text)
      append(tail)
      return
    }
    rewrite([RopeRewrite.Splice(range: range.values, inserted: 0..<text.byteCount)], from: text)
  }

  /// Appends a text; both parts are shared. Also used for blocks of a file as they are read.
  package mutating func append(_ other: Rope) {
    let nodes = RopeNode.joined(root, other.adopted(limits).root, limits)
    root = RopeNode.root(over: nodes, limits)
  }

  mutating func rewrite(_ splices: [RopeRewrite.Splice], from source: Rope) {
    root = RopeRewrite(splices: splices, source: source, limits: limits).rewrite(root)
  }

  /// Returns the same text in leaves with these limits.
  func adopted(_ limits: RopeLimits) -> Rope {
    self.limits == limits ? self : Rope(bytes, limits: limits)
  }

  func check(_ range: Range<ByteOffset>) {
    precondition(range.lowerBound >= .zero && range.upperBound <= end, "the text ends before")
  }
}

/// Lines. A line feed ends a line; a carriage return before it belongs to the ending.
extension Rope {
  package var newlineCount: Int { root.newlineCount }

  /// At least 1: `a\n` has two lines, and the last is empty.
  package var lineCount: Int { root.newlineCount + 1 }

  package var lastLine: LineNumber { LineNumber(root.newlineCount) }

  /// Returns the line at an offset; a line feed belongs to the line that it ends.
  package func line(at offset: ByteOffset) -> LineNumber {
    precondition(offset >= .zero && offset <= end, "the text ends before")
    return LineNumber(root.newlineCount(before: offset.value))
  }

  /// Returns the start of a line; past the last one, the end of the text.
  package func start(of line: LineNumber) -> ByteOffset {
    if line.value <= 0 { return .zero }
    return root.offset(ofNewline: line.value - 1).map { ByteOffset($0 + 1) } ?? end
  }

  /// Returns a line without its ending.
  package func content(of line: LineNumber) -> Range<ByteOffset> {
    let start = start(of: line)
    guard let feed = root.offset(ofNewline: line.value) else { return start..<end }
    let offset = ByteOffset(feed)
    if offset > start, self[offset - 1] == .carriageReturn { return start..<(offset - 1) }
    return start..<offset
  }

  /// Returns the range of a line with its ending.
  package func range(of line: LineNumber) -> Range<ByteOffset> {
    start(of: line)..<start(of: line + 1)
  }

  /// Returns the ending of a line; nil for the last one.
  package func ending(of line: LineNumber) -> LineEnding? {
    switch range(of: line).upperBound - content(of: line).upperBound {
    case 0: nil
    case 1: .lf
    default: .crlf
    }
  }
}

extension Rope {
  /// The digest of all bytes, in linear time.
  package var digest: UInt64 {
    var digest = RunningDigest()
    forEachChunk(in: all) {
      digest.add(UnsafeRawBufferPointer($0))
      return true
    }
    return digest.value
  }
}
