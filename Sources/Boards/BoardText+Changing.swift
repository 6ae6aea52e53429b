import Bytes

extension BoardText {
  /// The board after a change: no byte differs but those that it is about. What would read otherwise
  /// than it is meant is refused.
  package func changed(by change: BoardChange) throws(BoardProblem) -> BoardText {
    let padded = padded
    var editing = BoardEditing(padded.board)
    try editing.take(change)
    var result = ByteEdit.apply(editing.edits, to: padded.board.bytes)
    if padded.isPadded { Self.dropLineEnd(&result) }
    guard let board = BoardText(result) else { throw .wouldReadOtherwise }
    var expected = editing.expected
    if padded.isPadded, settings < bytes.count {
      // The end that was lent is in neither.
      expected.settings = Array(bytes[settings...])
    }
    if board.contents != expected { throw .wouldReadOtherwise }
    return board
  }

  /// With an end for the last line, which may move.
  private var padded: (board: BoardText, isPadded: Bool) {
    guard let last = bytes.last, last != Byte.lineFeed else { return (self, false) }
    let feed = bytes.lastIndex(of: Byte.lineFeed) ?? 0
    let isWindows = feed > 0 && bytes[feed - 1] == UInt8(ascii: "\r")
    let end = isWindows ? [UInt8(ascii: "\r"), Byte.lineFeed] : [Byte.lineFeed]
    return (BoardText(bytes + end) ?? self, true)
  }

  private static func dropLineEnd(_ bytes: inout [UInt8]) {
    guard bytes.last == Byte.lineFeed else { return }
    bytes.removeLast()
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
  }
}
