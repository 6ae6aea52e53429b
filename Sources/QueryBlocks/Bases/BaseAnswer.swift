import Bases
import Entities

/// Makes the rows of a base's view: a table or a list for each group.
struct BaseAnswer {
  private let table: BaseTable
  private let isList: Bool
  private let links: AnswerLinks
  private(set) var rows: [AnswerRow] = []
  private var room = AnswerRoom()

  init(_ table: BaseTable, isList: Bool, links: AnswerLinks) {
    self.table = table
    self.isList = isList
    self.links = links
  }

  mutating func write() {
    let count = table.groups.reduce(0) { $0 + $1.rows.count }
    if count == 0 { rows.append(.remark("No file fits.")) }
    var left = AnswerRoom.mostRows
    for group in table.groups where left > 0 && !room.isSpent {
      if let title = group.title {
        rows.append(.heading(title.text.isEmpty ? [.markdown("None")] : text(title)))
      }
      let shown = group.rows.prefix(left)
      left -= shown.count
      let start = rows.count
      if isList { add(list: shown) } else { add(table: shown) }
      if group.title != nil, start < rows.count { rows[start].isApart = true }
      add(group.summaries)
    }
    add(table.summaries)
    if let remark = room.remark(ofRows: count) { rows.append(remark) }
  }

  private mutating func add(table shown: ArraySlice<BaseTable.Row>) {
    let areNumbers = table.columns.indices.map { column in
      !shown.isEmpty
        && shown.allSatisfy { $0.cells[column].isNumber || $0.cells[column].text.isEmpty }
        && shown.contains { $0.cells[column].isNumber }
    }
    rows.append(
      AnswerRow(
        cells: table.columns.map { [.text($0.title)] }, .titles(areNumbers: areNumbers)))
    for own in shown where !room.isSpent {
      let cells = table.columns.indices.map { cell(own, $0) }
      rows.append(AnswerRow(cells: cells, origin: origin(own.path)))
    }
  }

  /// Adds an item for each row: its columns with commas between them.
  private mutating func add(list shown: ArraySlice<BaseTable.Row>) {
    for own in shown where !room.isSpent {
      let cells = table.columns.indices.map { cell(own, $0) }.filter { !$0.isEmpty }
      rows.append(
        AnswerRow(
          Array(cells.joined(separator: [.markdown(", ")])), .item(depth: 0),
          origin: origin(own.path)))
    }
  }

  /// Nil for files that are not notes: their links open them.
  private func origin(_ path: NotePath) -> RowOrigin? {
    path.isOfNote ? links.origin(NoteID(path)) : nil
  }

  /// Returns a cell. A file's name links to the file.
  private mutating func cell(_ row: BaseTable.Row, _ column: Int) -> [AnswerRun] {
    let cell = row.cells[column]
    switch table.columns[column].column.kind {
    case .file(.name), .file(.basename), .file(.file), .file(.path):
      return [links.link(AnswerRoom.cut(cell.text), to: row.path)]
    default: return text(cell)
    }
  }

  private mutating func text(_ cell: BaseTable.Cell) -> [AnswerRun] {
    var runs = AnswerRoom.Runs()
    if cell.pieces.isEmpty, !cell.text.isEmpty { runs.append(.text(AnswerRoom.cut(cell.text))) }
    for piece in cell.pieces {
      if runs.isLong {
        runs.append(.markdown(" …"))
        break
      }
      let words = AnswerRoom.cut(piece.text)
      runs.append(piece.target.map { links.link(words, target: $0) } ?? .text(words))
    }
    room.take(runs)
    return runs.all
  }

  private mutating func add(_ summaries: [BaseTable.Summary]) {
    let texts: [[AnswerRun]] = summaries.compactMap { summary in
      // Summaries of hidden columns are not shown.
      table.columns.first { $0.column == summary.column }.map {
        [.text(AnswerRoom.cut("\($0.title) \(summary.name): \(summary.value.text)"))]
      }
    }
    if texts.isEmpty { return }
    rows.append(AnswerRow(Array(texts.joined(separator: [.markdown("; ")])), isApart: true))
  }
}
