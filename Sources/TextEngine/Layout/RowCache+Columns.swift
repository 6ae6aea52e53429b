/// Columns in lines that do not wrap. The first count up to a place reads all before it; then the
/// widths of the parts are known, and a key reads the part that it is in.
extension RowCache {
  /// The column of the glyph that holds a place.
  func column(of place: Int, inLine content: Range<Int>, of text: Rope) -> Int {
    var (start, end, column) = (content.lowerBound, content.upperBound, 0)
    if content.count > limits.longestPart {
      (start, end, column) = part(in: content, of: text, holding: { next, _ in place < next })
    }
    return withBytes(start..<end, of: text) {
      CellRuler(tabWidth: layout.tabWidth, bytes: $0).column(of: place - start, from: column)
    }
  }

  /// The glyph that holds a column; its index is a place of the text.
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

  /// The first part of a line that is said to hold what is looked for when its end, and the column
  /// there, are known; or the last.
  private func part(
    in content: Range<Int>, of text: Rope, holding isFound: (Int, Int) -> Bool
  ) -> (start: Int, end: Int, column: Int) {
    var start = content.lowerBound
    var column = 0
    var index = anchors.count(before: start)
    if index == anchors.count || anchors.place(at: index) != start {
      anchors.insert(Anchor(place: start), at: index)
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

  /// Where the part behind an anchor ends: at the next one, which is made where there is none.
  private func endOfPart(_ index: Int, in content: Range<Int>, of text: Rope) -> Int {
    let start = anchors.place(at: index)
    var end = content.upperBound
    if index + 1 < anchors.count { end = min(end, anchors.place(at: index + 1)) }
    if end - start <= limits.longestPart { return end }
    return addAnchor(before: start + limits.part, in: start..<end, of: text)
      ? anchors.place(at: index + 1) : end
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
