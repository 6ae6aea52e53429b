extension CommandID {
  package static let alignTable: Self = "align-table"
  package static let insertRow: Self = "insert-row"
  package static let deleteRow: Self = "delete-row"
  package static let insertColumn: Self = "insert-column"
  package static let deleteColumn: Self = "delete-column"
  package static let makeTable: Self = "make-table"
}

extension EditCommands {
  static let tables: [EditCommand] = [
    EditCommand(.alignTable, "align the table", words: ["format table", "tidy table"]) {
      editTables($0) { _, _ in }
    },
    EditCommand(.insertRow, "new row in the table, below") { context in
      editTables(context) { $0.insertRow(below: &$1) }
    },
    EditCommand(.deleteRow, "take the row out of the table") { context in
      editTables(context) { $0.deleteRow(at: &$1) }
    },
    EditCommand(.insertColumn, "new column in the table, to the right") { context in
      editTables(context) { $0.insertColumn(behind: &$1) }
    },
    EditCommand(.deleteColumn, "take the column out of the table") { context in
      editTables(context) { $0.deleteColumn(at: &$1) }
    },
    EditCommand(.makeTable, "make a table", words: ["table", "insert table"]) { context in
      var draft = Draft(context)
      draft.replaceSelections { _, selection in
        let lines = ["|     |     |", "| --- | --- |", "|     |     |"].map { Array($0.utf8) }
        let ending = context.ending(at: selection.head).bytes
        let isAlone =
          selection.range.lowerBound == context.text.content(at: selection.head).lowerBound
        let before = isAlone ? [] : ending + ending
        return DraftReplacement(
          at: selection.range.upperBound, before + Array(lines.joined(separator: ending)))
      }
      return draft.change()
    },
  ]

  /// Moves to the next or previous cell and aligns the table; nil if a cursor is not in a table.
  static func moveToCell(_ context: EditContext, by step: Int) -> TextChange? {
    // Outside tables this reads only the cursor's lines.
    guard
      context.selections.all.allSatisfy({ FoundTable(context, at: $0.head) != nil })
    else { return nil }
    return editTables(context) { $0.step(&$1, by: step) }
  }

  /// Handles Enter in a table: moves to the next row, or adds a row after the last bar of a row or
  /// after the last row. In an empty last row, ends the table. Nil if a cursor is not in a table.
  static func newTableRow(_ context: EditContext) -> TextChange? {
    let (text, selections) = (context.text, context.selections)
    guard selections.all.allSatisfy({ $0.isEmpty && isInRow($0.head, context) }) else { return nil }
    let head = selections.main.head
    guard selections.count == 1, let table = FoundTable(context, at: head) else {
      return editTables(context) { $0.goDown(&$1) }
    }
    let line = text.line(at: head)
    let position = table.position(of: head, in: text)
    if line == table.lines.upperBound, position.row > 0,
      table.grid.rows[position.row].allSatisfy(\.isEmpty)
    {
      // An empty line keeps the next text out of the table.
      let prefix = table.grid.prefix
      let end = prefix + context.ending(at: head).bytes + prefix
      var draft = Draft(context)
      draft.replaceSelections { _, _ in DraftReplacement(text.content(of: line), end) }
      return draft.change()
    }
    let isBehindRow = text.bytes(in: head..<text.content(of: line).upperBound).isBlank
    return editTables(context) { grid, position in
      if isBehindRow {
        grid.insertRow(below: &position)
        position.column = 0
      } else {
        grid.goDown(&position)
      }
    }
  }

  /// Whether an offset is after the first bar of a table's row.
  private static func isInRow(_ offset: ByteOffset, _ context: EditContext) -> Bool {
    let content = context.text.content(at: offset)
    guard content.byteCount <= FoundTable.longestRow,
      TableGrid.hasBar(context.text.bytes(in: content.lowerBound..<offset))
    else { return false }
    return FoundTable(context, at: offset) != nil
  }

  /// Replaces a new, empty row with a typed bar, so that the row can be written by hand.
  static func rowByHand(_ context: EditContext) -> TextChange? {
    let (text, head) = (context.text, context.selections.main.head)
    let content = text.content(at: head)
    guard context.selections.isOneCursor, head > content.lowerBound,
      content.byteCount <= FoundTable.longestRow, !context.isCode(head)
    else { return nil }
    let before = text.bytes(in: content.lowerBound..<head)
    let behind = text.bytes(in: head..<content.upperBound)
    guard before.filter({ $0 == .bar }).count == 1, behind.contains(.bar),
      behind.allSatisfy({ $0 == .bar || $0.isSpaceOrTab }),
      let bar = before.firstIndex(of: .bar), before[(bar + 1)...].isBlank
    else { return nil }
    var draft = Draft(context)
    draft.replaceSelections { _, _ in
      DraftReplacement(content.lowerBound + bar + 1..<content.upperBound, [])
    }
    return draft.change(.typing)
  }

  /// Changes the tables at the cursors, one by one; other cursors stay.
  private static func editTables(
    _ context: EditContext, _ change: (inout TableGrid, inout TableGrid.Position) -> Void
  ) -> TextChange? {
    let text = context.text
    var draft = Draft(context)
    var tables: [(table: FoundTable, cursors: [(index: Int, position: TableGrid.Position)])] = []
    for (index, selection) in context.selections.all.enumerated() {
      let line = text.line(at: selection.head)
      let known = tables.last.map { $0.table.lines.contains(line) } ?? false
      if !known {
        guard let table = FoundTable(context, at: selection.head) else { continue }
        tables.append((table, []))
      }
      let last = tables.count - 1
      var position = tables[last].table.position(of: selection.head, in: text)
      change(&tables[last].table.grid, &position)
      tables[last].cursors.append((index, position))
    }
    if tables.isEmpty { return nil }
    var replacements: [DraftReplacement] = []
    var moved: [(index: Int, table: ByteOffset, byte: Int)] = []
    for (table, cursors) in tables {
      let ending = context.ending(at: text.start(of: table.lines.lowerBound))
      let (all, starts) = table.replacements(in: text, ending)
      replacements += all
      for (index, position) in cursors {
        let (line, byte) = table.grid.location(of: position)
        moved.append((index, text.start(of: table.lines.lowerBound), starts[line] + byte))
      }
    }
    draft.replace(replacements)
    var all = context.selections.all.map { selection in
      draft.edit.map { selection.mapped(through: $0) } ?? selection
    }
    for (index, table, byte) in moved {
      let start = draft.edit?.map(table, bias: .left) ?? table
      all[index] = Selection(at: start + byte)
    }
    draft.selections = Selections(all, main: context.selections.mainIndex) ?? draft.selections
    return draft.change()
  }
}

extension TableGrid {
  fileprivate var emptyRow: [[UInt8]] { [[UInt8]](repeating: [], count: columnCount) }

  /// Moves by cells; after the last cell, adds a row.
  fileprivate mutating func step(_ position: inout Position, by step: Int) {
    let next = position.row * columnCount + position.column + step
    if next < 0 { return position.offset = 0 }
    if next >= rows.count * columnCount { rows.append(emptyRow) }
    position = Position(row: next / columnCount, column: next % columnCount, offset: 0)
  }

  /// Moves to the first cell of the next row.
  fileprivate mutating func goDown(_ position: inout Position) {
    if position.row + 1 == rows.count { rows.append(emptyRow) }
    position = Position(row: position.row + 1, column: 0, offset: 0)
  }

  fileprivate mutating func insertRow(below position: inout Position) {
    rows.insert(emptyRow, at: position.row + 1)
    position = Position(row: position.row + 1, column: position.column, offset: 0)
  }

  /// Removes a row; the header stays.
  fileprivate mutating func deleteRow(at position: inout Position) {
    guard position.row > 0, position.row < rows.count else { return }
    rows.remove(at: position.row)
    position.row = min(position.row, rows.count - 1)
  }

  fileprivate mutating func insertColumn(behind position: inout Position) {
    position = Position(row: position.row, column: position.column + 1, offset: 0)
    for row in rows.indices { rows[row].insert([], at: position.column) }
    alignments.insert(.none, at: position.column)
  }

  /// Removes a column; the last one stays.
  fileprivate mutating func deleteColumn(at position: inout Position) {
    guard columnCount > 1 else { return }
    for row in rows.indices { rows[row].remove(at: position.column) }
    alignments.remove(at: position.column)
    position = Position(row: position.row, column: min(position.column, columnCount - 1), offset: 0)
  }
}
