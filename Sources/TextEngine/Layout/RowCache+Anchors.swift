import Cells

/// Anchors move with the text while they are sure boundaries of glyphs.
extension RowCache {
  /// Returns the start of the part after an offset, in a long line that does not wrap.
  func startOfPart(after offset: Int) -> Int? {
    let index = anchors.count(upTo: offset)
    return index < anchors.count ? anchors.offset(at: index) : nil
  }

  func moveAnchors(through edit: Edit, in text: Rope) {
    if anchors.isEmpty { return anchors.removeAll(for: text.byteCount) }
    for change in edit.changes {
      let change = RowReplacement(change)
      let next = anchors.replace(
        at: change.offset, removing: change.removed, inserting: change.inserted)
      if next > 0 { anchors[next - 1].width = nil }
    }
    for change in edit.changes { checkAnchors(near: change.after.values, in: text) }
  }

  /// Removes anchors next to a change that may now be inside a glyph or too near another.
  private func checkAnchors(near range: Range<Int>, in text: Rope) {
    let whole = 0..<text.byteCount
    var index = anchors.count(before: range.lowerBound - 4)
    while index < anchors.count, anchors.offset(at: index) <= range.upperBound + 4 {
      if StableBoundary.isSure(anchors.offset(at: index), in: whole, of: text) {
        index += 1
      } else {
        removeAnchor(at: index)
      }
    }
    // The anchor after the change is removed if the part between became small.
    let next = anchors.count(upTo: range.lowerBound)
    guard next > 0, next < anchors.count else { return }
    let low = anchors.offset(at: next - 1)
    let high = next + 1 < anchors.count ? anchors.offset(at: next + 1) : text.byteCount
    let gap = anchors.offset(at: next) - low
    if gap == 0 || gap < limits.part / 4 && high - low <= limits.longestPart {
      removeAnchor(at: next)
    }
  }

  private func removeAnchor(at index: Int) {
    anchors.remove(at: index)
    if index > 0 { anchors[index - 1].width = nil }
    if layout.wraps { forgetParts() }
  }
}

/// The start of a part of a long line. Anchors move with the text, so that an edit does not change
/// rows far after it, and a long line is read only from the last anchor before an offset.
struct Anchor: Positioned {
  var offset: Int
  /// The cells up to the next anchor, if counted since the last change.
  var width: StretchWidth?
}

/// The width of a stretch of text, for any column that it starts in.
struct StretchWidth: Hashable, Sendable {
  /// The cells up to the first tab, or all.
  var beforeTab = 0
  /// The cells after the first tab; nil without a tab.
  var afterTab: Int?

  func end(from column: Int, _ layout: TextLayout) -> Int {
    let column = column + beforeTab
    guard let afterTab else { return column }
    return column + layout.widthOfTab(at: column) + afterTab
  }
}

/// Offsets that stay glyph boundaries through any edit that is not close.
enum StableBoundary {
  /// Whether an offset inside a range is sure. Reads only bytes next to it.
  static func isSure(_ offset: Int, in range: Range<Int>, of text: Rope) -> Bool {
    let low = max(range.lowerBound, offset - 8)
    let high = min(range.upperBound, offset + 8)
    guard low < offset, offset < high else { return false }
    let bytes = text.bytes(in: (low..<high).offsets)
    return Cells.sureBoundary(atOrBefore: offset - low, in: bytes[...]) == offset - low
  }

  /// Returns the start of a word, or else of a glyph, shortly before an offset; the start of a
  /// scalar if nothing is sure, as in a line of combining marks only.
  static func find(
    before offset: Int, in range: Range<Int>, of text: Rope, lookBack: Int, atWords: Bool
  ) -> Int {
    let low = max(range.lowerBound + 1, offset - lookBack)
    let high = min(range.upperBound, offset + 8)
    let bytes = text.bytes(in: (low..<high).offsets)
    let index = offset - low
    if atWords {
      for start in stride(from: min(index, bytes.count - 1), to: 0, by: -1)
      where bytes[start - 1] == 0x20 && bytes[start] > 0x20 && bytes[start] < 0x7f {
        return low + start
      }
    }
    // The first bytes may be the rest of a scalar.
    if let sure = Cells.sureBoundary(atOrBefore: index, in: bytes[...]), sure >= 4 {
      return low + sure
    }
    for start in stride(from: index, to: max(0, index - 4), by: -1)
    where bytes[start] & 0xc0 != 0x80 {
      return low + start
    }
    return offset
  }
}

/// Columns in lines that do not wrap. The first count up to an offset reads everything before it;
/// later only the part of the offset is read, since the widths of the others are known.
extension RowCache {
  /// Returns the column of the glyph at an offset.
  func column(of offset: Int, inLine content: Range<Int>, of text: Rope) -> Int {
    var (start, end, column) = (content.lowerBound, content.upperBound, 0)
    if content.count > limits.longestPart {
      (start, end, column) = part(in: content, of: text, holding: { next, _ in offset < next })
    }
    return withBytes(start..<end, of: text) {
      CellRuler(tabWidth: layout.tabWidth, bytes: $0).column(of: offset - start, from: column)
    }
  }

  /// Returns the glyph at a column; its index is an offset of the text.
  func glyph(at wanted: Int, inLine content: Range<Int>, of text: Rope) -> CellRuler.Found {
    var (start, end, column) = (content.lowerBound, content.upperBound, 0)
    if content.count > limits.longestPart {
      (start, end, column) = part(in: content, of: text, holding: { _, next in wanted < next })
    }
    var found = withBytes(start..<end, of: text) {
      CellRuler(tabWidth: layout.tabWidth, bytes: $0).glyph(at: wanted, from: column)
    }
    found.index += start
    return found
  }

  /// Returns the first part for which `isFound` accepts its end and the column there, or the last.
  private func part(
    in content: Range<Int>, of text: Rope, holding isFound: (Int, Int) -> Bool
  ) -> (start: Int, end: Int, column: Int) {
    var start = content.lowerBound
    var column = 0
    var index = anchors.count(before: start)
    if index == anchors.count || anchors.offset(at: index) != start {
      anchors.insert(Anchor(offset: start), at: index)
      if index > 0 { anchors[index - 1].width = nil }
    }
    while true {
      let end = endOfPart(index, in: content, of: text)
      if end >= content.upperBound { return (start, content.upperBound, column) }
      let next = width(ofPart: index, start..<end, in: text).end(from: column, layout)
      if isFound(end, next) { return (start, end, column) }
      (start, column) = (end, next)
      index += 1
    }
  }

  /// Returns the end of a part: the next anchor, which is added if the part is too long.
  private func endOfPart(_ index: Int, in content: Range<Int>, of text: Rope) -> Int {
    let start = anchors.offset(at: index)
    var end = content.upperBound
    if index + 1 < anchors.count { end = min(end, anchors.offset(at: index + 1)) }
    if end - start <= limits.longestPart { return end }
    return addAnchor(before: start + limits.part, in: start..<end, of: text)
      ? anchors.offset(at: index + 1) : end
  }

  private func width(ofPart index: Int, _ part: Range<Int>, in text: Rope) -> StretchWidth {
    if let width = anchors[index].width { return width }
    let width = withBytes(part, of: text) {
      CellRuler(tabWidth: layout.tabWidth, bytes: $0).width
    }
    anchors[index].width = width
    return width
  }
}
