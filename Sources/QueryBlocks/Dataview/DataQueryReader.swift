import Bases

/// Reads a block.
struct DataQueryReader {
  private var parser: DataParser
  private var depth = 0
  private var sources = 0

  private static let mostSteps = 100
  private(set) var query = DataQuery()

  init(_ text: String, now: BaseDate) throws(BlockProblem) {
    parser = DataParser(Self.withoutComments(text), now: now)
    try readKind()
    try readClauses()
  }

  /// A line that begins with `//` says nothing.
  private static func withoutComments(_ text: String) -> PlacedText {
    var placed = PlacedText("", line: 1)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let isComment = line.drop { $0.isWhitespace }.hasPrefix("//")
      if index > 0 { placed.append("\n", line: index, column: 1) }
      placed.append(isComment ? "" : line, line: index + 1, column: 1)
    }
    return placed
  }

  private mutating func readKind() throws(BlockProblem) {
    parser.cursor.skipBlanks()
    let kinds: [(String, DataQuery.Kind)] = [
      ("list", .list), ("table", .table), ("task", .task), ("calendar", .calendar),
    ]
    guard let kind = kinds.first(where: { parser.cursor.takeWord($0.0) })?.1 else {
      throw parser.cursor.problem("A block begins with LIST, TABLE, TASK or CALENDAR")
    }
    query.kind = kind
    if kind == .list || kind == .table {
      query.hasID = !parser.cursor.takeWords(["without", "id"])
    }
    parser.cursor.skipBlanks()
    switch kind {
    case .task: break
    case .calendar: query.columns = [try column()]
    case .list:
      if !isAtClause { query.columns = [Self.column("value", try parser.expression())] }
    case .table:
      while !isAtClause {
        query.columns.append(try column())
        parser.cursor.skipBlanks()
        if !parser.cursor.take(",") { break }
        parser.cursor.skipBlanks()
      }
    }
  }

  private static func column(_ name: String, _ node: DataNode) -> DataQuery.Column {
    DataQuery.Column(name: name, node: node)
  }

  private var isAtClause: Bool {
    let cursor = parser.cursor
    if cursor.next == nil { return true }
    return ["from", "where", "sort", "limit", "flatten", "group"].contains { word in
      guard cursor.isAtWord(word) else { return false }
      return cursor.peek(word.count).map(\.isWhitespace) ?? true
    }
  }

  /// An expression with its name: the one behind AS, or its own text.
  private mutating func column() throws(BlockProblem) -> DataQuery.Column {
    parser.cursor.skipBlanks()
    let start = parser.cursor.index
    let node = try parser.expression()
    let text = String(parser.cursor.text.characters[start..<parser.cursor.index])
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    let end = parser.cursor.index
    parser.cursor.skipBlanks()
    guard parser.cursor.takeWord("as") else {
      parser.cursor.index = end
      return Self.column(text, node)
    }
    parser.cursor.skipBlanks()
    let name =
      parser.cursor.next == "\"" ? try parser.cursor.takeString() : parser.cursor.takeName()
    guard let name else { throw parser.cursor.problem("A name is expected behind AS") }
    return Self.column(name, node)
  }

  private mutating func readClauses() throws(BlockProblem) {
    while true {
      parser.cursor.skipBlanks()
      if parser.cursor.next == nil { return }
      let start = parser.cursor
      guard query.steps.count < Self.mostSteps else {
        throw start.problem("There are too many clauses")
      }
      if parser.cursor.takeWord("from") {
        guard query.source == nil else { throw start.problem("There is one FROM already") }
        guard query.steps.isEmpty else {
          throw start.problem("FROM comes before all other clauses")
        }
        query.source = try source()
      } else if parser.cursor.takeWord("where") {
        query.steps.append(.filter(try parser.expression()))
      } else if parser.cursor.takeWord("sort") {
        query.steps.append(.sort(try orders()))
      } else if parser.cursor.takeWord("limit") {
        query.steps.append(.limit(try parser.expression()))
      } else if parser.cursor.takeWord("flatten") {
        query.steps.append(.flatten(try column()))
      } else if parser.cursor.takeWords(["group", "by"]) {
        query.steps.append(.group(try column()))
      } else {
        throw parser.unexpected()
      }
    }
  }

  private mutating func orders() throws(BlockProblem) -> [DataQuery.Order] {
    var orders: [DataQuery.Order] = []
    repeat {
      let node = try parser.expression()
      parser.cursor.skipBlanks()
      let isDescending =
        parser.cursor.takeWord("descending") || parser.cursor.takeWord("desc")
      if !isDescending { _ = parser.cursor.takeWord("ascending") || parser.cursor.takeWord("asc") }
      orders.append(DataQuery.Order(node: node, isDescending: isDescending))
      parser.cursor.skipBlanks()
    } while parser.cursor.take(",")
    return orders
  }

  // MARK: - FROM

  private mutating func source() throws(BlockProblem) -> DataSource {
    var left = try atom()
    while true {
      let start = parser.cursor.index
      parser.cursor.skipBlanks()
      if parser.cursor.takeWord("and") || parser.cursor.take("&") {
        left = .all(left, try atom())
      } else if parser.cursor.takeWord("or") || parser.cursor.take("|") {
        left = .any(left, try atom())
      } else {
        parser.cursor.index = start
        return left
      }
    }
  }

  private mutating func atom() throws(BlockProblem) -> DataSource {
    depth += 1
    defer { depth -= 1 }
    parser.cursor.skipBlanks()
    let place = parser.cursor.place
    sources += 1
    guard depth < 60, sources < 200 else { throw parser.cursor.problem("FROM is too long") }
    switch parser.cursor.next {
    case "-", "!":
      parser.cursor.index += 1
      return .not(try atom())
    case "(":
      parser.cursor.index += 1
      let inner = try source()
      try parser.cursor.expect(")")
      return inner
    case "\"": return .path(try parser.cursor.takeString())
    case "#":
      parser.cursor.index += 1
      var tag = ""
      while let next = parser.cursor.next, DataCursor.isOfName(next) || "/-".contains(next) {
        tag.append(next)
        parser.cursor.index += 1
      }
      guard !tag.isEmpty else { throw parser.cursor.problem("A tag’s name is expected behind #") }
      return .tag(tag)
    default: break
    }
    if let link = parser.cursor.takeLink() { return .incoming(link.file) }
    if parser.cursor.isAtWord("outgoing") {
      parser.cursor.index += "outgoing".count
      try parser.cursor.expect("(")
      parser.cursor.skipBlanks()
      guard let link = parser.cursor.takeLink() else {
        throw parser.cursor.problem("A link is expected here, as in: outgoing([[Note]])")
      }
      try parser.cursor.expect(")")
      return .outgoing(link.file, place)
    }
    if parser.cursor.isAtWord("csv") {
      parser.cursor.index += "csv".count
      try parser.cursor.expect("(")
      parser.cursor.skipBlanks()
      guard parser.cursor.next == "\"" else {
        throw parser.cursor.problem("A file in quotes is expected here, as in: csv(\"a/b.csv\")")
      }
      let name = try parser.cursor.takeString()
      try parser.cursor.expect(")")
      return .csv(name, place)
    }
    throw parser.cursor.problem("A #tag, a \"folder\" or a [[link]] is expected here")
  }
}
