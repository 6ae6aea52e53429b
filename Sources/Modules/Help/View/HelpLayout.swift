import Cells
import Terminal

/// The rows of the help as lines of some width: keys at the left, what they do at the right,
/// wrapped; one below the other where there is no room for two columns.
struct HelpLayout: Equatable {
  enum Line: Equatable {
    case heading(String)
    case row(keys: String, summary: String)
    case gap
  }

  let lines: [Line]
  /// Where the summaries begin.
  let summaryColumn: Int

  private static let gap = 2

  init(_ rows: [HelpLine], width: Int) {
    let keysWidth = Self.keysWidth(rows, width: width)
    let column = keysWidth == 0 ? Self.gap : keysWidth + Self.gap
    var lines: [Line] = []
    for row in rows {
      switch row {
      case .gap:
        lines.append(.gap)
      case .heading(let title):
        lines += WordWrap.rows(of: title, width: width).map(Line.heading)
      case .row(let row):
        var summary = WordWrap.rows(of: row.summary, width: max(1, width - column))[...]
        if Cells.width(of: row.keys) <= keysWidth {
          lines.append(.row(keys: row.keys, summary: summary.removeFirst()))
        } else {
          lines += WordWrap.rows(of: row.keys, width: width).map { .row(keys: $0, summary: "") }
        }
        lines += summary.map { .row(keys: "", summary: $0) }
      }
    }
    self.lines = lines
    summaryColumn = column
  }

  /// How wide the rows are when nothing is wrapped.
  static func naturalWidth(_ rows: [HelpLine]) -> Int {
    let widest = widestKeys(rows)
    return rows.reduce(0) { width, row in
      switch row {
      case .gap: width
      case .heading(let title): max(width, Cells.width(of: title))
      case .row(let row): max(width, widest + gap + Cells.width(of: row.summary))
      }
    }
  }

  /// How much room the keys get; none where the summaries need it all.
  private static func keysWidth(_ rows: [HelpLine], width: Int) -> Int {
    if naturalWidth(rows) <= width { return widestKeys(rows) }
    return width < 30 ? 0 : min(widestKeys(rows), width / 3)
  }

  private static func widestKeys(_ rows: [HelpLine]) -> Int {
    rows.reduce(0) { width, row in
      if case .row(let row) = row { max(width, Cells.width(of: row.keys)) } else { width }
    }
  }
}
