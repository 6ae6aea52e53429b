/// Remembers the rows of the lines that were looked at, so that a key lays out only what it changed.
///
/// It belongs to one text and is told of each edit. What it was not told of it notices by the text's
/// length, and then forgets everything.
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
  /// Some stretch may be a part of a long line.
  var hasParts = false
  /// Where parts of long lines begin.
  var anchors = OffsetList<Anchor>()
  private var byteCount = 0
  /// How many bytes were looked at in all; what tests look at.
  package internal(set) var readCount = 0

  package convenience init(layout: TextLayout) {
    self.init(layout: layout, wrapped: .wrapped, sideways: .sideways)
  }

  /// With other limits than the usual ones, for lines that wrap and for lines that do not.
  package init(layout: TextLayout, wrapped: LayoutLimits, sideways: LayoutLimits) {
    self.layout = layout
    wrappedLimits = wrapped
    sidewaysLimits = sideways
  }

  /// What another one begins with, which goes on by itself.
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

  /// How many stretches are kept at most, and how many when some are dropped.
  static let most = 2048
  static let kept = 1024

  /// Takes note of bytes that came in at the end of the text, as while a file is read.
  package func textGrew(to text: Rope) {
    guard text.byteCount >= byteCount else { return forgetAll(of: text) }
    let inserted = text.byteCount - byteCount
    if inserted == 0 { return }
    if !stretches.isEmpty { stretches.removeAll { $0.endsLine && $0.ending == 0 } }
    stretches.replace(at: byteCount, removing: 0, inserting: inserted)
    anchors.replace(at: byteCount, removing: 0, inserting: inserted)
    byteCount = text.byteCount
  }

  /// Forgets all, as for another text.
  package func forgetAll(of text: Rope) {
    byteCount = text.byteCount
    stretches.removeAll(for: byteCount)
    anchors.removeAll(for: byteCount)
  }

  func adopt(_ text: Rope) {
    if text.byteCount != byteCount { forgetAll(of: text) }
  }

  /// Whether it was told of all edits up to one of a text of so many bytes.
  func knows(textOf byteCount: Int) -> Bool { self.byteCount == byteCount }

  func setByteCount(of text: Rope) { byteCount = text.byteCount }

  private func layoutChanged(from old: TextLayout) {
    stretches.removeAll(for: byteCount)
    if layout.wraps != old.wraps || layout.tabWidth != old.tabWidth {
      anchors.removeAll(for: byteCount)
    }
  }

  /// The stretch that holds a place, which is made if it must be.
  func stretch(at place: Int, in text: Rope) -> Stretch {
    let index = stretches.count(upTo: place) - 1
    if index >= 0, stretches[index].covers(place) { return stretches[index] }
    if stretches.count >= Self.most { forgetFar(from: index) }
    let stretch = made(at: place, in: text)
    stretches.insert(stretch, at: stretches.count(before: stretch.place))
    return stretch
  }

  private func forgetFar(from index: Int) {
    let low = min(max(0, index - Self.kept / 2), stretches.count - Self.kept)
    stretches.remove(low + Self.kept..<stretches.count)
    stretches.remove(0..<low)
  }

  private func made(at place: Int, in text: Rope) -> Stretch {
    let line = TextLine(at: place, in: text)
    if isLong(line.content) {
      return madePart(of: line, at: min(place, line.content.upperBound), text)
    }
    var stretch = Stretch(
      place: line.content.lowerBound, byteCount: line.content.count, ending: line.ending,
      startsLine: true, endsLine: true, indent: .none)
    guard layout.wraps else { return stretch }
    withBytes(line.content, of: text) { bytes in
      stretch.indent = HangingIndent(
        of: UnsafeBufferPointer(rebasing: bytes.prefix(limits.longestPrefix)), layout: layout)
      stretch.layOut(bytes, layout)
    }
    return stretch
  }

  private func madePart(of line: TextLine, at place: Int, _ text: Rope) -> Stretch {
    let part = part(around: place, of: line.content, in: text)
    let endsLine = part.upperBound == line.content.upperBound
    var stretch = Stretch(
      place: part.lowerBound, byteCount: part.count, ending: endsLine ? line.ending : 0,
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

  /// The bytes of a range, in place where they lie together.
  func withBytes<Result>(
    _ range: Range<Int>, of text: Rope, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    readCount += range.count
    return text.withBytes(range.offsets, body)
  }
}
