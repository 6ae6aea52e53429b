/// The syntax of a language's expressions.
package struct ExpressionDialect: Sendable {
  package struct Operator: Sendable {
    let sign: String
    let operation: ExpressionOperator
    /// Stronger operators bind more tightly.
    let strength: Int
  }

  /// Whether there are methods, `x.f()`, and regular expressions between slashes.
  package var hasMethods = false
  /// Whether there are links, `[[Note]]`, and lambdas, `(x) => x`.
  package var hasLinksAndLambdas = false
  /// Whether `due-date` is one name. A number then includes its sign.
  package var hasDashes = false
  /// The quotes of strings. If there are two kinds, strings have escapes such as `\n`.
  package var quotes = "\"'"
  /// The operators; one that begins with another one comes before it.
  package var operators: [Operator] = []
  /// Operators before a value.
  package var prefixes = "!-+"
  package var constants: [String: Value] = [
    "true": .boolean(true), "false": .boolean(false), "null": .null,
  ]
  /// Words that end an expression.
  package var clauses: Set<String> = []
  /// Replacements to suggest for signs of other languages.
  package var hints: [String: String] = [:]
  /// Functions whose argument is plain text instead of an expression.
  package var written: [String: @Sendable (String) -> Value?] = [:]
  /// Returns why a function or a method cannot be called with that number of values; nil if it can.
  var refusal: @Sendable (_ name: String, _ isMethod: Bool, _ count: Int) -> String?

  package init(refusal: @escaping @Sendable (String, Bool, Int) -> String?) {
    self.refusal = refusal
  }

  /// `levels`: the weakest operators first.
  package static func operators(_ levels: [[(String, ExpressionOperator)]]) -> [Operator] {
    let all = levels.enumerated().flatMap { level, signs in
      signs.map { Operator(sign: $0.0, operation: $0.1, strength: level + 1) }
    }
    return all.sorted { $0.sign.utf8.count > $1.sign.utf8.count }
  }
}
