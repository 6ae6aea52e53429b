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
  var stretches = PlaceList<Stretch>()
  /// Some stretch may be a part of a long line.
  var hasParts = false
  /// Where parts of long lines begin.
  var anchors = PlaceList<Anchor>()
  /// Where cells were counted last, so that the next count need not begin at the line's start.
  var knownColumns: [KnownColumn] = []
  private var byteCount = 0
  /// The stretch that was found last.
  private var lastIndex = 0
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
    knownColumns = []
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
      knownColumns = []
    }
  }

  /// The stretch that holds a place.
  func stretch(at place: Int, in text: Rope) -> Stretch {
    stretches[index(ofStretchAt: place, in: text)]
  }

  /// Where the stretch is that holds a place, which is made if it must be.
  func index(ofStretchAt place: Int, in text: Rope) -> Int {
    // Mostly it is the one that was asked for last, or the one behind.
    for index in lastIndex..<min(lastIndex + 2, max(lastIndex, stretches.count))
    where covers(place, index) {
      lastIndex = index
      return index
    }
    lastIndex = foundIndex(ofStretchAt: place, in: text)
    return lastIndex
  }

  /// The same for the stretch right behind another, which is not the last of the text.
  func index(ofStretchBehind index: Int, in text: Rope) -> Int {
    let end = end(of: index)
    if index + 1 < stretches.count, stretches.place(at: index + 1) == end { return index + 1 }
    return self.index(ofStretchAt: end, in: text)
  }

  private func end(of index: Int) -> Int {
    stretches.place(at: index) + stretches.items[index].byteCount + stretches.items[index].ending
  }

  /// `Stretch.covers`, without a copy of the stretch.
  private func covers(_ place: Int, _ index: Int) -> Bool {
    let (start, end) = (stretches.place(at: index), end(of: index))
    return place >= start && (place < end || place == end && stretches.items[index].isLastOfText)
  }

  private func foundIndex(ofStretchAt place: Int, in text: Rope) -> Int {
    let index = stretches.count(upTo: place) - 1
    if index >= 0, covers(place, index) { return index }
    if stretches.count >= Self.most { forgetFar(from: index) }
    let stretch = made(at: place, in: text)
    let new = stretches.count(before: stretch.place)
    stretches.insert(stretch, at: new)
    return new
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
      if bytes.count <= layout.columns, PlainBytes.end(of: bytes.indices, in: bytes) == bytes.count
      {
        return
      }
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
