import CCmark

extension UnitReader {
  mutating func readTable(_ table: cmark_tree, _ context: UnitContext) {
    let columns = Int(cmark_tree_columns(table))
    let alignments = cmark_tree_alignments(table)
    var rows: [(line: Int, cells: [InlineText], links: [RenderedLink], isHeader: Bool)] = []
    for row in Children(of: table) where row.kind == CMARK_KIND_TABLE_ROW {
      var links: [RenderedLink] = []
      var cells: [InlineText] = []
      let isHeader = cmark_tree_is_header(row) != 0
      for cell in Children(of: row) where cell.kind == CMARK_KIND_TABLE_CELL {
        let style = isHeader ? context.style.union(.strong) : context.style
        let inline = InlineReader(cell, masked, lines, embeds, base: style, links: links)
        links = inline.links
        var text = inline.text
        text.alignment = alignments.map { $0[min(cells.count, columns - 1)] } ?? 0
        cells.append(text)
      }
      rows.append((row.line, cells, links, isHeader))
    }
    let shape = TableShape(rows.map(\.cells), columns: columns)
    var context = context
    for row in rows {
      var unit = RenderedUnit(
        .tableRow(shape, row.cells, isHeader: row.isHeader), line: row.line)
      unit.links = row.links
      if row.isHeader { add(unit, context) } else { addBelow(unit, context) }
      context.isFirst = false
    }
  }
}
