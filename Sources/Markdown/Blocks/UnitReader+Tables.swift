extension UnitReader {
  mutating func read(_ table: NoteTable, _ context: UnitContext) {
    var rows: [(cells: [InlineText], links: [RenderedLink])] = []
    for row in table.rows {
      var links: [RenderedLink] = []
      let cells = row.cells.map { cell in
        let style = row.isHeader ? context.style.union(.strong) : context.style
        let inline = UnitInlines(
          cell.inlines, line: cell.line, lines, embeds, base: style, links: links)
        links = inline.links
        var text = inline.text
        text.alignment = cell.alignment
        return text
      }
      rows.append((cells, links))
    }
    let shape = TableShape(rows.map(\.cells), columns: table.columns)
    var context = context
    for (row, (cells, links)) in zip(table.rows, rows) {
      var unit = RenderedUnit(.tableRow(shape, cells, isHeader: row.isHeader), line: row.line)
      unit.links = links
      if row.isHeader { add(unit, context) } else { addBelow(unit, context) }
      context.isFirst = false
    }
  }
}
