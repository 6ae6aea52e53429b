import Expressions

/// Carries out the clauses of a query in their order.
struct DataRun {
  struct Row {
    /// The value of the row's group, shown instead of a link to its note.
    var id: Value?
    var record: Int
  }

  private let query: DataQuery
  private let vault: DataVault
  private let evaluator: DataEvaluator
  private(set) var rows: [Row]
  /// The names of the columns that the rows are grouped by, in the order of the clauses.
  private(set) var groups: [String] = []
  /// Sentences about rows that were left out.
  private(set) var notes: [String] = []
  /// The number of rows that the last step left out because of errors.
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

  /// Evaluates expressions for each row, until `most` rows have values.
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

  /// Calls `find` for each row, until there are `most` answers. A row for which it throws is left out; if it
  /// throws for all rows, so does this.
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

  /// Evaluates the columns.
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
    // The last order is sorted by first: rows that are equal stay in their order.
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
  /// Compares values outside of a row, with the budget of a new value.
  func same(_ left: Value, _ right: Value, at offset: Int) throws(ExpressionFault) -> Bool {
    budget.startValue()
    return try areEqual(left, right, at: offset)
  }
}
