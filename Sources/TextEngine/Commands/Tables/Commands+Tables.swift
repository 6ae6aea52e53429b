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
    EditCommand(.alignTable, "align the table") { editTables($0) { _, _ in } },
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
    EditCommand(.makeTable, "make a table") { context in
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

  /// To the next cell or the one before, with the table aligned; nil where a cursor is in no table.
  static func moveToCell(_ context: EditContext, by step: Int) -> TextChange? {
    // Without a look at more than the cursor's lines, where no table can be.
    guard
      context.selections.all.allSatisfy({ FoundTable(context, at: $0.head) != nil })
    else { return nil }
    return editTables(context) { $0.step(&$1, by: step) }
  }

  /// Changes the tables that cursors are in, cursor by cursor; other cursors stay.
  private static func editTables(
    _ context: EditContext, _ change: (inout TableGrid, inout TableGrid.Place) -> Void
  ) -> TextChange? {
    let text = context.text
    var draft = Draft(context)
    var tables: [(table: FoundTable, cursors: [(index: Int, place: TableGrid.Place)])] = []
    for (index, selection) in context.selections.all.enumerated() {
      let line = text.line(at: selection.head)
      let known = tables.last.map { $0.table.lines.contains(line) } ?? false
      if !known {
        guard let table = FoundTable(context, at: selection.head) else { continue }
        tables.append((table, []))
      }
      let last = tables.count - 1
      var place = tables[last].table.place(selection.head, in: text)
      change(&tables[last].table.grid, &place)
      tables[last].cursors.append((index, place))
    }
    if tables.isEmpty { return nil }
    var replacements: [DraftReplacement] = []
    var moved: [(index: Int, table: ByteOffset, byte: Int)] = []
    for (table, cursors) in tables {
      let ending = context.ending(at: text.start(of: table.lines.lowerBound))
      let (all, starts) = table.replacements(in: text, ending)
      replacements += all
      for (index, place) in cursors {
        let (line, byte) = table.grid.place(place)
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

  /// Behind the last cell comes a new row.
  fileprivate mutating func step(_ place: inout Place, by step: Int) {
    let next = place.row * columnCount + place.column + step
    if next < 0 { return place.offset = 0 }
    if next >= rows.count * columnCount { rows.append(emptyRow) }
    place = Place(row: next / columnCount, column: next % columnCount, offset: 0)
  }

  fileprivate mutating func insertRow(below place: inout Place) {
    rows.insert(emptyRow, at: place.row + 1)
    place = Place(row: place.row + 1, column: place.column, offset: 0)
  }

  /// The head stays.
  fileprivate mutating func deleteRow(at place: inout Place) {
    guard place.row > 0, place.row < rows.count else { return }
    rows.remove(at: place.row)
    place.row = min(place.row, rows.count - 1)
  }

  fileprivate mutating func insertColumn(behind place: inout Place) {
    place = Place(row: place.row, column: place.column + 1, offset: 0)
    for row in rows.indices { rows[row].insert([], at: place.column) }
    alignments.insert(.none, at: place.column)
  }

  /// The last column stays.
  fileprivate mutating func deleteColumn(at place: inout Place) {
    guard columnCount > 1 else { return }
    for row in rows.indices { rows[row].remove(at: place.column) }
    alignments.remove(at: place.column)
    place = Place(row: place.row, column: min(place.column, columnCount - 1), offset: 0)
  }
}
