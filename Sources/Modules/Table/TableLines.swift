import Bases
import Entities

/// The lines of a view: problems, then groups with their rows and summaries.
struct TableLines {
  private enum Line {
    case problem(Int)
    case group(Int)
    case row(group: Int, row: Int)
    case summary(Int?)
  }

  private let table: BaseTable
  private let problems: [String]
  private var lines: [Line] = []

  init(_ table: BaseTable) {
    self.table = table
    // Leave out problems that a cell shows.
    let cells = table.groups.lazy.flatMap(\.rows).flatMap(\.cells).filter(\.isProblem).map(\.text)
    let inCells = Set(cells)
    problems = table.problems.map(\.text).filter { !inCells.contains("error \($0)") }
    for index in problems.indices { lines.append(.problem(index)) }
    for (number, group) in table.groups.enumerated() {
      if group.title != nil { lines.append(.group(number)) }
      for row in group.rows.indices { lines.append(.row(group: number, row: row)) }
      if !group.summaries.isEmpty { lines.append(.summary(number)) }
    }
    if !table.summaries.isEmpty { lines.append(.summary(nil)) }
  }

  var count: Int { lines.count }

  /// Returns the row of a file; nil for any other line.
  func row(at index: Int) -> BaseTable.Row? {
    guard lines.indices.contains(index), case .row(let group, let row) = lines[index] else {
      return nil
    }
    return table.groups[group].rows[row]
  }

  /// The paths of all files, from top to bottom.
  var paths: [NotePath] { table.groups.flatMap(\.rows).map(\.path) }

  /// The first line with a file.
  var first: Int? { lines.indices.first { row(at: $0) != nil } }

  func line(at index: Int, marked: Set<NotePath>) -> TableRow {
    switch lines[index] {
    case .problem(let number): return .problem(problems[number])
    case .group(let number):
      let group = table.groups[number]
      return .group(
        title: group.title.map(TableCell.init) ?? TableCell(text: ""), count: group.rows.count)
    case .row(let group, let row):
      let row = table.groups[group].rows[row]
      return .cells(
        row.cells.map(TableCell.init), isMarked: marked.contains(row.path),
        picture: row.picture.map { NotePath($0).name.text })
    case .summary(let group):
      let summaries = group.map { table.groups[$0].summaries } ?? table.summaries
      return .summary(
        table.columns.map { column in
          let own = summaries.filter { $0.column == column.column }
          return TableCell(
            text: own.map { "\($0.name) \($0.value.text)" }.joined(separator: ", "),
            isProblem: own.contains(where: \.value.isProblem))
        })
    }
  }
}

extension TableCell {
  init(_ cell: BaseTable.Cell) {
    self.init(text: cell.shown, isProblem: cell.isProblem, isNumber: cell.isNumber)
    var end = text.startIndex
    for piece in cell.pieces {
      let start = end
      end = text.index(start, offsetBy: piece.text.count, limitedBy: text.endIndex) ?? text.endIndex
      if piece.target != nil { links.append(start..<end) }
    }
  }
}
