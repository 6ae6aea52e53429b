/// The answer of a query block: rows of values. Each writer decides how to show them.
package struct BlockAnswer: Equatable, Sendable {
  package var rows: [AnswerRow]
  /// Whether the block's own text stays above the answer, because it has no full answer.
  package var showsSource: Bool
  /// The steps spent on the answer, counted against the budget that all blocks of a page share.
  package var work = 0

  package init(_ rows: [AnswerRow], showsSource: Bool = false) {
    self.rows = rows
    self.showsSource = showsSource
  }
}

package struct AnswerRow: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case paragraph
    /// A list item at this depth, with the sign in its box if it is a task.
    case item(depth: Int, box: Unicode.Scalar? = nil)
    /// The first row of a table, and which of its columns are numbers.
    case titles(areNumbers: [Bool])
    /// A further row of the table.
    case cells
  }

  package var kind: Kind
  /// The row's cells: exactly one outside a table.
  package var cells: [[AnswerRun]]
  /// Whether an empty line separates the row from the one above.
  package var isApart: Bool
  package var origin: RowOrigin?
  /// The task that the row shows, which is written at its origin.
  package var task: TaskFacts?

  package init(
    _ runs: [AnswerRun], _ kind: Kind = .paragraph, isApart: Bool = false,
    origin: RowOrigin? = nil, task: TaskFacts? = nil
  ) {
    self.init(cells: [runs], kind, isApart: isApart, origin: origin)
    self.task = task
  }

  package init(
    cells: [[AnswerRun]], _ kind: Kind = .cells, isApart: Bool = false, origin: RowOrigin? = nil
  ) {
    self.kind = kind
    self.cells = cells
    self.isApart = isApart
    self.origin = origin
  }
}

/// A piece of a line.
package enum AnswerRun: Hashable, Sendable {
  /// Literal text without any markup.
  case text(String)
  case markdown(String)
  /// The text and the address of a Markdown link.
  case link(String, to: String)
  /// The text and the target of a wiki link.
  case wiki(String, to: String)
  case strong([AnswerRun])
  case emphasis([AnswerRun])

  /// The approximate size in bytes.
  package var size: Int {
    switch self {
    case .text(let words), .markdown(let words): words.utf8.count
    case .link(let words, let target), .wiki(let words, let target):
      words.utf8.count + target.utf8.count
    case .strong(let runs), .emphasis(let runs): runs.size
    }
  }
}

extension [AnswerRun] {
  package var size: Int { reduce(0) { $0 + $1.size } }
}
