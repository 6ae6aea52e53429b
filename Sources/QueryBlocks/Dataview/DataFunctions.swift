import Expressions

/// The functions of Dataview by topic.
extension DataEvaluator {
  static let functions = ExpressionFunction<DataEvaluator>.table(
    general, ofNumbers, ofLists, ofTexts, ofDates)

  /// Returns why a function cannot be called with this number of arguments.
  static func refusal(_ name: String, _ count: Int) -> String? {
    guard let counts = functions[name]?.counts else { return "there is no function \(name)()" }
    return ExpressionCall.refusal(name, counts, count)
  }
}

extension ExpressionCall {
  var refused: ExpressionFault {
    fault("\(name)() cannot take \(values.map(DataEvaluator.named).joined(separator: ", "))")
  }

  /// Returns an argument that must be a text; `other` if it is missing or null.
  func text(_ index: Int, or other: String? = nil) throws(ExpressionFault) -> String {
    try argument(index, or: other, \.string)
  }

  func number(_ index: Int, or other: Double? = nil) throws(ExpressionFault) -> Double {
    try argument(index, or: other, \.number)
  }

  private func argument<Argument>(
    _ index: Int, or other: Argument?, _ read: (Value) -> Argument?
  ) throws(ExpressionFault) -> Argument {
    let value = index < values.count ? values[index] : .null
    guard let found = read(value) ?? (value.isNull ? other : nil) else { throw refused }
    return found
  }
}

extension DataEvaluator {
  fileprivate static let general: [ExpressionFunction<DataEvaluator>] = [
    .init("list", 0...1000) { try $0.list($1.values, at: $1.offset) },
    .init("array", 0...1000) { try $0.list($1.values, at: $1.offset) },
    .init("object", 0...1000) { evaluator, call in
      guard call.values.count % 2 == 0 else {
        throw call.fault("object() takes names and values by turns")
      }
      var pairs: [(name: FieldName, value: Value)] = []
      for index in stride(from: 0, to: call.values.count, by: 2) {
        guard let name = call.values[index].string else {
          throw call.fault("a name in object() is a text")
        }
        pairs.append((FieldName(name), call.values[index + 1]))
      }
      return try evaluator.object(pairs, at: call.offset)
    },
    .init("link", 1...2, each: [0, 1]) { _, call in
      try DataEvaluator.makeLink(call, words: call.second.string)
    },
    .init("embed", 1...2, each: [0, 1]) { _, call in
      // An embed is shown as a link.
      guard case .link(var link) = try DataEvaluator.makeLink(call, words: nil) else {
        return .null
      }
      if case .string = call.first {
        link.isEmbed = true
      } else {
        link.isEmbed = call.values.count == 1 || call.second.holds
      }
      return .link(link)
    },
    .init("elink", 1...2, each: [0]) { _, call in
      if case .link = call.first { throw call.refused }
      guard case .link(var link) = try DataEvaluator.makeLink(call, words: call.second.string)
      else {
        return .null
      }
      link.isExternal = true
      return .link(link)
    },
    .init("string", 1) { try $0.text($0.shownText($1.first, at: $1.offset), at: $1.offset) },
    .init("typeof", 1) { _, call in
      .string(call.function == nil ? call.first.dataType : "function")
    },
    .init("default", 2, each: [0, 1]) { _, call in call.first.isNull ? call.second : call.first },
    .init("ldefault", 2) { _, call in call.first.isNull ? call.second : call.first },
    .init("choice", 3, each: [0]) { _, call in call.first.holds ? call.second : call.third },
    .init("display", 1, each: [0]) { try $0.display($1) },
    .init("meta", 1, each: [0]) { try $0.meta($1) },
    .init("hash", 1...3) { try $0.hash($1) },
  ]

  private static func makeLink(
    _ call: ExpressionCall, words: String?
  ) throws(ExpressionFault) -> Value {
    switch call.first {
    case .null: return .null
    case .string(let target): return .link(LinkValue(target, display: words))
    case .link(var link):
      link.display = words ?? link.display
      return .link(link)
    default: throw call.refused
    }
  }

  fileprivate func display(_ call: ExpressionCall) throws(ExpressionFault) -> Value {
    switch call.first {
    case .null: return .string("")
    case .link(let link): return .string(words(of: link))
    case .string(let text):
      var shown = ""
      var rest = text[...]
      // Links in the text are replaced by their words.
      while let start = rest.firstRange(of: "[["),
        let end = rest[start.upperBound...].firstRange(of: "]]")
      {
        shown += rest[..<start.lowerBound]
        shown += words(of: LinkValue(inner: String(rest[start.upperBound..<end.lowerBound])))
        rest = rest[end.upperBound...]
        try spend(at: call.offset)
      }
      return try self.text(shown + rest, at: call.offset)
    default: return try text(try shownText(call.first, at: call.offset), at: call.offset)
    }
  }

  fileprivate func meta(_ call: ExpressionCall) throws(ExpressionFault) -> Value {
    guard case .link(let link) = call.first else { throw call.refused }
    let key = vault.key(of: link)
    let isBlock = key.part.hasPrefix("#^")
    let part = String(key.part.drop { $0 == "#" || $0 == "^" })
    return try object(
      [
        (FieldName("display"), link.display.map(Value.string) ?? .null),
        (FieldName("embed"), .boolean(link.isEmbed)), (FieldName("path"), .string(key.path)),
        (FieldName("subpath"), part.isEmpty ? .null : .string(part)),
        (
          FieldName("type"),
          .string(part.isEmpty ? "file" : isBlock ? "block" : "header")
        ),
      ], at: call.offset)
  }

  /// Returns the same hash as Dataview, of texts and of a seed as the last argument.
  fileprivate func hash(_ call: ExpressionCall) throws(ExpressionFault) -> Value {
    var values = call.values
    let variant = values.last?.number
    if variant != nil { values.removeLast() }
    let seed = variant.flatMap { Int32(exactly: $0.rounded(.towardZero)) } ?? 0
    var text = ""
    for value in values { text += try shownText(value, at: call.offset) }
    var one = 0xdead_beef ^ UInt32(bitPattern: seed)
    var other = 0x41c6_ce57 ^ UInt32(bitPattern: seed)
    for unit in text.utf16 {
      one = (one ^ UInt32(unit)) &* 2_654_435_761
      other = (other ^ UInt32(unit)) &* 1_597_334_677
    }
    one = (one ^ one >> 16) &* 2_246_822_507 ^ (other ^ other >> 13) &* 3_266_489_909
    other = (other ^ other >> 16) &* 2_246_822_507 ^ (one ^ one >> 13) &* 3_266_489_909
    return .number(Double(UInt64(other & 0x1f_ffff) << 32 | UInt64(one)))
  }
}
