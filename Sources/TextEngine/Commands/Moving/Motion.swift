/// A movement of the cursor, or of the head of a selection.
package struct Motion: Sendable {
  /// The target of a motion; with a goal if the next move up or down wants the same column.
  package struct Destination: Equatable, Sendable {
    package var offset: ByteOffset
    package var goal: Column?

    package init(_ offset: ByteOffset, goal: Column? = nil) {
      self.offset = offset
      self.goal = goal
    }
  }

  package enum Side: Sendable { case left, right }

  package let id: CommandID
  package let summary: String
  /// The end of a selection to which the motion collapses it; nil to move from the head.
  package let leaves: Side?
  /// Whether `go` handles the count; else it is repeated.
  package let countsItself: Bool
  /// Moves the head of a selection, whose goal it may use; nil if it cannot move.
  package let go: @Sendable (EditContext, Selection) -> Destination?

  init(
    _ id: CommandID, _ summary: String, leaves: Side? = nil, countsItself: Bool = false,
    go: @escaping @Sendable (EditContext, Selection) -> Destination?
  ) {
    self.id = id
    self.summary = summary
    self.leaves = leaves
    self.countsItself = countsItself
    self.go = go
  }

  /// Creates a motion that needs only the offset.
  init(
    _ id: CommandID, _ summary: String, leaves: Side? = nil,
    to: @escaping @Sendable (Rope, ByteOffset) -> ByteOffset?
  ) {
    self.init(id, summary, leaves: leaves) {
      context, selection in
      to(context.text, selection.head).map { Destination($0) }
    }
  }

  /// Repeats the motion as often as the count says; nil if it cannot move at all.
  package func destination(from selection: Selection, in context: EditContext) -> Destination? {
    if countsItself { return go(context, selection) }
    var selection = selection
    var last: Destination?
    for _ in 0..<context.times {
      guard let next = go(context, selection) else { break }
      last = next
      if next.offset == selection.head { break }
      selection.head = next.offset
      selection.goal = next.goal
    }
    return last
  }

  /// Moves every cursor, or extends every selection.
  package func moved(_ context: EditContext) -> TextChange? {
    let moved = context.selections.map { selection in
      if !context.extends, !selection.isEmpty, context.count == nil, let leaves {
        return Selection(
          at: leaves == .left ? selection.range.lowerBound : selection.range.upperBound)
      }
      guard let there = destination(from: selection, in: context) else {
        return context.extends ? selection : Selection(at: selection.head, goal: selection.goal)
      }
      return context.extends
        ? Selection(anchor: selection.anchor, head: there.offset, goal: there.goal)
        : Selection(at: there.offset, goal: there.goal)
    }
    let snapped = moved.snapped(in: context.text)
    return snapped == context.selections ? nil : TextChange(selections: snapped)
  }

  package static let all: [Motion] = characters + lines + screen + blocks + sentences
}

extension CommandID {
  package static let charLeft: Self = "char-left"
  package static let charRight: Self = "char-right"
  package static let wordLeft: Self = "word-left"
  package static let wordRight: Self = "word-right"
}

extension Motion {
  static let characters: [Motion] = [
    Motion(.charLeft, "one character left", leaves: .left) { $0.boundary(before: $1) },
    Motion(.charRight, "one character right", leaves: .right) { $0.boundary(after: $1) },
    Motion(.wordLeft, "one word left") { $0.wordStart(before: $1) },
    Motion(.wordRight, "one word right") { $0.wordEnd(after: $1) },
  ]
}

extension CommandID {
  package static let lineStart: Self = "line-start"
  package static let lineEnd: Self = "line-end"
  package static let smartHome: Self = "smart-home"
  package static let smartEnd: Self = "smart-end"
  package static let textStart: Self = "text-start"
  package static let textEnd: Self = "text-end"
  package static let rowUp: Self = "row-up"
  package static let rowDown: Self = "row-down"
  package static let pageUp: Self = "page-up"
  package static let pageDown: Self = "page-down"
}

extension Motion {
  static let lines: [Motion] = [
    Motion(.lineStart, "start of the line") { $0.content(at: $1).lowerBound },
    Motion(.lineEnd, "end of the line") { $0.content(at: $1).upperBound },
    Motion(.smartHome, "start of the row, of the line's text, of the line") { context, selection in
      let offset = selection.head
      let row = context.rows.bounds(offset).lowerBound
      let line = context.text.content(at: offset).lowerBound
      let text = context.text.textStart(ofLineAt: offset)
      if offset > row, row > text { return Destination(row) }
      return Destination(offset == text ? line : text)
    },
    Motion(.smartEnd, "end of the row, of the line") { context, selection in
      let row = context.rows.bounds(selection.head).upperBound
      let line = context.text.content(at: selection.head).upperBound
      return Destination(selection.head < row ? row : line)
    },
    Motion(.textStart, "start of the text") { _, _ in .zero },
    Motion(.textEnd, "end of the text") { text, _ in text.end },
  ]

  static let screen: [Motion] = [
    Motion(.rowUp, "one row up", countsItself: true) { rowMove($0, $1, -$0.times) },
    Motion(.rowDown, "one row down", countsItself: true) { rowMove($0, $1, $0.times) },
    Motion(.pageUp, "a screenful up", countsItself: true) {
      rowMove($0, $1, -$0.times * $0.page)
    },
    Motion(.pageDown, "a screenful down", countsItself: true) {
      rowMove($0, $1, $0.times * $0.page)
    },
  ]

  private static func rowMove(
    _ context: EditContext, _ selection: Selection, _ rows: Int
  ) -> Destination {
    let moved = context.rows.move(selection.head, selection.goal, rows)
    return Destination(moved.offset, goal: moved.goal)
  }
}

extension EditContext {
  /// The rows of a page move, which leaves one row of the page before visible.
  fileprivate var page: Int { max(1, rows.height - 1) }
}

extension Rope {
  /// Returns the end of a line's indent.
  func textStart(ofLineAt offset: ByteOffset) -> ByteOffset {
    let line = content(at: offset)
    let head = bytes(in: line.lowerBound..<min(line.upperBound, line.lowerBound + 4096))
    return line.lowerBound + (head.firstIndex { !$0.isSpaceOrTab } ?? head.count)
  }
}
