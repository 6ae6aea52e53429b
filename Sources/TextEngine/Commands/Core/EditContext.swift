/// Everything that a command reads: a value, so that a command is a pure function of it.
package struct EditContext {
  package var text: Rope
  package var selections: Selections
  package var format: TextFormat
  /// Moves over rows of the screen.
  package var rows: RowMoves
  package var registers: Registers
  /// Whether an offset is in code, front matter or the like, which is not Markdown.
  package var isCode: (ByteOffset) -> Bool
  /// The comment marks for the code line at an offset; nil outside a fenced block.
  package var codeComment: (ByteOffset) -> CodeComment?
  /// The lines of the paragraph at an offset; nil in a heading, a table or code.
  package var paragraph: (ByteOffset) -> Range<ByteOffset>? = { _ in nil }
  /// The width, in cells, at which lines are broken.
  package var textWidth = 80
  /// Whether typing beyond that width begins a new line.
  package var wrapsTyping = false
  /// The typographic quotes to use.
  package var quotes = QuoteSigns.usual
  /// Ticks or unticks a task's line; if nil, only the box changes.
  package var toggledTask: TaskToggling?
  /// Whether a new line continues a list, a task or a quote.
  package var continuesLists = true

  /// Whether a line that ends a sentence is joined with two blanks.
  package var joinsWithTwoBlanks = false
  /// The count and argument typed before the command. `run` sets them.
  package var count: Int?
  package var argument = ""
  /// Whether a motion selects the text that it passes.
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

  /// The count, or one; limited, so that a loop over it ends.
  var times: Int { min(max(count ?? 1, 1), 100_000) }

  /// Returns the ending for a new line at an offset: its own line's, else the previous line's, else
  /// the text's.
  func ending(at offset: ByteOffset) -> LineEnding {
    text.ending(near: offset) ?? format.ending
  }

  /// Converts the line endings of external text to those used at an offset.
  func adopted(_ bytes: [UInt8], at offset: ByteOffset) -> [UInt8] {
    guard bytes.contains(where: { $0 == .lineFeed || $0 == .carriageReturn }) else { return bytes }
    return bytes.withLineEndings(ending(at: offset))
  }
}

/// Moves of the cursor over rows, which only the layout knows.
package struct RowMoves: Sendable {
  /// The number of rows in a page.
  package var height: Int
  /// Moves a number of rows down (up if negative), toward a column; without one, toward the column
  /// of the offset.
  package var move: @Sendable (ByteOffset, Column?, Int) -> (offset: ByteOffset, goal: Column)
  /// The first and the last offset that a cursor can have in the row.
  package var bounds: @Sendable (ByteOffset) -> Range<ByteOffset>
  /// The screen row at an offset; nil if no line is wrapped.
  package var row: (@Sendable (ByteOffset) -> Range<ByteOffset>)?
  /// The first visible offset; nil if there is no screen.
  package var top: ByteOffset?
  /// The width of the screen, in cells.
  package var columns = 80
}

extension Rope {
  /// Returns the ending of the line at an offset, or of the line before; nil in a text of one line.
  func ending(near offset: ByteOffset) -> LineEnding? {
    let line = line(at: offset)
    return ending(of: line) ?? (line > .zero ? ending(of: line - 1) : nil)
  }
}

extension [UInt8] {
  /// Returns the text with the same ending on all lines.
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
  /// The number of bytes of a line that are measured.
  private static let farthest = 1 << 16

  /// Treats each line as one row, without wrapping. For tests, and where there is no screen.
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
        // Beyond the first and last line there are only the ends of the text.
        if target < 0 { return (.zero, goal) }
        if target > text.lastLine.value { return (text.end, goal) }
        let content = text.content(of: LineNumber(target))
        let bytes = measured(content) { $0.glyph(at: goal.value, from: 0).index }
        return (content.lowerBound + bytes, goal)
      },
      bounds: { text.content(at: $0) })
  }

  /// Moves over the rows of a screen. Safe on any thread: measurements are not cached.
  package static func shown(_ rows: TextRows, height: Int) -> RowMoves {
    let (text, folds, known) = (rows.text, rows.folds, rows.cache.known)
    let columns = rows.cache.layout.columns
    let rows: @Sendable () -> TextRows = { TextRows(text, folds: folds, cache: RowCache(known)) }
    var moves = RowMoves(
      height: height,
      move: { offset, goal, count in
        let rows = rows()
        let goal = goal ?? rows.column(of: offset)
        return (rows.offset(offset, movedByRows: count, goal: goal), goal)
      },
      // Home and End go by the written line, not by the row on the screen.
      bounds: { text.content(at: $0) })
    moves.row = { rows().row(at: $0).bytes }
    if columns > 0 { moves.columns = columns }
    return moves
  }
}
