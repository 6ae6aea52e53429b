import NcursesTerminal
import Terminal
import TestSupport
import Testing

/// Lines inserted and removed in the middle of a text: the terminal moves the lines below.
extension NcursesDriverTests {
  private static let size = (columns: 60, rows: 24)

  /// A text between a title and a line of hints, which do not move.
  private func draw(_ lines: [String], on window: any Window) {
    let columns = Self.size.columns
    for row in 0..<Self.size.rows {
      let place = Point(row: row, column: 0)
      window.fill(" ", width: columns, at: place, style: .plain)
      if row == 0 || row == Self.size.rows - 1 {
        window.put("the edge of all", width: 15, at: place, style: Style(.reverse))
      } else if row <= lines.count {
        let line = lines[row - 1]
        window.put(line, width: line.count, at: place, style: .plain)
      }
    }
  }

  private func line(_ number: Int) -> String {
    "line \(number): \(number * 7919 % 1000) words of it"
  }

  @Test(
    "A text looks right after lines are inserted and removed",
    arguments: [("xterm-256color", 1), ("tmux-256color", 2), ("linux", 3), ("vt100", 4)])
  func linesComeAndGo(terminalName: String, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let terminal = try PseudoTerminal(columns: Self.size.columns, rows: Self.size.rows)
    let driver = try terminal.open(terminal: terminalName)
    defer { driver.end() }
    let window = driver.makeWindow(
      Rect(row: 0, column: 0, rows: Self.size.rows, columns: Self.size.columns))
    var lines = (0..<30).map(line)
    var number = lines.count
    for frame in 0..<60 {
      let place = Int.random(in: 0..<20, using: &random)
      let count = Int.random(in: 0...4, using: &random)
      if Bool.random(using: &random), lines.count > 10 {
        let start = min(place, lines.count)
        lines.removeSubrange(start..<min(start + count, lines.count))
      } else {
        let place = min(place, lines.count)
        lines.insert(contentsOf: (0..<count).map { line(number + $0) }, at: place)
        number += count
      }
      draw(lines, on: window)
      let cursor = Point(row: place % Self.size.rows, column: frame % 40)
      driver.present([window], cursor: cursor)
      try terminal.show(driver)
      for row in 1..<Self.size.rows - 1 {
        let wanted = row <= lines.count ? lines[row - 1] : ""
        let padded = wanted + String(repeating: " ", count: Self.size.columns - wanted.count)
        #expect(terminal.text(row, 0..<Self.size.columns) == padded, "frame \(frame), row \(row)")
      }
      for row in [0, Self.size.rows - 1] {
        #expect(terminal.text(row, 0..<15) == "the edge of all", "frame \(frame)")
      }
      #expect(terminal.cursor == cursor)
    }
  }
}
