import Expressions

extension BaseMethod {
  static let ofTextsAndLists: [BaseMethod] = [
    .init(
      name: "contains", counts: 1...1, ofNull: .boolean(false),
      ofText: { .boolean($0.contains($1, try $0.argument($2))) },
      ofList: { .boolean(try $0.contains($1, $2.first, at: $2.offset)) }),
    .init(
      name: "containsAll", counts: 0...Int.max, ofNull: .boolean(false),
      ofText: { try $0.contains($1, isAll: true, $2) },
      ofList: { try $0.contains($1, isAll: true, $2) }),
    .init(
      name: "containsAny", counts: 0...Int.max, ofNull: .boolean(false),
      ofText: { try $0.contains($1, isAll: false, $2) },
      ofList: { try $0.contains($1, isAll: false, $2) }),
    .init(
      name: "startsWith", counts: 1...1, ofNull: .boolean(false),
      ofText: { .boolean($1.utf8.starts(with: try $0.argument($2).utf8)) }),
    .init(
      name: "endsWith", counts: 1...1, ofNull: .boolean(false),
      ofText: { .boolean($1.utf8.reversed().starts(with: try $0.argument($2).utf8.reversed())) }),
    .init(name: "lower", ofText: { try $0.text($1.lowercased(), at: $2.offset) }),
    .init(name: "title", ofText: { try $0.text(BaseEvaluator.title($1), at: $2.offset) }),
    .init(name: "trim", ofText: { try $0.text($1.trimmed, at: $2.offset) }),
    .init(
      name: "reverse", ofText: { try $0.text(String($1.reversed()), at: $2.offset) },
      ofList: { try $0.list($1.reversed(), at: $2.offset) }),
    .init(name: "repeat", counts: 1...1, ofText: { try $0.repeated($1, $2) }),
    .init(
      name: "slice", counts: 1...2,
      ofText: { evaluator, text, call in
        let units = Array(text.utf16)
        let part = units[try evaluator.range(call, of: units.count)]
        return try evaluator.text(String(decoding: part, as: UTF16.self), at: call.offset)
      },
      ofList: { try $0.list(Array($1[try $0.range($2, of: $1.count)]), at: $2.offset) }),
    .init(name: "split", counts: 1...2, ofText: { try $0.split($1, $2) }),
    .init(
      name: "replace", counts: 2...2,
      ofText: { evaluator, text, call in
        let new = try evaluator.argument(call, 1)
        // Replaces all occurrences of a text, but only the first match of a pattern without `g`.
        guard case .pattern(let pattern) = call.first else {
          return try evaluator.replaced(
            SubstringFinder(try evaluator.argument(call)), in: text, with: new, at: call.offset)
        }
        return try evaluator.replaced(
          pattern, in: text, with: new, isOne: !pattern.isGlobal, at: call.offset)
      }),
    .init(
      name: "flat",
      ofList: { try $0.list($0.spread($1, at: $2.offset), at: $2.offset) }),
    .init(
      name: "join", counts: 0...1,
      ofList: { evaluator, items, call in
        let separator = call.values.isEmpty ? ", " : try evaluator.argument(call)
        return try evaluator.joined(items, separator, at: call.offset)
      }),
    .init(name: "sort", ofList: { try $0.list($0.sorted($1, at: $2.offset), at: $2.offset) }),
    .init(name: "unique", ofList: { try $0.list($0.unique($1, at: $2.offset), at: $2.offset) }),
  ]
}

extension BaseEvaluator {
  fileprivate func argument(_ call: ExpressionCall, _ index: Int = 0) throws(ExpressionFault)
    -> String
  {
    let text = try shownText(call.values[index], at: call.offset)
    try spend(text.utf8.count / 8, at: call.offset)
    return text
  }

  /// Returns the items of lists, and all other values as they are.
  func spread(_ values: [Value], at offset: Int) throws(ExpressionFault) -> [Value] {
    var all: [Value] = []
    for value in values {
      let items = value.items ?? [value]
      try spend(items.count / 16, bytes: items.count * 48, at: offset)
      all += items
    }
    return all
  }

  /// Whether a text contains a part, ignoring case.
  fileprivate func contains(_ text: String, _ part: String) -> Bool {
    part.isEmpty
      || SubstringFinder(part.lowercased()).first(in: Array(text.lowercased().utf8)) != nil
  }

  fileprivate func contains(
    _ text: String, isAll: Bool, _ call: ExpressionCall
  ) throws(ExpressionFault) -> Value {
    for value in try spread(call.values, at: call.offset) {
      let part = try shownText(value, at: call.offset)
      try spend(1 + (text.utf8.count + part.utf8.count) / 8, at: call.offset)
      if contains(text, part) != isAll { return .boolean(!isAll) }
    }
    return .boolean(isAll)
  }

  fileprivate func contains(
    _ items: [Value], isAll: Bool, _ call: ExpressionCall
  ) throws(ExpressionFault) -> Value {
    for value in try spread(call.values, at: call.offset)
    where try contains(items, value, at: call.offset) != isAll {
      return .boolean(!isAll)
    }
    return .boolean(isAll)
  }

  /// Whether a list contains a value. Texts are compared without case, tags with or without `#`.
  fileprivate func contains(
    _ items: [Value], _ wanted: Value, at offset: Int
  ) throws(ExpressionFault) -> Bool {
    for item in items {
      if try areEqual(item, wanted, at: offset) { return true }
      if case .string(let one) = item, case .string(let other) = wanted,
        Self.word(one) == Self.word(other)
      {
        return true
      }
    }
    return false
  }

  fileprivate static func word(_ text: String) -> String {
    (text.hasPrefix("#") ? text.dropFirst() : text[...]).lowercased()
  }

  fileprivate func repeated(_ text: String, _ call: ExpressionCall) throws(ExpressionFault)
    -> Value
  {
    let count = try number(call.values[0], for: "repeat()", at: call.offset)
    guard count >= 0, count.isFinite else {
      throw ExpressionFault("repeat() needs a number from 0 on", at: call.offset)
    }
    let size = count.rounded(.down) * Double(text.utf8.count)
    guard size <= Double(Self.mostBytes), count < Double(Self.mostBytes) else {
      throw ExpressionFault("this takes too much memory", at: call.offset)
    }
    return try self.text(String(repeating: text, count: Int(count)), at: call.offset)
  }

  fileprivate func range(
    _ call: ExpressionCall, of count: Int
  ) throws(ExpressionFault) -> Range<Int> {
    let ends = try call.values.map { (end) throws(ExpressionFault) -> Double? in
      end.isNull ? nil : try number(end, for: "\(call.name)()", at: call.offset)
    }
    return Range(from: ends[0], to: ends.count > 1 ? ends[1] : nil, of: count)
  }

  fileprivate func split(_ text: String, _ call: ExpressionCall) throws(ExpressionFault) -> Value {
    var most = Int.max
    if call.values.count > 1 {
      let number = try number(call.second, for: "split()", at: call.offset)
      most = Int(max(0, min(1e9, number.isNaN ? 0 : number)))
    }
    try spend(bytes: text.utf8.count, at: call.offset)
    guard case .pattern(let pattern) = call.first else {
      let parts = try parts(of: text, between: try argument(call), at: call.offset)
      return try list(Array(parts.prefix(most)), at: call.offset)
    }
    let parts = try parts(of: text, between: pattern, withGroups: false, at: call.offset)
    return try list(Array(parts.prefix(most)), at: call.offset)
  }

  private func parts(
    of text: String, between separator: String, at offset: Int
  ) throws(ExpressionFault) -> [Value] {
    let (bytes, separator) = (Array(text.utf8), SubstringFinder(separator))
    if separator.part.isEmpty {
      try spend(bytes.count / 2, at: offset)
      return text.map { .string(String($0)) }
    }
    var parts: [Value] = []
    var start = 0
    while let found = separator.first(in: bytes, from: start) {
      try spend(at: offset)
      parts.append(.string(String(decoding: bytes[start..<found], as: UTF8.self)))
      start = found + separator.part.count
    }
    return parts + [.string(String(decoding: bytes[start...], as: UTF8.self))]
  }

  /// Capitalizes each word.
  fileprivate static func title(_ text: String) -> String {
    var out = ""
    var isInWord = false
    for character in text {
      out += isInWord ? character.lowercased() : character.uppercased()
      isInWord = character.isLetter || character.isNumber || character == "'" || character == "’"
    }
    return out
  }

  fileprivate func sorted(_ items: [Value], at offset: Int) throws(ExpressionFault) -> [Value] {
    try spend(items.count * 4, at: offset)
    var keyed: [(key: BaseSortKey, value: Value)] = []
    keyed.reserveCapacity(items.count)
    for item in items {
      let length = if case .string(let text) = item { text.utf8.count } else { 400 }
      try spend(bytes: min(length, Self.longestKey), at: offset)
      keyed.append((sortKey(item), item))
    }
    keyed.sort { $0.key < $1.key }
    return keyed.map(\.value)
  }

  fileprivate func unique(_ items: [Value], at offset: Int) throws(ExpressionFault) -> [Value] {
    var result: [Value] = []
    var texts: Set<String> = []
    for item in items {
      // Texts, which may be many, are compared by hash; so are links, by all their fields.
      if let text = Self.ownText(item) {
        try spend(1 + text.utf8.count / 64, at: offset)
        if texts.insert(text).inserted { result.append(item) }
        continue
      }
      var isNew = true
      for known in result {
        switch known {
        case .string, .link: continue
        default: break
        }
        if try areEqual(known, item, at: offset) {
          isNew = false
          break
        }
      }
      if isNew { result.append(item) }
    }
    return result
  }

  fileprivate static func ownText(_ value: Value) -> String? {
    switch value {
    case .string(let text): "s\(text)"
    case .link(let link): "l\(link.text)"
    default: nil
    }
  }

  /// Evaluates `map`, `filter` and `reduce`, which define `value`, `index` and `acc`.
  func each(_ value: Value, _ call: ExpressionCall) throws(ExpressionFault) -> Value {
    let (name, nodes, offset) = (call.name, call.nodes, call.offset)
    let items: [Value]
    switch value {
    case .list(let list): items = list.items
    case .null: items = []
    default:
      throw ExpressionFault("a \(value.typeName) has no function \(name)()", at: offset)
    }
    var made: [Value] = []
    var acc = name == "reduce" ? try self.value(nodes[1]) : .null
    for (index, item) in items.enumerated() {
      var names = [Self.valueName: item, Self.indexName: .number(Double(index))]
      if name == "reduce" { names[Self.accName] = acc }
      try spend(8, at: offset)
      let answer = try self.value(nodes[0], with: names)
      switch name {
      case "map":
        try spend(bytes: 48, at: offset)
        made.append(answer)
      case "filter": if answer.isTruthy { made.append(item) }
      default: acc = answer
      }
    }
    if name == "reduce" { return acc }
    return value.isNull ? .null : try list(made, at: offset)
  }
}
