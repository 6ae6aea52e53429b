import Cells

/// Rows of fields: aligned in a terminal, separated by tabs in a pipe.
@MainActor
struct Columns {
  private let isAligned: Bool
  /// The maximum width of a row.
  private let room: Int
  /// Replaces the end of a truncated field.
  private let ellipsis: String

  init(_ output: CommandOutput) {
    isAligned = output.isTerminal
    room = output.columns
    ellipsis = output.words.fit("…")
  }

  func lines(_ rows: [[String]]) -> [String] {
    guard isAligned else { return rows.map(Self.tabbed) }
    var widths: [Int] = []
    for row in rows {
      for (index, field) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], Cells.width(of: field))
      }
    }
    let fitting = Self.fitted(widths, to: room)
    return rows.map { row in
      row.enumerated().map { index, field in
        let (text, width) = cut(field, to: fitting[index])
        // The last field needs no padding.
        guard index + 1 < row.count else { return text }
        return text + String(repeating: " ", count: fitting[index] - width + Self.gap)
      }.joined()
    }
  }

  private static let gap = 2

  /// Shrinks the widest columns until the row fits.
  private static func fitted(_ widths: [Int], to room: Int) -> [Int] {
    let room = room - gap * max(0, widths.count - 1)
    var (widths, total) = (widths, widths.reduce(0, +))
    while total > room, let widest = widths.max(), widest > 1 {
      let next = widths.filter { $0 < widest }.max() ?? 1
      let all = widths.indices.filter { widths[$0] == widest }
      // Shrinks them to the next narrower column, or as far as needed. The last columns take the
      // remainder.
      let needed = min(total - room, (widest - next) * all.count)
      for (order, index) in all.enumerated() {
        widths[index] -= (needed + order) / all.count
      }
      total -= needed
    }
    return widths
  }

  private func cut(_ field: String, to width: Int) -> (text: String, width: Int) {
    let whole = Cells.prefix(of: field, fitting: width)
    if whole.isWhole { return (field, whole.width) }
    let part = Cells.prefix(of: field, fitting: width - Cells.width(of: ellipsis))
    let text = part.text + ellipsis
    let full = Cells.prefix(of: text, fitting: width)
    return full.isWhole ? (text, full.width) : (whole.text, whole.width)
  }

  /// Builds the row in one allocation, because a list has a row for each note.
  private nonisolated static func tabbed(_ row: [String]) -> String {
    let count = row.reduce(row.count) { $0 + $1.utf8.count }
    return String(unsafeUninitializedCapacity: count) { line in
      var end = 0
      for (index, var field) in row.enumerated() {
        if index > 0 {
          line[end] = UInt8(ascii: "\t")
          end += 1
        }
        end = field.withUTF8 { line[end...].update(fromContentsOf: $0) }
      }
      return end
    }
  }
}
