import Expressions

/// The functions of lists.
extension DataEvaluator {
  static let ofLists: [ExpressionFunction<DataEvaluator>] = [
    .init("length", 1) { _, call in
      switch call.first {
      case .null: return .number(0)
      case .list(let list): return .number(Double(list.items.count))
      case .object(let object): return .number(Double(object.pairs.count))
      case .string(let text): return .number(Double(text.utf16.count))
      default: throw call.refused
      }
    },
    .init("contains", 2, each: [1]) { try $0.contains($1) },
    .init("icontains", 2, each: [1]) { try $0.contains($1, isFolded: true) },
    .init("econtains", 2, each: [1]) { try $0.contains($1, isWhole: true) },
    .init("min", 0...1000) { try $0.extreme($1, isMost: false) },
    .init("max", 0...1000) { try $0.extreme($1, isMost: true) },
    .init("minby", 2) { try $0.extremeBy($1, isMost: false) },
    .init("maxby", 2) { try $0.extremeBy($1, isMost: true) },
    .init("sum", 1) { try $0.fold($1, .plus) },
    .init("product", 1) { try $0.fold($1, .times) },
    .init("average", 1) { evaluator, call in
      guard let items = call.first.items else { return call.first }
      if items.isEmpty { return .null }
      let count = Value.number(Double(items.count))
      return try evaluator.binary(.over, evaluator.fold(call, .plus), count, at: call.offset)
    },
    .init("reduce", 2, each: [1]) { try $0.reduced($1) },
    .init("any", 0...1000) { try $0.counted($1) { count, _ in count > 0 } },
    .init("all", 0...1000) { try $0.counted($1) { count, all in count == all } },
    .init("none", 0...1000) { try $0.counted($1) { count, _ in count == 0 } },
    .init("nonnull", 0...1000) {
      try $0.list($1.values.flatMap(DataEvaluator.items).filter { !$0.isNull }, at: $1.offset)
    },
    .init("firstvalue", 1) { _, call in
      DataEvaluator.items(call.first).first { !$0.isNull } ?? .null
    },
    .init("extract", 1...1000) { try $0.extracted($1.first, $1) },
    .init("reverse", 1) { evaluator, call in
      if let text = call.first.string {
        return try evaluator.text(String(text.reversed()), at: call.offset)
      }
      guard let items = call.first.items else { return call.first }
      return try evaluator.list(items.reversed(), at: call.offset)
    },
    .init("join", 1...2, each: [1]) { evaluator, call in
      let separator = try call.text(1, or: ", ")
      return try evaluator.joined(DataEvaluator.items(call.first), separator, at: call.offset)
    },
    .init("sort", 1...2) { evaluator, call in
      guard let items = call.first.items else { return call.first }
      return try evaluator.list(try evaluator.sorted(items, call), at: call.offset)
    },
    .listing("unique", 1...1) { evaluator, items, call in
      var unique: [Value] = []
      for item in items {
        var isKnown = false
        for known in unique where !isKnown {
          isKnown = try evaluator.areEqual(known, item, at: call.offset)
        }
        if !isKnown { unique.append(item) }
      }
      return unique
    },
    .listing("filter", 2...2) { evaluator, items, call in
      let function = try DataEvaluator.function(of: call)
      var made: [Value] = []
      for item in items where try evaluator.apply(function, to: [item]).holds { made.append(item) }
      return made
    },
    .listing("map", 2...2) { evaluator, items, call in
      let function = try DataEvaluator.function(of: call)
      var made: [Value] = []
      for item in items { made.append(try evaluator.apply(function, to: [item])) }
      return made
    },
    .listing("flat", 1...2) { evaluator, items, call in
      try evaluator.flat(items, Int(max(0, min(try call.number(1, or: 1), 64))), call)
    },
    .listing("slice", 1...3) { _, items, call in
      let start = try call.number(1, or: 0)
      return Array(
        items[Range(from: start, to: try call.number(2, or: Double(items.count)), of: items.count)])
    },
  ]

  private static func items(_ value: Value) -> [Value] { value.items ?? [value] }

  private static func function(of call: ExpressionCall) throws(ExpressionFault) -> ExpressionNode {
    guard let function = call.function else { throw call.refused }
    return function
  }

  private func contains(
    _ call: ExpressionCall, isFolded: Bool = false, isWhole: Bool = false
  ) throws(ExpressionFault) -> Value {
    func contains(_ value: Value, _ wanted: Value) throws(ExpressionFault) -> Bool {
      try spend(at: call.offset)
      switch (value, wanted) {
      case (.list(let list), _):
        for item in list.items {
          let fits =
            isWhole ? try areEqual(item, wanted, at: call.offset) : try contains(item, wanted)
          if fits { return true }
        }
        return false
      case (.string(let text), .string(let part)):
        try spend((text.utf8.count + part.utf8.count) / 8, at: call.offset)
        if part.isEmpty { return true }
        let (own, wanted) = isFolded ? (text.lowercased(), part.lowercased()) : (text, part)
        return SubstringFinder(wanted).first(in: Array(own.utf8)) != nil
      case (.object(let object), .string(let name)):
        return object.pairs.contains { $0.name.text == name }
      case (.file(let record), .string(let name)):
        return vault.field(FieldName(name), of: record) != nil
      default: return try areEqual(value, wanted, at: call.offset)
      }
    }
    return .boolean(try contains(call.first, call.second))
  }

  private func extreme(_ call: ExpressionCall, isMost: Bool) throws(ExpressionFault) -> Value {
    let values = call.values.count == 1 ? Self.items(call.first) : call.values
    var best = Value.null
    for value in values where !value.isNull {
      let order = best.isNull ? 0 : try compare(value, best, at: call.offset)
      if best.isNull || (isMost ? order > 0 : order < 0) { best = value }
    }
    return best
  }

  private func extremeBy(_ call: ExpressionCall, isMost: Bool) throws(ExpressionFault) -> Value {
    let function = try Self.function(of: call)
    if call.first.isNull { return .null }
    guard let items = call.first.items else { throw call.refused }
    var best: (item: Value, value: Value)?
    for item in items {
      let value = try apply(function, to: [item])
      if value.isNull { continue }
      if let known = best {
        let order = try compare(value, known.value, at: call.offset)
        if isMost ? order <= 0 : order >= 0 { continue }
      }
      best = (item, value)
    }
    return best?.item ?? items.first ?? .null
  }

  private func reduced(_ call: ExpressionCall) throws(ExpressionFault) -> Value {
    guard let items = call.first.items else {
      if call.first.isNull { return .null }
      throw call.refused
    }
    if let function = call.function {
      guard var value = items.first else { return .null }
      for item in items.dropFirst() where !item.isNull {
        value = try apply(function, to: [value, item])
      }
      return value
    }
    if call.second.isNull { return .null }
    let operation: ExpressionOperator? =
      switch call.second.string {
      case "&": .and
      case "|": .or
      case "%": nil
      case let sign: sign.flatMap(ExpressionOperator.init(rawValue:))
      }
    guard let operation, call.second.string?.utf8.count == 1 else {
      throw call.fault(
        "reduce() takes one of \"+\", \"-\", \"*\", \"/\", \"&\", \"|\", or a function")
    }
    return try fold(call, operation)
  }

  private func fold(
    _ call: ExpressionCall, _ operation: ExpressionOperator
  ) throws(ExpressionFault) -> Value {
    guard let items = call.first.items else { return call.first }
    guard var value = items.first else { return .null }
    for item in items.dropFirst() {
      try spend(at: call.offset)
      value = try binary(operation, value, item, at: call.offset)
    }
    return value
  }

  /// Counts the values that are true, or for which a function is true.
  private func counted(
    _ call: ExpressionCall, _ holds: (_ count: Int, _ all: Int) -> Bool
  ) throws(ExpressionFault) -> Value {
    let isOfList = call.first.items != nil && (call.values.count == 1 || call.function != nil)
    if call.function != nil, !isOfList { throw call.refused }
    let values = isOfList ? Self.items(call.first) : call.values
    var count = 0
    for value in values {
      let own = try call.function.map { (function) throws(ExpressionFault) in
        try apply(function, to: [value])
      }
      if (own ?? value).holds { count += 1 }
    }
    return .boolean(holds(count, values.count))
  }

  private func extracted(_ value: Value, _ call: ExpressionCall) throws(ExpressionFault) -> Value {
    if let items = value.items {
      var made: [Value] = []
      for item in items { made.append(try extracted(item, call)) }
      return try list(made, at: call.offset)
    }
    var pairs: [(name: FieldName, value: Value)] = []
    for key in call.values.dropFirst() {
      guard let name = key.string else {
        throw call.fault("a name in extract() is a text")
      }
      pairs.append((FieldName(name), try field(FieldName(name), of: value, at: call.offset)))
    }
    return try object(pairs, at: call.offset)
  }

  private func flat(
    _ items: [Value], _ depth: Int, _ call: ExpressionCall
  ) throws(ExpressionFault) -> [Value] {
    try spend(1 + items.count / 16, bytes: items.count * 48, at: call.offset)
    if depth == 0 { return items }
    var flat: [Value] = []
    for item in items {
      if let inner = item.items {
        flat += try self.flat(inner, depth - 1, call)
      } else {
        flat.append(item)
      }
    }
    return flat
  }

  private func sorted(_ items: [Value], _ call: ExpressionCall) throws(ExpressionFault) -> [Value] {
    if call.values.count > 1 { _ = try Self.function(of: call) }
    var keyed: [(item: Value, key: Value)] = []
    for item in items {
      let key = try call.function.map { (function) throws(ExpressionFault) in
        try apply(function, to: [item])
      }
      keyed.append((item, key ?? item))
    }
    return try ordered(keyed, at: call.offset)
  }

  /// Sorts items by their keys. Items with equal keys stay in their order.
  func ordered<Item>(
    _ keyed: [(item: Item, key: Value)], isOfRows: Bool = false,
    at offset: Int
  ) throws(ExpressionFault) -> [Item] {
    var failure: ExpressionFault?
    let sorted = keyed.enumerated().sorted { left, right in
      guard failure == nil else { return left.offset < right.offset }
      if isOfRows { budget.startValue() }
      do throws(ExpressionFault) {
        let order = try compare(left.element.key, right.element.key, at: offset)
        return order == 0 ? left.offset < right.offset : order < 0
      } catch {
        failure = error
        return left.offset < right.offset
      }
    }
    if let failure { throw failure }
    return sorted.map(\.element.item)
  }
}

extension ExpressionFunction<DataEvaluator> {
  /// A function that makes a list from a list. Its result is null for null.
  fileprivate static func listing(
    _ name: String, _ counts: ClosedRange<Int>,
    _ code:
      @escaping @Sendable (DataEvaluator, [Value], ExpressionCall) throws ->
      [Value]
  ) -> Self {
    Self(name, counts) { evaluator, call in
      if call.first.isNull { return .null }
      guard let items = call.first.items else { throw call.refused }
      return try evaluator.list(try code(evaluator, items, call), at: call.offset)
    }
  }
}
