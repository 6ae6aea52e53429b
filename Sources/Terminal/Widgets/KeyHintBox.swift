import Cells

/// A key that may come next, and what it does.
package struct KeyHint: Equatable, Sendable {
  package var key: String
  package var summary: String

  package init(key: String, summary: String) {
    self.key = key
    self.summary = summary
  }

  /// Sequences of keys, such as “C-x C-f”, that do the same.
  package typealias Row = (keys: [String], summary: String)

  /// Returns what follows the keys of `prefix` in sequences, sorted by key. A key that only begins
  /// longer sequences says how many. Of rows with the same keys, the first counts.
  package static func hints(after prefix: [String], in rows: [Row]) -> [KeyHint] {
    var summaries: [String: String] = [:]
    var longer: [String: Set<[Substring]>] = [:]
    for row in rows {
      for keys in row.keys {
        let sequence = keys.split(separator: " ")
        guard sequence.count > prefix.count, sequence.starts(with: prefix, by: { $0 == $1 }) else {
          continue
        }
        let next = String(sequence[prefix.count])
        if sequence.count > prefix.count + 1 {
          longer[next, default: []].insert(sequence)
        } else if summaries[next] == nil {
          summaries[next] = row.summary
        }
      }
    }
    for (key, sequences) in longer where summaries[key] == nil {
      summaries[key] = "… \(sequences.count) \(sequences.count == 1 ? "key" : "keys")"
    }
    return summaries.map { KeyHint(key: $0, summary: $1) }.sorted()
  }
}

extension [KeyHint] {
  /// Characters come before keys with names, small letters before capitals.
  package func sorted() -> [KeyHint] {
    sorted { one, other in
      func rank(_ hint: KeyHint) -> (Int, String, Int) {
        let lowered = hint.key.lowercased()
        return (hint.key.count == 1 ? 0 : 1, lowered, lowered == hint.key ? 0 : 1)
      }
      return rank(one) < rank(other)
    }
  }
}

/// A list of keys in columns, below or above the row with the cursor.
package struct KeyHintBox {
  private let title: String
  private let hints: [KeyHint]
  private let columns: Int
  private let keyWidth: Int
  package let frame: Rect

  private static let mostRows = 12
  private static let widest = 38
  /// Between two columns.
  private static let gap = 2

  /// Finds the frame in an area of the screen, beside `cursorRow`; nil without room. `title` is
  /// what was pressed so far.
  package init?(_ hints: [KeyHint], titled title: String, in area: Rect, besides cursorRow: Int?) {
    let row = cursorRow.map { max(area.row, min($0, area.endRow - 1)) }
    let below = area.endRow - (row.map { $0 + 1 } ?? area.row)
    let above = row.map { $0 - area.row } ?? 0
    guard !hints.isEmpty, max(below, above) > 0, area.columns > 4 else { return nil }
    self.title = title
    self.hints = hints
    keyWidth = hints.map { Cells.width(of: $0.key) }.max() ?? 0
    let content = hints.map { Cells.width(of: $0.summary) }.max() ?? 0
    let width = min(area.columns, keyWidth + 1 + content, Self.widest)
    columns = max(1, (area.columns + Self.gap) / (width + Self.gap))
    let wanted = min((hints.count + columns - 1) / columns + 1, Self.mostRows)
    let rows = min(wanted, max(below, above))
    frame = Rect(
      row: below >= rows ? area.endRow - rows : area.row, column: area.column, rows: rows,
      columns: area.columns)
  }

  /// Draws the hints column by column. What does not fit is counted at the end.
  @MainActor
  package func draw(on canvas: Canvas) {
    let (size, theme) = (canvas.size, canvas.theme)
    canvas.erase()
    // A single row is for a key.
    let top = size.rows > 1 ? 1 : 0
    if top > 0 {
      canvas.fill(row: 0, with: "─", theme[.border])
      canvas.shortened(" \(title) … ", row: 0, column: 1, theme[.key], limit: size.columns - 2)
    }
    let rows = size.rows - top
    let room = rows * columns
    let width = (size.columns + Self.gap) / columns - Self.gap
    for index in 0..<min(room, hints.count) {
      let (row, column) = (top + index % rows, index / rows * (width + Self.gap))
      if index == room - 1, hints.count > room {
        let rest = "\(hints.count - room + 1) more"
        canvas.shortened(rest, row: row, column: column, theme[.muted], limit: width)
        return
      }
      canvas.shortened(hints[index].key, row: row, column: column, theme[.key], limit: width)
      let start = min(keyWidth + 1, width)
      canvas.shortened(
        hints[index].summary, row: row, column: column + start, theme[.text], limit: width - start)
    }
  }
}
