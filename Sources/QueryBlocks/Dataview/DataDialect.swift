import Expressions

extension ExpressionDialect {
  /// The syntax of Dataview's expressions. Literals such as `date(today)` are read as values.
  static func dataview(now: DateValue) -> ExpressionDialect {
    var dialect = dataview
    dialect.written = [
      "date": { DataText.date($0, now: now).map(Value.date) },
      "dur": { DataText.duration($0).map(Value.duration) },
    ]
    return dialect
  }

  private static let dataview: ExpressionDialect = {
    var dialect = ExpressionDialect { name, _, count in DataEvaluator.refusal(name, count) }
    dialect.hasLinksAndLambdas = true
    dialect.hasDashes = true
    dialect.quotes = "\""
    dialect.prefixes = "!"
    dialect.constants["True"] = .boolean(true)
    dialect.constants["False"] = .boolean(false)
    dialect.clauses = ["from", "where", "sort", "limit", "flatten", "group"]
    // && and || are not Dataview's, but programmers write them.
    dialect.operators = ExpressionDialect.operators([
      [("and", .and), ("or", .or), ("&", .and), ("|", .or), ("&&", .and), ("||", .or)],
      [
        ("=", .equal), ("!=", .different), ("<", .less), (">", .greater), ("<=", .lessOrEqual),
        (">=", .greaterOrEqual),
      ],
      [("+", .plus), ("-", .minus)], [("*", .times), ("/", .over), ("%", .remainder)],
    ])
    return dialect
  }()
}
