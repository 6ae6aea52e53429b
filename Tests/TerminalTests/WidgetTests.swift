import FakeTerminal
import Terminal
import TestSupport
import Testing

/// A canvas over its own fake screen.
@MainActor
private struct Sheet {
  let driver: FakeDriver
  let window: any Window
  let canvas: Canvas

  init(columns: Int, rows: Int) {
    driver = FakeDriver(size: Size(columns: columns, rows: rows))
    window = driver.makeWindow(Rect(driver.size))
    canvas = Canvas(window, theme: .standard)
  }

  var frame: FakeFrame {
    driver.present([window], cursor: nil)
    return driver.frame
  }
}

@MainActor
@Suite("Canvas")
struct CanvasTests {
  @Test("A text is cut at the edge and at its limit, and is not drawn outside the canvas")
  func textIsCut() {
    let sheet = Sheet(columns: 6, rows: 3)
    #expect(sheet.canvas.text("abcdefgh", row: 0, column: 2) == 4)
    #expect(sheet.canvas.text("abcdefgh", row: 1, limit: 3) == 3)
    #expect(sheet.canvas.text("x", row: 3) == 0)
    #expect(sheet.canvas.text("x", row: 2, column: -1) == 0)
    #expect(sheet.canvas.text("x", row: 2, column: 6) == 0)
    #expect(sheet.canvas.text("x", row: 2, limit: -1) == 0)
    #expect(sheet.frame.text == "  abcd\nabc   \n      ")
  }

  @Test("A wide character that does not fit is omitted")
  func wideAtTheEdge() {
    let sheet = Sheet(columns: 4, rows: 2)
    #expect(sheet.canvas.text("a日本", row: 0) == 3)
    #expect(sheet.canvas.shortened("日本語", row: 1, limit: 4) == 3)
    #expect(sheet.frame.text == "a日 \n日… ")
  }

  @Test("Restyling changes the style of existing cells, and preserves their text")
  func restyled() {
    let sheet = Sheet(columns: 6, rows: 2)
    sheet.canvas.text("ab日本", row: 0, Style(.bold))
    sheet.canvas.restyle(row: 0, column: 1, width: 3, Style(.underline))
    sheet.canvas.restyle(row: 1, column: 4, width: 9, Style(.reverse))
    sheet.canvas.restyle(row: 2, column: 0, width: 1, Style(.reverse))
    sheet.canvas.restyle(row: 0, column: -1, width: 2, Style(.reverse))
    let frame = sheet.frame
    #expect(frame.text == "ab日本\n      ")
    let styles = (0..<12).map { frame[Point(row: $0 / 6, column: $0 % 6)]?.style.attributes }
    let wanted: [Style.Attributes] =
      [.bold, .underline, .underline, .underline, .bold, .bold]
      + [[], [], [], [], .reverse, .reverse]
    #expect(styles == wanted)
  }

  @Test("Control characters and bidi marks are spelled out, and do not move the cursor")
  func escapes() {
    let sheet = Sheet(columns: 14, rows: 1)
    sheet.canvas.text("a\u{1b}[2J\u{202e}b", row: 0)
    #expect(sheet.frame.rowText(0) == "a^[[2J<U+202E>")
  }

  @Test("A shortened text ends with an ellipsis only if it does not fit")
  func shortened() {
    let sheet = Sheet(columns: 6, rows: 4)
    #expect(sheet.canvas.shortened("abcdef", row: 0, limit: 6) == 6)
    #expect(sheet.canvas.shortened("abcdefg", row: 1, limit: 9) == 6)
    #expect(sheet.canvas.shortened("abc", row: 2, limit: 1) == 1)
    #expect(sheet.canvas.shortened("abc", row: 3, limit: 0) == 0)
    #expect(sheet.frame.text == "abcdef\nabcde…\n…     \n      ")
  }

  @Test("A part draws and erases inside itself, with its own top left as origin")
  func part() {
    let sheet = Sheet(columns: 6, rows: 3)
    for row in 0..<3 { sheet.canvas.fill(row: row, with: ".") }
    let part = sheet.canvas.part(Rect(row: 1, column: 2, rows: 9, columns: 3))
    #expect(part.size == Size(columns: 3, rows: 2))
    part.erase()
    part.text("abcdef", row: 0)
    part.part(Rect(row: 1, column: 1, rows: 1, columns: 9)).text("xyz", row: 0)
    #expect(sheet.frame.text == "......\n..abc.\n.. xy.")
    sheet.canvas.erase()
    #expect(sheet.frame.text == "      \n      \n      ")
  }

  @Test("A part beyond the edge is empty")
  func emptyPart() {
    let sheet = Sheet(columns: 4, rows: 2)
    let part = sheet.canvas.part(Rect(row: 5, column: 9, rows: 3, columns: 3))
    #expect(part.size == Size(columns: 0, rows: 0))
    #expect(part.text("x", row: 0) == 0)
  }
}

@MainActor
@Suite("Widgets")
struct WidgetTests {
  @Test(
    "A list scrolls as little as needed and wastes no room",
    arguments: [
      // top before, selected, count, height, top after
      (0, 2, 10, 4, 0), (0, 4, 10, 4, 1), (6, 3, 10, 4, 3), (6, 9, 10, 4, 6), (6, 1, 3, 4, 0),
      (0, 0, 0, 4, 0), (0, 9, 10, 1, 9),
    ])
  func listReveals(top: Int, selected: Int, count: Int, height: Int, expected: Int) {
    var list = ListWidget()
    list.reveal(top + height - 1, count: 100, height: height)
    list.reveal(selected, count: count, height: height)
    #expect(list.top == expected)
  }

  @Test("A list without a selection does not scroll, except back to its end")
  func listWithoutSelection() {
    var list = ListWidget()
    list.reveal(50, count: 100, height: 10)
    list.reveal(nil, count: 100, height: 10)
    #expect(list.top == 41)
    list.reveal(nil, count: 20, height: 10)
    #expect(list.top == 10)
    list.reveal(nil, count: 5, height: 0)
    #expect(list.top == 10)
  }

  @Test("A list asks only for visible rows, and shows a bar if there are more")
  func listDrawsVisibleRows() {
    let sheet = Sheet(columns: 10, rows: 3)
    var list = ListWidget()
    list.reveal(5, count: 6, height: 3)
    var asked: [Int] = []
    list.draw(on: sheet.canvas, count: 6) { index, canvas in
      asked.append(index)
      canvas.text("row \(index) is long", row: 0)
    }
    #expect(asked == [3, 4, 5])
    #expect(sheet.frame.text == "row 3 is  \nrow 4 is  \nrow 5 is ▐")
    #expect(list.row(atLine: 1, count: 6) == 4)
    #expect(list.row(atLine: 3, count: 6) == nil)
    #expect(list.row(atLine: -1, count: 6) == nil)
  }

  @Test(
    "Rows with a heading take two lines, and the selected row is always visible", arguments: 1...4)
  func headings(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (count, height) = (40, 12)
    let heads = Set((0..<40).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    var list = ListWidget()
    for _ in 0..<200 {
      let selected = Int.random(in: 0..<count, using: &random)
      list.reveal(selected, count: count, height: height, hasHeading: heads.contains)
      let sheet = Sheet(columns: 10, rows: height)
      list.draw(
        on: sheet.canvas, count: count, heading: { heads.contains($0) ? "head \($0)" : nil }
      ) {
        $1.text("row \($0)", row: 0)
      }
      let lines = sheet.frame.lines.map { String($0.prefix(8)).filter { $0 != " " } }
      let rows = (0..<height).map {
        list.row(atLine: $0, count: count, hasHeading: heads.contains)
      }
      #expect(rows.contains(selected))
      for (line, row) in rows.enumerated() {
        if let row {
          #expect(lines[line] == "row\(row)")
        } else {
          // Above the last row, a heading may not fit.
          #expect(lines[line].hasPrefix("head") || line == height - 1 && lines[line].isEmpty)
        }
      }
    }
  }

  @Test("A list with fewer rows than lines has no bar")
  func shortList() {
    let sheet = Sheet(columns: 10, rows: 3)
    ListWidget().draw(on: sheet.canvas, count: 2) { index, canvas in
      canvas.fill(row: 0, with: index == 0 ? "a" : "b")
    }
    #expect(sheet.frame.text == "aaaaaaaaaa\nbbbbbbbbbb\n          ")
  }

  @Test(
    "A scroll bar's thumb stays in its bar, reaches both ends, and never vanishes",
    arguments: [
      (0, 10, 100, 10, 0..<1), (90, 10, 100, 10, 9..<10), (0, 10, 5, 10, 0..<10),
      (25, 50, 100, 10, 2..<7), (500, 10, 100, 10, 9..<10), (-3, 10, 100, 10, 0..<1),
      (0, 1, 100_000, 4, 0..<1), (0, 10, 100, 0, 0..<0),
    ])
  func thumb(first: Int, visible: Int, total: Int, height: Int, expected: Range<Int>) {
    let bar = ScrollBar(first: first, visible: visible, total: total)
    #expect(bar.thumb(height: height) == expected)
  }

  @Test("A box frames its inside and shortens its title")
  func box() {
    let sheet = Sheet(columns: 12, rows: 3)
    Box(title: "A long title").draw(on: sheet.canvas)
    #expect(sheet.frame.text == "┌─ A lon… ─┐\n│          │\n└──────────┘")
    let tiny = Sheet(columns: 1, rows: 3)
    Box(title: "x").draw(on: tiny.canvas)
    #expect(tiny.frame.text == " \n \n ")
  }

  @Test("A wide area is split side by side, a high area above and below, and a small area is not")
  func split() throws {
    let wide = try #require(Split(Rect(row: 1, column: 0, rows: 10, columns: 101)))
    #expect(wide.direction == .beside)
    #expect(wide.first.endColumn == wide.divider.column)
    #expect(wide.divider.endColumn == wide.second.column)
    #expect(wide.second.endColumn == 101)
    let high = try #require(Split(Rect(row: 2, column: 3, rows: 17, columns: 40)))
    #expect(high.direction == .below)
    #expect(high.first.endRow == high.divider.row)
    #expect(high.divider.endRow == high.second.row)
    #expect(high.second.endRow == 19)
    #expect(Split(Rect(row: 0, column: 0, rows: 15, columns: 99)) == nil)
  }

  @Test(
    "A dragged divider follows the mouse as far as both sides have room",
    arguments: [(60, 60), (37, 37), (23, 23), (5, 23), (-3, 23), (150, 150), (199, 175)])
  func draggedBeside(to column: Int, standsAt expected: Int) throws {
    let place = Rect(row: 1, column: 0, rows: 10, columns: 200)
    let share = try #require(Split(place)).share(withDividerAt: Point(row: 3, column: column))
    #expect(Split(place, share: share)?.divider.column == expected)
  }

  @Test(
    "A dragged divider between two rows follows the mouse as far as both parts have room",
    arguments: [(9, 9), (2, 5), (30, 16), (16, 16)])
  func draggedBelow(to row: Int, standsAt expected: Int) throws {
    let place = Rect(row: 1, column: 0, rows: 19, columns: 60)
    let share = try #require(Split(place)).share(withDividerAt: Point(row: row, column: 3))
    #expect(Split(place, share: share)?.divider.row == expected)
  }

  @Test("The divider is drawn between the two parts")
  func divider() throws {
    let high = Sheet(columns: 4, rows: 16)
    let split = try #require(Split(Rect(high.driver.size)))
    split.drawDivider(on: high.canvas)
    #expect(high.frame.rowText(8) == "────")
    let wide = Sheet(columns: 100, rows: 2)
    let beside = try #require(Split(Rect(wide.driver.size)))
    beside.drawDivider(on: wide.canvas)
    #expect(wide.frame[Point(row: 1, column: 49)]?.text == "│")
  }

  @Test(
    "A status line shortens its left text before its right text",
    arguments: [
      ("place", "1 of 9", 20, " place       1 of 9 "),
      ("a very long place", "1 of 9", 20, " a very lo…  1 of 9 "),
      ("a very long place", "", 10, " a very … "),
      ("place", "1 of 9", 10, " place    "),
      ("place", "x", 0, ""),
    ])
  func statusLine(left: String, right: String, width: Int, expected: String) {
    let sheet = Sheet(columns: width, rows: 1)
    StatusLine(left: left, right: right).draw(on: sheet.canvas, left: .plain, right: .plain)
    #expect(sheet.frame.text == expected)
  }

  @Test(
    "A status line shows whole parts of its right text, or none",
    arguments: [
      ("notes", "1751 notes", 20, " notes   1751 notes "),
      ("notes", "10751 notes", 20, " notes              "),
      ("notes", "3 marked, 346 notes", 20, " notes     3 marked "),
      ("a note", "12:5 · 12 words, 1 min · saved", 30, " a note       12:5 · 12 words "),
      ("place", "1 of 9", 15, " place         "),
    ])
  func wholeParts(left: String, right: String, width: Int, expected: String) {
    statusLine(left: left, right: right, width: width, expected: expected)
  }

  @Test(
    "A status line drawn over another looks the same as on an empty row",
    arguments: [0, 5, 10, 13, 20, 31, 40])
  func statusLineOver(width: Int) {
    let lefts = ["", "place", "a very long place of a note", "日本 › né", "a\u{1b}b"]
    let rights = [
      "", "saved", "modified", "1 of 9", "12 words · saved", "日本語", "a much longer state",
    ]
    let lines = lefts.flatMap { left in rights.map { StatusLine(left: left, right: $0) } }
    var random = SeededRandom(seed: UInt64(width))
    let sheet = Sheet(columns: width, rows: 1)
    // Usually the left text stays, as a note's name does.
    for step in 0..<400 {
      let line =
        step % 3 == 0
        ? lines.randomElement(using: &random) ?? lines[0]
        : StatusLine(
          left: lefts[step / 30 % lefts.count],
          right: rights.randomElement(using: &random) ?? "")
      line.draw(on: sheet.canvas, left: .plain, right: .plain)
      let fresh = Sheet(columns: width, rows: 1)
      line.draw(on: fresh.canvas, left: .plain, right: .plain)
      #expect(sheet.frame.text == fresh.frame.text)
    }
  }
}

@MainActor
@Suite("Text field")
struct TextFieldTests {
  @Test(
    "Keys edit the line as usual",
    arguments: [
      ("a b", "oneab"), ("Left Left x", "oxne"), ("Home x", "xone"), ("C-a Del", "ne"),
      ("Backspace", "on"), ("Left C-k", "on"), ("Left C-u", "e"), ("C-w", ""), ("End x", "onex"),
      ("Space t w o C-w", "one "), ("Home Backspace", "one"), ("Del", "one"),
      ("C-b C-f C-e x", "onex"),
    ])
  func keys(names: String, expected: String) throws {
    var field = TextField("one")
    for name in names.split(separator: " ") {
      let key = try #require(Key(name: String(name)))
      let isTaken = field.handle(.key(key))
      #expect(isTaken)
    }
    #expect(field.text == expected)
  }

  @Test("A field ignores a key that has no meaning for it")
  func otherKeys() {
    var field = TextField("one")
    for key: Key in ["Enter", "Esc", "Up", "M-x", "F1", "C-s"] {
      let isTaken = field.handle(.key(key))
      #expect(!isTaken)
    }
    let isTaken = field.handle(.resize(Size(columns: 1, rows: 1)))
    #expect(!isTaken)
    #expect(field == TextField("one"))
  }

  @Test("A paste of several lines becomes one line")
  func paste() {
    var field = TextField("")
    let isTaken = field.handle(.paste(Array("a\r\nb\nc".utf8)))
    #expect(isTaken)
    #expect(field.text == "a b c")
    #expect(field.cursor == 5)
  }

  @Test("A typed combining mark joins the character before it")
  func marks() {
    var field = TextField("e")
    _ = field.handle(.paste(Array("\u{301}".utf8)))
    #expect(field.text == "é")
    #expect(field.cursor == 1)
    _ = field.handle(.key("Backspace"))
    #expect(field.text.isEmpty)
  }

  @Test("The part around the cursor is drawn, on the field's background")
  func drawing() {
    let sheet = Sheet(columns: 8, rows: 1)
    var field = TextField("abcdefgh")
    #expect(field.draw(on: sheet.canvas, row: 0, column: 2, width: 5) == 6)
    #expect(sheet.frame.text == "  efgh  ")
    #expect(sheet.frame.style(at: Point(row: 0, column: 6)) == Theme.standard[.field])
    #expect(sheet.frame.style(at: Point(row: 0, column: 7)) == .plain)
    _ = field.handle(.key("Home"))
    #expect(field.draw(on: sheet.canvas, row: 0, column: 2, width: 5) == 2)
    #expect(sheet.frame.text == "  abcde ")
  }
}

@Suite("Keys and keymaps")
struct KeyTests {
  @Test(
    "A key's name is parsed as the same key",
    arguments: [
      "a", "A", "é", "-", "C--", "C-s", "M-x", "C-M-S-Left", "S-Tab", "Enter", "Esc", "Backspace",
      "Del", "Ins", "Up", "PgUp", "PgDn", "Home", "End", "F1", "F24", "Space", "M-Space", "日",
    ])
  func names(name: String) throws {
    #expect(try #require(Key(name: name)).name == name)
  }

  @Test(
    "An invalid key name is refused",
    arguments: ["", "C-", "ab", "X-a", "F0", "F25", "F+1", "F01", "enter", "a-b", "C-Foo"])
  func badNames(name: String) {
    #expect(Key(name: name) == nil)
  }

  @Test("Only a plain character is typed text")
  func typed() {
    #expect(Key("a").typed == "a")
    #expect(Key("Space").typed == " ")
    #expect(Key("C-a").typed == nil)
    #expect(Key("Enter").typed == nil)
  }

  @Test("A keymap finds commands, and has a table of its keys")
  func keymap() {
    let keymap = Keymap<String>([
      .init(["j", "Down"], "down", "next note"),
      .init(["g", "Home"], "top", "first note", hint: "top"),
    ]).titled("Notes")
    #expect(keymap.command(for: "Down") == "down")
    #expect(keymap.command(for: "g") == "top")
    #expect(keymap.command(for: "x") == nil)
    let table = keymap.table
    #expect(table.title == "Notes")
    #expect(table.rows.map(\.keys) == [["j", "Down"], ["g", "Home"]])
    #expect(table.hints == [Chrome.Hint(key: "g", word: "top")])
  }
}

@Suite("Styles")
struct StyleTests {
  @Test(
    "A style is adapted to a terminal with fewer colors without losing its meaning",
    arguments: [
      (Style(foreground: .indexed(203)), ColorDepth.full, Style(foreground: .indexed(203))),
      (Style(foreground: .indexed(203)), .eight, Style(foreground: .indexed(1))),
      (Style(foreground: .indexed(12)), .eight, Style(foreground: .indexed(4))),
      (Style(foreground: .indexed(252)), .eight, Style(foreground: .indexed(7))),
      (Style(.bold, foreground: .indexed(39)), .none, Style(.bold)),
      (Style(background: .indexed(24)), .none, Style(.reverse)),
      (
        Style(foreground: .indexed(16), background: .indexed(17)), .eight,
        Style(background: .indexed(0))
      ),
      (.plain, .eight, .plain), (.plain, .none, .plain),
    ])
  func adapted(style: Style, depth: ColorDepth, expected: Style) {
    #expect(style.adapted(to: depth) == expected)
  }

  @Test("Every role of the theme differs from plain text even without color")
  func rolesDiffer() {
    for role in [
      Role.title, .selection, .marked, .match, .heading, .key, .warning, .field, .escape,
    ] {
      #expect(Theme.standard[role].adapted(to: .none) != .plain, "\(role)")
    }
  }
}

@MainActor
@Suite("A field above a list")
struct FieldAboveListTests {
  @Test(
    "The label is shown where there is room for words, and otherwise its mark",
    arguments: [(40, "Find: milk"), (39, "/ milk"), (8, "/ milk")])
  func label(columns: Int, line: String) {
    let sheet = Sheet(columns: columns, rows: 1)
    let field = LabeledField("Find: ", mark: "/", column: 6, text: "milk")
    field.draw(on: sheet.canvas, row: 0)
    #expect(sheet.frame.lines[0] == line)
    #expect(field.cursor(row: 0, width: columns).column == line.count)
  }

  @Test("A field reports typed text and cursor moves, and ignores other keys")
  func takes() {
    var field = LabeledField("Find: ", mark: "/", column: 6)
    #expect(field.take(.key("a")) == .typed("a"))
    #expect(field.take(.key("Left")) == .moved)
    #expect(field.take(.key("b")) == .typed("ba"))
    #expect(field.take(.key("F5")) == nil)
    #expect(field.text == "ba")
  }

  @Test("Several rows are shown from the first if they do not all fit")
  func reveals() {
    var list = ListWidget()
    list.reveal(rows: 6..<9, count: 20, height: 5)
    #expect(list.top == 4)
    list.reveal(rows: 10..<20, count: 20, height: 5)
    #expect(list.top == 10)
    list.reveal(rows: nil, count: 20, height: 5)
    #expect(list.top == 10)
  }

  nonisolated private static let gestures: [(MouseEvent.Action, Int, ListWidget.Gesture?)] = [
    (.wheelDown, 0, .scroll(3)), (.wheelUp, 9, .scroll(-3)), (.press, 2, .press(row: 1)),
    (.press, 0, nil), (.press, 5, nil), (.release, 2, nil), (.drag, 2, nil),
  ]

  @Test("A mouse event scrolls, presses a row or does nothing", arguments: gestures)
  func gesture(action: MouseEvent.Action, row: Int, wanted: ListWidget.Gesture?) {
    let mouse = MouseEvent(action, at: Point(row: row, column: 3))
    let frame = Rect(row: 1, column: 0, rows: 8, columns: 10)
    #expect(ListWidget().gesture(mouse, in: frame, count: 3) == wanted)
  }
}
