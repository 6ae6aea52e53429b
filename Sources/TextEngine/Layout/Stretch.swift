/// The rows of a line, or of a part of a long one.
struct Stretch: Placed {
  /// Where it starts.
  var place: Int
  /// Without the line's ending.
  var byteCount: Int
  /// Bytes of the line's ending, if it ends one.
  var ending: Int
  var startsLine: Bool
  var endsLine: Bool
  var indent: HangingIndent
  /// Where the rows behind the first start, from its own start.
  var laterRows: [Int32] = []

  var isWholeLine: Bool { startsLine && endsLine }
  var contentEnd: Int { place + byteCount }
  /// Where the next one starts.
  var end: Int { place + byteCount + ending }
  var isLastOfText: Bool { endsLine && ending == 0 }
  var rowCount: Int { laterRows.count + 1 }

  /// A place behind the last line's last byte is in it; one between two parts is in the second.
  func covers(_ place: Int) -> Bool {
    place >= self.place && (place < end || place == end && isLastOfText)
  }

  func start(ofRow row: Int) -> Int { row == 0 ? 0 : Int(laterRows[row - 1]) }

  func bytes(ofRow row: Int) -> Range<Int> {
    let end = row < laterRows.count ? Int(laterRows[row]) : byteCount
    return place + start(ofRow: row)..<place + end
  }

  func indent(ofRow row: Int) -> Int { row == 0 && startsLine ? 0 : indent.columns }

  /// The row that holds an index.
  func row(at index: Int) -> Int {
    var (low, high) = (0, laterRows.count)
    while low < high {
      let middle = (low + high) / 2
      if laterRows[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Lays out all of it.
  mutating func layOut(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: TextLayout) {
    laterRows.removeAll(keepingCapacity: true)
    layOutRows(from: 0, of: bytes, layout) { _ in false }
  }

  /// Lays out what an edit changed: from two rows before it, since a row's end looks at the next word
  /// and at the glyph behind that, to the first row that starts where one did. Bytes of no character
  /// right before the edit may have become the start of one. The stretch has its new length already.
  mutating func layOut(
    _ bytes: UnsafeBufferPointer<UInt8>, _ layout: TextLayout, changedAt index: Int,
    removing removed: Int, inserting inserted: Int
  ) {
    let old = laterRows
    let growth = inserted - removed
    let first = max(0, row(at: index - 3) - 2)
    laterRows.removeSubrange(first...)
    var next = first
    let isSame = layOutRows(from: first, of: bytes, layout) { start in
      guard start >= index + inserted else { return false }
      while next < old.count, Int(old[next]) + growth < start { next += 1 }
      return next < old.count && Int(old[next]) + growth == start
    }
    if isSame { laterRows += old[next...].map { $0 + Int32(growth) } }
  }

  /// Adds rows until one starts where `isKnown` says that the rest is known; whether that happened.
  @discardableResult
  private mutating func layOutRows(
    from row: Int, of bytes: UnsafeBufferPointer<UInt8>, _ layout: TextLayout,
    until isKnown: (Int) -> Bool
  ) -> Bool {
    guard layout.wraps else { return false }
    // A part that begins among the marks begins a row there, and parts them already.
    let wrapping = RowWrapping(layout: layout, textStart: startsLine ? indent.textStart : 0)
    var start = start(ofRow: row)
    var column = indent(ofRow: row)
    while true {
      start = wrapping.end(ofRowAt: start, column: column, in: bytes)
      if start >= bytes.count { return false }
      if isKnown(start) { return true }
      laterRows.append(Int32(start))
      column = indent.columns
    }
  }
}
