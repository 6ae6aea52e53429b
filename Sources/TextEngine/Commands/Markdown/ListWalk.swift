/// Finds the items of a list around a line.
struct ListWalk {
  /// Lists are not followed farther.
  static let farthest = 10_000

  let text: Rope

  /// The item before a line's in the same list, on the same level.
  func sibling(before line: LineNumber, like head: LineHead) -> (LineNumber, LineHead)? {
    walk(from: line, step: -1, like: head)
  }

  func sibling(after line: LineNumber, like head: LineHead) -> (LineNumber, LineHead)? {
    walk(from: line, step: 1, like: head)
  }

  /// The item that a line is indented under.
  func parent(of line: LineNumber, _ head: LineHead) -> (LineNumber, LineHead)? {
    var next = line
    for _ in 0..<Self.farthest where next > .zero {
      next = next - 1
      let other = LineHead(text, next)
      if other.quoteEnd == 0, head.quoteEnd > 0 { return nil }
      if other.isEmpty, other.mark == nil { continue }
      if other.indentWidth < head.indentWidth {
        if other.mark != nil { return (next, other) }
        if other.indentWidth == 0 { return nil }
      }
    }
    return nil
  }

  /// The last line that belongs to an item: what is indented deeper behind it.
  func lastLine(of line: LineNumber, _ head: LineHead) -> LineNumber {
    var last = line
    var next = line
    for _ in 0..<Self.farthest where next < text.lastLine {
      next = next + 1
      let other = LineHead(text, next)
      if other.isEmpty, other.mark == nil { continue }
      if other.indentWidth <= head.indentWidth { break }
      last = next
    }
    return last
  }

  /// How the numbers of a list grow: some write `1.` before all.
  func step(at line: LineNumber, _ head: LineHead) -> Int {
    if let before = sibling(before: line, like: head) {
      if let first = sibling(before: before.0, like: head) {
        return before.1.number == first.1.number ? 0 : 1
      }
      return before.1.number == head.number ? 0 : 1
    }
    return sibling(after: line, like: head)?.1.number == head.number ? 0 : 1
  }

  /// The same by what stands around a line whose own number means nothing yet.
  func step(around line: LineNumber, _ head: LineHead) -> Int {
    let before = sibling(before: line, like: head)
    let other =
      before.flatMap { sibling(before: $0.0, like: head) } ?? sibling(after: line, like: head)
    guard let before, let other else { return 1 }
    return before.1.number == other.1.number ? 0 : 1
  }

  private func walk(
    from line: LineNumber, step: Int, like head: LineHead
  ) -> (LineNumber, LineHead)? {
    var next = line
    var emptyLines = 0
    for _ in 0..<Self.farthest {
      next = next + step
      guard next >= .zero, next <= text.lastLine else { return nil }
      let other = LineHead(text, next)
      if other.isEmpty, other.mark == nil {
        emptyLines += 1
        if emptyLines > 1 { return nil }
        continue
      }
      emptyLines = 0
      if other.quoteEnd != head.quoteEnd { return nil }
      if other.indentWidth > head.indentWidth { continue }
      let isSame = other.indentWidth == head.indentWidth && other.isLike(head)
      return isSame ? (next, other) : nil
    }
    return nil
  }
}
