/// Reads an expression by the precedence that JavaScript has.
struct BaseParser {
  private let tokens: [BaseToken]
  private var index = 0
  private var depth = 0

  private static let deepest = 100

  init(_ bytes: [UInt8]) throws(BaseFault) { tokens = try BaseLexer.tokens(of: bytes) }

  mutating func whole() throws(BaseFault) -> BaseNode {
    guard next.kind != .end else {
      throw BaseFault(offset: 0, reason: "the expression is empty")
    }
    let node = try binary(above: 0)
    guard next.kind == .end else { throw unexpected() }
    return node
  }

  private var next: BaseToken { tokens[min(index, tokens.count - 1)] }

  private mutating func take(_ sign: String) -> Bool {
    guard next.isSign(sign) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ sign: String) throws(BaseFault) {
    guard take(sign) else {
      throw BaseFault(offset: next.offset, reason: "\(sign) is expected here")
    }
  }

  private func unexpected() -> BaseFault {
    let reason =
      switch next.kind {
      case .end: "the expression ends too early"
      case .sign(let sign): "\(sign) is not expected here"
      case .name(let name): "“\(name)” is not expected here"
      default: "an operator is expected here"
      }
    return BaseFault(offset: next.offset, reason: reason)
  }

  private mutating func binary(above least: Int) throws(BaseFault) -> BaseNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw BaseFault(offset: next.offset, reason: "the expression is nested too deep")
    }
    var left = try unary()
    while case .sign(let sign) = next.kind, let operation = BaseOperator(rawValue: sign),
      operation.strength > least
    {
      let offset = next.offset
      index += 1
      let right = try binary(above: operation.strength)
      left = try BaseNode(.binary(operation, left, right), at: offset)
    }
    return left
  }

  private mutating func unary() throws(BaseFault) -> BaseNode {
    var signs: [BaseToken] = []
    while next.isSign("!") || next.isSign("-") || next.isSign("+") {
      signs.append(next)
      index += 1
    }
    var node = try postfix()
    for sign in signs.reversed() where !sign.isSign("+") {
      node = try BaseNode(sign.isSign("!") ? .not(node) : .negative(node), at: sign.offset)
    }
    return node
  }

  private mutating func postfix() throws(BaseFault) -> BaseNode {
    var node = try primary()
    while true {
      let offset = next.offset
      if take(".") {
        guard case .name(let name) = next.kind else {
          throw BaseFault(offset: next.offset, reason: "a name is expected behind the dot")
        }
        let place = next.offset
        index += 1
        if take("(") {
          let arguments = try list(until: ")")
          try BaseFunctions.check(method: name, arguments.count, at: place)
          node = try BaseNode(.method(node, name, arguments), at: place)
        } else {
          node = try BaseNode(.member(node, BaseName(name)), at: place)
        }
      } else if take("[") {
        let item = try binary(above: 0)
        try expect("]")
        // note["My prop"] is what note.my_prop is.
        if case .literal(.string(let name)) = item.kind {
          node = try BaseNode(.member(node, BaseName(name)), at: offset)
        } else {
          node = try BaseNode(.item(node, item), at: offset)
        }
      } else if next.isSign("(") {
        throw BaseFault(offset: offset, reason: "what is before ( is no function")
      } else {
        return node
      }
    }
  }

  private mutating func primary() throws(BaseFault) -> BaseNode {
    let token = next
    switch token.kind {
    case .number(let number): return try literal(.number(number))
    case .string(let text): return try literal(.string(text))
    case .pattern(let source, let flags):
      let made: BasePattern
      do throws(BasePatternProblem) {
        made = try BasePattern(source, flags: flags)
      } catch {
        throw BaseFault(offset: token.offset, reason: error.reason)
      }
      return try literal(.pattern(made))
    case .name(let name):
      index += 1
      if take("(") {
        let arguments = try list(until: ")")
        try BaseFunctions.check(function: name, arguments.count, at: token.offset)
        return try BaseNode(.function(name, arguments), at: token.offset)
      }
      switch name {
      case "true": return try BaseNode(.literal(.boolean(true)), at: token.offset)
      case "false": return try BaseNode(.literal(.boolean(false)), at: token.offset)
      case "null", "undefined": return try BaseNode(.literal(.null), at: token.offset)
      default: return try BaseNode(.name(BaseName(name)), at: token.offset)
      }
    case .sign("("):
      index += 1
      let node = try binary(above: 0)
      try expect(")")
      return node
    case .sign("["):
      index += 1
      return try BaseNode(.list(try list(until: "]")), at: token.offset)
    case .sign("{"):
      index += 1
      return try object(at: token.offset)
    case .sign, .end: throw unexpected()
    }
  }

  private mutating func literal(_ value: BaseValue) throws(BaseFault) -> BaseNode {
    let node = try BaseNode(.literal(value), at: next.offset)
    index += 1
    return node
  }

  private mutating func list(until end: String) throws(BaseFault) -> [BaseNode] {
    var items: [BaseNode] = []
    while !take(end) {
      if !items.isEmpty {
        guard take(",") else {
          throw BaseFault(offset: next.offset, reason: "a comma or \(end) is expected here")
        }
        if take(end) { break }
      }
      items.append(try binary(above: 0))
    }
    return items
  }

  private mutating func object(at offset: Int) throws(BaseFault) -> BaseNode {
    var pairs: [(name: String, value: BaseNode)] = []
    while !take("}") {
      if !pairs.isEmpty {
        guard take(",") else {
          throw BaseFault(offset: next.offset, reason: "a comma or } is expected here")
        }
        if take("}") { break }
      }
      switch next.kind {
      case .name(let name), .string(let name):
        index += 1
        try expect(":")
        pairs.append((name, try binary(above: 0)))
      default: throw BaseFault(offset: next.offset, reason: "a name is expected here")
      }
    }
    return try BaseNode(.object(pairs), at: offset)
  }
}
