import Bytes
import MarkdownLines

/// A heading in the outline.
package struct OutlineEntry: Hashable, Sendable {
  package var level: Int
  /// The heading's line, or its lines with the underline.
  package var range: Range<ByteOffset>
  /// The words without signs.
  package var words: Range<ByteOffset>
}

extension Highlighter {
  /// Returns the known headings, in order, at most `most`, without those in lists and quotes.
  ///
  /// Only stretches with headings are read; `knownEnd` is the end of the known text.
  package func outline(in text: Rope, most: Int = 10_000) -> [OutlineEntry] {
    var entries: [OutlineEntry] = []
    var index = points.next(withLevels: 0xff, from: 0)
    while let at = index, entries.count < most {
      forEachHeading(in: at, of: text) { level, unit in
        entries.append(Self.entry(level, unit, in: text))
        return entries.count < most
      }
      index = points.next(withLevels: 0xff, from: at + 1)
    }
    return entries
  }

  /// Returns the end of the section of a heading.
  mutating func sectionEnd(after unit: ScannedUnit, _ level: Int, in text: Rope) -> Int {
    let levels = UInt8(truncatingIfNeeded: (1 << level) - 1)
    let known = readNear(unit.end, in: text)
    var index: Int? = points.last(atOrBefore: unit.start)
    while let at = index {
      let point = points[at]
      if point.offset >= known { return max(known, unit.end) }
      var end: Int?
      forEachHeading(in: at, of: text) { other, found in
        if found.start >= unit.end, other <= level { end = found.start }
        return end == nil
      }
      if let end { return end }
      index = points.next(withLevels: levels, from: at + 1)
    }
    return max(known, unit.end)
  }

  /// Reads unknown text right after an offset. Returns the end of the known text.
  private mutating func readNear(_ offset: Int, in text: Rope) -> Int {
    let end = knownEnd(in: text).value
    if end >= text.byteCount || end > offset + Self.readAhead { return end }
    if offset - end > Self.readAhead { return end }
    var budget = 2 * Self.readAhead
    var scanner = BlockScanner(ScanBuffer(text, capacity: 1 << 17), isPainting: false)
    while budget > 0, let dirty = points.firstDirty() {
      _ = rescan(dirty, with: &scanner, budget: &budget)
    }
    return knownEnd(in: text).value
  }

  /// The number of bytes that a query may read, which takes some milliseconds.
  static let readAhead = 1 << 18

  private func forEachHeading(
    in index: Int, of text: Rope, _ body: (Int, ScannedUnit) -> Bool
  ) {
    let point = points[index]
    let end = min(points.offset(behind: index), text.byteCount)
    if point.levels == 0 || point.isDirty { return }
    forEachUnit(from: point.offset, point.state, in: text, budget: end - point.offset) { unit in
      guard unit.isInOutline, case .heading(let level) = unit.kind else { return true }
      return body(level, unit)
    }
  }

  private static func entry(_ level: Int, _ unit: ScannedUnit, in text: Rope) -> OutlineEntry {
    let bytes = text.bytes(in: (unit.start..<unit.end).offsets)
    let words = words(in: bytes)
    return OutlineEntry(
      level: level, range: (unit.start..<unit.end).offsets,
      words: (unit.start + words.lowerBound..<unit.start + words.upperBound).offsets)
  }
  private static func words(in bytes: [UInt8]) -> Range<Int> {
    let whole = Byte.trimmed(in: bytes.span, bytes.indices)
    if let underline = bytes[whole].lastIndex(of: Byte.lineFeed) {
      return Byte.trimmed(in: bytes.span, whole.lowerBound..<underline)
    }
    let (start, stop) = (whole.lowerBound, whole.upperBound)
    let signs = Byte.run(of: Byte.hash, in: bytes.span, from: start, to: stop)
    return LineSigns.headingWords(bytes.span, start + signs, stop)
  }
}

/// Lines that can be hidden below a visible one.
package struct Foldable: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case heading(Int)
    case item, code, frontMatter, callout
  }

  package var kind: Kind
  /// The start of the line that stays visible.
  package var head: ByteOffset
  /// Whole lines.
  package var hidden: Range<ByteOffset>
}

extension Highlighter {
  /// Returns the lines that can be hidden below a line, or nil.
  package mutating func foldable(at line: LineNumber, in text: Rope) -> Foldable? {
    let offset = text.start(of: line).value
    guard let unit = unit(at: offset, in: text), unit.start == offset, unit.before.rest == .none
    else { return nil }
    return foldable(unit, in: text)
  }

  private mutating func foldable(_ unit: ScannedUnit, in text: Rope) -> Foldable? {
    guard let kind = foldKind(unit) else { return nil }
    let end: Int
    switch kind {
    case .heading(let level): end = sectionEnd(after: unit, level, in: text)
    case .item: end = itemEnd(after: unit, in: text)
    case .code: end = blockEnd(after: unit, in: text, while: \.isInFence)
    case .frontMatter: end = blockEnd(after: unit, in: text) { $0.mode == .frontMatter }
    case .callout:
      end = forEachUnit(from: unit.end, unit.after, in: text, budget: Self.readAhead) {
        $0.quoteDepth > 0 && $0.kind != .blank
      }
    }
    var start = unit.end
    if kind == .callout || kind == .item {
      // Only the title stays, even if its text continues right below.
      let line = text.line(at: ByteOffset(unit.start))
      start = kind == .callout ? text.start(of: line + 1).value : unit.end
    }
    guard end > start else { return nil }
    return Foldable(kind: kind, head: ByteOffset(unit.start), hidden: (start..<end).offsets)
  }

  private func foldKind(_ unit: ScannedUnit) -> Foldable.Kind? {
    if unit.isInOutline, case .heading(let level) = unit.kind { return .heading(level) }
    if unit.kind == .fence, !unit.before.isInFence, unit.after.isInFence { return .code }
    if unit.kind == .frontMatterFence, unit.after.mode == .frontMatter { return .frontMatter }
    if unit.isCallout { return .callout }
    return unit.itemDepth == nil ? nil : .item
  }

  /// Returns the end of the last line of an item.
  private func itemEnd(after unit: ScannedUnit, in text: Rope) -> Int {
    let depth = unit.itemDepth ?? 0
    var end = unit.end
    forEachUnit(from: unit.end, unit.after, in: text, budget: Self.readAhead) { next in
      if next.kind == .blank { return true }
      guard next.depth > depth else { return false }
      end = next.end
      return true
    }
    return end
  }

  /// Returns the end of the line that closes code or properties.
  private func blockEnd(
    after unit: ScannedUnit, in text: Rope, while isInside: (BlockState) -> Bool
  ) -> Int {
    var isOpen = true
    return forEachUnit(from: unit.end, unit.after, in: text, budget: 4 * Self.readAhead) { next in
      guard isOpen, isInside(next.before) else { return false }
      // The closing line belongs to the block; a line outside does not.
      isOpen = isInside(next.after)
      return isOpen || next.kind == .fence || next.kind == .frontMatterFence
    }
  }
}
