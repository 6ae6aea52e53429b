package import Entities
package import Expressions
package import Services

/// The contents of a view as texts, which can be evaluated off the main actor.
package struct BaseTable: Sendable {
  package struct Cell: Equatable, Sendable {
    package var text: String
    /// Whether the cell could not be evaluated; its text gives the reason, with line and column.
    package var isProblem = false
    package var isNumber = false
    /// The text for display in pieces, if it has links, without their brackets; empty otherwise.
    package var pieces: [Piece] = []

    package var shown: String { pieces.isEmpty ? text : pieces.map(\.text).joined() }
  }

  package struct Piece: Equatable, Sendable {
    package var text: String
    /// The link's target as it is written; nil for text between links.
    package var target: String?
  }

  package struct Column: Equatable, Sendable {
    package var column: BaseColumn
    package var title: String
  }

  package struct Row: Equatable, Sendable {
    package var path: NotePath
    package var cells: [Cell]
    /// The picture of a card as it is written.
    package var picture: String?
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
  /// The summaries of all rows.
  package var summaries: [Summary]
  package var problems: [BaseProblem]

  /// `this`: as in `BaseRun`.
  @concurrent
  package static func make(
    _ view: BaseView, in base: BaseFile, this: NotePath?, from sources: BaseSources
  ) async throws(NoteIndexError) -> BaseTable {
    try await of(view, in: base, this: this, from: sources, within: .ofView)
  }

  /// Evaluates the view on the caller's actor. Only the first `most` rows get cells.
  package static func of(
    _ view: BaseView, in base: BaseFile, this: NotePath?, from sources: BaseSources,
    cellsOfFirst most: Int = .max, within budget: WorkBudget
  ) async throws(NoteIndexError) -> BaseTable {
    BaseTable(
      try await BaseRun.of(
        view, in: base, this: this, from: sources, cellsOfFirst: most, within: budget))
  }

  private init(_ run: BaseRun) {
    func cell(_ cell: BaseResult.Cell) -> Cell {
      switch cell {
      case .value(.number(let number)): Cell(text: run.text(.number(number)), isNumber: true)
      case .value(let value): Cell(text: run.text(value), pieces: Self.pieces(of: value, run))
      case .problem: Cell(text: run.text(cell), isProblem: true)
      }
    }
    func summary(_ made: BaseResult.Summary) -> Summary {
      var value = made.value
      // An average may have many digits.
      if case .value(.number(let number)) = value {
        value = .value(.number(NumberText.rounded(number, digits: 2)))
      }
      return Summary(column: made.property, name: made.name, value: cell(value))
    }
    columns = run.result.columns.map { Column(column: $0.column, title: $0.title) }
    groups = run.result.groups.map { group in
      Group(
        title: group.value.map(cell),
        rows: group.rows.map { row in
          Row(
            path: run.path(of: row), cells: row.cells.map(cell),
            picture: row.picture.flatMap { Self.picture($0, run) })
        },
        summaries: group.summaries.map(summary))
    }
    summaries = run.result.summaries.map(summary)
    problems = run.problems
  }

  private static func pieces(of value: Value, _ run: BaseRun) -> [Piece] {
    switch value {
    case .file(let file):
      let path = run.path(of: file)
      return [Piece(text: path.shortName, target: path.text)]
    case .link(let link): return [Piece(text: link.shown, target: link.target)]
    case .list(let list) where list.items.contains(where: \.hasLink):
      return list.items.enumerated().flatMap { index, item in
        let own = pieces(of: item, run)
        return (index > 0 ? [Piece(text: ", ")] : [])
          + (own.isEmpty ? [Piece(text: run.text(item))] : own)
      }
    default: return []
    }
  }

  private static func picture(_ value: Value, _ run: BaseRun) -> String? {
    switch value {
    case .link(let link): link.target
    case .list(let list): list.items.first.flatMap { picture($0, run) }
    default: run.text(value).isEmpty ? nil : run.text(value)
    }
  }
}
