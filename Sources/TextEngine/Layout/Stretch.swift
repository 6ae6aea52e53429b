/// The rows of a line, or of a part of a long one.
struct Stretch: Positioned {
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
  var laterRows: [Int] = []

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

  func start(ofRow row: Int) -> Int { row == 0 ? 0 : laterRows[row - 1] }

  func bytes(ofRow row: Int) -> Range<Int> {
    let end = row < laterRows.count ? laterRows[row] : byteCount
    return place + start(ofRow: row)..<place + end
  }

  func indent(ofRow row: Int) -> Int { row == 0 && startsLine ? 0 : indent.columns }

  /// The row that holds an index.
  func row(at index: Int) -> Int { laterRows.leadingCount { $0 <= index } }

  /// Says where its rows start.
  mutating func layOut(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: TextLayout) {
    laterRows = []
    guard layout.wraps else { return }
    // A part that begins among the marks begins a row there, and parts them already.
    let wrapping = RowWrapping(layout: layout, textStart: startsLine ? indent.textStart : 0)
    var start = 0
    var column = indent(ofRow: 0)
    while true {
      start = wrapping.end(ofRowAt: start, column: column, in: bytes)
      if start >= bytes.count { return }
      laterRows.append(start)
      column = indent.columns
    }
  }
}
