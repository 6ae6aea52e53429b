import Expressions

extension DataEvaluator {
  static let ofNumbers: [ExpressionFunction<DataEvaluator>] = [
    .init("number", 1, each: [0]) { _, call in
      switch call.first {
      case .null, .number: return call.first
      case .string(let text): return DataEvaluator.number(in: text).map(Value.number) ?? .null
      default: throw call.refused
      }
    },
    .numeric("round", 1...2) { number, call in
      let digits = try call.number(1, or: 0)
      if digits <= 0 { return .number((number + 0.5).rounded(.down)) }
      return .number(Double(NumberText.fixed(number, digits: Int(min(digits, 15)))) ?? number)
    },
    .numeric("trunc", 1...1) { number, _ in .number(number.rounded(.towardZero)) },
    .numeric("floor", 1...1) { number, _ in .number(number.rounded(.down)) },
    .numeric("ceil", 1...1) { number, _ in .number(number.rounded(.up)) },
    .init("currencyformat", 1...2, each: [0]) { _, call in
      call.first.isNull
        ? .null : DataEvaluator.currency(try call.number(0), call.second.string ?? "USD")
    },
  ]

  /// Returns the first number in a text.
  private static func number(in text: String) -> Double? {
    var cursor = ExpressionCursor(text.utf8, hasDashes: true)
    while cursor.next != nil {
      if let number = cursor.takeNumber() { return number }
      cursor.offset += 1
    }
    return nil
  }

  private static func currency(_ number: Double, _ code: String) -> Value {
    let signs = [
      "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CNY": "CN¥", "KRW": "₩",
      "BRL": "R$", "CAD": "CA$", "AUD": "A$", "MXN": "MX$", "NZD": "NZ$", "ILS": "₪", "VND": "₫",
    ]
    let isWhole = ["JPY", "KRW", "VND"].contains(code)
    let digits = NumberText.fixed(abs(number), digits: isWhole ? 0 : 2)
    let parts = digits.split(separator: ".")
    var whole = ""
    for (index, digit) in (parts.first ?? "0").enumerated() {
      let left = (parts.first ?? "0").count - index
      if index > 0, left % 3 == 0 { whole += "," }
      whole.append(digit)
    }
    let fraction = parts.count > 1 ? ".\(parts[1])" : ""
    return .string("\(number < 0 ? "-" : "")\(signs[code] ?? code + "\u{a0}")\(whole)\(fraction)")
  }
}

extension ExpressionFunction<DataEvaluator> {
  /// A function of a number, or of each number in a list.
  fileprivate static func numeric(
    _ name: String, _ counts: ClosedRange<Int>,
    _ code: @escaping @Sendable (Double, ExpressionCall) throws -> Value
  ) -> Self {
    Self(name, counts, each: [0]) { _, call in
      call.first.isNull ? .null : try code(try call.number(0), call)
    }
  }
}
