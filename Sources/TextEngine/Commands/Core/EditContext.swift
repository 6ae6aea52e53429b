/// All that a command looks at: a value, so that a command is a function of it and nothing else.
package struct EditContext {
  package var text: Rope
  package var selections: Selections
  package var format: TextFormat
  /// Moves over what is on the screen.
  package var rows: RowMoves
  package var registers: Registers
  /// Whether an offset is in code, front matter or the like, where Markdown means nothing.
  package var isCode: (ByteOffset) -> Bool
  /// How the line at an offset becomes a comment where it is code between fences.
  package var codeComment: (ByteOffset) -> CodeComment?
  /// The lines of the paragraph that an offset is in; nil where it is in none: in a heading, a table, code.
  package var paragraph: (ByteOffset) -> Range<ByteOffset>? = { _ in nil }
  /// How many cells a line of text has where lines are broken.
  package var textWidth = 80
  /// Whether typing beyond it begins a new line.
  package var wrapsTyping = false
  /// What quotes become in print.
  package var quotes = QuoteSigns.usual
  /// Ticks a task's line, or opens it again; without it only the box changes.
  package var toggledTask: TaskToggling?
  /// Whether a new line goes on with a list, a task or a quote.
  package var continuesLists = true

  /// What was typed before the command: how often, its argument. `run` sets them.
  package var count: Int?
  package var argument = ""
  /// Whether a motion selects what it goes over.
  package var extends = false

  package init(
    text: Rope, selections: Selections, format: TextFormat = TextFormat(), rows: RowMoves? = nil,
    registers: Registers = Registers(), toggledTask: TaskToggling? = nil,
    isCode: @escaping (ByteOffset) -> Bool = { _ in false },
    codeComment: @escaping (ByteOffset) -> CodeComment? = { _ in nil }
  ) {
    self.text = text
    self.selections = selections
    self.format = format
    self.rows = rows ?? .lines(of: text)
    self.registers = registers
    self.toggledTask = toggledTask
    self.isCode = isCode
    self.codeComment = codeComment
  }

  /// The count, or one; never so great that a loop of it would not end.
  var times: Int { min(max(count ?? 1, 1), 100_000) }

  /// The ending that a new line at an offset takes: its own line's, else the line's before, else the
  /// text's.
  func ending(at offset: ByteOffset) -> LineEnding {
    text.ending(near: offset) ?? format.ending
  }

  /// Bytes from outside with the endings that the text has at an offset.
  func adopted(_ bytes: [UInt8], at offset: ByteOffset) -> [UInt8] {
    guard bytes.contains(where: { $0 == .lineFeed || $0 == .carriageReturn }) else { return bytes }
    return bytes.withLineEndings(ending(at: offset))
  }
}

/// How the cursor moves over rows, which only the layout knows.
package struct RowMoves: Sendable {
  /// How many rows a page is.
  package var height: Int
  /// Moves a number of rows down, or up where it is negative, towards a column; without one, towards
  /// that of the offset.
  package var move: @Sendable (ByteOffset, Column?, Int) -> (offset: ByteOffset, goal: Column)
  /// The first and the last offset in its row that a cursor can have.
  package var bounds: @Sendable (ByteOffset) -> Range<ByteOffset>
  /// The row of the screen that an offset is in; nil where no line is wrapped.
  package var row: (@Sendable (ByteOffset) -> Range<ByteOffset>)?
  /// The first offset that is seen; nil where there is no screen.
  package var top: ByteOffset?
}

extension Rope {
  /// How the line at an offset ends, or the one before; nil in a text of one line.
  func ending(near offset: ByteOffset) -> LineEnding? {
    let line = line(at: offset)
    return ending(of: line) ?? (line > .zero ? ending(of: line - 1) : nil)
  }
}

extension [UInt8] {
  /// The same text with all its lines ending in one way.
  func withLineEndings(_ ending: LineEnding) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var index = 0
    while index < count {
      let byte = self[index]
      index += 1
      if byte == .carriageReturn, index < count, self[index] == .lineFeed { continue }
      if byte == .lineFeed || byte == .carriageReturn {
        bytes += ending.bytes
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension RowMoves {
  /// Lines are not measured farther than this.
  private static let farthest = 1 << 16

  /// Rows where nothing is wrapped: each line is one. For tests, and where there is no screen.
  package static func lines(of text: Rope, height: Int = 24, tabWidth: Int = 4) -> RowMoves {
    @Sendable func measured(_ line: Range<ByteOffset>, _ measure: (CellRuler) -> Int) -> Int {
      let near = line.lowerBound..<min(line.upperBound, line.lowerBound + farthest)
      return text.bytes(in: near).withUnsafeBufferPointer {
        measure(CellRuler(tabWidth: tabWidth, bytes: $0))
      }
    }
    return RowMoves(
      height: height,
      move: { offset, goal, rows in
        let line = text.content(at: offset)
        let goal =
          goal ?? Column(measured(line) { $0.column(of: offset - line.lowerBound, from: 0) })
        let target = text.line(at: offset).value + rows
        // Past the first or last line there are only the ends.
        if target < 0 { return (.zero, goal) }
        if target > text.lastLine.value { return (text.end, goal) }
        let content = text.content(of: LineNumber(target))
        let bytes = measured(content) { $0.glyph(at: goal.value, from: 0).index }
        return (content.lowerBound + bytes, goal)
      },
      bounds: { text.content(at: $0) })
  }

  /// The rows of a screen, for use on any thread: what is measured on the way is not kept.
  package static func shown(_ rows: TextRows, height: Int) -> RowMoves {
    let (text, folds, known) = (rows.text, rows.folds, rows.cache.known)
    let rows: @Sendable () -> TextRows = { TextRows(text, folds: folds, cache: RowCache(known)) }
    var moves = RowMoves(
      height: height,
      move: { offset, goal, count in
        let rows = rows()
        let goal = goal ?? rows.column(of: offset)
        return (rows.offset(offset, movedByRows: count, goal: goal), goal)
      },
      // Home and End mean the line as it is written, not the row that it is shown in.
      bounds: { text.content(at: $0) })
    moves.row = { rows().row(at: $0).bytes }
    return moves
  }
}
