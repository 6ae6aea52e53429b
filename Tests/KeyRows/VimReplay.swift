import Cells

/// Plays rows and tells how many come out as vim has them, category by category.
package struct VimReplay {
  private var counts: [String: (rows: Int, right: Int)] = [:]
  private var order: [String] = []
  package private(set) var failures: [String] = []

  package init() {}

  /// Rows on which vim and neovim differ are left out.
  package mutating func add(_ row: VimRow) {
    guard row.isAgreed, let wanted = row.wanted else { return }
    if counts[row.category] == nil { order.append(row.category) }
    let own = row.play()
    let differing = row.differences(own)
    var count = counts[row.category] ?? (0, 0)
    count.rows += 1
    if differing.isEmpty {
      count.right += 1
    } else {
      failures.append(Self.told(row, wanted, own, differing))
    }
    counts[row.category] = count
  }

  private static func told(
    _ row: VimRow, _ wanted: VimRow.Outcome, _ own: VimRow.Outcome, _ differing: [String]
  ) -> String {
    var lines = [
      "\(row.id): \(row.keys)", "  text      \(String(reflecting: row.text)) at \(row.cursor)",
    ]
    for name in differing {
      let (one, other): (String, String) =
        switch name {
        case "after": (String(reflecting: wanted.after), String(reflecting: own.after))
        case "at": ("\(wanted.at)", "\(own.at)")
        case "mode": (String(reflecting: wanted.mode), String(reflecting: own.mode))
        case "anchor": ("\(wanted.anchor ?? [])", "\(own.anchor ?? [])")
        default: registers(wanted.registers, own.registers)
        }
      lines.append("  \(name) vim  \(one)")
      lines.append("  \(name) own  \(other)")
    }
    return lines.joined(separator: "\n")
  }

  private static func registers(
    _ one: [String: [String]], _ other: [String: [String]]
  ) -> (String, String) {
    let names = Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
    func told(_ all: [String: [String]]) -> String {
      names.map { "\($0)=\(all[$0].map { "\($0)" } ?? "-")" }.joined(separator: " ")
    }
    return (told(one), told(other))
  }

  /// A line for each category, and one for all.
  package var summary: String {
    var lines = order.map { category -> String in
      let (rows, right) = counts[category] ?? (0, 0)
      return "\(category): \(right) of \(rows)"
    }
    let all = counts.values.reduce((0, 0)) { ($0.0 + $1.rows, $0.1 + $1.right) }
    lines.append("all: \(all.1) of \(all.0)")
    return lines.joined(separator: "\n")
  }
}
