extension CommandID {
  package static let lineStart: Self = "line-start"
  package static let lineEnd: Self = "line-end"
  package static let smartHome: Self = "smart-home"
  package static let smartEnd: Self = "smart-end"
  package static let lineText: Self = "line-text"
  package static let lineUp: Self = "line-up"
  package static let lineDown: Self = "line-down"
  package static let textStart: Self = "text-start"
  package static let textEnd: Self = "text-end"
  package static let goToLine: Self = "go-to-line"
  package static let firstLine: Self = "first-line"
  package static let rowUp: Self = "row-up"
  package static let rowDown: Self = "row-down"
  package static let pageUp: Self = "page-up"
  package static let pageDown: Self = "page-down"
  package static let halfPageUp: Self = "half-page-up"
  package static let halfPageDown: Self = "half-page-down"
}

extension Motion {
  static let lines: [Motion] = [
    Motion(.lineStart, "start of the line") { $0.content(at: $1).lowerBound },
    Motion(.lineEnd, "end of the line") { $0.content(at: $1).upperBound },
    Motion(.lineText, "start of the line's text") { $0.textStart(ofLineAt: $1) },
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
    Motion(.firstLine, "line of that number, or the first", .lines, countsItself: true) {
      context, _ in
      let line = LineNumber(max(0, (context.count ?? 1) - 1))
      return Destination(context.text.start(of: min(line, context.text.lastLine)))
    },
    Motion(.goToLine, "line of that number, or the last", .lines, countsItself: true) {
      context, _ in
      let line = context.count.map { LineNumber(max(0, $0 - 1)) } ?? context.text.lastLine
      return Destination(context.text.start(of: min(line, context.text.lastLine)))
    },
    Motion(.lineDown, "one line down", .lines, countsItself: true) { context, selection in
      lineMove(context, selection, context.times)
    },
    Motion(.lineUp, "one line up", .lines, countsItself: true) { context, selection in
      lineMove(context, selection, -context.times)
    },
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
    Motion(.halfPageUp, "half a screenful up", countsItself: true) {
      rowMove($0, $1, -$0.times * max(1, $0.page / 2))
    },
    Motion(.halfPageDown, "half a screenful down", countsItself: true) {
      rowMove($0, $1, $0.times * max(1, $0.page / 2))
    },
  ]

  private static func rowMove(
    _ context: EditContext, _ selection: Selection, _ rows: Int
  ) -> Destination {
    let moved = context.rows.move(selection.head, selection.goal, rows)
    return Destination(moved.place, goal: moved.goal)
  }

  /// By lines of the text, for operators; the column is only kept among characters.
  private static func lineMove(
    _ context: EditContext, _ selection: Selection, _ lines: Int
  ) -> Destination? {
    let text = context.text
    let line = text.line(at: selection.head)
    let target = LineNumber(min(max(0, line.value + lines), text.lastLine.value))
    if target == line { return nil }
    let passed = selection.head - text.start(of: line)
    let content = text.content(of: target)
    let place = min(content.lowerBound + passed, content.upperBound)
    return Destination(text.boundary(atOrBefore: place))
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
