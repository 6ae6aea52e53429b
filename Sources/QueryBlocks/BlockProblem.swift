import Expressions
import Services

/// Why a block cannot be answered, and where in its text that shows.
struct BlockProblem: Error, Equatable, Sendable {
  package var message: String
  /// Both counted from 1; nil where no single location is wrong.
  package var location: Location?

  struct Location: Equatable, Sendable {
    package var line: Int
    /// In characters.
    package var column: Int
  }

  init(_ message: String, at location: Location? = nil) {
    self.message = message
    self.location = location
  }

  init(_ fault: ExpressionFault, in text: String) {
    let (line, column) = fault.position(in: text.utf8)
    self.init(fault.reason.capitalizedSentence, at: Location(line: line, column: column))
  }

  init(_ error: NoteIndexError) { self.init(error.message) }

  package var text: String {
    let words = message.last == "." ? message : message + "."
    return location.map { "Line \($0.line), column \($0.column): \(words)" } ?? words
  }
}

extension WorkBudget {
  /// Pays for work of the block as a whole.
  func pay(_ steps: Int) throws(BlockProblem) {
    do throws(Exhaustion) {
      try spendOnAll(steps)
    } catch {
      throw BlockProblem(error.rawValue.capitalizedFirst)
    }
  }
}
