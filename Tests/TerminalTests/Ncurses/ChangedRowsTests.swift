import CVterm
import NcursesTerminal
import Terminal
import TestSupport
import Testing

/// Rows that changed may be sent past ncurses; a screen that was forgotten is painted by ncurses
/// alone. Both must give the same picture.
extension NcursesDriverTests {
  @Test(
    "A picture that changes bit by bit is the one that ncurses paints anew",
    arguments: [
      ("xterm-256color", 1), ("xterm-256color", 2), ("tmux-256color", 3), ("linux", 4),
      ("vt100", 5),
    ])
  func changesAddUp(terminalName: String, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let terminal = try PseudoTerminal(columns: 40, rows: 10)
    let driver = try terminal.open(terminal: terminalName)
    defer { driver.end() }
    // Not the last row: ncurses itself goes wrong there with marks in the last cell.
    let left = driver.makeWindow(Rect(row: 0, column: 0, rows: 9, columns: 19))
    let right = driver.makeWindow(Rect(row: 0, column: 19, rows: 9, columns: 21))
    let box = driver.makeWindow(Rect(row: 3, column: 12, rows: 4, columns: 15))
    var hasBox = false
    for frame in 0..<24 {
      for window in [left, right, box] {
        for _ in 0..<Int.random(in: 0...8, using: &random) {
          change(window, using: &random)
        }
      }
      if frame % 9 == 8 { hasBox.toggle() }
      let windows = hasBox ? [left, right, box] : [left, right]
      let cursor = frame.isMultiple(of: 2) ? Point(row: frame % 10, column: frame % 40) : nil
      driver.present(windows, cursor: cursor)
      try terminal.show(driver)
      let shown = picture(of: terminal)
      if let cursor { #expect(terminal.cursor == cursor) }
      driver.forgetScreen()
      driver.present(windows, cursor: cursor)
      try terminal.show(driver)
      let painted = picture(of: terminal)
      #expect((0..<10).filter { shown[$0] != painted[$0] } == [], "rows of frame \(frame)")
    }
  }

  @Test("A row that becomes shorter leaves nothing behind, at the edge and before another window")
  func shorterRows() throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 4)
    let driver = try terminal.open()
    defer { driver.end() }
    let left = driver.makeWindow(Rect(row: 0, column: 0, rows: 4, columns: 20))
    let right = driver.makeWindow(Rect(row: 0, column: 20, rows: 4, columns: 20))
    let long = "a text of 20 letters"
    for text in [long, "short", long, ""] {
      for window in [left, right] {
        for row in 0..<4 {
          let place = Point(row: row, column: 0)
          window.fill(" ", width: 20, at: place, style: .plain)
          window.put(text, width: text.count, at: place, style: .plain)
        }
      }
      driver.present([left, right], cursor: nil)
      try terminal.show(driver)
      let wanted = text + String(repeating: " ", count: 20 - text.count)
      for row in 0..<4 { #expect(terminal.text(row, 0..<40) == wanted + wanted) }
    }
  }

  /// Blanks a row and writes some text into it, or moves all rows.
  private func change(_ window: any Window, using random: inout SeededRandom) {
    let size = window.frame.size
    let row = Int.random(in: 0..<size.rows, using: &random)
    if Int.random(in: 0..<20, using: &random) == 0 {
      _ = window.moveLines(in: Rect(size), by: Bool.random(using: &random) ? 1 : -1)
    }
    let styles: [Style] = [
      .plain, .plain, Style(.bold), Style(.reverse), Style(foreground: .indexed(244)),
      Style(.underline, foreground: .indexed(75), background: .indexed(24)),
    ]
    let texts: [(String, Int)] = [
      ("plain", 5), ("a longer text", 13), ("日本", 4), ("e\u{301}t\u{e9}", 3), ("│ … •", 5),
      ("🙂", 2),
      ("wide apart   words", 18),
    ]
    var column = 0
    if Bool.random(using: &random) { column = Int.random(in: 0..<size.columns, using: &random) }
    window.fill(" ", width: size.columns, at: Point(row: row, column: 0), style: .plain)
    while let (text, width) = texts.randomElement(using: &random), column + width <= size.columns {
      let style = styles.randomElement(using: &random) ?? .plain
      window.put(text, width: width, at: Point(row: row, column: column), style: style)
      column += width
    }
  }

  /// Every cell as it looks. Of a blank only what is seen counts, and a wide character has one look.
  private func picture(of terminal: PseudoTerminal) -> [String] {
    (0..<10).map { row in
      (0..<40).map { column in
        let cell = terminal.cell(row, column)
        let text = terminal.text(row, column..<column + 1)
        if text.isEmpty { return "" }
        let background = "\(cell.attrs.reverse)\(cell.attrs.underline)\(colour(cell.bg))"
        return text == " "
          ? " \(background)" : "\(text)\(cell.attrs.bold)\(colour(cell.fg))\(background)"
      }.joined(separator: "|")
    }
  }

  private func colour(_ colour: VTermColor) -> String {
    colour.type & 0x06 != 0 ? "own" : "\(colour.type):\(colour.indexed.idx)"
  }
}
