import Bases
import Entities
import Services

/// The rows of a base: a table for each group, or lists.
struct BaseAnswer {
  private let table: BaseTable
  private let isList: Bool
  private let links: AnswerLinks
  private(set) var lines: [BlockAnswer.Line] = []

  init(_ table: BaseTable, isList: Bool, links: AnswerLinks) {
    self.table = table
    self.isList = isList
    self.links = links
  }

  mutating func write(atMost most: Int) {
    let count = table.groups.reduce(0) { $0 + $1.rows.count }
    if count == 0 { lines.append(.init("*No file fits.*")) }
    var left = most
    for group in table.groups where left > 0 {
      if let title = group.title {
        lines += [
          .init(""), .init(title.text.isEmpty ? "**None**" : "**\(text(title))**"), .init(""),
        ]
      }
      let rows = group.rows.prefix(left)
      left -= rows.count
      if isList { add(list: rows) } else { add(table: rows) }
      add(group.summaries)
    }
    add(table.summaries)
    if count > most {
      lines += [.init(""), .init("*\(most) of \(count) rows: no more are shown.*")]
    }
  }

  private mutating func add(table rows: ArraySlice<BaseTable.Row>) {
    func row(_ cells: [String], _ path: NotePath? = nil) -> BlockAnswer.Line {
      .init("| \(cells.joined(separator: " | ")) |", origin: path.flatMap(origin))
    }
    lines.append(row(table.columns.map { AnswerText.escaped($0.title) }))
    let areNumbers = table.columns.indices.map { column in
      !rows.isEmpty
        && rows.allSatisfy { $0.cells[column].isNumber || $0.cells[column].text.isEmpty }
        && rows.contains { $0.cells[column].isNumber }
    }
    lines.append(row(areNumbers.map { $0 ? "--:" : "---" }))
    for own in rows {
      lines.append(row(table.columns.indices.map { cell(own, $0) }, own.path))
    }
  }

  /// The first column, then the others behind it.
  private mutating func add(list rows: ArraySlice<BaseTable.Row>) {
    for own in rows {
      let cells = table.columns.indices.map { cell(own, $0) }.filter { !$0.isEmpty }
      lines.append(.init("- \(cells.joined(separator: ", "))", origin: origin(own.path)))
    }
  }

  /// Other files are opened as their links say.
  private func origin(_ path: NotePath) -> RowOrigin? {
    path.bytes.withUnsafeBytes(NoteFileName.isNote) ? links.origin(NoteID(path)) : nil
  }

  /// The file's name leads to it.
  private func cell(_ row: BaseTable.Row, _ column: Int) -> String {
    let cell = row.cells[column]
    switch table.columns[column].column.kind {
    case .file(.name), .file(.basename), .file(.file), .file(.path):
      return links.link(cell.text, to: row.path)
    default: return text(cell, isInTable: !isList)
    }
  }

  private func text(_ cell: BaseTable.Cell, isInTable: Bool = false) -> String {
    if cell.pieces.isEmpty { return AnswerText.escaped(cell.text) }
    return cell.pieces.map { piece in
      piece.target.map { links.link(piece.text, target: $0, isInTable: isInTable) }
        ?? AnswerText.escaped(piece.text)
    }.joined()
  }

  private mutating func add(_ summaries: [BaseTable.Summary]) {
    let texts = summaries.compactMap { summary in
      // Those of other columns are not shown.
      table.columns.first { $0.column == summary.column }.map {
        AnswerText.escaped("\($0.title) \(summary.name): \(summary.value.text)")
      }
    }
    if texts.isEmpty { return }
    lines += [.init(""), .init(texts.joined(separator: "; "))]
  }
}
