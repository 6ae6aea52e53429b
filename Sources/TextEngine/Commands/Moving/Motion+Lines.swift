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
      let place = selection.head
      let row = context.rows.bounds(place).lowerBound
      let line = context.text.content(at: place).lowerBound
      let text = context.text.textStart(ofLineAt: place)
      if place > row, row > text { return Destination(row) }
      return Destination(place == text ? line : text)
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
    return Destination(moved.place, goal: moved.goal)
  }
}

extension EditContext {
  /// A page goes on with one row of the one before.
  fileprivate var page: Int { max(1, rows.height - 1) }
}

extension Rope {
  /// Behind a line's indent.
  func textStart(ofLineAt place: ByteOffset) -> ByteOffset {
    let line = content(at: place)
    let head = bytes(in: line.lowerBound..<min(line.upperBound, line.lowerBound + 4096))
    return line.lowerBound + (head.firstIndex { !$0.isSpaceOrTab } ?? head.count)
  }
}
