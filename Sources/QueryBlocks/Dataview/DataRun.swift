import Expressions

/// Does what the clauses of a query say, in the order in which they are written.
struct DataRun {
  struct Row {
    /// What the row is called by, where that is no link to its note: the value of its group.
    var id: Value?
    var record: Int
  }

  private let query: DataQuery
  private let vault: DataVault
  private let evaluator: DataEvaluator
  private(set) var rows: [Row]
  /// The names of the groups that the rows are.
  private(set) var groups: [String] = []
  /// What was left out or cut, in sentences.
  private(set) var notes: [String] = []
  /// Rows that the last step left out.
  private(set) var leftOut = 0

  init(_ query: DataQuery, _ vault: DataVault, _ evaluator: DataEvaluator, rows: [Row]) {
    self.query = query
    self.vault = vault
    self.evaluator = evaluator
    self.rows = rows
  }

  mutating func run() throws(ExpressionFault) {
    for step in query.steps {
      switch step {
      case .filter(let node):
        let evaluator = evaluator
        rows = try answers(for: step.word) { row throws(ExpressionFault) in
          try evaluator.value(of: node, for: row.record).holds ? row : nil
        }
      case .sort(let orders): try sort(orders)
      case .group(let column): try group(column)
      case .flatten(let column): try flatten(column)
      case .limit(let node):
        guard let number = try evaluator.value(of: node, for: nil).number, number >= 0 else {
          throw ExpressionFault("LIMIT takes a number", at: node.offset)
        }
        rows = Array(rows.prefix(Int(min(number, 1e9))))
      }
    }
  }

  /// What expressions come to for each row, or for the first `most` of them.
  private mutating func values(
    of nodes: [ExpressionNode], for word: String, ofFirst most: Int = .max
  ) throws(ExpressionFault) -> [(row: Row, values: [Value])] {
    let evaluator = evaluator
    return try answers(for: word, ofFirst: most) { row throws(ExpressionFault) in
      var values: [Value] = []
      for node in nodes {
        values.append(try evaluator.value(of: node, for: row.record))
        try evaluator.chargeResult(at: node.offset)
      }
      return (row, values)
    }
  }

  /// What is found for each row, until there are `most` of them. A row that has no answer is left out;
  /// where no row has one, the query fails.
  private mutating func answers<Answer>(
    for word: String, ofFirst most: Int = .max,
    _ find: (Row) throws(ExpressionFault) -> Answer?
  ) throws(ExpressionFault) -> [Answer] {
    var found: [Answer] = []
    var first: ExpressionFault?
    leftOut = 0
    for row in rows where found.count < most {
      do throws(ExpressionFault) {
        if let answer = try find(row) { found.append(answer) }
      } catch {
        if evaluator.budget.isSpent { throw error }
        first = first ?? error
        leftOut += 1
      }
    }
    guard let first else { return found }
    if leftOut == rows.count { throw first }
    notes.append(
      "\(leftOut == 1 ? "One row is" : "\(leftOut) rows are") left out by \(word). \(query.problem(first).text)"
    )
    return found
  }

  /// The values of the columns.
  mutating func shownValues(
    ofFirst most: Int
  ) throws(ExpressionFault) -> [(row: Row, values: [Value])] {
    try values(
      of: query.columns.map(\.node), for: query.kind.rawValue.uppercased(), ofFirst: most)
  }

  private mutating func sort(_ orders: [DataQuery.Order]) throws(ExpressionFault) {
    var keyed = try values(of: orders.map(\.node), for: "SORT").map {
      (item: $0.row, keys: $0.values)
    }
    // By the last order first: equal rows keep their order.
    for (index, order) in orders.enumerated().reversed() {
      if order.isDescending { keyed.reverse() }
      keyed = try evaluator.ordered(
        keyed.map { (item: $0, key: $0.keys[index]) }, isOfRows: true, at: order.node.offset)
      if order.isDescending { keyed.reverse() }
    }
    rows = keyed.map(\.item)
  }

  private mutating func group(_ column: DataQuery.Column) throws(ExpressionFault) {
    let keyed = try values(of: [column.node], for: "GROUP BY").map {
      (item: (row: $0.row, key: $0.values[0]), key: $0.values[0])
    }
    let sorted = try evaluator.ordered(keyed, isOfRows: true, at: column.node.offset)
    var found: [(key: Value, members: [Value])] = []
    for (row, key) in sorted {
      if let last = found.last, try evaluator.same(last.key, key, at: column.node.offset) {
        found[found.count - 1].members.append(.file(row.record))
      } else {
        found.append((key, [.file(row.record)]))
      }
    }
    rows = found.map { group in
      let fields = [
        DataField(name: FieldName("key"), value: group.key),
        DataField(name: FieldName("rows"), value: .list(ListValue(group.members))),
        DataField(name: FieldName(column.name), value: group.key),
      ]
      return Row(id: group.key, record: vault.add(.row(fields, over: nil)))
    }
    groups.append(column.name)
  }

  private mutating func flatten(_ column: DataQuery.Column) throws(ExpressionFault) {
    let name = FieldName(column.name)
    var flat: [Row] = []
    for (row, values) in try values(of: [column.node], for: "FLATTEN") {
      let items = values[0].items ?? [values[0]]
      try evaluator.keepRows(items.count, at: column.node.offset)
      for item in items {
        let field = DataField(name: name, value: item)
        flat.append(Row(id: row.id, record: vault.add(.row([field], over: row.record))))
      }
    }
    rows = flat
    if groups.last == column.name { groups.removeLast() }
  }
}

extension DataEvaluator {
  /// Outside of any row.
  func same(_ left: Value, _ right: Value, at offset: Int) throws(ExpressionFault) -> Bool {
    budget.startValue()
    return try areEqual(left, right, at: offset)
  }
}
