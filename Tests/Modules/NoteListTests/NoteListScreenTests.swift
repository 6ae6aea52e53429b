import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteList

private let three = [
  "a.md": "# Alpha\none two", "b.md": "# Beta\ntwo three", "c.md": "# Gamma\nthree four",
]

@MainActor
@Suite("The list's screen: its look and its keys")
struct NoteListScreenTests {
  private func bench(_ texts: [String: String] = three) async -> ListBench {
    let bench = ListBench(texts)
    await bench.start()
    return bench
  }

  @Test("Z3 a row is a title, a snippet and a date, and the selected row is marked")
  func rows() async {
    let bench = await bench()
    let frame = bench.frame(64, 4)
    #expect(
      frame.lines == [
        "> Gamma  c                  three four                    10:29",
        "  Beta  b                   two three                     10:29",
        "  Alpha  a                  one two                       10:29", "",
      ])
    #expect(frame.style(at: Point(row: 0, column: 40)) == Theme.standard[.selection])
    #expect(frame.style(at: Point(row: 1, column: 28)) == Theme.standard[.muted])
  }

  @Test(
    "Title, snippet and date have their columns in every width, and cut text ends with a sign",
    arguments: [20, 31, 32, 60, 63, 64, 80, 99])
  func widths(width: Int) async {
    let long = String(repeating: "word ", count: 60)
    let bench = await bench(["a.md": "# \(long)\n\(long)"])
    let columns = RowColumns(width: width)
    let frame = bench.frame(width, 3)
    let row = Array(frame.rowText(0))
    #expect(row.count == width)
    #expect(row[0] == ">" && row[1] == " ")
    #expect(row[columns.title + columns.titleWidth - 1] == "…")
    if columns.snippetWidth > 0 {
      #expect(row[columns.snippet - 1] == " ")
      #expect(row[columns.snippet] == "w")
      #expect(row[columns.snippet + columns.snippetWidth - 1] == "…")
    }
    let end = String(row[(width - 6)..<(width - 1)])
    #expect((end == "10:29") == columns.showsDate)
    #expect(row[width - 1] == " ")
  }

  @Test("In a wide window the list has one half and the preview the other")
  func wide() async {
    let bench = await bench()
    let frame = bench.frame(120, 6)
    #expect(frame.rowText(0).hasPrefix("> Gamma"))
    #expect((0..<6).allSatisfy { frame[Point(row: $0, column: 59)]?.text == "│" })
    #expect(
      bench.screen.frame(ofSlot: "preview", in: Size(columns: 120, rows: 6))
        == Rect(row: 0, column: 60, rows: 6, columns: 60))
    await bench.press("p")
    #expect(bench.screen.frame(ofSlot: "preview", in: Size(columns: 120, rows: 6)) == nil)
    #expect(bench.screen.frame(ofSlot: "other", in: Size(columns: 120, rows: 6)) == nil)
    #expect(!bench.frame(120, 6).text.contains("│"))
  }

  @Test("Filter matches are marked in title and snippet")
  func matches() async {
    let bench = await bench()
    await bench.press("/", "t", "w", "o")
    let frame = bench.frame(60, 5)
    #expect(frame.lines[0] == "/two")
    #expect(frame.lines[1].hasPrefix("> Beta"))
    let match = Theme.standard[.match].attributes
    let start = RowColumns(width: 60).snippet
    for column in start..<(start + 3) {
      #expect(
        frame.style(at: Point(row: 1, column: column))?.attributes.isSuperset(of: match) == true)
    }
    #expect(frame.style(at: Point(row: 1, column: start + 4)) == Theme.standard[.selection])
    #expect(bench.screen.chrome.state == "2 of 3")
  }

  @Test("The cursor is in the filter's line while it is typed, and hidden otherwise")
  func cursor() async {
    let bench = await bench()
    #expect(bench.frame().cursor == nil)
    await bench.press("/")
    #expect(bench.frame().cursor == Point(row: 0, column: 1))
    await bench.press("日", "x")
    #expect(bench.frame().cursor == Point(row: 0, column: 4))
    await bench.press("Left")
    #expect(bench.frame().cursor == Point(row: 0, column: 3))
    await bench.press("Tab")
    #expect(bench.screen.chrome.title == "/日x")
    await bench.press("/")
    #expect(bench.frame().lines[0] == "/日x", "the kept filter stands there")
    await bench.press("g")
    #expect(bench.frame().lines[0] == "/g", "and gives way to what is typed")
    await bench.press("Esc")
    #expect(bench.screen.chrome.title == "")
  }

  @Test("While the filter is typed letters are text, and the arrows still move")
  func filterKeys() async {
    let bench = await bench()
    await bench.press("/", "q", "Backspace", "Down", "Down")
    #expect(bench.wireframe.asked == [])
    #expect(bench.frame().lines[3].hasPrefix("> Alpha"))
    _ = bench.screen.handle(.paste(Array("be\nta".utf8)))
    #expect(bench.frame().lines[0] == "/be ta")
  }

  @Test("Each empty list says why it is empty and what to do")
  func empty() async {
    let bench = ListBench()
    #expect(bench.frame().lines[0] == "  Reading the folder…")
    await bench.start()
    #expect(
      bench.frame().lines.prefix(2) == ["  No notes yet.", "  Press n to write the first."])
    #expect(bench.screen.chrome.state == "0 notes")
    let other = await self.bench()
    await other.press("/", "z", "z")
    #expect(
      other.frame().lines[1...2] == [
        "  No note has “zz” in its title or first words.", "  Press Esc to see all notes.",
      ])
  }

  @Test(
    "The number of notes is shown in words",
    arguments: [(0, "0 notes"), (1, "1 note"), (2, "2 notes"), (60, "60 notes")])
  func counts(number: Int, wanted: String) async {
    let bench = await bench(ListBench.numbered(number))
    #expect(bench.screen.chrome.state == wanted)
  }

  @Test("A click selects, a click on the selected row opens, and the wheel moves by three")
  func mouse() async {
    let bench = await bench(ListBench.numbered(9))
    _ = bench.frame(60, 6)
    func mouse(_ action: MouseEvent.Action, _ row: Int) -> Bool {
      bench.screen.handle(.mouse(MouseEvent(action, at: Point(row: row, column: 4))))
    }
    #expect(mouse(.press, 2))
    #expect(bench.selected == "Note 06" && bench.wireframe.asked == [])
    _ = bench.frame(60, 6)
    #expect(mouse(.press, 2))
    #expect(bench.wireframe.asked == ["open n06.md"])
    #expect(mouse(.wheelDown, 0))
    #expect(bench.selected == "Note 03")
    #expect(mouse(.wheelUp, 0))
    #expect(bench.selected == "Note 06")
    #expect(!mouse(.release, 1) && !mouse(.drag, 1))
  }

  @Test("A click below the last row does nothing")
  func clickBelow() async {
    let bench = await bench()
    _ = bench.frame(60, 8)
    #expect(!bench.screen.handle(.mouse(MouseEvent(.press, at: Point(row: 5, column: 4)))))
    #expect(bench.selected == "Gamma")
  }

  @Test(
    "A long list scrolls with the selection, shows a bar, and pages by a screenful minus one row")
  func paging() async {
    let bench = await bench(ListBench.numbered(30))
    #expect(bench.frame(60, 6).text.contains("▐"))
    await bench.press("PgDn")
    #expect(bench.frame(60, 6).lines[5].hasPrefix("> Note 24"))
    await bench.press("PgDn", "PgUp")
    #expect(bench.frame(60, 6).lines.contains { $0.hasPrefix("> Note 24") })
    await bench.press("End")
    #expect(bench.frame(60, 6).lines[5].hasPrefix("> Note 00"))
    await bench.press("g")
    #expect(bench.frame(60, 6).lines[0].hasPrefix("> Note 29"))
  }

  @Test("A note that cannot be opened has its own sign and names the obstacle")
  func obstructed() async {
    let bench = ListBench()
    let screen = NoteListScreen(presenter: ObstructedRows())
    screen.show(NoteListState(rowCount: 2, total: 2, selected: 1, isLoading: false))
    let frame = FakeFrame.drawing(screen, columns: 60, rows: 2)
    #expect(frame.lines[0].hasPrefix("! Pipe"))
    #expect(frame.lines[0].contains("is a pipe"))
    #expect(frame.lines[1].hasPrefix("> Pipe"))
    #expect(bench.work.isIdle)
  }

  @Test("Escapes, control characters and bidi marks in titles are spelled out and have no effect")
  func hostile() async {
    let bench = await bench(["a.md": "# x\u{1b}[2Jy\u{202e}z\u{7}\nq\u{1b}]0;t\u{7}"])
    let frame = bench.frame(64, 2)
    let row = Array(frame.rowText(0))
    #expect(row.count == 64)
    #expect(!frame.text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0 == "\u{202e}" })
    #expect(row[RowColumns(width: 64).snippet] == "q")
    #expect(String(row[58..<63]) == "10:29")
  }

  @Test("A row that is too long ends with its sign even while its matches are marked")
  func cutWithMatches() async {
    let bench = await bench([
      "a.md": "# the tea the cup the pot\nx", "b.md": "# 日本 the é the 日本語\nx",
    ])
    await bench.press("/", "t", "h", "e")
    let frame = bench.frame(18, 3)
    let lines = frame.lines.dropFirst()
    let titles = [
      ("the tea the cu…", [0, 1, 2, 8, 9, 10]), ("日本 the é the…", [5, 6, 7, 11, 12, 13]),
    ]
    for (title, wanted) in titles {
      let row = lines.firstIndex { $0.dropFirst(2).hasPrefix(title) } ?? 0
      let marks = (2..<17).map { column in
        frame.style(at: Point(row: row, column: column))?.attributes.contains(.underline) == true
      }
      #expect(marks.indices.filter { marks[$0] } == wanted, "\(title)")
    }
  }

  @Test("Wide characters are never cut in half")
  func wideTitles() async {
    let bench = await bench(["a.md": "# 日本語日本語日本語日本語日本語日本語\nx"])
    let columns = RowColumns(width: 60)
    let frame = bench.frame(60, 1)
    // A twelfth character would need both of the last two cells; the ellipsis takes one of them.
    let title = "> 日本語日本語日本語日本…"
    let gap = String(repeating: " ", count: columns.titleWidth - 23)
    let beforeDate = String(repeating: " ", count: columns.snippetWidth + 6)
    #expect(frame.lines[0] == title + gap + " x" + beforeDate + "10:29")
  }
}

@MainActor
private final class ObstructedRows: NoteListPresenting {
  var leavesUndoToShell: Bool { false }
  var isReadOnly: Bool { false }
  var isUndoing: Bool { false }
  weak var view: (any NoteListView)?
  func handle(_ command: NoteListCommand) {}
  func showMessage(_ text: String, isWarning: Bool) {}
  func folder(at index: Int) -> FolderRow {
    FolderRow(name: "", depth: 0, count: "", isShown: false)
  }
  func tags(at index: Int) -> String { "" }
  func date(at index: Int) -> String { "10:29" }
  func row(at index: Int) -> NoteListRow {
    NoteListRow(title: "Pipe", snippet: "is a pipe", isObstructed: true)
  }
  let marking = MatchMarking([])
}
