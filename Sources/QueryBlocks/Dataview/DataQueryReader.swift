import Bytes
import Expressions

/// Reads the text of a Dataview block.
struct DataQueryReader {
  private var parser: ExpressionParser
  private var depth = 0
  private var sources = 0

  private static let mostSteps = 100
  private var query = DataQuery()

  static func query(_ text: String, now: DateValue) throws(BlockProblem) -> DataQuery {
    let own = withoutComments(text)
    var reader = DataQueryReader(parser: ExpressionParser(own.utf8, .dataview(now: now)))
    reader.query.text = own
    do throws(ExpressionFault) {
      try reader.readKind()
      try reader.readClauses()
    } catch {
      throw reader.query.problem(error)
    }
    return reader.query
  }

  /// Empties the lines that begin with `//`. The numbers of lines stay.
  private static func withoutComments(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.drop(while: \.isWhitespace).hasPrefix("//") ? "" : $0 }
      .joined(separator: "\n")
  }

  private mutating func readKind() throws(ExpressionFault) {
    parser.cursor.skipBlanks()
    let kinds: [DataQuery.Kind] = [.list, .table, .task, .calendar]
    guard let kind = kinds.first(where: { parser.cursor.takeWord($0.rawValue) }) else {
      throw parser.cursor.fault("a block begins with LIST, TABLE, TASK or CALENDAR")
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
        if !takeComma() { break }
      }
    }
  }

  private mutating func takeComma() -> Bool {
    parser.cursor.skipBlanks()
    defer { parser.cursor.skipBlanks() }
    return parser.cursor.take(",")
  }

  private static func column(_ name: String, _ node: ExpressionNode) -> DataQuery.Column {
    DataQuery.Column(name: name, node: node)
  }

  private var isAtClause: Bool {
    let cursor = parser.cursor
    if cursor.next == nil { return true }
    return ["from", "where", "sort", "limit", "flatten", "group"].contains { word in
      guard cursor.isAtWord(word) else { return false }
      return cursor.peek(word.utf8.count).map { Byte.isBlank($0) || $0 >= 0x80 } ?? true
    }
  }

  /// Reads an expression and its name, which is the word after AS or the expression's text.
  private mutating func column() throws(ExpressionFault) -> DataQuery.Column {
    parser.cursor.skipBlanks()
    let start = parser.cursor.offset
    let node = try parser.expression()
    let end = parser.cursor.offset
    let text = parser.cursor.text(from: start)
    parser.cursor.skipBlanks()
    guard parser.cursor.takeWord("as") else {
      parser.cursor.offset = end
      return Self.column(text.split(whereSeparator: \.isNewline).joined(separator: " "), node)
    }
    parser.cursor.skipBlanks()
    let isText = parser.cursor.next == UInt8(ascii: "\"")
    guard let name = isText ? try takeString() : parser.cursor.takeName() else {
      throw parser.cursor.fault("a name is expected behind AS")
    }
    return Self.column(name, node)
  }

  private mutating func takeString() throws(ExpressionFault) -> String {
    try parser.cursor.takeString(hasEscapes: false)
  }

  private mutating func readClauses() throws(ExpressionFault) {
    while true {
      parser.cursor.skipBlanks()
      if parser.cursor.next == nil { return }
      let start = parser.cursor
      guard query.steps.count < Self.mostSteps else {
        throw start.fault("there are too many clauses")
      }
      if parser.cursor.takeWord("from") {
        guard query.source == nil else { throw start.fault("there is one FROM already") }
        guard query.steps.isEmpty else {
          throw start.fault("FROM comes before all other clauses")
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

  private mutating func orders() throws(ExpressionFault) -> [DataQuery.Order] {
    var orders: [DataQuery.Order] = []
    repeat {
      let node = try parser.expression()
      parser.cursor.skipBlanks()
      let isDescending =
        parser.cursor.takeWord("descending") || parser.cursor.takeWord("desc")
      if !isDescending { _ = parser.cursor.takeWord("ascending") || parser.cursor.takeWord("asc") }
      orders.append(DataQuery.Order(node: node, isDescending: isDescending))
    } while takeComma()
    return orders
  }

  // MARK: - FROM

  private mutating func source() throws(ExpressionFault) -> DataSource {
    var left = try atom()
    while true {
      let start = parser.cursor.offset
      parser.cursor.skipBlanks()
      if parser.cursor.takeWord("and") || parser.cursor.take("&") {
        left = .all(left, try atom())
      } else if parser.cursor.takeWord("or") || parser.cursor.take("|") {
        left = .any(left, try atom())
      } else {
        parser.cursor.offset = start
        return left
      }
    }
  }

  private mutating func atom() throws(ExpressionFault) -> DataSource {
    depth += 1
    defer { depth -= 1 }
    parser.cursor.skipBlanks()
    let start = parser.cursor.offset
    sources += 1
    guard depth < 60, sources < 200 else { throw parser.cursor.fault("FROM is too long") }
    if parser.cursor.take("-") || parser.cursor.take("!") { return .not(try atom()) }
    if parser.cursor.take("(") {
      let inner = try source()
      try parser.cursor.expect(")")
      return inner
    }
    if parser.cursor.next == UInt8(ascii: "\"") { return .path(try takeString()) }
    if parser.cursor.take("#") {
      let tag = parser.cursor.takeTag()
      guard !tag.isEmpty else { throw parser.cursor.fault("a tag’s name is expected behind #") }
      return .tag(tag)
    }
    if let link = parser.cursor.takeLink() { return .incoming(link.file) }
    if parser.cursor.takeWord("outgoing") {
      try parser.cursor.expect("(")
      parser.cursor.skipBlanks()
      guard let link = parser.cursor.takeLink() else {
        throw parser.cursor.fault("a link is expected here, as in: outgoing([[Note]])")
      }
      try parser.cursor.expect(")")
      return .outgoing(link.file, at: start)
    }
    if parser.cursor.takeWord("csv") {
      try parser.cursor.expect("(")
      parser.cursor.skipBlanks()
      guard parser.cursor.next == UInt8(ascii: "\"") else {
        throw parser.cursor.fault("a file in quotes is expected here, as in: csv(\"a/b.csv\")")
      }
      let name = try takeString()
      try parser.cursor.expect(")")
      return .csv(name, at: start)
    }
    throw parser.cursor.fault("a #tag, a \"folder\" or a [[link]] is expected here")
  }
}
