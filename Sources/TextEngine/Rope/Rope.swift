import Bytes

/// A text of any size as a value: any bytes, a copy for nothing, every change in logarithmic time.
///
/// Its leaves show parts of regions: what was typed, blocks that were read, or a memory map. A copy
/// is a snapshot that no later change reaches, and may go to another thread.
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

  /// Shows all that a region was filled with, without copying it.
  package init(_ region: ByteRegion) { self.init(region, limits: .standard) }

  init(root: RopeNode, limits: RopeLimits) {
    self.root = root
    self.limits = limits
  }

  /// The bytes in leaves of other limits than the usual ones.
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

  /// Part of the text as a text of its own; large parts are shared.
  package subscript(range: Range<ByteOffset>) -> Rope {
    check(range)
    if range == all { return self }
    if range.isEmpty { return Rope(root: .empty, limits: limits) }
    // A copy of what is small costs less than cutting the tree.
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

  /// Replaces bytes with others.
  package mutating func replace(_ range: Range<ByteOffset>, with bytes: [UInt8]) {
    replace(range, with: Rope(bytes, limits: limits))
  }

  /// Replaces bytes with a text; a large one is shared.
  package mutating func replace(_ range: Range<ByteOffset>, with text: Rope) {
    check(range)
    let text = text.adopted(limits)
    if text.byteCount > limits.leaf * 16 {
      // Cut and joined, since a pass over all that comes in would be linear in it.
      let tail = self[range.upperBound..<end]
      self = self[.zero..<range.lowerBound]
      append(text)
      append(tail)
      return
    }
    rewrite([RopeRewrite.Splice(range: range.values, inserted: 0..<text.byteCount)], from: text)
  }

  /// Puts a text behind this one; the parts of both are shared. What is read behind goes in so.
  package mutating func append(_ other: Rope) {
    let nodes = RopeNode.joined(root, other.adopted(limits).root, limits)
    root = RopeNode.root(over: nodes, limits)
  }

  mutating func rewrite(_ splices: [RopeRewrite.Splice], from source: Rope) {
    root = RopeRewrite(splices: splices, source: source, limits: limits).rewrite(root)
  }

  /// The same text in leaves of these limits.
  func adopted(_ limits: RopeLimits) -> Rope {
    self.limits == limits ? self : Rope(bytes, limits: limits)
  }

  func check(_ range: Range<ByteOffset>) {
    precondition(range.lowerBound >= .zero && range.upperBound <= end, "the text ends before")
  }
}

/// Lines. A line feed ends one; a carriage return before it belongs to the ending.
extension Rope {
  package var newlineCount: Int { root.newlineCount }

  /// At least 1: `a\n` has two lines, and the last is empty.
  package var lineCount: Int { root.newlineCount + 1 }

  package var lastLine: LineNumber { LineNumber(root.newlineCount) }

  /// The line that an offset is in; a line feed is in the line that it ends.
  package func line(at offset: ByteOffset) -> LineNumber {
    precondition(offset >= .zero && offset <= end, "the text ends before")
    return LineNumber(root.newlineCount(before: offset.value))
  }

  /// Where a line starts; past the last one, the end of the text.
  package func start(of line: LineNumber) -> ByteOffset {
    if line.value <= 0 { return .zero }
    return root.offset(ofNewline: line.value - 1).map { ByteOffset($0 + 1) } ?? end
  }

  /// A line without its ending.
  package func content(of line: LineNumber) -> Range<ByteOffset> {
    let start = start(of: line)
    guard let feed = root.offset(ofNewline: line.value) else { return start..<end }
    let offset = ByteOffset(feed)
    if offset > start, self[offset - 1] == .carriageReturn { return start..<(offset - 1) }
    return start..<offset
  }

  /// A line with its ending.
  package func range(of line: LineNumber) -> Range<ByteOffset> {
    start(of: line)..<start(of: line + 1)
  }

  /// How a line ends; nil for the last one.
  package func ending(of line: LineNumber) -> LineEnding? {
    switch range(of: line).upperBound - content(of: line).upperBound {
    case 0: nil
    case 1: .lf
    default: .crlf
    }
  }
}

extension Rope {
  /// The digest of all bytes; linear in the text.
  package var digest: UInt64 {
    var digest = RunningDigest()
    forEachChunk(in: all) {
      digest.add(UnsafeRawBufferPointer($0))
      return true
    }
    return digest.value
  }
}
