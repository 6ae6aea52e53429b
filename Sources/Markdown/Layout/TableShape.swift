import Bytes
import Cells

/// The widths and names of a table's columns.
final class TableShape: Sendable {
  let names: [String]
  /// The widths of each column's widest cell, and of its longest word.
  private let natural: [Int]
  private let least: [Int]

  init(_ rows: [[InlineText]], columns: Int) {
    var natural = [Int](repeating: 1, count: columns)
    var least = natural
    for row in rows {
      for (column, cell) in row.prefix(columns).enumerated() {
        natural[column] = max(natural[column], Cells.width(ofUTF8: cell.bytes[...]))
        for word in cell.bytes.split(separator: Byte.space) where word.count > least[column] {
          least[column] = max(least[column], Cells.width(ofUTF8: word))
        }
      }
    }
    names = rows.first?.map { String(decoding: $0.bytes, as: UTF8.self) } ?? []
    self.natural = natural
    self.least = least
  }

  static let between = 3

  /// Returns column widths that fit in this number of cells with their separators; nil if the
  /// columns would be too narrow to read.
  func widths(fitting columns: Int) -> [Int]? {
    let count = natural.count
    let room = columns - Self.between * (count - 1)
    guard count > 0, room >= count else { return nil }
    if natural.reduce(0, +) <= room { return natural }
    // Words stay whole where that is possible; each column gets a minimum in any case.
    var widths = natural
    var floor = least.map { min($0, 12) }
    if floor.reduce(0, +) > room { floor = least.map { min($0, 3) } }
    guard floor.reduce(0, +) <= room else { return nil }
    // The widest columns shrink first.
    while true {
      let excess = widths.reduce(0, +) - room
      if excess <= 0 { return widths }
      let open = widths.indices.filter { widths[$0] > floor[$0] }
      guard let widest = open.map({ widths[$0] }).max() else { return nil }
      let wide = open.filter { widths[$0] == widest }
      let next = open.map { widths[$0] }.filter { $0 < widest }.max() ?? 0
      var left = excess
      for (index, column) in wide.enumerated() {
        let share = (left + wide.count - index - 1) / (wide.count - index)
        let cut = min(share, widths[column] - max(next, floor[column]))
        widths[column] -= cut
        left -= cut
      }
      if left == excess { return nil }
    }
  }
}
