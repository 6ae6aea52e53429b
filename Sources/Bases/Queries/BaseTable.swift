package import Entities
package import Services

/// What a view shows, in texts: worked out off the main actor, and shown anywhere.
package struct BaseTable: Sendable {
  package struct Cell: Equatable, Sendable {
    package var text: String
    /// What could not be worked out: the text says why, with line and column.
    package var isProblem = false
    package var isNumber = false
  }

  package struct Column: Equatable, Sendable {
    package var column: BaseColumn
    package var title: String
  }

  package struct Row: Equatable, Sendable {
    package var path: NotePath
    package var cells: [Cell]
  }

  package struct Summary: Equatable, Sendable {
    package var column: BaseColumn
    package var name: String
    package var value: Cell
  }

  package struct Group: Equatable, Sendable {
    /// Nil where the view has no groups.
    package var title: Cell?
    package var rows: [Row]
    package var summaries: [Summary]
  }

  package var columns: [Column]
  package var groups: [Group]
  /// Of all rows.
  package var summaries: [Summary]
  package var problems: [BaseProblem]

  /// `this` is as in `BaseRun`.
  @concurrent
  package static func make(
    _ view: BaseView, in base: BaseFile, this: NotePath?, from sources: BaseSources
  ) async throws(NoteIndexError) -> BaseTable {
    BaseTable(try await BaseRun.of(view, in: base, this: this, from: sources))
  }

  private init(_ run: BaseRun) {
    func cell(_ cell: BaseResult.Cell) -> Cell {
      switch cell {
      case .value(.number(let number)): Cell(text: run.text(.number(number)), isNumber: true)
      case .value(let value): Cell(text: run.text(value))
      case .problem: Cell(text: run.text(cell), isProblem: true)
      }
    }
    func summary(_ made: BaseResult.Summary) -> Summary {
      var value = made.value
      // An average has as many digits as its division gave.
      if case .value(.number(let number)) = value {
        value = .value(.number(BaseNumber.rounded(number, digits: 2)))
      }
      return Summary(column: made.property, name: made.name, value: cell(value))
    }
    columns = run.result.columns.map { Column(column: $0.column, title: $0.title) }
    groups = run.result.groups.map { group in
      Group(
        title: group.value.map(cell),
        rows: group.rows.map { Row(path: run.path(of: $0), cells: $0.cells.map(cell)) },
        summaries: group.summaries.map(summary))
    }
    summaries = run.result.summaries.map(summary)
    problems = run.problems
  }
}
