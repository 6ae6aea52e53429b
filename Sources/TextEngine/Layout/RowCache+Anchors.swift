/// Anchors move with the text as long as they part glyphs for sure.
extension RowCache {
  /// Where the part behind a place begins, in a long line that does not wrap.
  func startOfPart(after place: Int) -> Int? {
    let index = anchors.count(upTo: place)
    return index < anchors.count ? anchors.place(at: index) : nil
  }

  func moveAnchors(through edit: Edit, in text: Rope) {
    if anchors.isEmpty { return anchors.removeAll(for: text.byteCount) }
    for change in edit.changes {
      let change = RowReplacement(change)
      let next = anchors.replace(
        at: change.place, removing: change.removed, inserting: change.inserted)
      if next > 0 { anchors[next - 1].width = nil }
    }
    for change in edit.changes { checkAnchors(near: change.after.values, in: text) }
  }

  /// Those next to a change may stand inside of a glyph now, or too near to one another.
  private func checkAnchors(near range: Range<Int>, in text: Rope) {
    let whole = 0..<text.byteCount
    var index = anchors.count(before: range.lowerBound - 4)
    while index < anchors.count, anchors.place(at: index) <= range.upperBound + 4 {
      if SureBoundary.isSure(anchors.place(at: index), in: whole, of: text) {
        index += 1
      } else {
        removeAnchor(at: index)
      }
    }
    // The one behind the change goes if what is between became small.
    let next = anchors.count(upTo: range.lowerBound)
    guard next > 0, next < anchors.count else { return }
    let low = anchors.place(at: next - 1)
    let high = next + 1 < anchors.count ? anchors.place(at: next + 1) : text.byteCount
    let gap = anchors.place(at: next) - low
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
