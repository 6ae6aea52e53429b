import Bases
import Entities
import Services

/// The rows of a base: a table for each group, or lists.
struct BaseAnswer {
  private let table: BaseTable
  private let isList: Bool
  private let links: AnswerLinks
  private(set) var lines: [BlockAnswer.Line] = []
  private var room = AnswerRoom()

  init(_ table: BaseTable, isList: Bool, links: AnswerLinks) {
    self.table = table
    self.isList = isList
    self.links = links
  }

  mutating func write(atMost most: Int) {
    let count = table.groups.reduce(0) { $0 + $1.rows.count }
    if count == 0 { lines.append(.init("*No file fits.*")) }
    var left = most
    for group in table.groups where left > 0 && !room.isSpent {
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
    if let problem = room.problem {
      lines += [.init(""), .init("⚠ \(AnswerText.escaped(problem))")]
    } else if count > most {
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
    for own in rows where !room.isSpent {
      lines.append(row(table.columns.indices.map { cell(own, $0) }, own.path))
    }
  }

  /// The first column, then the others behind it.
  private mutating func add(list rows: ArraySlice<BaseTable.Row>) {
    for own in rows where !room.isSpent {
      let cells = table.columns.indices.map { cell(own, $0) }.filter { !$0.isEmpty }
      lines.append(.init("- \(cells.joined(separator: ", "))", origin: origin(own.path)))
    }
  }

  /// Other files are opened as their links say.
  private func origin(_ path: NotePath) -> RowOrigin? {
    path.isOfNote ? links.origin(NoteID(path)) : nil
  }

  /// The file's name leads to it.
  private mutating func cell(_ row: BaseTable.Row, _ column: Int) -> String {
    let cell = row.cells[column]
    switch table.columns[column].column.kind {
    case .file(.name), .file(.basename), .file(.file), .file(.path):
      return links.link(AnswerRoom.cut(cell.text), to: row.path)
    default: return text(cell, isInTable: !isList)
    }
  }

  private mutating func text(_ cell: BaseTable.Cell, isInTable: Bool = false) -> String {
    var text = ""
    if cell.pieces.isEmpty { text = AnswerText.escaped(AnswerRoom.cut(cell.text)) }
    for piece in cell.pieces {
      if AnswerRoom.isLong(text) {
        text += " …"
        break
      }
      let words = AnswerRoom.cut(piece.text)
      text +=
        piece.target.map { links.link(words, target: $0, isInTable: isInTable) }
        ?? AnswerText.escaped(words)
    }
    room.take(text)
    return text
  }

  private mutating func add(_ summaries: [BaseTable.Summary]) {
    let texts = summaries.compactMap { summary in
      // Those of other columns are not shown.
      table.columns.first { $0.column == summary.column }.map {
        AnswerText.escaped(AnswerRoom.cut("\($0.title) \(summary.name): \(summary.value.text)"))
      }
    }
    if texts.isEmpty { return }
    lines += [.init(""), .init(texts.joined(separator: "; "))]
  }
}
