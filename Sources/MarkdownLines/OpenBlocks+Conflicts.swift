import Bytes

/// Marks of conflicts, with the two versions of some lines between them. A mark is a block of its own: it
/// is no heading's underline and no quote, it ends the paragraph above, and none continues below
/// it. Each version is read as if it were alone where the conflict begins.
extension OpenBlocks {
  /// A conflict that the line is in, and what was open above its first mark.
  struct Conflict: Hashable, Sendable {
    var length: Int
    var isBehindMiddle = false
    var containers: [Container]
    var leaf: Leaf
  }

  /// More in one another are text.
  private static let mostConflicts = 8

  /// Nil for a line that is no mark.
  mutating func readMark(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Line? {
    // What the caller has hidden ends where the caller says.
    guard stop - start >= ConflictMark.shortest, leaf != .hidden,
      let sign = ConflictMark.mark(of: bytes[start])?.sign, bytes[start + 1] == sign,
      let found = ConflictMark.read(bytes.copy(start..<stop))
    else { return nil }
    let index = conflicts.lastIndex { $0.length == found.length }
    switch found.mark {
    case .opening:
      guard index == nil, conflicts.count < Self.mostConflicts else { return nil }
      endText()
      conflicts.append(Conflict(length: found.length, containers: containers, leaf: leaf))
    case .base, .middle:
      guard let index, !conflicts[index].isBehindMiddle else { return nil }
      conflicts.removeSubrange((index + 1)...)
      conflicts[index].isBehindMiddle = found.mark == .middle
      (containers, leaf) = (conflicts[index].containers, conflicts[index].leaf)
    case .closing:
      guard let index, conflicts[index].isBehindMiddle else { return nil }
      conflicts.removeSubrange(index...)
      endText()
    }
    isBlankAbove = false
    var line = Line(text: start)
    switch leaf {
    case .fence: line.kind = .fenceText
    case .html: (line.kind, line.continues) = (.html, true)
    case .none, .paragraph, .table, .hidden: line.kind = .mark
    }
    return line
  }

  private mutating func endText() {
    switch leaf {
    case .paragraph, .table: leaf = .none
    case .none, .fence, .html, .hidden: break
    }
  }
}
