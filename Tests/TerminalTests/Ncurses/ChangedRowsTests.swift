import CVterm
import FakeTerminal
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
      ("vt100", 5), ("xterm-256color", 6), ("tmux-256color", 7), ("screen-256color", 8),
      ("xterm-256color", 9), ("tmux-256color", 10),
    ])
  func changesAddUp(terminalName: String, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let terminal = try PseudoTerminal(columns: 40, rows: 10)
    let driver = try terminal.open(terminal: terminalName)
    defer { driver.end() }
    // Not the last row: ncurses itself goes wrong there with marks in the last cell.
    // In some it goes on beneath the other one, and what is written there is covered.
    let goesOn = seed.isMultiple(of: 3)
    let left = driver.makeWindow(Rect(row: 0, column: 0, rows: 9, columns: goesOn ? 40 : 19))
    let right = driver.makeWindow(Rect(row: 0, column: 19, rows: 9, columns: 21))
    let box = driver.makeWindow(Rect(row: 3, column: 12, rows: 4, columns: 15))
    let spares = try [left, right, right].map { try #require($0.makeSpare()) }
    var hasBox = false
    for frame in 0..<80 {
      for window in [left, right, box] + spares {
        for _ in 0..<Int.random(in: 0...8, using: &random) {
          if Int.random(in: 0..<3, using: &random) == 0 {
            mark(window, using: &random)
          } else {
            let columns = goesOn ? min(19, window.frame.columns) : window.frame.columns
            change(window, columns: columns, using: &random)
          }
        }
      }
      if goesOn, frame % 6 == 4 {
        left.fill("-", width: 40, at: Point(row: frame % 9, column: 0), style: .plain)
      }
      // What is worked out ahead may be of no more use by then.
      if frame % 3 != 0 { right.prepareExchange(with: spares[1 + frame % 2]) }
      if frame % 8 >= 5 { left.prepareExchange(with: spares[0]) }
      if frame % 4 == 3 { #expect(left.exchange(with: spares[0])) }
      if frame % 5 == 2 { #expect(right.exchange(with: spares[1 + frame % 2])) }
      if frame % 9 == 8 { hasBox.toggle() }
      let windows = hasBox ? [left, right, box] : [left, right]
      let cursor = frame.isMultiple(of: 2) ? Point(row: frame % 10, column: frame % 40) : nil
      driver.present(windows, cursor: cursor)
      try terminal.show(driver)
      let shown = picture(of: terminal)
      if let cursor { #expect(terminal.cursor == cursor) }
      // What goes wrong shows sooner or later, and must not be painted over by then.
      if frame % 4 != Int(seed % 4) { continue }
      driver.forgetScreen()
      driver.present(windows, cursor: cursor)
      try terminal.show(driver)
      let painted = picture(of: terminal)
      #expect((0..<10).filter { shown[$0] != painted[$0] } == [], "rows of frame \(frame)")
    }
  }

  @Test(
    "What was worked out ahead for a window is right when it is shown, whatever happened meanwhile",
    arguments: 1...12)
  func workedOutAhead(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let terminal = try PseudoTerminal(columns: 40, rows: 10)
    let driver = try terminal.open(
      terminal: seed.isMultiple(of: 3) ? "tmux-256color" : "xterm-256color")
    defer { driver.end() }
    // A list, which goes on beneath what stands beside it, and sometimes a box over both.
    let list = driver.makeWindow(Rect(row: 0, column: 0, rows: 9, columns: 40))
    let beside = driver.makeWindow(
      Rect(row: 0, column: 19, rows: seed % 4 == 1 ? 6 : 9, columns: 21))
    let box = driver.makeWindow(Rect(row: 3, column: 12, rows: 4, columns: 15))
    let spares = try (0..<3).map { _ in try #require(beside.makeSpare()) }
    var hasBox = false
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    for frame in 0..<150 {
      while chance(50) { change(list, columns: 19, using: &random) }
      if chance(40) {
        let area = Rect(row: 0, column: 0, rows: seed % 4 == 0 ? 5 : 9, columns: 19)
        _ = list.moveLines(in: area, by: chance(70) ? 1 : -1)
      }
      if chance(5) { list.fill("-", width: 40, at: Point(row: 4, column: 0), style: .plain) }
      if chance(30) { change(beside, columns: 21, using: &random) }
      if chance(10) { change(box, columns: 15, using: &random) }
      if chance(8) { hasBox.toggle() }
      let spare = spares[frame % 3]
      if chance(60) { #expect(beside.exchange(with: spare)) }
      // Selected, say, once it is shown.
      if chance(10) { change(beside, columns: 21, using: &random) }
      let windows = hasBox ? [list, beside, box] : [list, beside]
      driver.present(windows, cursor: Point(row: frame % 10, column: frame % 40))
      try terminal.show(driver)
      #expect(terminal.cursor == Point(row: frame % 10, column: frame % 40))
      let next = spares[(frame + (chance(60) ? 1 : 2)) % 3]
      for _ in 0..<4 { change(next, columns: 21, using: &random) }
      if chance(90) { beside.prepareExchange(with: next) }
      if chance(10) { change(next, columns: 21, using: &random) }
      if frame % 5 < 4 { continue }
      let shown = picture(of: terminal)
      // Without what is kept of the frame before: each window is taken whole.
      driver.present([], cursor: nil)
      driver.forgetScreen()
      driver.present(windows, cursor: nil)
      try terminal.show(driver)
      let painted = picture(of: terminal)
      #expect((0..<10).filter { shown[$0] != painted[$0] } == [], "rows of frame \(frame)")
    }
  }

  @Test(
    "Lines that move in one of two windows are moved by the terminal, and the other stays right",
    arguments: [1, -1, 2, -3, 5])
  func linesMoveBeside(lines: Int) throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    let driver = try terminal.open()
    defer { driver.end() }
    let list = driver.makeWindow(Rect(row: 1, column: 0, rows: 10, columns: 40))
    let beside = driver.makeWindow(Rect(row: 1, column: 40, rows: 10, columns: 20))
    func words(_ number: Int, _ width: Int) -> String {
      let text = "\(number) 日本 of many, many words that go on"
      return text.prefix(width - 2) + String(repeating: " ", count: max(0, width - 2 - text.count))
    }
    func write(_ window: any Window, _ row: Int, _ number: Int) {
      let width = window.frame.columns
      window.put(
        words(number, width), width: width, at: Point(row: row, column: 0), style: .plain)
    }
    var first = 50
    for row in 0..<10 {
      write(list, row, first + row)
      write(beside, row, 500 + row)
    }
    driver.present([list, beside], cursor: nil)
    try terminal.show(driver)
    for frame in 1...6 {
      first += lines
      #expect(list.moveLines(in: Rect(list.frame.size), by: lines))
      for row in lines > 0 ? 10 - lines..<10 : 0..<(-lines) { write(list, row, first + row) }
      // Some frames leave all of it as it is, some a part.
      if frame % 3 != 0 {
        for row in 0..<(4 * (frame % 3)) { write(beside, row, frame * 37 + row) }
      }
      let before = terminal.written.count
      driver.present([list, beside], cursor: nil)
      try terminal.show(driver)
      let sent = terminal.written.count - before
      let shown = picture(of: terminal, rows: 12, columns: 60)
      for row in 0..<10 {
        #expect(terminal.text(row + 1, 0..<40).hasPrefix("\(first + row) 日"), "frame \(frame)")
      }
      if abs(lines) == 1, frame % 3 == 2 { #expect(sent < 300, "frame \(frame)") }
      driver.forgetScreen()
      driver.present([list, beside], cursor: nil)
      try terminal.show(driver)
      let painted = picture(of: terminal, rows: 12, columns: 60)
      #expect((0..<12).filter { shown[$0] != painted[$0] } == [], "rows of frame \(frame)")
    }
  }

  @Test(
    "What was drawn on a spare window is shown by an exchange, and what was shown by another one")
  func exchange() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 4)
    let driver = try terminal.open()
    defer { driver.end() }
    let fake = FakeDriver(size: Size(columns: 20, rows: 4))
    for terminalDriver in [driver, fake] as [any Driver] {
      let window = terminalDriver.makeWindow(Rect(row: 1, column: 2, rows: 2, columns: 9))
      let spare = try #require(window.makeSpare())
      window.put("日本 one", width: 8, at: Point(row: 0, column: 0), style: .plain)
      spare.put("two", width: 3, at: Point(row: 1, column: 4), style: Style(.bold))
      let wanted = ["  日本 one", "", "", "      two", "  日本 one", ""]
      for turn in 0..<3 {
        if turn > 0 { #expect(window.exchange(with: spare)) }
        terminalDriver.present([window], cursor: nil)
        try terminal.show(driver)
        for row in 0..<2 {
          var line = terminal.text(row + 1, 0..<20)
          if terminalDriver is FakeDriver { line = fake.frame.rowText(row + 1) }
          while line.last == " " { line.removeLast() }
          #expect(line == wanted[2 * turn + row])
        }
      }
      // Not where it stands elsewhere by now, nor with what is no spare of it.
      let other = terminalDriver.makeWindow(Rect(row: 0, column: 0, rows: 1, columns: 1))
      #expect(!window.exchange(with: other))
      window.place(at: Rect(row: 0, column: 0, rows: 2, columns: 9))
      #expect(!window.exchange(with: spare))
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
  private func change(
    _ window: any Window, columns: Int, using random: inout SeededRandom
  ) {
    var size = window.frame.size
    size.columns = columns
    let row = Int.random(in: 0..<size.rows, using: &random)
    if Int.random(in: 0..<20, using: &random) == 0 {
      _ = window.moveLines(in: Rect(size), by: Bool.random(using: &random) ? 1 : -1)
    }
    let styles: [Style] = [
      .plain, .plain, Style(.bold), Style(.reverse), Style(foreground: .indexed(244)),
      Style(.underline, foreground: .indexed(75), background: .indexed(24)),
      Style([.bold, .underline]), Style(.italic, foreground: .indexed(244)), Style(.dim),
    ]
    let texts: [(String, Int)] = [
      ("plain", 5), ("a longer text", 13), ("日本", 4), ("e\u{301}t\u{e9}", 3), ("│ … •", 5),
      ("🙂", 2),
      ("wide apart   words", 18),
    ]
    var column = 0
    if Bool.random(using: &random) { column = Int.random(in: 0..<size.columns, using: &random) }
    // Some views write a whole row and blank only what it leaves free.
    let isWhole = Bool.random(using: &random)
    if isWhole {
      column = 0
    } else {
      window.fill(" ", width: size.columns, at: Point(row: row, column: 0), style: .plain)
    }
    while let (text, width) = texts.randomElement(using: &random), column + width <= size.columns {
      let style = styles.randomElement(using: &random) ?? .plain
      window.put(text, width: width, at: Point(row: row, column: column), style: style)
      if Int.random(in: 0..<4, using: &random) == 0 {
        let other = styles.randomElement(using: &random) ?? .plain
        window.restyle(width: width, at: Point(row: row, column: column), style: other)
      }
      column += width
    }
    if isWhole {
      window.fill(
        " ", width: size.columns - column, at: Point(row: row, column: column), style: .plain)
    }
  }

  /// Writes the same words as ever into a row, with other letters of them marked, as a filter does.
  private func mark(_ window: any Window, using random: inout SeededRandom) {
    let words = "what was there, 日"
    let row = Int.random(in: 0..<window.frame.rows, using: &random)
    guard window.frame.columns >= 19 else { return }
    window.fill(" ", width: window.frame.columns, at: Point(row: row, column: 0), style: .plain)
    for (column, base) in [(0, Style(.bold)), (9, Style(foreground: .indexed(244)))] {
      let text = column == 0 ? String(words.prefix(9)) : String(words.dropFirst(9))
      window.put(text, width: 9, at: Point(row: row, column: column), style: base)
      var marked = base
      marked.attributes.formUnion([.bold, .underline])
      for letter in 0..<6 where Bool.random(using: &random) {
        window.restyle(width: 1, at: Point(row: row, column: column + letter), style: marked)
      }
    }
  }

  @Test("Where marks go from letter to letter only those letters are sent, in one look")
  func marksAreShort() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 3)
    let driver = try terminal.open()
    defer { driver.end() }
    let window = driver.makeWindow(Rect(row: 0, column: 0, rows: 3, columns: 60))
    let muted = Style(foreground: .indexed(244))
    let text = "the other thing that they thought of there"
    func show(marked letters: [Int]) throws -> Int {
      window.put(text, width: text.count, at: Point(row: 1, column: 2), style: muted)
      let style = Style([.bold, .underline], foreground: .indexed(244))
      for letter in letters {
        window.restyle(width: 1, at: Point(row: 1, column: 2 + letter), style: style)
      }
      let before = terminal.written.count
      driver.present([window], cursor: nil)
      try terminal.show(driver)
      return terminal.written.count - before
    }
    _ = try show(marked: [])
    let places = text.enumerated().filter { $0.element == "t" }.map(\.offset)
    #expect(places.count == 9)
    #expect(try show(marked: places) < 9 * 6 + 40)
    for (column, letter) in text.enumerated() {
      let cell = terminal.cell(1, 2 + column)
      #expect(cell.attrs.bold == (letter == "t" ? 1 : 0))
      #expect(cell.attrs.underline == (letter == "t" ? 1 : 0))
      #expect(colour(cell.fg) == "1:244")
    }
  }

  /// Every cell as it looks. Of a blank only what is seen counts, and a wide character has one look.
  private func picture(
    of terminal: PseudoTerminal, rows: Int = 10, columns: Int = 40
  ) -> [String] {
    (0..<rows).map { row in
      (0..<columns).map { column in
        let cell = terminal.cell(row, column)
        let text = terminal.text(row, column..<column + 1)
        if text.isEmpty { return "" }
        let background = "\(cell.attrs.reverse)\(cell.attrs.underline)\(colour(cell.bg))"
        return text == " "
          ? " \(background)"
          : "\(text)\(cell.attrs.bold)\(cell.attrs.italic)\(colour(cell.fg))\(background)"
      }.joined(separator: "|")
    }
  }

  private func colour(_ colour: VTermColor) -> String {
    colour.type & 0x06 != 0 ? "own" : "\(colour.type):\(colour.indexed.idx)"
  }
}
