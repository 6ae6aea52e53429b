/// Caches the rows of lines that were laid out, so that a key lays out only what it changed.
///
/// A cache belongs to one text and follows each edit. It detects a missed edit by the text's length
/// and then forgets everything.
///
/// ```swift
/// let cache = RowCache(layout: TextLayout(columns: 79, wraps: true))
/// text.apply(edit)
/// cache.apply(edit, after: text)
/// let rows = viewport.rows(in: TextRows(text, folds: folds, cache: cache))
/// ```
package final class RowCache {
  package var layout: TextLayout {
    didSet { if layout != oldValue { layoutChanged(from: oldValue) } }
  }
  let wrappedLimits: LayoutLimits
  let sidewaysLimits: LayoutLimits
  var stretches = OffsetList<Stretch>()
  /// Whether some stretch may be a part of a long line.
  var hasParts = false
  /// The starts of parts of long lines.
  var anchors = OffsetList<Anchor>()
  private var byteCount = 0
  /// The number of bytes read in all, for tests.
  package internal(set) var readCount = 0

  package convenience init(layout: TextLayout) {
    self.init(layout: layout, wrapped: .wrapped, sideways: .sideways)
  }

  /// Creates a cache with its own limits for lines that wrap and for lines that do not.
  package init(layout: TextLayout, wrapped: LayoutLimits, sideways: LayoutLimits) {
    self.layout = layout
    wrappedLimits = wrapped
    sidewaysLimits = sideways
  }

  /// A snapshot from which another, independent cache starts.
  struct Known: Sendable {
    let layout: TextLayout
    let wrapped: LayoutLimits
    let sideways: LayoutLimits
    let stretches: OffsetList<Stretch>
    let anchors: OffsetList<Anchor>
    let hasParts: Bool
    let byteCount: Int
  }

  var known: Known {
    Known(
      layout: layout, wrapped: wrappedLimits, sideways: sidewaysLimits, stretches: stretches,
      anchors: anchors, hasParts: hasParts, byteCount: byteCount)
  }

  convenience init(_ known: Known) {
    self.init(layout: known.layout, wrapped: known.wrapped, sideways: known.sideways)
    (stretches, anchors) = (known.stretches, known.anchors)
    (hasParts, byteCount) = (known.hasParts, known.byteCount)
  }

  var limits: LayoutLimits { layout.wraps ? wrappedLimits : sidewaysLimits }

  /// The most cached stretches, and the number left after some are dropped.
  static let most = 2048
  static let left = 1024

  /// Updates the cache for bytes that were appended, as while a file is read.
  package func textGrew(to text: Rope) {
    guard text.byteCount >= byteCount else { return forgetAll(of: text) }
    let inserted = text.byteCount - byteCount
    if inserted == 0 { return }
    if !stretches.isEmpty { stretches.removeAll { $0.endsLine && $0.ending == 0 } }
    stretches.replace(at: byteCount, removing: 0, inserting: inserted)
    anchors.replace(at: byteCount, removing: 0, inserting: inserted)
    byteCount = text.byteCount
  }

  /// Forgets everything, as for another text.
  package func forgetAll(of text: Rope) {
    byteCount = text.byteCount
    stretches.removeAll(for: byteCount)
    anchors.removeAll(for: byteCount)
  }

  func adopt(_ text: Rope) {
    if text.byteCount != byteCount { forgetAll(of: text) }
  }

  /// Whether the cache has followed all edits up to a text of this length.
  func knows(textOf byteCount: Int) -> Bool { self.byteCount == byteCount }

  func setByteCount(of text: Rope) { byteCount = text.byteCount }

  private func layoutChanged(from old: TextLayout) {
    stretches.removeAll(for: byteCount)
    if layout.wraps != old.wraps || layout.tabWidth != old.tabWidth {
      anchors.removeAll(for: byteCount)
    }
  }

  /// Returns the stretch at an offset; lays it out if needed.
  func stretch(at offset: Int, in text: Rope) -> Stretch {
    let index = stretches.count(upTo: offset) - 1
    if index >= 0, stretches[index].covers(offset) { return stretches[index] }
    if stretches.count >= Self.most { forgetFar(from: index) }
    let stretch = made(at: offset, in: text)
    stretches.insert(stretch, at: stretches.count(before: stretch.offset))
    return stretch
  }

  private func forgetFar(from index: Int) {
    let low = min(max(0, index - Self.left / 2), stretches.count - Self.left)
    stretches.remove(low + Self.left..<stretches.count)
    stretches.remove(0..<low)
  }

  private func made(at offset: Int, in text: Rope) -> Stretch {
    let line = TextLine(at: offset, in: text)
    if isLong(line.content) {
      return madePart(of: line, at: min(offset, line.content.upperBound), text)
    }
    var stretch = Stretch(
      offset: line.content.lowerBound, byteCount: line.content.count, ending: line.ending,
      startsLine: true, endsLine: true, indent: .none)
    guard layout.wraps else { return stretch }
    withBytes(line.content, of: text) { bytes in
      stretch.indent = HangingIndent(
        of: UnsafeBufferPointer(rebasing: bytes.prefix(limits.longestPrefix)), layout: layout)
      stretch.layOut(bytes, layout)
    }
    return stretch
  }

  private func madePart(of line: TextLine, at offset: Int, _ text: Rope) -> Stretch {
    let part = part(around: offset, of: line.content, in: text)
    let endsLine = part.upperBound == line.content.upperBound
    var stretch = Stretch(
      offset: part.lowerBound, byteCount: part.count, ending: endsLine ? line.ending : 0,
      startsLine: part.lowerBound == line.content.lowerBound, endsLine: endsLine,
      indent: hangingIndent(of: line.content, in: text))
    withBytes(part, of: text) { stretch.layOut($0, layout) }
    hasParts = true
    return stretch
  }

  func hangingIndent(of content: Range<Int>, in text: Rope) -> HangingIndent {
    withBytes(content.prefix(limits.longestPrefix), of: text) {
      HangingIndent(of: $0, layout: layout)
    }
  }

  /// Passes the bytes of a range, without a copy if they are contiguous.
  func withBytes<Result>(
    _ range: Range<Int>, of text: Rope, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    readCount += range.count
    return text.withBytes(range.offsets, body)
  }
}

/// Limits that bound the work of a key in lines of any length.
package struct LayoutLimits: Hashable, Sendable {
  /// The longest line laid out in one piece; a longer one has parts, each of which begins a row.
  var longestPart: Int
  /// The intended length of a part.
  var part: Int
  /// How far before the end of a part a word start is searched.
  var lookBack = 256
  /// The number of bytes at the start of a line that are read for its indent.
  var longestPrefix = 512

  /// Creates limits. With small ones, every line is long. `part` must be at most half of
  /// `longestPart`.
  package init(longestPart: Int, part: Int, lookBack: Int = 256, longestPrefix: Int = 512) {
    self.longestPart = longestPart
    self.part = part
    self.lookBack = lookBack
    self.longestPrefix = longestPrefix
  }

  static let wrapped = LayoutLimits(longestPart: 8 * 1024, part: 4 * 1024)
  /// In lines that do not wrap, parts do not begin rows and may be short.
  static let sideways = LayoutLimits(longestPart: 2 * 1024, part: 1024)
}

/// Long lines in parts. A part is laid out when its rows are needed, and then cached.
extension RowCache {
  /// Whether a line is long. It stays so until half as long: rows must not jump at the limit.
  func isLong(_ content: Range<Int>) -> Bool {
    guard layout.wraps else { return false }
    if content.count > limits.longestPart { return true }
    if content.count <= limits.longestPart / 2 || anchors.isEmpty { return false }
    let next = anchors.count(upTo: content.lowerBound)
    return next < anchors.count && anchors.offset(at: next) < content.upperBound
  }

  /// Returns the part of a long line at an offset.
  func part(around offset: Int, of content: Range<Int>, in text: Rope) -> Range<Int> {
    while true {
      let part = knownPart(around: offset, of: content)
      if part.count <= limits.longestPart { return part }
      let steps = (offset - part.lowerBound) / limits.part
      var isNew = false
      for step in [steps, steps + 1] where step > 0 {
        let aim = part.lowerBound + step * limits.part
        if aim + limits.part / 2 < part.upperBound {
          isNew = addAnchor(before: aim, in: part, of: text) || isNew
        }
      }
      // Near the end of the line, split the rest in the middle.
      if !isNew {
        let rest = knownPart(around: offset, of: content)
        if rest.count <= limits.longestPart { return rest }
        if !addAnchor(before: (rest.lowerBound + rest.upperBound) / 2, in: rest, of: text) {
          return rest
        }
      }
    }
  }

  private func knownPart(around offset: Int, of content: Range<Int>) -> Range<Int> {
    // An anchor that moved to the end of the line does not begin a part.
    let next = anchors.count(upTo: min(offset, content.upperBound - 1))
    var part = content
    if next > 0 { part = max(part.lowerBound, anchors.offset(at: next - 1))..<part.upperBound }
    if next < anchors.count {
      part = part.lowerBound..<min(part.upperBound, anchors.offset(at: next))
    }
    return part
  }

  /// Adds an anchor before an offset. Returns false if there is none to add inside the part.
  func addAnchor(before aim: Int, in part: Range<Int>, of text: Rope) -> Bool {
    let offset = StableBoundary.find(
      before: aim, in: part, of: text, lookBack: limits.lookBack, atWords: layout.wraps)
    readCount += limits.lookBack
    guard offset > part.lowerBound, offset < part.upperBound else { return false }
    let index = anchors.count(before: offset)
    if index < anchors.count, anchors.offset(at: index) == offset { return false }
    anchors.insert(Anchor(offset: offset), at: index)
    if index > 0 { anchors[index - 1].width = nil }
    return true
  }
}

/// State, other than the text, that rows depend on, for code that lays out the text by other means.
extension RowCache {
  /// Returns the starts of parts of long lines; each begins a row where lines wrap.
  package func partStarts(in text: Rope) -> Set<Int> {
    let all = anchors.indices.lazy.map { self.anchors.offset(at: $0) }
    return Set(all.filter { self.isLong(text.content(at: ByteOffset($0)).values) })
  }

  /// The starts of parts in lines that do not wrap; glyphs end there.
  package var cuts: Set<Int> { Set(anchors.indices.lazy.map { self.anchors.offset(at: $0) }) }

  /// The length of the longest line that is laid out in one piece.
  package var longestPart: Int { limits.longestPart }

  /// The number of bytes at the start of a line that are read for its indent.
  package var longestPrefix: Int { limits.longestPrefix }
}
