extension TextBuffer {
  /// Puts bytes in the place of a range, exactly as they are, and tells what changed.
  ///
  /// The edit is wider than asked by a CR or an LF where the change makes the two meet: together
  /// they are one ending, and no position stands between them.
  @discardableResult
  package mutating func replace(_ asked: TextRange, with bytes: [UInt8]) -> TextEdit {
    var (start, end) = (clamped(asked).start, clamped(asked).end)
    var inserted = bytes
    let endsLine = end.byte == lines[end.line].bytes.count
    let meetsFeed = endsLine && lines[end.line].ending == .lf
    let startsWithFeed = inserted.first.map { $0 == .lineFeed } ?? meetsFeed
    if startsWithFeed, start.byte > 0,
      lines[start.line].bytes[start.byte - 1] == .carriageReturn
    {
      start.byte -= 1
      inserted.insert(.carriageReturn, at: 0)
    }
    if meetsFeed, inserted.last == .carriageReturn {
      end = TextPosition(line: end.line + 1, byte: 0)
      inserted.append(.lineFeed)
    }
    let range = TextRange(start, end)
    let removed = self.bytes(in: range)
    substitute(range, removing: removed.count, with: inserted)
    return TextEdit(range: range, removed: removed, inserted: inserted)
  }

  /// Does an edit that was made for this very text: again, or its inverse.
  package mutating func apply(_ edit: TextEdit) {
    let done = replace(edit.range, with: edit.inserted)
    assert(done == edit, "the edit was made for another text")
  }

  /// Typed or pasted text as it should go in: line ends in the buffer's way, all else exact.
  package func normalisedInsert(_ bytes: [UInt8]) -> [UInt8] {
    let ending = lineEnding.bytes
    var normalised: [UInt8] = []
    normalised.reserveCapacity(bytes.count)
    var followsReturn = false
    for byte in bytes {
      switch byte {
      case .lineFeed where followsReturn: break
      case .lineFeed, .carriageReturn: normalised += ending
      default: normalised.append(byte)
      }
      followsReturn = byte == .carriageReturn
    }
    return normalised
  }
}
