import Bases

/// The functions of Dataview's: how many values they take, and where a list means each of its items.
enum DataFunctions {
  struct Shape {
    var counts: ClosedRange<Int>
    /// By the number of values.
    var lists: [Int: [Int]] = [:]
  }

  static func check(
    _ name: String, _ count: Int, at place: BlockProblem.Place
  ) throws(BlockProblem) {
    guard let shape = all[name] else {
      throw BlockProblem("There is no function \(name)()", at: place)
    }
    guard shape.counts.contains(count) else {
      let (least, most) = (shape.counts.lowerBound, shape.counts.upperBound)
      let words =
        least == most ? "\(least)" : most > 100 ? "\(least) or more" : "\(least) to \(most)"
      throw BlockProblem(
        "\(name)() takes \(words) value\(words == "1" ? "" : "s"), and here it has \(count)",
        at: place)
    }
  }

  private static let any = 0...1000
  private static let one = Shape(counts: 1...1, lists: [1: [0]])
  private static let plain = Shape(counts: 1...1)
  private static let two = Shape(counts: 2...2, lists: [2: [0, 1]])

  static let all: [String: Shape] = [
    "list": Shape(counts: any), "array": Shape(counts: any), "object": Shape(counts: any),
    "link": Shape(counts: 1...2, lists: [1: [0], 2: [0, 1]]),
    "embed": Shape(counts: 1...2, lists: [1: [0], 2: [0, 1]]),
    "elink": Shape(counts: 1...2, lists: [1: [0], 2: [0]]),
    "date": Shape(counts: 1...2, lists: [1: [0], 2: [0]]), "dur": one, "number": one,
    "string": plain, "typeof": plain,
    "round": Shape(counts: 1...2, lists: [1: [0], 2: [0]]), "trunc": one, "floor": one,
    "ceil": one, "min": Shape(counts: any), "max": Shape(counts: any), "sum": plain,
    "product": plain, "average": plain, "reduce": Shape(counts: 2...2, lists: [2: [1]]),
    "minby": Shape(counts: 2...2), "maxby": Shape(counts: 2...2),
    "contains": Shape(counts: 2...2, lists: [2: [1]]),
    "icontains": Shape(counts: 2...2, lists: [2: [1]]),
    "econtains": Shape(counts: 2...2, lists: [2: [1]]), "containsword": two,
    "extract": Shape(counts: 1...1000), "sort": Shape(counts: 1...2), "reverse": plain,
    "length": plain, "nonnull": Shape(counts: any), "firstvalue": plain,
    "any": Shape(counts: any), "all": Shape(counts: any), "none": Shape(counts: any),
    "join": Shape(counts: 1...2, lists: [2: [1]]), "filter": Shape(counts: 2...2),
    "map": Shape(counts: 2...2), "unique": plain, "flat": Shape(counts: 1...2),
    "slice": Shape(counts: 1...3),
    "regextest": two, "regexmatch": two,
    "regexreplace": Shape(counts: 3...3, lists: [3: [0, 1, 2]]),
    "replace": Shape(counts: 3...3, lists: [3: [0, 1, 2]]), "lower": one, "upper": one,
    "split": Shape(counts: 2...3), "startswith": two, "endswith": two,
    "padleft": Shape(counts: 2...3, lists: [2: [0, 1], 3: [0, 1, 2]]),
    "padright": Shape(counts: 2...3, lists: [2: [0, 1], 3: [0, 1, 2]]),
    "substring": Shape(counts: 2...3, lists: [2: [0], 3: [0]]),
    "truncate": Shape(counts: 2...3, lists: [2: [0, 1], 3: [0, 1, 2]]),
    "default": two, "ldefault": Shape(counts: 2...2), "display": one,
    "choice": Shape(counts: 3...3, lists: [3: [0]]), "hash": Shape(counts: 1...3),
    "striptime": one, "dateformat": Shape(counts: 2...2, lists: [2: [0]]),
    "durationformat": Shape(counts: 2...2, lists: [2: [0]]),
    "currencyformat": Shape(counts: 1...2, lists: [1: [0], 2: [0]]), "localtime": one,
    "meta": one,
  ]
}

/// A function with what it is given.
struct DataCall {
  var name: String
  var values: [BaseValue]
  /// A function that is written in place; its value is null.
  var function: DataNode?
  var place: BlockProblem.Place

  var first: BaseValue { values.first ?? .null }
  var second: BaseValue { values.count > 1 ? values[1] : .null }
  var third: BaseValue { values.count > 2 ? values[2] : .null }
  var hasNull: Bool { values.contains { $0.isNull } }

  var refused: BlockProblem {
    let kinds = values.map(DataEvaluator.named).joined(separator: ", ")
    return BlockProblem("\(name)() cannot take \(kinds)", at: place)
  }
}

extension DataEvaluator {
  func call(
    _ name: String, _ nodes: [DataNode], at place: BlockProblem.Place
  ) throws(BlockProblem) -> BaseValue {
    var call = DataCall(name: name, values: [], place: place)
    for node in nodes {
      if case .lambda = node.kind {
        call.function = node
        call.values.append(.null)
      } else {
        call.values.append(try value(node))
      }
    }
    return try self.value(of: call)
  }

  /// Of each item, where a list is given for what is one value.
  private func value(of call: DataCall) throws(BlockProblem) -> BaseValue {
    let length = call.values.reduce(0) { $0 + ($1.string?.utf8.count ?? 0) }
    try spend(1 + length / 8, at: call.place)
    let positions = DataFunctions.all[call.name]?.lists[call.values.count] ?? []
    let lists = positions.filter { call.values[$0].items != nil }
    guard !lists.isEmpty, !takesList(call) else { return try work(out: call) }
    let count = lists.compactMap { call.values[$0].items?.count }.min() ?? 0
    var made: [BaseValue] = []
    for index in 0..<count {
      var own = call
      for position in lists {
        if let items = call.values[position].items { own.values[position] = items[index] }
      }
      made.append(try value(of: own))
    }
    return try list(made, at: call.place)
  }

  /// A list in a list is looked for as a whole.
  private func takesList(_ call: DataCall) -> Bool {
    call.name == "reduce" && call.function != nil
  }

  private func work(out call: DataCall) throws(BlockProblem) -> BaseValue {
    switch call.name {
    case "list", "array": return try list(call.values, at: call.place)
    case "object": return try makeObject(call)
    case "link", "embed", "elink": return try makeLink(call)
    case "date": return try makeDate(call)
    case "dur":
      switch call.first {
      case .null, .duration: return call.first
      case .string(let text): return DataText.duration(text).map(BaseValue.duration) ?? .null
      default: throw call.refused
      }
    case "number":
      switch call.first {
      case .null, .number: return call.first
      case .string(let text): return Self.number(in: text).map(BaseValue.number) ?? .null
      default: throw call.refused
      }
    case "string": return try text(try shown(call.first, at: call.place), at: call.place)
    case "typeof": return .string(call.function == nil ? call.first.dataType : "function")
    case "default", "ldefault": return call.first.isNull ? call.second : call.first
    case "choice": return call.first.holds ? call.second : call.third
    case "display": return try display(call)
    case "meta": return try meta(call)
    case "hash": return try hash(call)
    case "round", "trunc", "floor", "ceil": return try rounded(call)
    case "currencyformat": return try currency(call)
    case "striptime", "dateformat", "localtime", "durationformat": return try dated(call)
    case "regextest", "regexmatch", "regexreplace", "replace", "lower", "upper", "split",
      "startswith", "endswith", "padleft", "padright", "substring", "truncate", "containsword":
      return try textual(call)
    default: return try listed(call)
    }
  }

  private func makeObject(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    guard call.values.count % 2 == 0 else {
      throw BlockProblem("object() takes names and values by turns", at: call.place)
    }
    var pairs: [(name: BaseName, value: BaseValue)] = []
    for index in stride(from: 0, to: call.values.count, by: 2) {
      guard let name = call.values[index].string else {
        throw BlockProblem("A name in object() is a text", at: call.place)
      }
      pairs.append((BaseName(name), call.values[index + 1]))
    }
    return try object(pairs, at: call.place)
  }

  private func makeLink(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    if call.first.isNull { return .null }
    // Of an embed it is the link that is shown.
    let words = call.name == "embed" ? nil : call.second.string
    switch call.first {
    case .string(let target):
      var link = BaseLink(target, display: words)
      if call.name == "elink" { link.isExternal = true }
      link.isEmbed = call.name == "embed"
      return .link(link)
    case .link(var link) where call.name != "elink":
      link.display = words ?? link.display
      if call.name == "embed" { link.isEmbed = call.values.count == 1 || call.second.holds }
      return .link(link)
    default: throw call.refused
    }
  }

  /// The first number in a text.
  private static func number(in text: String) -> Double? {
    var cursor = DataCursor(PlacedText(Substring(text), line: 1))
    while cursor.next != nil {
      if let number = cursor.takeNumber() { return number }
      cursor.index += 1
    }
    return nil
  }

  private func display(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    switch call.first {
    case .null: return .string("")
    case .link(let link): return .string(words(of: link))
    case .string(let text):
      var shown = ""
      var rest = text[...]
      // Links in it as they are shown.
      while let start = rest.firstRange(of: "[["),
        let end = rest[start.upperBound...].firstRange(of: "]]")
      {
        shown += rest[..<start.lowerBound]
        shown += words(of: DataCursor.link(String(rest[start.upperBound..<end.lowerBound])))
        rest = rest[end.upperBound...]
        try spend(at: call.place)
      }
      return try self.text(shown + rest, at: call.place)
    default: return try text(try shown(call.first, at: call.place), at: call.place)
    }
  }

  private func meta(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    guard case .link(let link) = call.first else { throw call.refused }
    let key = vault.key(of: link)
    let isBlock = key.part.hasPrefix("#^")
    let part = String(key.part.drop { $0 == "#" || $0 == "^" })
    return try object(
      [
        (BaseName("display"), link.display.map(BaseValue.string) ?? .null),
        (BaseName("embed"), .boolean(link.isEmbed)), (BaseName("path"), .string(key.path)),
        (BaseName("subpath"), part.isEmpty ? .null : .string(part)),
        (
          BaseName("type"),
          .string(part.isEmpty ? "file" : isBlock ? "block" : "header")
        ),
      ], at: call.place)
  }

  /// The number that Dataview has for the texts, and for a number behind them.
  private func hash(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    var values = call.values
    let variant = values.last?.number
    if variant != nil { values.removeLast() }
    let seed = variant.flatMap { Int32(exactly: $0.rounded(.towardZero)) } ?? 0
    var text = ""
    for value in values { text += try shown(value, at: call.place) }
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

  private func rounded(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    if call.first.isNull { return .null }
    guard let number = call.first.number else { throw call.refused }
    switch call.name {
    case "trunc": return .number(number.rounded(.towardZero))
    case "floor": return .number(number.rounded(.down))
    case "ceil": return .number(number.rounded(.up))
    default: break
    }
    let digits = call.second.number ?? 0
    guard call.second.isNull || call.second.number != nil else { throw call.refused }
    if digits <= 0 { return .number((number + 0.5).rounded(.down)) }
    return .number(Double(BaseNumber.fixed(number, digits: Int(min(digits, 15)))) ?? number)
  }

  private func currency(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    if call.first.isNull { return .null }
    guard let number = call.first.number else { throw call.refused }
    let code = call.second.string ?? "USD"
    let signs = [
      "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CNY": "CN¥", "KRW": "₩",
      "BRL": "R$", "CAD": "CA$", "AUD": "A$", "MXN": "MX$", "NZD": "NZ$", "ILS": "₪", "VND": "₫",
    ]
    let isWhole = ["JPY", "KRW", "VND"].contains(code)
    let digits = BaseNumber.fixed(abs(number), digits: isWhole ? 0 : 2)
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
