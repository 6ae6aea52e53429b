extension RenderedUnit {
  /// Returns the unit's rows, including the empty row above it; none is wider than `width`.
  /// `fillsTitles`: a heading of level 1 is a filled bar, which only a screen can show; else it is
  /// underlined.
  package func rows(width: Int, fillsTitles: Bool = false) -> [RenderedRow] {
    guard width > 0 else { return [RenderedRow(line: line)] }
    let room = pictureRoom(width: width)
    if fillsTitles, headingLevel == 1, case .text(let text) = content, !text.isEmpty {
      return rows(width: width, content: bar(text, room))
    }
    return rows(width: width, content: contentRows(room))
  }

  /// A text on a bar with a cell of padding on both sides, if there is room for it.
  private func bar(_ text: InlineText, _ room: Int) -> [RenderedRow] {
    let room = min(room, Self.measure)
    let padding = room >= 3 ? 1 : 0
    return Wrapping.rows(of: text, width: room - 2 * padding, atWords: true).map { row in
      var row = row
      let rest = CellText.room(max(0, room - padding - row.width))
      row.runs = (padding > 0 ? [CellText.room(padding)] : []) + row.runs + [rest]
      for index in row.runs.indices { row.runs[index].style.insert(.bar) }
      return row
    }
  }

  /// Returns the content within the unit's containers.
  func rows(width: Int, content: [RenderedRow]) -> [RenderedRow] {
    let prefix = prefix.fitting(max(1, width))
    var rows = content.isEmpty ? [RenderedRow(line: line)] : content
    for index in rows.indices {
      let signs = index == 0 && !prefix.first.isEmpty ? prefix.first : prefix.rest
      if !signs.isEmpty { rows[index].runs = signs + rows[index].runs }
    }
    if let gap {
      let bars = Array(gap.suffix(prefix.rest.count))
      rows.insert(RenderedRow(bars, line: max(0, line - 1)), at: 0)
    }
    return rows
  }

  /// The longest row of text: an eye does not find its way back from a longer one. Code and tables may
  /// be wider.
  private static let measure = 90

  private func contentRows(_ room: Int) -> [RenderedRow] {
    switch content {
    case .text(let text):
      let room = min(room, Self.measure)
      var rows = Wrapping.rows(of: text, width: room, atWords: true)
      if headingLevel == 1 || headingLevel == 2, !text.isEmpty {
        let width = min(room, rows.reduce(0) { max($0, $1.width) })
        let sign = headingLevel == 1 ? "═" : "─"
        rows.append(
          RenderedRow(
            [.init(String(repeating: sign, count: width), width: width, .heading)],
            line: rows.last?.line ?? line, byte: rows.last?.byte ?? 0))
      }
      return rows
    case .code(let text): return Wrapping.rows(of: text, width: room, atWords: false)
    case .rule:
      return [
        RenderedRow(
          [.init(String(repeating: "─", count: room), width: room, .border)], line: line)
      ]
    case .tableRow(let shape, let cells, let isHeader):
      guard let widths = shape.widths(fitting: room) else {
        return listed(shape, cells, isHeader, room)
      }
      return tableRows(cells, widths, isHeader)
    }
  }

  private func tableRows(
    _ cells: [InlineText], _ widths: [Int], _ isHeader: Bool
  ) -> [RenderedRow] {
    let columns = widths.indices.map { column in
      column < cells.count
        ? Wrapping.rows(of: cells[column], width: widths[column], atWords: true) : []
    }
    var rows: [RenderedRow] = []
    for index in 0..<max(1, columns.map(\.count).max() ?? 1) {
      var row = RenderedRow(line: line)
      for (column, width) in widths.enumerated() {
        if column > 0 { row.runs.append(.init(" │ ", width: 3, .border)) }
        let runs = index < columns[column].count ? columns[column][index].runs : []
        let free = width - runs.reduce(0) { $0 + $1.width }
        let alignment = column < cells.count ? cells[column].alignment : 0
        let before =
          alignment == UInt8(ascii: "r") ? free : alignment == UInt8(ascii: "c") ? free / 2 : 0
        if before > 0 { row.runs.append(CellText.room(before)) }
        row.runs += runs
        if free > before { row.runs.append(CellText.room(free - before)) }
      }
      rows.append(row)
    }
    if isHeader {
      let bars = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
      let width = widths.reduce(0, +) + TableShape.between * (widths.count - 1)
      rows.append(RenderedRow([.init(bars, width: width, .border)], line: line))
    }
    return rows
  }

  /// Shows a table that is too narrow for columns: a row per cell, with the column's name first.
  private func listed(
    _ shape: TableShape, _ cells: [InlineText], _ isHeader: Bool, _ room: Int
  ) -> [RenderedRow] {
    var rows: [RenderedRow] = []
    for (column, cell) in cells.enumerated() where !cell.isEmpty || cells.count == 1 {
      var text = InlineText(line: line)
      if !isHeader, column < shape.names.count, !shape.names[column].isEmpty {
        text.append("\(shape.names[column]): ".utf8, .muted)
      }
      text.append(cell, adding: [])
      rows += Wrapping.rows(of: text, width: room, atWords: true)
    }
    rows.append(
      RenderedRow([.init(String(repeating: "─", count: room), width: room, .border)], line: line))
    return rows
  }
}

extension RenderedUnit {
  /// The number of empty rows above the unit.
  package var emptyRows: Int { gap == nil ? 0 : 1 }
}
