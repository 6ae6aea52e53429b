package import Expressions

/// What a view shows.
package struct BaseResult {
  package struct Column {
    package var column: BaseColumn
    package var title: String
  }

  package enum Cell {
    case value(Value)
    case problem(BaseProblem)
  }

  package struct Row {
    package var file: Int
    package var cells: [Cell]
    package var picture: Value?
  }

  package struct Group {
    /// Nil where the view has no groups.
    package var value: Cell?
    package var rows: [Row] = []
    package var summaries: [Summary] = []
  }

  package struct Summary {
    package var property: BaseColumn
    package var title: String
    package var name: String
    package var value: Cell
  }

  package var columns: [Column] = []
  package var groups: [Group] = []
  /// Of all rows.
  package var summaries: [Summary] = []
  /// Why conditions could not be told, each once; such rows are left out.
  package var problems: [BaseProblem] = []
}
