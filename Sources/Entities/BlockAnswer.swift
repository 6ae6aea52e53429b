/// The answer of a query block: rows of values. Each writer decides how they look.
package struct BlockAnswer: Equatable, Sendable {
  package var rows: [AnswerRow]
  /// The block's own text stays above it: it cannot be answered, or not all of it.
  package var showsSource: Bool
  /// What it took to work it out, in steps: all blocks of a page together may take so much.
  package var work = 0

  package init(_ rows: [AnswerRow], showsSource: Bool = false) {
    self.rows = rows
    self.showsSource = showsSource
  }
}

package struct AnswerRow: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case paragraph
    /// Of a list, at this depth; with the sign in its box where it is a task.
    case item(depth: Int, box: Unicode.Scalar? = nil)
    /// The first row of a table, with which of its columns are numbers.
    case titles(areNumbers: [Bool])
    /// A row of the table above it.
    case cells
  }

  package var kind: Kind
  /// One but in a table.
  package var cells: [[AnswerRun]]
  /// An empty line parts it from the row above.
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
  /// Shown as it is: no sign in it means anything.
  case text(String)
  /// Of a note, or of our own: Markdown within a line.
  case markdown(String)
  /// Words that lead to an address, as Markdown's links have it.
  case link(String, to: String)
  /// The same to what `[[…]]` names.
  case wiki(String, to: String)
  case strong([AnswerRun])
  case emphasis([AnswerRun])

  /// About how many bytes it takes.
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
