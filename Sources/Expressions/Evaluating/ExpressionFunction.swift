/// A function of a language: its name, the number of its arguments, and its code.
package struct ExpressionFunction<Evaluator>: Sendable {
  /// Throws only faults.
  package typealias Code = @Sendable (Evaluator, ExpressionCall) throws -> Value

  package let name: String
  package let counts: ClosedRange<Int>
  /// The arguments for which a list means each of its items.
  let each: [Int]
  /// Whether the code evaluates its arguments itself.
  let isLazy: Bool
  let code: Code

  package init(
    _ name: String, _ counts: ClosedRange<Int>, each: [Int] = [], isLazy: Bool = false,
    _ code: @escaping Code
  ) {
    self.name = name
    self.counts = counts
    self.each = each
    self.isLazy = isLazy
    self.code = code
  }

  package init(_ name: String, _ count: Int, each: [Int] = [], _ code: @escaping Code) {
    self.init(name, count...count, each: each, code)
  }

  package static func table(_ topics: [Self]...) -> [String: Self] {
    Dictionary(uniqueKeysWithValues: topics.joined().map { ($0.name, $0) })
  }
}

/// A call of a function or a method.
package struct ExpressionCall {
  package let name: String
  package let nodes: [ExpressionNode]
  package let offset: Int
  package var values: [Value] = []
  /// The last argument that is a function; its entry in `values` is null.
  package var function: ExpressionNode?

  package init(_ name: String, _ nodes: [ExpressionNode], at offset: Int) {
    (self.name, self.nodes, self.offset) = (name, nodes, offset)
  }

  package var first: Value { values.first ?? .null }
  package var second: Value { values.count > 1 ? values[1] : .null }
  package var third: Value { values.count > 2 ? values[2] : .null }

  package func fault(_ reason: String) -> ExpressionFault { ExpressionFault(reason, at: offset) }

  /// Why a function that takes these counts of arguments cannot be called with this one.
  package static func refusal(
    _ name: String, _ counts: ClosedRange<Int>, _ count: Int
  ) -> String? {
    if counts.contains(count) { return nil }
    let (least, most) = (counts.lowerBound, counts.upperBound)
    let words =
      switch most {
      case least: "\(least)"
      case 101...: "\(least) or more"
      case least + 1: "\(least) or \(most)"
      default: "\(least) to \(most)"
      }
    return "\(name)() takes \(words) argument\(words == "1" ? "" : "s"), not \(count)"
  }

  /// The result of a function's code.
  package func located(_ code: () throws -> Value) throws(ExpressionFault) -> Value {
    do { return try code() } catch { throw error as? ExpressionFault ?? fault("\(error)") }
  }
}

extension ExpressionEvaluator {
  func call(_ name: String, _ nodes: [ExpressionNode], at offset: Int) throws(ExpressionFault)
    -> Value
  {
    var call = ExpressionCall(name, nodes, at: offset)
    guard let function = Self.functions[name] else {
      throw call.fault("there is no function \(name)()")
    }
    if function.isLazy { return try call.located { try function.code(self, call) } }
    call.values.reserveCapacity(nodes.count)
    for node in nodes {
      if case .lambda = node.kind {
        call.function = node
        call.values.append(.null)
      } else {
        call.values.append(try value(node))
      }
    }
    return try value(of: call, function)
  }

  /// Calls the function, for each item where a list is given instead of one value.
  private func value(
    of call: ExpressionCall, _ function: ExpressionFunction<Self>
  ) throws(ExpressionFault) -> Value {
    let length = call.values.reduce(0) { $0 + ($1.string?.utf8.count ?? 0) }
    try spend(1 + length / 8, at: call.offset)
    let lists = function.each.filter { $0 < call.values.count && call.values[$0].items != nil }
    guard !lists.isEmpty else { return try call.located { try function.code(self, call) } }
    let count = lists.compactMap { call.values[$0].items?.count }.min() ?? 0
    var made: [Value] = []
    for index in 0..<count {
      var own = call
      for position in lists {
        if let items = call.values[position].items { own.values[position] = items[index] }
      }
      made.append(try value(of: own, function))
    }
    return try list(made, at: call.offset)
  }
}
