/// How a language writes expressions.
package struct ExpressionDialect: Sendable {
  package struct Operator: Sendable {
    let sign: String
    let operation: ExpressionOperator
    /// Stronger ones take their operands first.
    let strength: Int
  }

  /// `x.f()` besides `f(x)`, and regular expressions between slashes.
  package var hasMethods = false
  /// `[[Note]]`, and `(x) => x`.
  package var hasLinksAndLambdas = false
  /// `due-date` is one name. A number then has its own sign.
  package var hasDashes = false
  /// Quotes of texts. `\n` is a line break in them where there are two.
  package var quotes = "\"'"
  /// A sign that begins with another one comes before it.
  package var operators: [Operator] = []
  /// Signs before a value.
  package var prefixes = "!-+"
  package var constants: [String: Value] = [
    "true": .boolean(true), "false": .boolean(false), "null": .null,
  ]
  /// Words that end an expression.
  package var clauses: Set<String> = []
  /// What to write for signs of other languages.
  package var hints: [String: String] = [:]
  /// Functions whose argument is plain text instead of an expression.
  package var written: [String: @Sendable (String) -> Value?] = [:]
  /// Why a function or a method cannot be called with that number of values; nil where it can.
  var refusal: @Sendable (_ name: String, _ isMethod: Bool, _ count: Int) -> String?

  package init(refusal: @escaping @Sendable (String, Bool, Int) -> String?) {
    self.refusal = refusal
  }

  /// The weaker ones first.
  package static func operators(_ levels: [[(String, ExpressionOperator)]]) -> [Operator] {
    let all = levels.enumerated().flatMap { level, signs in
      signs.map { Operator(sign: $0.0, operation: $0.1, strength: level + 1) }
    }
    return all.sorted { $0.sign.utf8.count > $1.sign.utf8.count }
  }
}
