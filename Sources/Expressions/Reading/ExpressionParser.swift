import Bytes

/// Parses expressions in the syntax of a dialect.
package struct ExpressionParser {
  package var cursor: ExpressionCursor
  private let dialect: ExpressionDialect
  private var depth = 0

  private static let deepest = 100

  package init(_ bytes: some Collection<UInt8>, _ dialect: ExpressionDialect) {
    cursor = ExpressionCursor(bytes, hasDashes: dialect.hasDashes)
    self.dialect = dialect
  }

  /// Parses a text that is one expression.
  package static func whole(
    _ text: some Collection<UInt8>, _ dialect: ExpressionDialect
  ) throws(ExpressionFault) -> ExpressionNode {
    var parser = ExpressionParser(text, dialect)
    parser.cursor.skipBlanks()
    guard parser.cursor.next != nil else {
      throw ExpressionFault("the expression is empty", at: 0)
    }
    let node = try parser.expression()
    parser.cursor.skipBlanks()
    if parser.cursor.next != nil { throw parser.unexpected() }
    return node
  }

  /// Parses an expression; the cursor stops right after it.
  package mutating func expression() throws(ExpressionFault) -> ExpressionNode {
    try binary(above: 0)
  }

  package func unexpected() -> ExpressionFault {
    guard let next = cursor.next else { return cursor.fault("the expression ends too early") }
    if Byte.isDigit(next) || isQuote(next) { return cursor.fault("an operator is expected here") }
    if let hint = dialect.hints[cursor.character] { return cursor.fault(hint) }
    var rest = cursor
    return cursor.fault("“\(rest.takeName() ?? cursor.character)” is not expected here")
  }

  private func missing(_ words: String) -> ExpressionFault {
    let hint = cursor.next == nil ? nil : dialect.hints[cursor.character]
    return cursor.fault(hint ?? "\(words) is expected here")
  }

  private mutating func expect(_ sign: String) throws(ExpressionFault) {
    cursor.skipBlanks()
    if !cursor.take(sign) { throw missing(sign) }
  }

  private func isQuote(_ byte: UInt8) -> Bool { dialect.quotes.utf8.contains(byte) }

  // MARK: - Operators

  private mutating func binary(above least: Int) throws(ExpressionFault) -> ExpressionNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw cursor.fault("the expression is nested too deep") }
    var left = try unary()
    while true {
      let end = cursor.offset
      cursor.skipBlanks()
      let start = cursor.offset
      guard let found = try takeOperator(above: least) else {
        cursor.offset = end
        return left
      }
      let right = try binary(above: found.strength)
      left = try ExpressionNode(.binary(found.operation, left, right), at: start)
    }
  }

  private mutating func takeOperator(
    above least: Int
  ) throws(ExpressionFault) -> ExpressionDialect.Operator? {
    for one in dialect.operators {
      let isWord = one.sign.utf8.first.map(Byte.isLetter) ?? false
      guard isWord ? cursor.isAtWord(one.sign) : cursor.starts(with: one.sign) else { continue }
      if one.strength <= least { return nil }
      let start = cursor.offset
      cursor.offset += one.sign.utf8.count
      if cursor.next == Byte.equals, one.sign.hasSuffix("=") {
        throw ExpressionFault("\(one.sign)= is not an operator; write \(one.sign)", at: start)
      }
      return one
    }
    return nil
  }

  private mutating func unary() throws(ExpressionFault) -> ExpressionNode {
    var signs: [(byte: UInt8, offset: Int)] = []
    while true {
      cursor.skipBlanks()
      guard let next = cursor.next, dialect.prefixes.utf8.contains(next) else { break }
      let start = cursor.offset
      cursor.offset += 1
      if dialect.hasLinksAndLambdas, var link = cursor.takeLink() {
        link.isEmbed = true
        return try signed(
          try postfix(of: try ExpressionNode(.literal(.link(link)), at: start)), signs)
      }
      signs.append((next, start))
    }
    return try signed(try postfix(of: try primary()), signs)
  }

  private func signed(
    _ node: ExpressionNode, _ signs: [(byte: UInt8, offset: Int)]
  ) throws(ExpressionFault) -> ExpressionNode {
    var node = node
    for sign in signs.reversed() where sign.byte != Byte.plus {
      node = try ExpressionNode(
        sign.byte == Byte.bang ? .not(node) : .negative(node), at: sign.offset)
    }
    return node
  }

  // MARK: - Values

  private mutating func postfix(
    of first: ExpressionNode
  ) throws(ExpressionFault) -> ExpressionNode {
    var node = first
    while true {
      let end = cursor.offset
      cursor.skipBlanks()
      let start = cursor.offset
      if cursor.take(".") {
        node = try member(of: node)
      } else if cursor.take("[") {
        let item = try expression()
        try expect("]")
        // note["My prop"] means the same as note.my_prop.
        if case .literal(.string(let name)) = item.kind {
          node = try ExpressionNode(.member(node, FieldName(name)), at: start)
        } else {
          node = try ExpressionNode(.item(node, item), at: start)
        }
      } else if cursor.next == Byte.leftParenthesis {
        guard case .lambda = node.kind else {
          throw cursor.fault("only a function name can come before (")
        }
        cursor.offset += 1
        node = try ExpressionNode(.applied(node, try list(until: ")")), at: start)
      } else {
        cursor.offset = end
        return node
      }
    }
  }

  /// Parses a member or a method after a dot.
  private mutating func member(of inner: ExpressionNode) throws(ExpressionFault) -> ExpressionNode {
    cursor.skipBlanks()
    let start = cursor.offset
    guard let name = cursor.takeName() else {
      throw cursor.fault("a name is expected behind the dot")
    }
    var rest = cursor
    rest.skipBlanks()
    guard dialect.hasMethods, rest.take("(") else {
      return try ExpressionNode(.member(inner, FieldName(name)), at: start)
    }
    cursor = rest
    let nodes = try list(until: ")")
    try check(name, isMethod: true, nodes.count, at: start)
    return try ExpressionNode(.method(inner, name, nodes), at: start)
  }

  private func check(
    _ name: String, isMethod: Bool, _ count: Int, at offset: Int
  ) throws(ExpressionFault) {
    if let reason = dialect.refusal(name, isMethod, count) {
      throw ExpressionFault(reason, at: offset)
    }
  }

  private mutating func primary() throws(ExpressionFault) -> ExpressionNode {
    let start = cursor.offset
    if let value = try literal() { return try ExpressionNode(.literal(value), at: start) }
    switch cursor.next {
    case Byte.opening:
      cursor.offset += 1
      return try ExpressionNode(.list(try list(until: "]")), at: start)
    case UInt8(ascii: "{"):
      cursor.offset += 1
      return try object(at: start)
    case Byte.leftParenthesis:
      if dialect.hasLinksAndLambdas, let lambda = try lambda() { return lambda }
      cursor.offset += 1
      let inner = try expression()
      try expect(")")
      return inner
    case Byte.hash where dialect.hasLinksAndLambdas:
      throw cursor.fault("a tag is written as a text here: \"#tag\"")
    default: return try named()
    }
  }

  private mutating func literal() throws(ExpressionFault) -> Value? {
    guard let next = cursor.next else { return nil }
    if isQuote(next) {
      return .string(try cursor.takeString(hasEscapes: dialect.quotes.utf8.count > 1))
    }
    if dialect.hasMethods, next == Byte.slash { return .pattern(try cursor.takePattern()) }
    if dialect.hasLinksAndLambdas, let link = cursor.takeLink() { return .link(link) }
    return cursor.takeNumber().map(Value.number)
  }

  /// Parses an expression that begins with a name.
  private mutating func named() throws(ExpressionFault) -> ExpressionNode {
    let start = cursor.offset
    var rest = cursor
    guard let name = rest.takeName() else { throw unexpected() }
    let end = rest.offset
    rest.skipBlanks()
    guard rest.take("(") else {
      if dialect.clauses.contains(name.lowercased()) { throw unexpected() }
      cursor.offset = end
      let value = dialect.constants[name]
      return try ExpressionNode(value.map { .literal($0) } ?? .name(FieldName(name)), at: start)
    }
    cursor = rest
    if let read = dialect.written[name],
      let end = cursor.bytes[cursor.offset...].firstIndex(of: Byte.rightParenthesis),
      let value = read(String(decoding: cursor.bytes[cursor.offset..<end], as: UTF8.self))
    {
      cursor.offset = end + 1
      return try ExpressionNode(.literal(value), at: start)
    }
    let nodes = try list(until: ")")
    try check(name, isMethod: false, nodes.count, at: start)
    return try ExpressionNode(.call(name, nodes), at: start)
  }

  /// Parses `(x, y) => …`.
  private mutating func lambda() throws(ExpressionFault) -> ExpressionNode? {
    let start = cursor.offset
    var rest = cursor
    rest.offset += 1
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
    return try ExpressionNode(.lambda(names, try expression()), at: start)
  }

  private mutating func list(until end: String) throws(ExpressionFault) -> [ExpressionNode] {
    var items: [ExpressionNode] = []
    while try takeComma(before: end, isFirst: items.isEmpty) { items.append(try expression()) }
    return items
  }

  /// Returns whether another list item follows; otherwise skips the end and a comma before it.
  private mutating func takeComma(
    before end: String, isFirst: Bool
  ) throws(ExpressionFault) -> Bool {
    cursor.skipBlanks()
    if cursor.take(end) { return false }
    if isFirst { return true }
    guard cursor.take(",") else { throw missing("a comma or \(end)") }
    cursor.skipBlanks()
    return !cursor.take(end)
  }

  private mutating func object(at offset: Int) throws(ExpressionFault) -> ExpressionNode {
    var pairs: [(name: String, value: ExpressionNode)] = []
    while try takeComma(before: "}", isFirst: pairs.isEmpty) {
      let isText = cursor.next.map(isQuote) ?? false
      let name =
        isText
        ? try cursor.takeString(hasEscapes: dialect.quotes.utf8.count > 1) : cursor.takeName()
      guard let name else { throw missing("a name") }
      try expect(":")
      pairs.append((name, try expression()))
    }
    return try ExpressionNode(.object(pairs), at: offset)
  }
}
