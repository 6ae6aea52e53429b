import Cells

extension EmacsRow {
  /// What the keys made of the text, as JSON.
  package func answer(_ own: Outcome) -> String {
    let mark = own.mark.map { "\($0)" } ?? "null"
    let kills = own.kills.map(JSONText.quoted).joined(separator: ", ")
    let members = [
      "\"id\": \(JSONText.quoted(id))", "\"after\": \(JSONText.quoted(own.after))",
      "\"at\": \(own.at)", "\"mark\": \(mark)", "\"active\": \(own.isActive)",
      "\"kills\": [\(kills)]",
    ]
    return "{\(members.joined(separator: ", "))}"
  }
}

/// Plays rows and tells how many come out as Emacs has them, category by category.
package struct EmacsReplay {
  private var counts: [String: (rows: Int, right: Int)] = [:]
  private var order: [String] = []
  package private(set) var failures: [String] = []

  package init() {}

  package mutating func add(_ row: EmacsRow) {
    guard let wanted = row.wanted else { return }
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
    _ row: EmacsRow, _ wanted: EmacsRow.Outcome, _ own: EmacsRow.Outcome, _ differing: [String]
  ) -> String {
    var lines = [
      "\(row.id): \(row.keys)", "  text       \(String(reflecting: row.text)) at \(row.cursor)",
    ]
    for name in differing {
      let (one, other): (String, String) =
        switch name {
        case "after": (String(reflecting: wanted.after), String(reflecting: own.after))
        case "at": ("\(wanted.at)", "\(own.at)")
        case "mark": ("\(wanted.mark ?? [])", "\(own.mark ?? [])")
        case "active": ("\(wanted.isActive)", "\(own.isActive)")
        default: ("\(wanted.kills)", "\(own.kills)")
        }
      lines.append("  \(name) Emacs \(one)")
      lines.append("  \(name) own   \(other)")
    }
    return lines.joined(separator: "\n")
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
