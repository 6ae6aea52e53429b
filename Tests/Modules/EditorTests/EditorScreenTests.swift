import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Editor

@MainActor
@Suite("The editor's screen: how a text looks and how mouse and keys work")
struct EditorScreenTests {
  @Test("A text is drawn line by line, with the cursor in its cell and name and state around it")
  func plain() async {
    let bench = await EditorBench.marked("# Title\n\nso|me text")
    let frame = bench.frame(20, 4)
    #expect(frame.lines == ["# Title", "", "some text", ""])
    #expect(frame.cursor == Point(row: 2, column: 2))
    #expect(bench.screen.chrome.title == "a" && bench.chrome.state.hasSuffix("saved"))
    #expect(
      bench.screen.chrome.hints.map(\.word).prefix(7) == [
        "save", "back", "undo", "redo", "find", "cut line", "task",
      ])
  }

  @Test("A message says that the note is being read, and there is no cursor meanwhile")
  func reading() async {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": "x"])
    bench.presenter.scene.showState()
    let frame = bench.frame()
    #expect(bench.chrome.state == "reading…")
    #expect(frame.cursor == nil)
  }

  /// `|` is the cursor; the picture shows a row with the cursor's column.
  private nonisolated static let cells: [(String, String, Int)] = [
    ("a\tb|", "a   b", 5), ("\t|b", "    b", 4), ("abcd\t|e", "abcd    e", 8),
    ("日|本", "日本", 2), ("日本|", "日本", 4), ("a\t日|", "a   日", 6),
    ("e\u{301}|x", "e\u{301}x", 1), ("x\u{7}|y", "x^Gy", 3), ("\u{1b}|[2J", "^[[2J", 2),
    ("a\rb|", "a^Mb", 4), ("|", "", 0),
  ]

  @Test("Tabs, wide characters, marks and escapes take their number of cells", arguments: cells)
  func cells(marked: String, picture: String, column: Int) async {
    let bench = await EditorBench.marked(marked)
    let frame = bench.frame(30, 2)
    #expect(frame.lines[0] == picture)
    #expect(frame.cursor == Point(row: 0, column: column))
  }

  @Test("Escaped characters look unlike text, and never reach the terminal")
  func escapes() async {
    let bench = await EditorBench.on("a\u{1b}[31mb\u{202e}c")
    let frame = bench.frame(30, 2)
    #expect(!frame.text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
    #expect(frame.style(at: Point(row: 0, column: 0)) == Theme.standard[.text])
    #expect(frame.style(at: Point(row: 0, column: 1)) == Theme.standard[.escape])
    #expect(frame.style(at: Point(row: 0, column: 2)) == Theme.standard[.escape])
    #expect(frame.style(at: Point(row: 0, column: 3)) == Theme.standard[.text])
  }

  @Test("The pieces of a row have columns, and an escape is a piece of its own")
  func pieces() async {
    let bench = await EditorBench.on("a\tb\u{7}c")
    #expect(
      bench.row(at: 0).pieces == [
        EditorRow.Piece(column: 0, text: "a", cells: 1),
        EditorRow.Piece(column: 4, text: "b", cells: 1),
        EditorRow.Piece(column: 5, text: "^G", cells: 2, look: EditorStyle(signs: .escape)),
        EditorRow.Piece(column: 7, text: "c", cells: 1),
      ])
    #expect(bench.row(at: 1).pieces == [])
    #expect(bench.row(at: -1).pieces == [])
    #expect(bench.row(at: 99).pieces == [])
  }

  @Test("Long lines wrap at words, and list items wrap under their text")
  func wraps() async {
    let bench = await EditorBench.on("- one two three four", columns: 12, rows: 4)
    #expect(bench.frame(12, 4).lines == ["- one two", "  three", "  four", ""])
  }

  @Test("A text longer than the view has a scroll bar, and a short one has none")
  func scrollBar() async {
    let long = await EditorBench.on(
      (0..<30).map { "line \($0)" }.joined(separator: "\n"), rows: 5)
    #expect(long.frame(40, 5).rowText(0).last == "▐")
    let short = await EditorBench.on("one\ntwo", rows: 5)
    #expect(short.frame(40, 5).rowText(0).last == " ")
  }

  @Test("A click sets the cursor, even past a line's end or below the text")
  func click() async {
    let bench = await EditorBench.on("hello\n日本\nx")
    let clicks: [(Int, Int, String)] = [
      (0, 2, "he|llo\n日本\nx"), (0, 30, "hello|\n日本\nx"), (1, 2, "hello\n日|本\nx"),
      (7, 0, "hello\n日本\n|x"),
    ]
    for (row, column, wanted) in clicks {
      _ = bench.screen.handle(
        .mouse(MouseEvent(.press, at: Point(row: row, column: column))))
      #expect(bench.marked == wanted)
    }
  }

  @Test("The wheel scrolls by three rows and moves the cursor along, so that typing stays in view")
  func wheel() async {
    let bench = await EditorBench.on(
      (0..<30).map { "line \($0)" }.joined(separator: "\n"), rows: 5)
    let at = Point(row: 0, column: 0)
    _ = bench.screen.handle(.mouse(MouseEvent(.wheelDown, at: at)))
    #expect(bench.frame(40, 5).lines[0].hasPrefix("line 3"))
    #expect(bench.cursor == Point(row: 0, column: 0))
    #expect(bench.selections.main.head.value == 21)
    _ = bench.screen.handle(.mouse(MouseEvent(.wheelUp, at: at)))
    #expect(bench.frame(40, 5).lines[0].hasPrefix("line 0"))
    #expect(bench.selections.main.head.value == 21, "still in sight, so it stays")
  }

  @Test("A new size lays the text out again with the cursor in view", arguments: [5, 11, 30, 2])
  func resize(columns: Int) async {
    let bench = await EditorBench.marked("one two three four five six seven|", columns: 40, rows: 4)
    let frame = bench.frame(columns, 3)
    let cursor = frame.cursor
    #expect(cursor.map { Rect(Size(columns: columns, rows: 3)).contains($0) } == true)
  }

  @Test("I3 a box asks for a readable width and most of the height")
  func preferredSize() async {
    let bench = await EditorBench.on("x")
    let sizes: [(Size, Size)] = [
      (Size(columns: 120, rows: 30), Size(columns: 76, rows: 20)),
      (Size(columns: 40, rows: 3), Size(columns: 40, rows: 3)),
    ]
    for (room, wanted) in sizes { #expect(bench.screen.preferredSize(in: room) == wanted) }
  }

  @Test("Keys without a meaning here are left to the app")
  func unknownKeys() async {
    let bench = await EditorBench.on("x")
    for key in ["F1", "F12", "F10", "M-y"] as [Key] {
      #expect(!bench.screen.handle(.key(key)))
    }
    #expect(bench.screen.handle(.key("?")), "a question mark is text")
  }
}

@Suite("The editor's tables: links and titles")
struct EditorTablesTests {
  private static let links: [(String, String?)] = [
    ("see no|tes://editor/PLAN now", "notes://editor/PLAN"),
    ("see |notes://editor/PLAN", "notes://editor/PLAN"),
    ("see notes://editor/PLAN|", "notes://editor/PLAN"), ("se|e notes://editor/PLAN", nil),
    ("(notes://e|ditor/a)", "notes://editor/a"), ("<notes://e|ditor/a>", "notes://editor/a"),
    ("[x](notes://e|ditor/a%20b)", "notes://editor/a%20b"),
    ("see notes://e|ditor/PLAN.", "notes://editor/PLAN"),
    ("notes://e|ditor/v1.2, ok", "notes://editor/v1.2"),
    ("notes://a notes://b|", "notes://b"), ("http://no|tes.org", nil),
    ("[[Pl|an]]", "notes://editor/Plan"), ("|[[Plan]]", "notes://editor/Plan"),
    ("[[Plan|]]", "notes://editor/Plan"), ("[[Plan]]| x", "notes://editor/Plan"),
    ("x| [[Plan]]", nil),
    ("[[a]] [[b|]]", "notes://editor/b"), ("[[a]] | [[b]]", nil), ("[[Pl|an", nil),
    ("[[|]]", nil), ("[[#|Part]]", nil), ("[[Plan#P|art]]", "notes://editor/Plan#Part"),
    ("[[my pl|an]]", "notes://editor/my%20plan"), ("[[100%|]]", "notes://editor/100%25"),
    ("[[Ca|fé]]", "notes://editor/Caf%C3%A9"), ("[[日|記]]", "notes://editor/%E6%97%A5%E8%A8%98"),
    ("[[daily/x|]]", "notes://editor/daily/x"), ("|", nil),
  ]

  @Test("K13 the link at the cursor leads to its note", arguments: links)
  func link(marked: String, wanted: String?) {
    // The cursor is the last bar: an earlier one may separate a link from its label.
    let bytes = Array(marked.utf8)
    let bar = bytes.lastIndex(of: UInt8(ascii: "|")) ?? 0
    let line = Array(bytes[..<bar] + bytes[(bar + 1)...])
    let link = TextLink.at(ByteOffset(bar), in: Rope(line))
    #expect(link?.route == wanted)
  }

  @Test("A link with a label leads to the note before the bar")
  func label() {
    let link = TextLink.at(ByteOffset(9), in: Rope(Array("[[Plan|the plan]]".utf8)))
    #expect(link?.route == "notes://editor/Plan")
  }
}
