import Expressions

/// A file of bases: what its views have in common, the views, and what is wrong with it.
package struct BaseFile: Sendable {
  package var filter: BaseFilter?
  package var formulas: [BaseFormula] = []
  package var displayNames: [BaseColumn: String] = [:]
  /// Of the columns of a view: the values are `values`.
  package var summaries: [BaseFormula] = []
  /// There is always one, though the file may name none.
  package var views: [BaseView] = []
  var hasViews = false
  package var problems: [BaseProblem] = []
  /// Of formulas that need themselves.
  var circles: [BaseProblem] = []
  /// False where nothing can be told of its views.
  package var isReadable = true

  init() {}

  /// The view of this name, without case; the first one where none is named.
  package func view(named name: String?) -> BaseView? {
    guard let name else { return views.first }
    return views.first { $0.name == name } ?? views.first { FieldName($0.name) == FieldName(name) }
  }

  /// What is wrong with it for a view: not what is in other views, nor in formulas, of which those tell
  /// that the view needs.
  func problems(for view: BaseView) -> [BaseProblem] {
    let formulas = (formulas + summaries).compactMap(\.problem) + circles
    let others = Set(formulas + views.flatMap(\.problems)).subtracting(view.problems)
    return problems.filter { !others.contains($0) }
  }

  func title(of column: BaseColumn) -> String { displayNames[column] ?? column.title }
}

package indirect enum BaseFilter: Sendable {
  case condition(BaseFormula)
  case all([BaseFilter])
  case any([BaseFilter])
  case none([BaseFilter])
}

package struct BaseView: Sendable {
  package struct Sorting: Equatable, Sendable {
    package var column: BaseColumn
    package var isDescending: Bool
  }

  package struct Summary: Sendable {
    package var column: BaseColumn
    package var name: String
    package var place: BasePlace
  }

  package var name: String
  /// `table`, `cards`, `list`, `map`, or what a plugin calls its own.
  package var type: String
  package var filter: BaseFilter?
  package var limit: Int?
  package var order: [BaseColumn] = []
  package var sort: [Sorting] = []
  package var group: Sorting?
  package var summaries: [Summary] = []
  /// Of columns, in pixels.
  package var widths: [BaseColumn: Int] = [:]
  /// What the picture of a card is, where cards are shown.
  package var image: BaseColumn?
  /// Where it begins in the file.
  package var line = 1
  package var column = 1
  /// What is wrong in it.
  var problems: [BaseProblem] = []
}
