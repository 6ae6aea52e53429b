import Cells

/// Rows of fields: aligned for a person, with tabs between for a program.
@MainActor
struct Columns {
  private let isAligned: Bool
  /// No column but the last is wider than this.
  private static let widest = 50

  init(_ output: CommandOutput) { isAligned = output.isTerminal }

  func lines(_ rows: [[String]]) -> [String] {
    guard isAligned else { return rows.map(Self.tabbed) }
    var widths: [Int] = []
    for row in rows {
      for (index, field) in row.dropLast().enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = min(Self.widest, max(widths[index], Cells.width(of: field)))
      }
    }
    return rows.map { row in
      row.enumerated().map { index, field in
        guard index + 1 < row.count else { return field }
        let fitting = Cells.prefix(of: field, fitting: widths[index])
        let text = fitting.isWhole ? field : fitting.text
        return text + String(repeating: " ", count: widths[index] - fitting.width + 2)
      }.joined()
    }
  }

  /// In one piece: a list has a line for each note.
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
