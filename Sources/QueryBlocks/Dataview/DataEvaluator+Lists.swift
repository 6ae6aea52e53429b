import Bases

extension DataEvaluator {
  /// The functions that are about lists.
  func listed(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    switch call.name {
    case "length":
      switch call.first {
      case .null: return .number(0)
      case .list(let list): return .number(Double(list.items.count))
      case .object(let object): return .number(Double(object.pairs.count))
      case .string(let text): return .number(Double(text.utf16.count))
      default: throw call.refused
      }
    case "contains", "icontains", "econtains":
      return .boolean(try contains(call.first, call.second, call))
    case "min", "max": return try extreme(call)
    case "minby", "maxby": return try extremeBy(call)
    case "sum", "product", "average", "reduce": return try reduced(call)
    case "any", "all", "none": return try counted(call)
    case "nonnull":
      return try list(call.values.flatMap(Self.items).filter { !$0.isNull }, at: call.place)
    case "firstvalue": return Self.items(call.first).first { !$0.isNull } ?? .null
    case "extract": return try extracted(call.first, call)
    case "reverse":
      if let items = call.first.items { return try list(items.reversed(), at: call.place) }
      if let own = call.first.string { return try text(String(own.reversed()), at: call.place) }
      return call.first
    case "sort", "unique", "filter", "map", "flat", "slice": return try changed(call)
    case "join":
      guard call.second.isNull || call.second.string != nil else { throw call.refused }
      guard let items = call.first.items else {
        return try text(try shown(call.first, at: call.place), at: call.place)
      }
      var parts: [String] = []
      for item in items { parts.append(try shown(item, at: call.place)) }
      return try text(parts.joined(separator: call.second.string ?? ", "), at: call.place)
    default: throw call.refused
    }
  }

  private static func items(_ value: BaseValue) -> [BaseValue] { value.items ?? [value] }

  private func contains(
    _ value: BaseValue, _ wanted: BaseValue, _ call: DataCall
  ) throws(BlockProblem) -> Bool {
    try spend(at: call.place)
    switch (value, wanted) {
    case (.list(let list), _):
      for item in list.items {
        let fits =
          call.name == "econtains"
          ? try order(item, wanted, at: call.place) == 0 : try contains(item, wanted, call)
        if fits { return true }
      }
      return false
    case (.string(let text), .string(let part)):
      try spend((text.utf8.count + part.utf8.count) / 8, at: call.place)
      if part.isEmpty { return true }
      return call.name == "icontains"
        ? PartFinder(part.lowercased()).first(in: Array(text.lowercased().utf8)) != nil
        : PartFinder(part).first(in: Array(text.utf8)) != nil
    case (.object(let object), .string(let name)):
      return object.pairs.contains { $0.name.text == name }
    case (.file(let record), .string(let name)):
      return vault.field(DataName(name), of: record) != nil
    default: return try order(value, wanted, at: call.place) == 0
    }
  }

  private func extreme(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    let values = call.values.count == 1 ? Self.items(call.first) : call.values
    var best = BaseValue.null
    for value in values where !value.isNull {
      let order = best.isNull ? 0 : try order(value, best, at: call.place)
      if best.isNull || (call.name == "max" ? order > 0 : order < 0) { best = value }
    }
    return best
  }

  private func extremeBy(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    guard let function = call.function else { throw call.refused }
    if call.first.isNull { return .null }
    guard let items = call.first.items else { throw call.refused }
    var best: (item: BaseValue, value: BaseValue)?
    for item in items {
      let value = try apply(function, to: [item])
      if value.isNull { continue }
      if let known = best {
        let order = try order(value, known.value, at: call.place)
        if call.name == "maxby" ? order <= 0 : order >= 0 { continue }
      }
      best = (item, value)
    }
    return best?.item ?? items.first ?? .null
  }

  private func reduced(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    guard let items = call.first.items else {
      if call.name != "reduce" || call.first.isNull { return call.first }
      throw call.refused
    }
    if call.name == "average" {
      if items.isEmpty { return .null }
      let sum = try fold(items, .plus, call)
      return try binary(.over, sum, .number(Double(items.count)), at: call.place)
    }
    if call.name == "sum" { return try fold(items, .plus, call) }
    if call.name == "product" { return try fold(items, .times, call) }
    if let function = call.function {
      guard var value = items.first else { return .null }
      for item in items.dropFirst() where !item.isNull {
        value = try apply(function, to: [value, item])
      }
      return value
    }
    if call.second.isNull { return .null }
    guard let sign = call.second.string, "+-*/&|".contains(sign), sign.count == 1,
      let operation = DataOperator(rawValue: sign)
    else {
      throw BlockProblem(
        "reduce() takes one of \"+\", \"-\", \"*\", \"/\", \"&\", \"|\", or a function",
        at: call.place)
    }
    return try fold(items, operation, call)
  }

  private func fold(
    _ items: [BaseValue], _ operation: DataOperator, _ call: DataCall
  ) throws(BlockProblem) -> BaseValue {
    guard var value = items.first else { return .null }
    for item in items.dropFirst() {
      try spend(at: call.place)
      value = try binary(operation, value, item, at: call.place)
    }
    return value
  }

  private func counted(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    let isOfList = call.first.items != nil && (call.values.count == 1 || call.function != nil)
    if call.function != nil, !isOfList { throw call.refused }
    let values = isOfList ? Self.items(call.first) : call.values
    var count = 0
    for value in values {
      let holds = try call.function.map { (function) throws(BlockProblem) in
        try apply(function, to: [value]).holds
      }
      if holds ?? value.holds { count += 1 }
    }
    switch call.name {
    case "any": return .boolean(count > 0)
    case "all": return .boolean(count == values.count)
    default: return .boolean(count == 0)
    }
  }

  private func extracted(_ value: BaseValue, _ call: DataCall) throws(BlockProblem) -> BaseValue {
    if let items = value.items {
      var made: [BaseValue] = []
      for item in items { made.append(try extracted(item, call)) }
      return try list(made, at: call.place)
    }
    var pairs: [(name: BaseName, value: BaseValue)] = []
    for key in call.values.dropFirst() {
      guard let name = key.string else {
        throw BlockProblem("A name in extract() is a text", at: call.place)
      }
      pairs.append((BaseName(name), try field(DataName(name), of: value, at: call.place)))
    }
    return try object(pairs, at: call.place)
  }

  /// The functions that make another list of one.
  private func changed(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    guard let items = call.first.items else {
      if call.first.isNull || call.name == "sort" { return call.first }
      throw call.refused
    }
    switch call.name {
    case "sort": return try list(try sorted(items, call), at: call.place)
    case "unique":
      var unique: [BaseValue] = []
      for item in items {
        var isKnown = false
        for known in unique where try order(known, item, at: call.place) == 0 { isKnown = true }
        if !isKnown { unique.append(item) }
      }
      return try list(unique, at: call.place)
    case "filter", "map":
      guard let function = call.function else { throw call.refused }
      var made: [BaseValue] = []
      for item in items {
        let value = try apply(function, to: [item])
        if call.name == "map" { made.append(value) } else if value.holds { made.append(item) }
      }
      return try list(made, at: call.place)
    case "flat":
      guard call.values.count == 1 || call.second.number != nil else { throw call.refused }
      let depth = call.second.number ?? 1
      return try list(try flat(items, Int(max(0, min(depth, 64))), call), at: call.place)
    default:
      func bound(_ value: BaseValue, _ other: Int) throws(BlockProblem) -> Int {
        if value.isNull { return other }
        guard let number = value.number else { throw call.refused }
        let whole = Int(max(-1e9, min(1e9, number.isNaN ? 0 : number)))
        return max(0, min(items.count, whole < 0 ? items.count + whole : whole))
      }
      let start = try bound(call.second, 0)
      return try list(
        Array(items[start..<max(start, try bound(call.third, items.count))]), at: call.place)
    }
  }

  private func flat(
    _ items: [BaseValue], _ depth: Int, _ call: DataCall
  ) throws(BlockProblem) -> [BaseValue] {
    try spend(1 + items.count / 16, bytes: items.count * 48, at: call.place)
    if depth == 0 { return items }
    var flat: [BaseValue] = []
    for item in items {
      if let inner = item.items {
        flat += try self.flat(inner, depth - 1, call)
      } else {
        flat.append(item)
      }
    }
    return flat
  }

  private func sorted(_ items: [BaseValue], _ call: DataCall) throws(BlockProblem) -> [BaseValue] {
    guard call.values.count == 1 || call.function != nil else { throw call.refused }
    var keyed: [(item: BaseValue, key: BaseValue)] = []
    for item in items {
      let key = try call.function.map { (function) throws(BlockProblem) in
        try apply(function, to: [item])
      }
      keyed.append((item, key ?? item))
    }
    return try ordered(keyed, at: call.place)
  }

  /// In the order of their keys; those with one key as they were.
  func ordered<Item>(
    _ keyed: [(item: Item, key: BaseValue)], isOfRows: Bool = false,
    at place: BlockProblem.Place
  ) throws(BlockProblem) -> [Item] {
    var failure: BlockProblem?
    let sorted = keyed.enumerated().sorted { left, right in
      guard failure == nil else { return left.offset < right.offset }
      if isOfRows { startOver() }
      do throws(BlockProblem) {
        let order = try order(left.element.key, right.element.key, at: place)
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
