import Bytes
import MarkdownLines

/// A heading of a text.
package struct OutlineEntry: Hashable, Sendable {
  package var level: Int
  /// Its line, or its lines with what underlines them.
  package var range: Range<ByteOffset>
  /// Its words without signs.
  package var words: Range<ByteOffset>
}

extension Highlighter {
  /// The headings that are known, in order, at most N. Headings in lists and quotes are none.
  ///
  /// Only stretches that have some are read; `knownEnd` says how far the text is known.
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

  /// Where the section ends whose heading the unit is.
  mutating func sectionEnd(after unit: ScannedUnit, _ level: Int, in text: Rope) -> Int {
    let levels = UInt8(truncatingIfNeeded: (1 << level) - 1)
    let known = readNear(unit.end, in: text)
    var index: Int? = points.last(atOrBefore: unit.start)
    while let at = index {
      let point = points[at]
      if point.place >= known { return max(known, unit.end) }
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

  /// Reads what is not known yet right behind a place; answers up to where all is known.
  private mutating func readNear(_ place: Int, in text: Rope) -> Int {
    let end = knownEnd(in: text).value
    if end >= text.byteCount || end > place + Self.readAhead { return end }
    if place - end > Self.readAhead { return end }
    var budget = 2 * Self.readAhead
    var scanner = BlockScanner(ScanBuffer(text, capacity: 1 << 17), isPainting: false)
    while budget > 0, let dirty = points.firstDirty() {
      _ = rescan(dirty, with: &scanner, budget: &budget)
    }
    return knownEnd(in: text).value
  }

  /// What a question may read at once; some milliseconds.
  static let readAhead = 1 << 18

  private func forEachHeading(
    in index: Int, of text: Rope, _ body: (Int, ScannedUnit) -> Bool
  ) {
    let point = points[index]
    let end = min(points.place(behind: index), text.byteCount)
    if point.levels == 0 || point.isDirty { return }
    forEachUnit(from: point.place, point.state, in: text, budget: end - point.place) { unit in
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
