package import Expressions

/// An expression of a base with its position, or the reason why it cannot be read.
package struct BaseFormula: Sendable {
  package var name: FieldName
  var expression: Result<BaseExpression, BaseProblem>
  var position: SourcePosition

  init(_ name: String, _ text: String, at position: SourcePosition = SourcePosition()) {
    self.name = FieldName(name)
    self.position = position
    do throws(BaseProblem) {
      expression = .success(try BaseExpression(text))
    } catch {
      expression = .failure(position.problem(error))
    }
  }

  /// Makes a formula that could not be read.
  init(_ problem: BaseProblem) {
    name = FieldName("")
    position = SourcePosition()
    expression = .failure(problem)
  }

  package var problem: BaseProblem? {
    if case .failure(let problem) = expression { problem } else { nil }
  }
}

/// The start of an expression's text in a file.
package struct SourcePosition: Sendable {
  private var line = 1
  private var column = 1
  /// Whether the file has the text verbatim, so that positions in it are positions in the file.
  private var isVerbatim = true

  init() {}

  init(line: Int, column: Int, isVerbatim: Bool) {
    self.line = line
    self.column = column
    self.isVerbatim = isVerbatim
  }

  func problem(_ problem: BaseProblem) -> BaseProblem {
    guard isVerbatim else {
      return BaseProblem(line: line, column: column, reason: problem.reason)
    }
    // Each line of a block of text has the indent of the first one.
    return BaseProblem(
      line: line + problem.line - 1, column: column + problem.column - 1, reason: problem.reason)
  }
}

/// A formula or condition whose syntax and function calls were checked.
struct BaseExpression: Sendable {
  package let text: String
  let root: ExpressionNode

  /// The longest expression that is read, in bytes.
  private static let longest = 100_000

  init(_ text: String) throws(BaseProblem) {
    self.text = text
    do throws(ExpressionFault) {
      guard text.utf8.count <= Self.longest else {
        throw ExpressionFault("the expression is too long", at: 0)
      }
      root = try ExpressionParser.whole(text.utf8, Self.dialect)
    } catch {
      throw BaseProblem(error, in: text)
    }
  }

  func problem(_ fault: ExpressionFault) -> BaseProblem { BaseProblem(fault, in: text) }

  /// Operators have the precedence of JavaScript.
  private static let dialect: ExpressionDialect = {
    var dialect = ExpressionDialect(refusal: BaseEvaluator.refusal)
    dialect.hasMethods = true
    dialect.constants["undefined"] = .null
    dialect.operators = ExpressionDialect.operators([
      [("||", .or)], [("&&", .and)], [("==", .equal), ("!=", .different)],
      [("<", .less), (">", .greater), ("<=", .lessOrEqual), (">=", .greaterOrEqual)],
      [("+", .plus), ("-", .minus)], [("*", .times), ("/", .over), ("%", .remainder)],
    ])
    dialect.hints = [
      "=": "= is not an operator; write ==", "&": "& is not an operator; write &&",
      "|": "| is not an operator; write ||",
      "?": "? is not an operator; write if(condition, one, other)",
    ]
    for sign in "#@;\\^~`" { dialect.hints[String(sign)] = "“\(sign)” means nothing here" }
    return dialect
  }()
}

extension ExpressionNode {
  /// The formulas that the expression refers to.
  var formulas: Set<FieldName> {
    if case .member(let inner, let name) = kind, inner.isName("formula") { return [name] }
    return parts.reduce(into: []) { $0.formUnion($1.formulas) }
  }
}
