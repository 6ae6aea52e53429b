/// Plays rows and counts how many come out as their judge has them, category by category.
package struct KeyReplay<Row: KeyRow> {
  private var counts: [String: (rows: Int, right: Int)] = [:]
  private var order: [String] = []
  package private(set) var failures: [String] = []

  package init() {}

  package mutating func add(_ row: Row) {
    guard let wanted = row.wanted else { return }
    if counts[row.category] == nil { order.append(row.category) }
    let differing = Row.differences(wanted, row.play())
    var count = counts[row.category] ?? (0, 0)
    count.rows += 1
    if differing.isEmpty {
      count.right += 1
    } else {
      failures.append(Self.words(for: differing, in: row))
    }
    counts[row.category] = count
  }

  /// How many rows were judged.
  package var rows: Int { counts.values.reduce(0) { $0 + $1.rows } }

  /// At most one of a hundred came out otherwise.
  package var isGood: Bool { failures.count * 100 <= rows }

  private static func words(for differing: [KeyDifference], in row: Row) -> String {
    let head = [
      "\(row.id): \(row.keys)", "  text \(String(reflecting: row.text)) at \(row.cursor)",
    ]
    let lines = differing.flatMap { difference in
      [
        "  \(difference.name) in \(Row.judge): \(difference.wanted)",
        "  \(difference.name) here: \(difference.own)",
      ]
    }
    return (head + lines).joined(separator: "\n")
  }

  /// A line for each category, and one for all.
  package var summary: String {
    var lines = order.map { category -> String in
      let (rows, right) = counts[category] ?? (0, 0)
      return "\(category): \(right) of \(rows)"
    }
    lines.append("all: \(rows - failures.count) of \(rows)")
    return lines.joined(separator: "\n")
  }
}
