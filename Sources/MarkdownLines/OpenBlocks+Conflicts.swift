import Bytes

/// Conflict markers, with two versions of some lines between them. A marker is a block of its own:
/// it is not a heading's underline or a quote, and it ends the paragraph above. Each version is
/// read as if it were alone where the conflict begins.
extension OpenBlocks {
  /// A conflict around the line, and the blocks that were open above its first marker.
  struct Conflict: Hashable, Sendable {
    var length: Int
    var isInSecondVersion = false
    var containers: [Container]
    var leaf: Leaf
  }

  /// The deepest nesting of conflicts.
  private static let mostConflicts = 8

  /// Returns nil for a line that is not a marker.
  mutating func readMark(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int
  ) -> Line? {
    // The caller decides where hidden text ends.
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
      guard let index, !conflicts[index].isInSecondVersion else { return nil }
      conflicts.removeSubrange((index + 1)...)
      conflicts[index].isInSecondVersion = found.mark == .middle
      (containers, leaf) = (conflicts[index].containers, conflicts[index].leaf)
    case .closing:
      guard let index, conflicts[index].isInSecondVersion else { return nil }
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
