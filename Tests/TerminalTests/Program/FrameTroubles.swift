import FakeTerminal
import Terminal
import UIScripts

/// The errors of a frame, whoever drew it: found from its rows alone, with a terminal emulator that
/// says which cells they take.
struct FrameTroubles {
  private let rows: [String]
  private let size: Size
  private let place: String
  /// The text of each cell; empty for the second half of a wide character.
  private let cells: [[String]]

  /// `known` caches the findings of rows, because most rows are in many frames.
  init(_ rows: [String], size: Size, place: String, known: inout [String: [String]]) {
    self.rows = rows
    self.size = size
    self.place = place
    var cells: [[String]] = []
    for row in rows {
      let found = known[row] ?? Self.cells(of: row, in: size.columns)
      known[row] = found
      cells.append(found)
    }
    self.cells = cells
  }

  var all: [String] {
    sizes + characters + lines + boxes + dividers + selection
  }

  /// A row is drawn on an emulator with more columns than needed, so that too long rows show.
  private static func cells(of row: String, in columns: Int) -> [String] {
    guard let emulator = TerminalEmulator(size: Size(columns: columns + 20, rows: 1)) else {
      return []
    }
    _ = emulator.feed(Array(row.utf8) + [0x21])
    return (emulator.frame.rows.first ?? []).map { $0.isContinuation ? "" : $0.text }
  }

  /// Each row takes all the cells of the window and no more: a sign after the row is right next to
  /// the window. Half of a wide character at the edge would move it.
  private var sizes: [String] {
    if rows.count != size.rows { return ["it has \(rows.count) rows"] }
    return cells.indices.filter {
      cells[$0].firstIndex(of: "!", from: size.columns) != size.columns
    }
    .map { "row \($0 + 1) does not take \(size.columns) cells: |\(rows[$0])|" }
  }

  /// No control characters, no replacements of unreadable bytes, and no combining mark without its
  /// letter.
  private var characters: [String] {
    var troubles: [String] = []
    for (row, line) in cells.enumerated() {
      for (column, cell) in line.enumerated() {
        guard let first = cell.unicodeScalars.first else { continue }
        let kind = first.properties.generalCategory
        if kind == .control || kind == .nonspacingMark || kind == .format || first == "\u{fffd}" {
          let code = String(first.value, radix: 16)
          troubles.append("U+\(code) stands alone at \(row + 1):\(column + 1)")
        }
      }
    }
    return troubles
  }

  /// The title line and the last line have text.
  private var lines: [String] {
    [("title", rows.first), ("last", rows.last)].compactMap { name, row in
      let isEmpty = row?.allSatisfy { $0 == " " } ?? true
      return isEmpty ? "the \(name) line is empty" : nil
    }
  }

  /// A box that begins at a corner has its other three corners, and unbroken sides.
  private var boxes: [String] {
    guard Self.boxed.contains(where: { place.contains($0) }) else { return [] }
    var troubles: [String] = []
    var count = 0
    for (top, line) in cells.enumerated() {
      guard let left = line.indices.first(where: { line[$0] == "┌" && line.cell($0 + 1) == "─" }),
        let right = line.lastIndex(of: "┐"), right > left
      else { continue }
      guard
        let bottom = cells.indices.first(where: {
          $0 > top && cells[$0].cell(left) == "└" && cells[$0].cell(right) == "┘"
        })
      else {
        troubles.append("the box at \(top + 1):\(left + 1) has no end")
        continue
      }
      count += 1
      for row in (top + 1)..<bottom
      where cells[row].cell(left) != "│"
        || !["│", "█", "▐", "┃", "▕"].contains(cells[row].cell(right))
      {
        troubles.append("the box's side is broken in row \(row + 1): |\(rows[row])|")
      }
    }
    if count == 0 { troubles.append("there is no box") }
    return troubles
  }

  private static let boxed = ["> Prompt\"", "> Help\"", "> ModuleTree\"", "> Palette\""]

  /// A bar in most rows of the list separates it from its preview or its folders, and must then be
  /// in all rows.
  private var dividers: [String] {
    guard place.hasPrefix("\"NoteList\""), size.rows > 2 else { return [] }
    // In a high window a line for messages is above the keys.
    let content = cells[1..<(size.rows - (size.rows < 8 ? 1 : 2))]
    return (0..<size.columns).compactMap { column in
      let bars = content.filter { $0.cell(column) == "│" }.count
      return bars * 4 > content.count * 3 && bars < content.count
        ? "the divider in column \(column + 1) is broken" : nil
    }
  }

  /// A selected row is visible, with some of its text.
  private var selection: [String] {
    guard Self.lists.contains(where: { place.hasPrefix($0) }) else { return [] }
    let isSeen = cells.dropFirst().dropLast().contains { line in
      line.indices.contains { column in
        line[column] == ">"
          && line[(column + 1)..<min(column + 5, line.count)].contains { !$0.isEmpty && $0 != " " }
      }
    }
    return isSeen ? [] : ["no selected row is in sight"]
  }

  private static let lists = [
    "\"NoteList > Trash\"", "\"NoteList > Tags\"", "\"NoteList > Settings\"",
    "\"NoteList > History\"", "\"NoteList > Palette\"",
  ]
}

extension [String] {
  fileprivate func cell(_ column: Int) -> String { indices.contains(column) ? self[column] : "" }

  fileprivate func firstIndex(of cell: String, from start: Int) -> Int? {
    indices.first { $0 >= start && self[$0] == cell }
  }
}
