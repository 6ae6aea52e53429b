import Entities
import Expressions

extension BaseMethod {
  static let ofNumbersAndDates: [BaseMethod] = [
    .init(name: "abs", ofNumber: { _, number, _ in .number(abs(number)) }),
    .init(name: "ceil", ofNumber: { _, number, _ in .number(number.rounded(.up)) }),
    .init(name: "floor", ofNumber: { _, number, _ in .number(number.rounded(.down)) }),
    .init(
      name: "round", counts: 0...1,
      ofNumber: { .number(NumberText.rounded($1, digits: try $0.digits($2) ?? 0)) }),
    .init(
      name: "toFixed", counts: 1...1,
      ofNumber: { .string(NumberText.fixed($1, digits: try $0.digits($2) ?? 0)) }),
    .init(
      name: "mean",
      ofList: { evaluator, items, call in
        var (sum, count) = (0.0, 0)
        for item in items where !item.isNull {
          sum += try evaluator.number(item, for: "mean()", at: call.offset)
          count += 1
        }
        return count == 0 ? .null : .number(sum / Double(count))
      }),
    .init(name: "date", ofDate: { _, date, _ in .date(date.day) }),
    .init(name: "time", ofDate: { _, date, _ in .string(date.clock) }),
    .init(name: "relative", ofDate: { evaluator, date, _ in .string(evaluator.relative(date)) }),
    .init(
      name: "format", counts: 1...1,
      ofDate: { evaluator, date, call in
        let format = try evaluator.shownText(call.first, at: call.offset)
        let length = format.utf8.count
        try evaluator.spend(length, bytes: length * 16, at: call.offset)
        let text = DateFormat(format).text(
          of: date.civil, offset: evaluator.moment.offset, milliseconds: date.millisecond)
        return try evaluator.text(text, at: call.offset)
      }),
  ]
}

extension BaseEvaluator {
  fileprivate func digits(_ call: ExpressionCall) throws(ExpressionFault) -> Int? {
    guard let argument = call.values.first else { return nil }
    let number = try number(argument, for: "\(call.name)()", at: call.offset)
    guard let digits = Int(exactly: number.rounded(.towardZero)), (0...100).contains(digits) else {
      throw ExpressionFault("\(call.name)() takes 0 to 100 digits", at: call.offset)
    }
    return min(digits, 20)
  }

  /// As Moment says it: `3 days ago`, `in an hour`.
  fileprivate func relative(_ date: DateValue) -> String {
    let length = Double(date.milliseconds - moment.now.milliseconds)
    let words = DurationValue(milliseconds: length).text
    return length > 0 ? "in \(words)" : "\(words) ago"
  }
}
