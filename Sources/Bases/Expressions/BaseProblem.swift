import Expressions

/// What is wrong with an expression or a file of bases, and where: both counted from 1, a column in
/// characters.
package struct BaseProblem: Error, Equatable, Hashable, Sendable {
  package var line: Int
  package var column: Int
  package var reason: String

  package init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  init(_ fault: ExpressionFault, in text: String) {
    let (line, column) = fault.position(in: text.utf8)
    self.init(line: line, column: column, reason: fault.reason)
  }

  package var text: String { "\(line):\(column): \(reason)" }
}
