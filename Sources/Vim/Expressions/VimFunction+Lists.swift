extension VimFunction {
  /// The most items that a function makes.
  private static let mostItems = 200_000

  static let lists: [VimFunction] = [
    VimFunction("range", 1...3) { _, given throws(VimFailure) in
      let numbers = try given.map { item throws(VimFailure) in try item.number() }
      let first = numbers.count > 1 ? numbers[0] : 0
      let last = numbers.count > 1 ? numbers[1] : numbers[0] &- 1
      let step = numbers.count > 2 ? numbers[2] : 1
      if step == 0 { throw VimFailure(message: "E726: Stride is zero") }
      let (next, isOver) = (step > 0 ? last : first).addingReportingOverflow(1)
      if !isOver, step > 0 ? first > next : last > next {
        throw VimFailure(message: "E727: Start past end")
      }
      var items: [VimValue] = []
      for number in stride(from: first, through: last, by: step) {
        items.append(.number(number))
        if items.count > mostItems { throw .tooMuchText }
      }
      return .list(items)
    },
    VimFunction("reverse", 1...1) { _, given throws(VimFailure) in
      guard case .list(let items) = given[0] else {
        throw VimFailure(message: "E899: Argument of reverse() must be a List or Blob")
      }
      return .list(items.reversed())
    },
    VimFunction("sort", 1...3) { reader, given throws(VimFailure) in
      .list(try reader.sorted(try reader.items(given[0], of: "sort"), by: given.dropFirst().first))
    },
    VimFunction("uniq", 1...3) { reader, given throws(VimFailure) in
      var made: [VimValue] = []
      for item in try reader.items(given[0], of: "uniq") where made.last != item {
        made.append(item)
      }
      return .list(made)
    },
    VimFunction("join", 1...2) { _, given throws(VimFailure) in
      let separator = given.count > 1 ? try given[1].bytes() : [0x20]
      return .text(
        Array(try given[0].list(argument: 1).map(\.shown).joined(separator: separator)))
    },
    VimFunction("map", 2...2) { reader, given throws(VimFailure) in
      var made: [VimValue] = []
      for (index, item) in try reader.items(given[0], of: "map").enumerated() {
        made.append(try reader.apply(given[1], index, item))
      }
      return .list(made)
    },
    VimFunction("filter", 2...2) { reader, given throws(VimFailure) in
      var made: [VimValue] = []
      for (index, item) in try reader.items(given[0], of: "filter").enumerated() {
        if try reader.apply(given[1], index, item).isTrue() { made.append(item) }
      }
      return .list(made)
    },
    VimFunction("reduce", 2...3) { reader, given throws(VimFailure) in
      var items = try reader.items(given[0], of: "reduce")[...]
      guard case .function(let closure) = given[1] else {
        throw VimFailure(message: "E1132: Missing function argument")
      }
      guard var value = given.count > 2 ? given[2] : items.popFirst() else {
        throw VimFailure(message: "E998: Reduce of an empty List with no initial value")
      }
      for item in items { value = try reader.checked(try reader.call(closure, [value, item])) }
      return value
    },
    VimFunction("indexof", 2...2) { reader, given throws(VimFailure) in
      for (index, item) in try reader.items(given[0], of: "indexof").enumerated() {
        if try reader.apply(given[1], index, item).isTrue() { return .number(index) }
      }
      return .number(-1)
    },
    VimFunction("index", 2...4) { reader, given throws(VimFailure) in
      let items = try reader.items(given[0], of: "index")
      let start = given.count > 2 ? try given[2].number() : 0
      let low = start < 0 ? max(0, items.count + start) : start
      return .number(items.indices.first { $0 >= low && items[$0] == given[1] } ?? -1)
    },
    VimFunction("count", 2...4) { _, given throws(VimFailure) in
      if case .list(let items) = given[0] {
        return .number(items.count { $0 == given[1] })
      }
      let (bytes, part) = (try given[0].bytes(), try given[1].bytes())
      var (count, at) = (0, 0)
      while !part.isEmpty {
        let found = VimTexts.index(of: part, in: bytes, from: at)
        if found < 0 { break }
        count += 1
        at = found + part.count
      }
      return .number(count)
    },
    VimFunction("get", 2...3) { reader, given throws(VimFailure) in
      let items = try reader.items(given[0], of: "get")
      let index = try given[1].number()
      let own = index < 0 ? items.count + index : index
      return items.indices.contains(own) ? items[own] : given.count > 2 ? given[2] : .number(0)
    },
    VimFunction("add", 2...2) { reader, given throws(VimFailure) in
      .list(try reader.items(given[0], of: "add") + [given[1]])
    },
    VimFunction("insert", 2...3) { reader, given throws(VimFailure) in
      var items = try reader.items(given[0], of: "insert")
      let index = given.count > 2 ? try given[2].number() : 0
      let own = index < 0 ? items.count + index : index
      guard own >= 0, own <= items.count else {
        throw VimFailure(message: "E684: List index out of range: \(index)")
      }
      items.insert(given[1], at: own)
      return .list(items)
    },
    VimFunction("extend", 2...2) { reader, given throws(VimFailure) in
      .list(try reader.items(given[0], of: "extend") + (try given[1].list(argument: 2)))
    },
    VimFunction("remove", 2...3) { reader, given throws(VimFailure) in
      let items = try reader.items(given[0], of: "remove")
      let index = try given[1].number()
      let own = index < 0 ? items.count + index : index
      guard items.indices.contains(own) else {
        throw VimFailure(message: "E684: List index out of range: \(index)")
      }
      guard given.count > 2 else { return items[own] }
      let last = try given[2].number()
      let end = last < 0 ? items.count + last : last
      guard end >= own, end < items.count else {
        throw VimFailure(message: "E16: Invalid range")
      }
      return .list(Array(items[own...end]))
    },
    VimFunction("slice", 2...3) { _, given throws(VimFailure) in
      func range(_ count: Int) throws(VimFailure) -> Range<Int> {
        let first = try given[1].number()
        let last = given.count > 2 ? try given[2].number() : count
        let low = min(count, first < 0 ? max(0, count + first) : first)
        return low..<max(low, min(count, last < 0 ? count + last : last))
      }
      if case .list(let items) = given[0] { return .list(Array(items[try range(items.count)])) }
      let parts = VimTexts.characters(try given[0].bytes())
      return .text(Array(parts[try range(parts.count)].joined()))
    },
    VimFunction("flatten", 1...2) { _, given throws(VimFailure) in
      let depth = given.count > 1 ? try given[1].number() : .max
      return .list(flattened(try given[0].list(argument: 1), depth))
    },
    VimFunction("copy", 1...1) { _, given in given[0] },
    VimFunction("deepcopy", 1...2) { _, given in given[0] },
    VimFunction("empty", 1...1) { _, given in .bool(!given[0].isFilled) },
  ]

  private static func flattened(_ items: [VimValue], _ depth: Int) -> [VimValue] {
    if depth <= 0 { return items }
    return items.flatMap { item -> [VimValue] in
      if case .list(let inner) = item { flattened(inner, depth - 1) } else { [item] }
    }
  }
}

extension VimEvaluator {
  fileprivate func items(_ value: Value, of name: String) throws(VimFailure) -> [Value] {
    if case .list(let items) = value { return items }
    if name == "sort" || name == "uniq" {
      throw VimFailure(message: "E686: Argument of sort() must be a List")
    }
    throw VimFailure(message: "E714: List required")
  }

  /// Works out the second argument of `map()` for one item.
  fileprivate func apply(
    _ work: Value, _ index: Int, _ item: Value
  ) throws(VimFailure) -> Value {
    if case .function(let closure) = work {
      return try checked(try call(closure, [.number(index), item]))
    }
    let names = ["v:key": Value.number(index), "v:val": item]
    return try checked(try inner(try work.bytes(), names).whole())
  }

  /// Sorts items in the order that `sort()` names, or by a function.
  fileprivate func sorted(_ items: [Value], by way: Value?) throws(VimFailure) -> [Value] {
    if case .function(let closure)? = way {
      var made: [Value] = []
      for item in items {
        // Each goes behind those that it is not before.
        var (low, high) = (0, made.count)
        while low < high {
          let middle = (low + high) / 2
          let order = try call(closure, [made[middle], item]).number()
          if order <= 0 { low = middle + 1 } else { high = middle }
        }
        made.insert(item, at: low)
      }
      return made
    }
    var name = ""
    if let way { name = try way.string() }
    switch name {
    case "n", "N", "f":
      let keyed = items.map { item -> (Double, Value) in
        switch item {
        case .number(let number): (Double(number), item)
        case .float(let number): (number, item)
        case .text(let bytes) where name == "N": (Double(VimDigits.leading(bytes)), item)
        default: (0, item)
        }
      }
      return keyed.sorted { $0.0 < $1.0 }.map(\.1)
    case "", "0", "i", "1":
      let ignores = name == "i" || name == "1"
      // Texts come before numbers.
      let keyed = items.map { item -> ([UInt8], Value) in
        ((item.kind == 1 ? [0] : [1]) + (ignores ? Self.lowered(item.shown) : item.shown), item)
      }
      return keyed.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    default: throw VimFailure(message: "E117: Unknown function: \(name)")
    }
  }
}
