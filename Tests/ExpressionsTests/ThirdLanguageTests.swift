import Expressions
import Testing

/// A language of its own on top of the engine, as small as possible.
private final class SumEvaluator: ExpressionEvaluator {
  static let dialect: ExpressionDialect = {
    var dialect = ExpressionDialect { name, _, count in
      functions[name].map { $0.counts.contains(count) ? nil : "\(name)() takes other values" }
        ?? "there is no function \(name)()"
    }
    dialect.operators = ExpressionDialect.operators([
      [("or", .or)], [("<", .less), ("<=", .lessOrEqual), ("is", .equal)], [("+", .plus)],
      [("*", .times)],
    ])
    return dialect
  }()

  static let functions = ExpressionFunction<SumEvaluator>.table([
    ExpressionFunction("twice", 1, each: [0]) { evaluator, call in
      try evaluator.binary(.times, call.first, .number(2), at: call.offset)
    },
    ExpressionFunction("count", 1) { _, call in .number(Double(call.first.items?.count ?? 1)) },
  ])
  static let brackets = ValueBrackets(list: ("(", ")"), object: ("<", ">"))
  static let endsEarly = true

  let budget: WorkBudget

  init(_ budget: WorkBudget = .ofBlock) { self.budget = budget }

  static func value(of text: String, within budget: WorkBudget = .ofBlock) throws(ExpressionFault)
    -> Value
  {
    try SumEvaluator(budget).value(ExpressionParser.whole(Array(text.utf8), dialect))
  }

  func value(named name: FieldName) throws(ExpressionFault) -> Value {
    name == FieldName("Ten") ? .number(10) : .null
  }
  func member(
    _ name: FieldName, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> Value {
    try field(name, of: value(inner), at: offset)
  }
  func field(
    _ name: FieldName, of value: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    throw ExpressionFault("a \(value.typeName) has no fields", at: offset)
  }
  func special(_ node: ExpressionNode) throws(ExpressionFault) -> Value {
    throw ExpressionFault("this language has no such part", at: node.offset)
  }
  func isTrue(_ value: Value) -> Bool { value.number.map { $0 != 0 } ?? !value.isNull }
  func order(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Int? {
    guard let left = left.number, let right = right.number else { return nil }
    return Self.order(left, right)
  }
  func arithmetic(
    _ operation: ExpressionOperator, _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    throw ExpressionFault(
      "\(operation.rawValue) does not take a \(left.typeName) and a \(right.typeName)", at: offset)
  }
  func words(for value: Value) -> String { value.string ?? value.number.map { "\($0)" } ?? "" }
}

@Suite("A third language built on the expression engine")
struct ThirdLanguageTests {
  @Test(
    "Operators have the precedence that the dialect gives them",
    arguments: [
      ("1 + 2 * 3", 7.0), ("(1 + 2) * 3", 9), ("ten + 1", 11), ("twice(ten) + 1", 21),
      ("count([1, 2, 3])", 3),
    ] as [(String, Double)])
  func numbers(text: String, number: Double) throws {
    #expect(try SumEvaluator.value(of: text).number == number)
  }

  @Test("A function of one value applies to each item of a list")
  func each() throws {
    #expect(try SumEvaluator.value(of: "twice([1, 2, ten])").items?.map(\.number) == [2, 4, 20])
  }

  @Test("The right side of “or” is skipped when the left side decides")
  func endsEarly() throws {
    guard case .boolean(true) = try SumEvaluator.value(of: "1 or ten.field") else {
      Issue.record("it was looked at")
      return
    }
    #expect(throws: ExpressionFault.self) { try SumEvaluator.value(of: "0 or ten.field") }
  }

  @Test(
    "A mistake is reported with its position",
    arguments: [
      ("1 +", 3, "ends too early"), ("1 + nope(2)", 4, "no function nope()"),
      ("twice(1, 2)", 0, "takes other values"), ("ten + “x”", 6, "is not expected here"),
      ("\n  ten.field", 7, "a number has no fields"), ("1 < 2 < 3 &", 10, "is not expected here"),
      ("", 0, "the expression is empty"),
    ] as [(String, Int, String)])
  func faults(text: String, offset: Int, reason: String) {
    do throws(ExpressionFault) {
      _ = try SumEvaluator.value(of: text)
      Issue.record("it was taken")
    } catch {
      #expect(error.reason.contains(reason), "\(error.reason)")
      #expect(error.offset == offset, "\(error.reason)")
    }
  }

  @Test("A position is a line and a column in characters")
  func positions() {
    let text = Array("é\nöü x".utf8)
    #expect(ExpressionFault("", at: 0).position(in: text) == (1, 1))
    #expect(ExpressionFault("", at: text.count - 1).position(in: text) == (2, 4))
  }

  @Test("Excessive nesting or length ends the evaluation, and nothing beyond it is computed")
  func limits() {
    let deep = String(repeating: "(", count: 500) + "1" + String(repeating: ")", count: 500)
    #expect(throws: ExpressionFault.self) { try SumEvaluator.value(of: deep) }
    let long = (0..<300).map(String.init).joined(separator: " + ")
    #expect(throws: ExpressionFault.self) { try SumEvaluator.value(of: long) }
    let small = WorkBudget(steps: 5, bytes: 1 << 20)
    _ = try? SumEvaluator.value(of: "1+1+1+1+1+1+1+1", within: small)
    #expect(small.isSpent)
  }
}
