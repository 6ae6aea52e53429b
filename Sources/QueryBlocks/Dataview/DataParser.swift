import Bases
import Entities

/// Reads expressions as Dataview has them.
struct DataParser {
  var cursor: DataCursor
  let now: BaseDate
  private var depth = 0

  /// These end an expression.
  private static let clauses = ["from", "where", "sort", "limit", "flatten", "group"]
  private static let deepest = 60

  init(_ text: PlacedText, now: BaseDate) {
    cursor = DataCursor(text)
    self.now = now
  }

  /// An expression that is all of a text.
  static func whole(_ text: PlacedText, now: BaseDate) throws(BlockProblem) -> DataNode {
    var parser = DataParser(text, now: now)
    let node = try parser.expression()
    parser.cursor.skipBlanks()
    if parser.cursor.next != nil { throw parser.unexpected() }
    return node
  }

  mutating func expression() throws(BlockProblem) -> DataNode { try binary(above: 0) }

  func unexpected() -> BlockProblem {
    guard let next = cursor.next else {
      return cursor.problem("The expression ends too early")
    }
    var rest = cursor
    let word = rest.takeName() ?? String(next)
    return cursor.problem("“\(word)” is not expected here")
  }

  private mutating func binary(above least: Int) throws(BlockProblem) -> DataNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw cursor.problem("The expression is nested too deep") }
    var left = try postfix()
    while true {
      let start = cursor.index
      cursor.skipBlanks()
      let place = cursor.place
      guard let operation = takeOperator(above: least) else {
        cursor.index = start
        return left
      }
      cursor.skipBlanks()
      left = try DataNode(
        .binary(operation, left, try binary(above: operation.strength)), at: place)
    }
  }

  private mutating func takeOperator(above least: Int) -> DataOperator? {
    let words: [(String, DataOperator)] = [("and", .and), ("or", .or)]
    for (word, operation) in words where cursor.isAtWord(word) {
      guard operation.strength > least else { return nil }
      cursor.index += word.count
      return operation
    }
    let signs: [DataOperator] = [
      .lessOrEqual, .greaterOrEqual, .different, .less, .greater, .equal, .and, .or, .plus, .minus,
      .times, .over, .remainder,
    ]
    for operation in signs where cursor.starts(with: operation.rawValue) {
      guard operation.strength > least else { return nil }
      cursor.index += operation.rawValue.count
      // && and || are what programmers write.
      if operation == .and || operation == .or { _ = cursor.take(operation.rawValue) }
      return operation
    }
    return nil
  }

  private mutating func postfix() throws(BlockProblem) -> DataNode {
    cursor.skipBlanks()
    var node = try primary()
    while true {
      let place = cursor.place
      if cursor.next == ".", cursor.peek(1).map(DataCursor.startsName) == true {
        cursor.index += 1
        node = try DataNode(
          .member(node, DataName(cursor.takeName() ?? "", isWritten: true)), at: place)
      } else if cursor.take("[") {
        let item = try expression()
        try cursor.expect("]")
        if case .literal(.string(let name)) = item.kind {
          node = try DataNode(.member(node, DataName(name, isWritten: true)), at: place)
        } else {
          node = try DataNode(.item(node, item), at: place)
        }
      } else if cursor.next == "(", case .lambda = node.kind {
        cursor.index += 1
        node = try DataNode(.applied(node, try list(until: ")")), at: place)
      } else if cursor.next == "(" {
        throw cursor.problem("What is before ( is no function")
      } else {
        return node
      }
    }
  }

  private mutating func primary() throws(BlockProblem) -> DataNode {
    let place = cursor.place
    guard let next = cursor.next else { throw unexpected() }
    switch next {
    case "!":
      cursor.index += 1
      if var link = cursor.takeLink() {
        link.isEmbed = true
        return try DataNode(.literal(.link(link)), at: place)
      }
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.deepest else { throw cursor.problem("The expression is nested too deep") }
      return try DataNode(.not(try postfix()), at: place)
    case "\"":
      return try DataNode(.literal(.string(try cursor.takeString())), at: place)
    case "[":
      if let link = cursor.takeLink() { return try DataNode(.literal(.link(link)), at: place) }
      cursor.index += 1
      return try DataNode(.list(try list(until: "]")), at: place)
    case "{":
      cursor.index += 1
      return try object(at: place)
    case "(":
      if let lambda = try takeLambda() { return lambda }
      cursor.index += 1
      let inner = try expression()
      try cursor.expect(")")
      return inner
    case "#":
      throw cursor.problem("A tag is written as a text here: \"#tag\"")
    default: break
    }
    if let number = cursor.takeNumber() {
      return try DataNode(.literal(.number(number)), at: place)
    }
    var rest = cursor
    guard let name = rest.takeName() else { throw unexpected() }
    let isCall = rest.next == "("
    if !isCall, Self.clauses.contains(name.lowercased()) { throw unexpected() }
    cursor = rest
    guard isCall else {
      switch name {
      case "true", "True": return try DataNode(.literal(.boolean(true)), at: place)
      case "false", "False": return try DataNode(.literal(.boolean(false)), at: place)
      case "null": return try DataNode(.literal(.null), at: place)
      default: return try DataNode(.name(DataName(name, isWritten: true)), at: place)
      }
    }
    cursor.index += 1
    if let value = takeWritten(name) { return try DataNode(.literal(value), at: place) }
    let nodes = try list(until: ")")
    try DataFunctions.check(name, nodes.count, at: place)
    return try DataNode(.call(name, nodes), at: place)
  }

  /// `date(today)`, `date(2026-03-02)`, `dur(1 week)`: what is in them is no expression.
  private mutating func takeWritten(_ name: String) -> BaseValue? {
    guard name == "date" || name == "dur" else { return nil }
    guard let end = cursor.text.characters[cursor.index...].firstIndex(of: ")") else { return nil }
    let inner = String(cursor.text.characters[cursor.index..<end])
    let value =
      name == "dur"
      ? DataText.duration(inner).map(BaseValue.duration)
      : DataText.date(inner, now: now).map(BaseValue.date)
    if value != nil { cursor.index = end + 1 }
    return value
  }

  /// `(x, y) => …`
  private mutating func takeLambda() throws(BlockProblem) -> DataNode? {
    var rest = cursor
    let place = rest.place
    rest.index += 1
    var names: [String] = []
    rest.skipBlanks()
    while let name = rest.takeName() {
      names.append(name)
      rest.skipBlanks()
      if !rest.take(",") { break }
      rest.skipBlanks()
    }
    guard rest.take(")") else { return nil }
    rest.skipBlanks()
    guard rest.take("=>") else { return nil }
    cursor = rest
    return try DataNode(.lambda(names, try expression()), at: place)
  }

  private mutating func list(until end: String) throws(BlockProblem) -> [DataNode] {
    var nodes: [DataNode] = []
    while true {
      cursor.skipBlanks()
      if cursor.take(end) { return nodes }
      if !nodes.isEmpty {
        guard cursor.take(",") else { throw cursor.problem("A comma or \(end) is expected here") }
      }
      nodes.append(try expression())
    }
  }

  private mutating func object(at place: BlockProblem.Place) throws(BlockProblem) -> DataNode {
    var pairs: [(name: String, value: DataNode)] = []
    while true {
      cursor.skipBlanks()
      if cursor.take("}") { return try DataNode(.object(pairs), at: place) }
      if !pairs.isEmpty {
        guard cursor.take(",") else { throw cursor.problem("A comma or } is expected here") }
        cursor.skipBlanks()
      }
      let name = cursor.next == "\"" ? try cursor.takeString() : cursor.takeName()
      guard let name else { throw cursor.problem("A name is expected here") }
      try cursor.expect(":")
      pairs.append((name, try expression()))
    }
  }
}
