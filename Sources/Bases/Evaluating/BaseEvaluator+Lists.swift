extension BaseEvaluator {
  func method(_ call: BaseCall, ofList items: [BaseValue]) throws(BaseFault) -> BaseValue {
    let offset = call.offset
    try spend(1 + items.count / 16, at: offset)
    switch call.name {
    case "contains": return .boolean(try contains(items, call.arguments[0], at: offset))
    case "containsAll":
      for wanted in spread(call.arguments) where !(try contains(items, wanted, at: offset)) {
        return .boolean(false)
      }
      return .boolean(true)
    case "containsAny":
      for wanted in spread(call.arguments) where try contains(items, wanted, at: offset) {
        return .boolean(true)
      }
      return .boolean(false)
    case "isEmpty": return .boolean(items.isEmpty)
    case "flat":
      var flat: [BaseValue] = []
      for item in items {
        let inner = if case .list(let inner) = item { inner.items } else { [item] }
        try spend(inner.count / 16, bytes: inner.count * 48, at: offset)
        flat += inner
      }
      return try list(flat, at: offset)
    case "join":
      let separator = try call.arguments.first.map { (value) throws(BaseFault) in
        try shownText(value, at: offset)
      }
      return try join(items, separator ?? ", ", at: offset)
    case "reverse": return try list(items.reversed(), at: offset)
    case "slice": return try list(Array(items[try range(call, of: items.count)]), at: offset)
    case "sort": return try list(try sorted(items, at: offset), at: offset)
    case "unique": return try list(try unique(items, at: offset), at: offset)
    case "mean":
      var (sum, count) = (0.0, 0)
      for item in items where !item.isNull {
        sum += try number(item, for: "mean()", at: offset)
        count += 1
      }
      return count == 0 ? .null : .number(sum / Double(count))
    default: throw missing(call, .list(BaseList(items)))
    }
  }

  private func spread(_ arguments: [BaseValue]) -> [BaseValue] {
    arguments.flatMap { if case .list(let list) = $0 { list.items } else { [$0] } }
  }

  /// A text is there in capitals and small letters alike, a tag with `#` and without.
  private func contains(
    _ items: [BaseValue], _ wanted: BaseValue, at offset: Int
  ) throws(BaseFault) -> Bool {
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

  private static func word(_ text: String) -> String {
    (text.hasPrefix("#") ? text.dropFirst() : text[...]).lowercased()
  }

  private func join(
    _ items: [BaseValue], _ separator: String, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    var out = ""
    for (index, item) in items.enumerated() {
      if index > 0 { out += separator }
      try spend(1 + separator.utf8.count / 64, bytes: separator.utf8.count, at: offset)
      out += try shownText(item, at: offset)
      guard out.utf8.count <= Self.mostBytes else { break }
    }
    return try text(out, at: offset)
  }

  private func sorted(_ items: [BaseValue], at offset: Int) throws(BaseFault) -> [BaseValue] {
    try spend(items.count * 4, at: offset)
    var keyed: [(key: BaseSortKey, value: BaseValue)] = []
    keyed.reserveCapacity(items.count)
    for item in items {
      let length = if case .string(let text) = item { text.utf8.count } else { 400 }
      try spend(bytes: min(length, Self.longestKey), at: offset)
      keyed.append((sortKey(item), item))
    }
    keyed.sort { $0.key < $1.key }
    return keyed.map(\.value)
  }

  private func unique(_ items: [BaseValue], at offset: Int) throws(BaseFault) -> [BaseValue] {
    var kept: [BaseValue] = []
    var texts: Set<String> = []
    for item in items {
      // Texts, of which there may be many, are told apart at once. So are links, by all that they say.
      if let text = Self.ownText(item) {
        try spend(1 + text.utf8.count / 64, at: offset)
        if texts.insert(text).inserted { kept.append(item) }
        continue
      }
      var isNew = true
      for known in kept {
        switch known {
        case .string, .link: continue
        default: break
        }
        if try areEqual(known, item, at: offset) {
          isNew = false
          break
        }
      }
      if isNew { kept.append(item) }
    }
    return kept
  }

  private static func ownText(_ value: BaseValue) -> String? {
    switch value {
    case .string(let text): "s\(text)"
    case .link(let link): "l\(link.text)"
    default: nil
    }
  }

  /// `map`, `filter` and `reduce`, where `value`, `index` and `acc` have meanings of their own.
  func each(
    _ name: String, of value: BaseValue, _ nodes: [BaseNode], at offset: Int
  ) throws(BaseFault) -> BaseValue {
    let items: [BaseValue]
    switch value {
    case .list(let list): items = list.items
    case .null: items = []
    default:
      throw BaseFault(offset: offset, reason: "a \(value.typeName) has no function \(name)()")
    }
    var made: [BaseValue] = []
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
