import Entities
import Expressions

/// A method: its name, the number of its arguments, and its code for each kind of value.
struct BaseMethod: Sendable {
  typealias Code<Receiver> =
    @Sendable (BaseEvaluator, Receiver, ExpressionCall) throws -> Value

  let name: String
  var counts = 0...0
  /// The result for a missing value.
  var ofNull = Value.null
  /// The code for any value, which evaluates its arguments itself.
  var ofAny: Code<Value>?
  var ofText: Code<String>?
  var ofList: Code<[Value]>?
  var ofNumber: Code<Double>?
  var ofDate: Code<DateValue>?
  var ofObject: Code<ObjectValue>?
  var ofLink: Code<LinkValue>?
  var ofFile: Code<Int>?
  var ofPattern: Code<RegexValue>?
}

extension BaseEvaluator {
  static let methods = Dictionary(
    uniqueKeysWithValues: (BaseMethod.general + BaseMethod.ofTextsAndLists
      + BaseMethod.ofNumbersAndDates + BaseMethod.ofFiles).map { ($0.name, $0) })

  func method(_ call: ExpressionCall, of value: Value) throws(ExpressionFault) -> Value {
    try call.located { try worked(out: call, of: value) }
  }

  private func worked(out call: ExpressionCall, of value: Value) throws -> Value {
    guard let method = Self.methods[call.name] else { throw missing(call, value) }
    if let code = method.ofAny { return try code(self, value, call) }
    var call = call
    call.values = try values(call.nodes)
    switch value {
    case .null: return method.ofNull
    case .string(let text): return try self.method(method, call, ofText: text)
    case .number(let number):
      if let code = method.ofNumber { return try code(self, number, call) }
    case .duration(let duration):
      if let code = method.ofNumber { return try code(self, duration.total, call) }
    case .date(let date): if let code = method.ofDate { return try code(self, date, call) }
    case .list(let list):
      try spend(1 + list.items.count / 16, at: call.offset)
      if let code = method.ofList { return try code(self, list.items, call) }
    case .object(let object):
      if let code = method.ofObject { return try code(self, object, call) }
    case .link(let link): return try self.method(method, call, ofLink: link)
    case .file(let file): if let code = method.ofFile { return try code(self, file, call) }
    case .pattern(let pattern):
      if let code = method.ofPattern { return try code(self, pattern, call) }
    case .boolean, .shown: break
    }
    throw missing(call, value)
  }

  private func missing(_ call: ExpressionCall, _ value: Value) -> ExpressionFault {
    call.fault("a \(value.typeName) has no function \(call.name)()")
  }

  private func method(
    _ method: BaseMethod, _ call: ExpressionCall, ofText text: String
  ) throws -> Value {
    try spend(1 + text.utf8.count / 8, at: call.offset)
    if let code = method.ofText { return try code(self, text, call) }
    // The text is a date.
    if let code = method.ofDate {
      if let date = date(text) { return try code(self, date, call) }
      throw call.fault("\(call.name)() needs a date, and “\(text.prefix(40))” is none")
    }
    if method.ofNumber != nil {
      throw call.fault("\(call.name)() needs a number; write number(…).\(call.name)()")
    }
    throw missing(call, .string(text))
  }

  private func method(
    _ method: BaseMethod, _ call: ExpressionCall, ofLink link: LinkValue
  ) throws -> Value {
    if let code = method.ofLink { return try code(self, link, call) }
    if let code = method.ofFile {
      guard let file = file(of: .link(link)) else { return .boolean(false) }
      return try code(self, file, call)
    }
    // Methods of texts apply to the link's words.
    if method.ofText != nil { return try self.method(method, call, ofText: link.text) }
    throw missing(call, .link(link))
  }
}

extension BaseMethod {
  fileprivate static let general: [BaseMethod] = [
    .init(name: "isTruthy", ofAny: { _, value, _ in .boolean(value.isTruthy) }),
    .init(
      name: "isType", counts: 1...1,
      ofAny: { evaluator, value, call in
        let wanted = try evaluator.value(call.nodes[0])
        let name = try evaluator.shownText(wanted, at: call.offset)
        return .boolean(name.lowercased() == value.typeName)
      }),
    .init(
      name: "toString",
      ofAny: { try $0.text($0.shownText($1, at: $2.offset), at: $2.offset) }),
    .init(
      name: "isEmpty",
      ofAny: { _, value, _ in
        switch value {
        case .duration(let duration): .boolean(duration.total == 0)
        case .link(let link): .boolean(link.target.isEmpty)
        default: .boolean(value.isNothing)
        }
      }),
    .init(name: "map", counts: 1...1, ofAny: { try $0.each($1, $2) }),
    .init(name: "filter", counts: 1...1, ofAny: { try $0.each($1, $2) }),
    .init(name: "reduce", counts: 2...2, ofAny: { try $0.each($1, $2) }),
    .init(
      name: "matches", counts: 1...1,
      ofPattern: { evaluator, pattern, call in
        let text = try evaluator.shownText(call.first, at: call.offset)
        let found = try evaluator.matches(pattern, in: text, isOne: true, at: call.offset)
        return .boolean(!found.isEmpty)
      }),
    .init(
      name: "keys",
      ofObject: { try $0.list($1.pairs.map { .string($0.name.text) }, at: $2.offset) }),
    .init(name: "values", ofObject: { try $0.list($1.pairs.map(\.value), at: $2.offset) }),
  ]

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

  /// Returns a date relative to now, in the words of Moment: `3 days ago`, `in an hour`.
  fileprivate func relative(_ date: DateValue) -> String {
    let length = Double(date.milliseconds - moment.now.milliseconds)
    let words = DurationValue(milliseconds: length).text
    return length > 0 ? "in \(words)" : "\(words) ago"
  }
}
