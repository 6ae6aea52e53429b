import Expressions
import Services

/// The reason why a block cannot be answered, and its location in the block.
struct BlockProblem: Error, Equatable, Sendable {
  package var message: String
  /// Nil for a problem of the block as a whole.
  package var location: Location?

  /// Line and column are counted from 1.
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

  /// Asks the index, whose errors are problems of the block.
  static func located<Answer>(
    _ ask: () async throws(NoteIndexError) -> Answer
  ) async throws(BlockProblem) -> Answer {
    do throws(NoteIndexError) { return try await ask() } catch { throw BlockProblem(error) }
  }

  package var text: String {
    let words = message.last == "." ? message : message + "."
    return location.map { "Line \($0.line), column \($0.column): \(words)" } ?? words
  }
}

extension WorkBudget {
  /// Pays for work that belongs to no single value.
  func pay(_ steps: Int) throws(BlockProblem) {
    do throws(Exhaustion) {
      try spendOnAll(steps)
    } catch {
      throw BlockProblem(error.rawValue.capitalizedFirst)
    }
  }
}
