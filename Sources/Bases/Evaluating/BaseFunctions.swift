import Bytes
import Expressions

extension BaseEvaluator {
  static let functions = ExpressionFunction<BaseEvaluator>.table([
    .init("if", 2...3, isLazy: true) { evaluator, call in
      if try evaluator.value(call.nodes[0]).isTruthy { return try evaluator.value(call.nodes[1]) }
      return call.nodes.count > 2 ? try evaluator.value(call.nodes[2]) : .null
    },
    .init("date", 1) { try $0.makeDate($1.first, at: $1.offset) },
    .init("duration", 1) { try $0.makeDuration($1.first, at: $1.offset) },
    .init("escapeHTML", 1) {
      try $0.text(HtmlText.escaped($0.shownText($1.first, at: $1.offset)), at: $1.offset)
    },
    .init("file", 1) { $0.file(of: $1.first).map(Value.file) ?? .null },
    .init("html", 1) { .shown(ShownValue(.html, try $0.shownText($1.first, at: $1.offset))) },
    .init("icon", 1) { .shown(ShownValue(.icon, try $0.shownText($1.first, at: $1.offset))) },
    .init("image", 1) {
      .shown(ShownValue(.image, try $0.pictureAddress($1.first, at: $1.offset)))
    },
    .init("link", 1...2) { try $0.makeLink($1.first, $1.second, at: $1.offset) },
    .init("list", 1) {
      if case .list = $1.first { return $1.first }
      return try $0.list($1.first.isNull ? [] : [$1.first], at: $1.offset)
    },
    .init("max", 1...Int.max) { try $0.extreme($1.values, isMost: true, at: $1.offset) },
    .init("min", 1...Int.max) { try $0.extreme($1.values, isMost: false, at: $1.offset) },
    .init("now", 0) { evaluator, _ in .date(evaluator.moment.now) },
    .init("number", 1) { try $0.makeNumber($1.first, at: $1.offset) },
    .init("random", 0) { _, _ in .number(Double.random(in: 0..<1)) },
    .init("today", 0) { evaluator, _ in .date(evaluator.moment.now.day) },
  ])

  private func makeDate(_ value: Value, at offset: Int) throws(ExpressionFault) -> Value {
    switch value {
    case .null, .date: return value
    case .string(let text):
      if text.isEmpty { return .null }
      // A link to a daily note means its day.
      if let date = date(text) { return .date(date) }
      throw ExpressionFault("“\(text.prefix(40))” is not a date", at: offset)
    case .number(let number):
      if let date = DateValue(milliseconds: number, hasTime: true) {
        return .date(moment.date(date.milliseconds))
      }
      throw ExpressionFault("no calendar reaches that far", at: offset)
    case .link(let link):
      if let date = date(link.file) { return .date(date) }
      throw ExpressionFault("the link names no day", at: offset)
    default:
      throw ExpressionFault("a \(value.typeName) is not a date", at: offset)
    }
  }

  private func makeDuration(_ value: Value, at offset: Int) throws(ExpressionFault) -> Value {
    switch value {
    case .null, .duration: return value
    case .number(let number): return .duration(DurationValue(milliseconds: number))
    case .string(let text):
      if let duration = DurationValue(text), duration.isFinite { return .duration(duration) }
      throw ExpressionFault(
        "“\(text.prefix(40))” is not a duration, as 1d or 2 weeks is", at: offset)
    default: throw ExpressionFault("a \(value.typeName) is not a duration", at: offset)
    }
  }

  private func makeNumber(_ value: Value, at offset: Int) throws(ExpressionFault) -> Value {
    if value.isNull { return .null }
    if case .string(let text) = value, text.utf8.allSatisfy({ $0 == 0x20 }) { return .null }
    return .number(try number(value, for: "number()", at: offset))
  }

  private func makeLink(
    _ value: Value, _ display: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    let words = try self.words(display, at: offset)
    switch value {
    case .null: return .null
    case .link(var link):
      if let words { link.display = words }
      return .link(link)
    case .file(let file):
      return .link(self.link(to: file, display: words))
    case .string(let text):
      if var link = LinkValue(written: text, source: row) {
        link.display = words ?? link.display
        return .link(link)
      }
      return text.isEmpty ? .null : .link(LinkValue(text, display: words, source: row))
    default: throw ExpressionFault("a \(value.typeName) cannot be the target of a link", at: offset)
    }
  }

  /// Returns the words of a link; nil if they are empty.
  func words(_ display: Value, at offset: Int) throws(ExpressionFault) -> String? {
    display.isNothing ? nil : try shownText(display, at: offset)
  }

  private func pictureAddress(_ value: Value, at offset: Int) throws(ExpressionFault) -> String {
    switch value {
    case .link(let link): link.target
    case .string(let text): LinkValue(written: text, source: row)?.target ?? text
    default: try shownText(value, at: offset)
    }
  }

  /// Returns the minimum or maximum of numbers or dates. Lists among the arguments are flattened.
  private func extreme(
    _ arguments: [Value], isMost: Bool, at offset: Int
  ) throws(ExpressionFault) -> Value {
    var items: [Value] = []
    for argument in arguments {
      if case .list(let list) = argument { items += list.items } else { items.append(argument) }
    }
    try spend(items.count, at: offset)
    items.removeAll(where: \.isNull)
    let dates = items.compactMap { if case .date(let date) = $0 { date } else { nil } }
    if !dates.isEmpty, dates.count == items.count {
      return (isMost ? dates.max() : dates.min()).map(Value.date) ?? .null
    }
    var best: Double?
    for item in items {
      let number = try number(item, for: isMost ? "max()" : "min()", at: offset)
      best = best.map { isMost ? max($0, number) : min($0, number) } ?? number
    }
    return best.map(Value.number) ?? .null
  }

  /// Replacements for functions that existed before Obsidian 1.9.2.
  private static let older = ["not": "write !(…)", "concat": "write one + other"]

  /// Returns why a function or a method cannot be called with that number of values.
  @Sendable static func refusal(_ name: String, isMethod: Bool, _ count: Int) -> String? {
    let known = isMethod ? methods[name]?.counts : functions[name]?.counts
    guard let known else {
      let names = isMethod ? Array(methods.keys) : Array(functions.keys)
      let hint =
        names.first { $0.lowercased() == name.lowercased() }.map { "\($0)() is meant?" }
        ?? older[name] ?? (methods[name] == nil ? nil : "write it behind a value: x.\(name)()")
      return "there is no function \(name)()" + (hint.map { "; \($0)" } ?? "")
    }
    return ExpressionCall.refusal(name, known, count)
  }
}
