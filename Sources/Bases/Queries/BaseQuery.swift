package import Expressions

/// Evaluates a view: its files, their order and groups, and their cells.
struct BaseQuery {
  private let base: BaseFile
  private let view: BaseView
  private let evaluator: BaseEvaluator
  private let files: any BaseFiles

  init(
    _ base: BaseFile, _ view: BaseView, files: any BaseFiles, moment: BaseMoment, this: Int?,
    within budget: WorkBudget
  ) {
    self.base = base
    self.view = view
    self.files = files
    var formulas: [FieldName: BaseFormula] = [:]
    for formula in base.formulas { formulas[formula.name] = formulas[formula.name] ?? formula }
    evaluator = BaseEvaluator(
      files: files, moment: moment, this: this, formulas: formulas, within: budget)
  }

  /// Returns a value's text for display.
  func text(_ value: Value) -> String { evaluator.shownPlainly(value) }

  /// Only the first `most` rows get cells.
  func run(cellsOfFirst most: Int = .max) -> BaseResult {
    var result = BaseResult()
    var problems: Set<BaseProblem> = []
    var chosen: [Int] = []
    for file in files.candidates {
      // The result is no longer needed.
      if Task.isCancelled { break }
      do throws(BaseProblem) {
        if let filter = base.filter, !(try holds(filter, for: file)) { continue }
        if let filter = view.filter, !(try holds(filter, for: file)) { continue }
        chosen.append(file)
      } catch {
        if problems.insert(error).inserted { result.problems.append(error) }
      }
    }
    chosen = sorted(chosen)
    if let limit = view.limit, chosen.count > limit { chosen.removeLast(chosen.count - limit) }
    let columns = view.order.isEmpty ? [BaseColumn.name] : view.order
    result.columns = columns.map {
      BaseResult.Column(column: $0, title: base.title(of: $0))
    }
    for (number, file) in chosen.enumerated() {
      if Task.isCancelled { break }
      var row = BaseResult.Row(file: file, cells: [])
      if number < most { row.cells = columns.map { cell($0, for: file) } }
      if number < most, let image = view.image, case .value(let picture) = cell(image, for: file) {
        row.picture = picture
      }
      guard let group = view.group else {
        if result.groups.isEmpty { result.groups = [BaseResult.Group()] }
        result.groups[0].rows.append(row)
        continue
      }
      let value = cell(group.column, for: file)
      if let last = result.groups.last?.value, text(last) == text(value) {
        result.groups[result.groups.count - 1].rows.append(row)
      } else {
        result.groups.append(BaseResult.Group(value: value, rows: [row]))
      }
    }
    result.summaries = summaries(of: chosen)
    if view.group != nil, !view.summaries.isEmpty {
      for index in result.groups.indices {
        result.groups[index].summaries = summaries(
          of: result.groups[index].rows.map(\.file))
      }
    }
    return result
  }

  private func text(_ cell: BaseResult.Cell) -> String {
    switch cell {
    case .value(let value): evaluator.shownPlainly(value)
    case .problem(let problem): problem.text
    }
  }

  private func holds(_ filter: BaseFilter, for file: Int) throws(BaseProblem) -> Bool {
    switch filter {
    case .condition(let formula): return try evaluator.value(of: formula, for: file).isTruthy
    case .all(let filters):
      for filter in filters where !(try holds(filter, for: file)) { return false }
      return true
    case .any(let filters):
      for filter in filters where try holds(filter, for: file) { return true }
      return false
    case .none(let filters):
      for filter in filters where try holds(filter, for: file) { return false }
      return true
    }
  }

  private func cell(_ column: BaseColumn, for file: Int) -> BaseResult.Cell {
    switch column.kind {
    case .file(let field): return .value(evaluator.field(field, of: file))
    case .note(let name): return .value(files.property(name, of: file) ?? .null)
    case .formula(let name):
      do throws(BaseProblem) {
        return .value(try evaluator.formula(name, for: file))
      } catch {
        return .problem(error)
      }
    }
  }

  /// Sorts by group, then by the view's sorting, then by path. Missing values always come last.
  private func sorted(_ chosen: [Int]) -> [Int] {
    let orders = [view.group].compactMap(\.self) + view.sort
    // The files are already in the order of their paths.
    if orders.isEmpty { return chosen }
    var keyed = chosen.map { file in
      (
        file: file,
        keys: orders.map { order -> BaseSortKey in
          guard case .value(let value) = cell(order.column, for: file) else { return .nothing }
          return evaluator.sortKey(value)
        }
      )
    }
    keyed.sort { left, right in
      for (index, order) in orders.enumerated() {
        let (one, other) = (left.keys[index], right.keys[index])
        if one == other { continue }
        if one == .nothing || other == .nothing { return other == .nothing }
        return order.isDescending ? other < one : one < other
      }
      return left.file < right.file
    }
    return keyed.map(\.file)
  }

  private func summaries(of chosen: [Int]) -> [BaseResult.Summary] {
    view.summaries.map { summary in
      let values = chosen.map { file -> Value in
        if case .value(let value) = cell(summary.column, for: file) { value } else { .null }
      }
      let made: BaseResult.Cell
      if let own = base.summaries.first(where: { $0.name == FieldName(summary.name) }) {
        do throws(BaseProblem) {
          made = .value(try evaluator.value(of: own, for: nil, values: ListValue(values)))
        } catch {
          made = .problem(error)
        }
      } else if let known = BaseSummary(summary.name) {
        made = .value(known.value(of: values, by: evaluator))
      } else {
        made = .problem(
          summary.position.problem(
            BaseProblem(line: 1, column: 1, reason: "there is no summary “\(summary.name)”")))
      }
      return BaseResult.Summary(
        property: summary.column, title: base.title(of: summary.column),
        name: summary.name, value: made)
    }
  }
}

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
  /// The summaries of all rows.
  package var summaries: [Summary] = []
  /// Why conditions could not be evaluated, without repetition; their rows are left out.
  package var problems: [BaseProblem] = []
}
