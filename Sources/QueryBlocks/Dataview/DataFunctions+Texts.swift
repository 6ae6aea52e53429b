import Entities
import Expressions

extension DataEvaluator {
  static let ofTexts: [ExpressionFunction<DataEvaluator>] = [
    .textual("regextest", 2...2, ofNull: .boolean(false)) { evaluator, pattern, call in
      .boolean(try evaluator.isMatch(pattern, call))
    },
    .textual("regexmatch", 2...2, ofNull: .boolean(false)) { evaluator, pattern, call in
      let isAnchored = pattern.hasPrefix("^") || pattern.hasSuffix("$")
      return .boolean(try evaluator.isMatch(isAnchored ? pattern : "^(?:\(pattern))$", call))
    },
    .textual("regexreplace", 3...3) { evaluator, own, call in
      try evaluator.replaced(
        DataEvaluator.pattern(try call.text(1), call), in: own, with: try call.text(2),
        isOne: false,
        at: call.offset)
    },
    .textual("replace", 3...3) { evaluator, own, call in
      try evaluator.replaced(
        SubstringFinder(try call.text(1)), in: own, with: try call.text(2), at: call.offset)
    },
    .textual("containsword", 2...2) { _, own, call in
      let word = try call.text(1).lowercased()
      let words = own.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
      return .boolean(words.contains { $0 == word })
    },
    .textual("lower", 1...1) { try $0.text($1.lowercased(), at: $2.offset) },
    .textual("upper", 1...1) { try $0.text($1.uppercased(), at: $2.offset) },
    .textual("startswith", 2...2) { _, own, call in .boolean(own.hasPrefix(try call.text(1))) },
    .textual("endswith", 2...2) { _, own, call in .boolean(own.hasSuffix(try call.text(1))) },
    .textual("split", 2...3, each: []) { evaluator, own, call in
      let pattern = try DataEvaluator.pattern(try call.text(1), call)
      let most = try call.number(2, or: 1e6)
      let parts = try evaluator.parts(of: own, between: pattern, withGroups: true, at: call.offset)
      return try evaluator.list(
        Array(parts.prefix(Int(max(0, min(most, 1e6))))), at: call.offset)
    },
    .textual("padleft", 2...3) { evaluator, own, call in
      .string(try evaluator.padding(of: own, call) + own)
    },
    .textual("padright", 2...3) { evaluator, own, call in
      .string(own + (try evaluator.padding(of: own, call)))
    },
    .textual("substring", 2...3, each: [0]) { evaluator, own, call in
      let characters = Array(own)
      try evaluator.spend(characters.count / 64, at: call.offset)
      func bound(_ number: Double) -> Int {
        Int(max(0, min(Double(characters.count), number.isNaN ? 0 : number)))
      }
      let one = bound(try call.number(1))
      let other = bound(try call.number(2, or: Double(characters.count)))
      return .string(String(characters[min(one, other)..<max(one, other)]))
    },
    .textual("truncate", 2...3) { evaluator, own, call in
      let most = Int(max(0, min(try call.number(1), 1e6)))
      let sign = try call.text(2, or: "...")
      if own.count <= most { return call.first }
      let text = String(own.prefix(max(0, most - sign.count))) + sign
      return try evaluator.text(text, at: call.offset)
    },
  ]

  private static func pattern(
    _ source: String, _ call: ExpressionCall
  ) throws(ExpressionFault) -> RegexValue {
    return try rethrow(RegexValue(source, flags: "")) { (error: RegexFault) in
      call.fault(error.reason)
    }
  }

  private func isMatch(_ source: String, _ call: ExpressionCall) throws(ExpressionFault) -> Bool {
    let (pattern, own) = (try Self.pattern(source, call), try call.text(1))
    return !(try matches(pattern, in: own, isOne: true, at: call.offset)).isEmpty
  }

  /// Returns the signs that a text lacks to be as long as the second argument.
  private func padding(of own: String, _ call: ExpressionCall) throws(ExpressionFault) -> String {
    let width = try call.number(1)
    let sign = try call.text(2, or: " ")
    let count = Int(max(0, min(width, 1e6))) - own.count
    if count <= 0 || sign.isEmpty { return "" }
    try spend(bytes: count * sign.utf8.count, at: call.offset)
    return String(String(repeating: sign, count: count / sign.count + 1).prefix(count))
  }
}

extension ExpressionFunction<DataEvaluator> {
  /// A function of a text, or of each text in a list. Its result is `ofNull` if any argument is null.
  fileprivate static func textual(
    _ name: String, _ counts: ClosedRange<Int>, each: [Int] = [0, 1, 2],
    ofNull: Value = .null,
    _ code:
      @escaping @Sendable (DataEvaluator, String, ExpressionCall) throws ->
      Value
  ) -> Self {
    Self(name, counts, each: each) { evaluator, call in
      if call.values.contains(where: \.isNull) { return ofNull }
      return try code(evaluator, try call.text(0), call)
    }
  }
}
