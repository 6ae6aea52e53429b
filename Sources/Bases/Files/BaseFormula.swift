package import Expressions

/// An expression of a base with where it is written, or why it cannot be read.
package struct BaseFormula: Sendable {
  package var name: FieldName
  package var expression: Result<BaseExpression, BaseProblem>
  var place: BasePlace

  package init(_ name: String, _ text: String, at place: BasePlace = BasePlace()) {
    self.name = FieldName(name)
    self.place = place
    do throws(BaseProblem) {
      expression = .success(try BaseExpression(text))
    } catch {
      expression = .failure(place.problem(error))
    }
  }

  /// One that was to be here and is wrong.
  init(_ problem: BaseProblem) {
    name = FieldName("")
    place = BasePlace()
    expression = .failure(problem)
  }

  package var problem: BaseProblem? {
    if case .failure(let problem) = expression { problem } else { nil }
  }
}

/// Where the text of an expression begins in a file.
package struct BasePlace: Sendable {
  private var line = 1
  private var column = 1
  /// Whether the text is there as it is: then a place in it is a place in the file.
  private var isVerbatim = true

  package init() {}

  init(line: Int, column: Int, isVerbatim: Bool) {
    self.line = line
    self.column = column
    self.isVerbatim = isVerbatim
  }

  func problem(_ problem: BaseProblem) -> BaseProblem {
    guard isVerbatim else {
      return BaseProblem(line: line, column: column, reason: problem.reason)
    }
    // Each line of a block of text begins where its first one does.
    return BaseProblem(
      line: line + problem.line - 1, column: column + problem.column - 1, reason: problem.reason)
  }
}
