package import Entities
package import Expressions
package import Services
import VaultSettings

/// A view of a base, evaluated for a vault.
///
/// ```swift
/// let run = try await BaseRun.of(view, in: BaseFile(bytes), this: note.path, from: sources)
/// ```
///
/// `this` is the meaning of `this` in expressions: the base's own path, or the note that contains
/// or embeds the base.
package struct BaseRun {
  package let base: BaseFile
  package let view: BaseView
  package let result: BaseResult
  private let query: BaseQuery
  private let files: TableFiles

  package static func of(
    _ view: BaseView, in base: BaseFile, this: NotePath?, from sources: BaseSources,
    cellsOfFirst most: Int = .max, within budget: WorkBudget = .ofView
  ) async throws(NoteIndexError) -> BaseRun {
    let request = FileTableRequest(base, view, cellsOfFirst: most)
    let settings = await sources.foreign.obsidian()
    let clock = sources.clock
    let files = TableFiles(try await sources.tables.table(request), request, settings) {
      clock.civil($0)
    }
    let query = BaseQuery(
      base, view, files: files, moment: sources.moment, this: this.flatMap { files.file(at: $0) },
      within: budget)
    return BaseRun(
      base: base, view: view, result: query.run(cellsOfFirst: most), query: query, files: files)
  }

  package func path(of row: BaseResult.Row) -> NotePath { path(of: row.file) }

  func path(of file: Int) -> NotePath { files.path(of: file) }

  /// Returns a value's text for display.
  package func text(_ value: Value) -> String { query.text(value) }

  package func text(_ cell: BaseResult.Cell) -> String {
    switch cell {
    case .value(let value): query.text(value)
    case .problem(let problem): "error \(problem.text)"
    }
  }

  /// The problems of the file, conditions, cells and summaries, without repetition.
  package var problems: [BaseProblem] {
    var found: [BaseProblem] = []
    var known: Set<BaseProblem> = []
    func add(_ problem: BaseProblem) {
      if known.insert(problem).inserted { found.append(problem) }
    }
    func add(_ cell: BaseResult.Cell) {
      if case .problem(let problem) = cell { add(problem) }
    }
    base.problems(for: view).forEach(add)
    result.problems.forEach(add)
    for group in result.groups {
      if let value = group.value { add(value) }
      for row in group.rows { row.cells.forEach(add) }
      for summary in group.summaries { add(summary.value) }
    }
    for summary in result.summaries { add(summary.value) }
    return found.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }
}
