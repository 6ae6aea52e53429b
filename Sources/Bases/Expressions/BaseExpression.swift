import Expressions

/// A formula or a condition, read and checked: every function that it calls is there.
package struct BaseExpression: Sendable {
  package let text: String
  let root: ExpressionNode

  /// Longer ones are refused.
  private static let longest = 100_000

  package init(_ text: String) throws(BaseProblem) {
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

  /// By the precedence that JavaScript has.
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
      "=": "= is no operator; write ==", "&": "& is no operator; write &&",
      "|": "| is no operator; write ||",
      "?": "? is no operator; write if(condition, one, other)",
    ]
    for sign in "#@;\\^~`" { dialect.hints[String(sign)] = "“\(sign)” means nothing here" }
    return dialect
  }()
}

extension ExpressionNode {
  /// The formulas that it asks for.
  var formulas: Set<FieldName> {
    if case .member(let inner, let name) = kind, inner.isName("formula") { return [name] }
    return parts.reduce(into: []) { $0.formUnion($1.formulas) }
  }
}
