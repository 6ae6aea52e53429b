import Entities
import FakeTerminal
import Terminal
import Testing
import Viper

@testable import Preview

@MainActor
@Suite("Preview: how it looks and what its keys do")
struct PreviewScreenTests {
  let presenter = PreviewPresenter(interactor: FakeInteractor())
  let screen: PreviewScreen

  init() {
    screen = PreviewScreen(presenter: presenter)
  }

  private func load(_ lines: [String]) {
    presenter.didLoad(PreviewText(lines: lines, isCut: false), of: NoteID("diary.md"))
  }

  @Test("Without a note it says so, dimly")
  func nothing() {
    let frame = FakeFrame.drawing(screen, columns: 30, rows: 2)
    #expect(frame.lines == ["No note selected.", ""])
    #expect(frame.style(at: Point(row: 0, column: 0)) == Theme.standard[.muted])
  }

  @Test("Lines are wrapped at words, and wide characters take their two cells")
  func wraps() {
    load(["Milk and bread", "", "日本語 text"])
    #expect(
      FakeFrame.drawing(screen, columns: 9, rows: 6).lines
        == ["Milk and", "bread", "", "日本語", "text", ""])
    #expect(screen.chrome.place == "diary")
  }

  @Test(
    "Lines that were wrapped in advance are shown for the width there is, whichever note has them")
  func wrapsAhead() {
    load(["one"])
    #expect(FakeFrame.drawing(screen, columns: 9, rows: 3).lines == ["one", "", ""])
    screen.mayShow(["Milk and bread", "two"])
    load(["Milk and bread", "two"])
    #expect(FakeFrame.drawing(screen, columns: 9, rows: 3).lines == ["Milk and", "bread", "two"])
    #expect(
      FakeFrame.drawing(screen, columns: 20, rows: 3).lines == ["Milk and bread", "two", ""])
    load(["bread and Milk", "two"])
    #expect(FakeFrame.drawing(screen, columns: 9, rows: 3).lines == ["bread and", "Milk", "two"])
    // Two spellings of one word stay what they are.
    screen.mayShow(["caf\u{e9}"])
    load(["cafe\u{301}"])
    let shown = FakeFrame.drawing(screen, columns: 9, rows: 1).lines[0]
    #expect(Array(shown.unicodeScalars) == Array("cafe\u{301}".unicodeScalars))
  }

  @Test(
    "A byte of a line stands in one of its rows, whatever blanks were left out between them",
    arguments: [
      ("Milk and bread", [0, 7, 9, 13, 14, 99], [0, 0, 1, 1, 1, 1]),
      ("日本語日本語", [0, 14, 15, 17], [0, 0, 1, 1]), ("", [0, 5], [0, 0]),
      ("a           b", [0, 12], [0, 1]), ("  indented words", [0, 2, 11], [0, 0, 1]),
    ])
  func rowsOfBytes(line: String, bytes: [Int], rows: [Int]) {
    load([line])
    _ = FakeFrame.drawing(screen, columns: 10, rows: 4)
    if line == "Milk and bread" { _ = FakeFrame.drawing(screen, columns: 9, rows: 4) }
    #expect(bytes.map { screen.row(ofLine: 0, withByte: $0) } == rows)
  }

  @Test("Controls in a note are spelled out and move nothing")
  func escapes() {
    load(["a\u{1b}[31mb", "next"])
    let frame = FakeFrame.drawing(screen, columns: 30, rows: 2)
    #expect(!frame.text.contains("\u{1b}"))
    #expect(frame.lines[0].hasSuffix("[31mb"))
    #expect(frame.lines[1] == "next")
  }

  @Test("A problem is wrapped into the pane")
  func problem() {
    presenter.didFail("diary.md is gone. Press F5.", of: NoteID("diary.md"))
    let frame = FakeFrame.drawing(screen, columns: 18, rows: 3)
    #expect(frame.lines == ["diary.md is gone.", "Press F5.", ""])
    #expect(frame.style(at: Point(row: 0, column: 0)) == Theme.standard[.warning])
  }

  @Test("Its keys and the wheel scroll; clicks and other keys are passed on")
  func keys() {
    load((0..<20).map { "line \($0)" })
    _ = FakeFrame.drawing(screen, columns: 20, rows: 5)
    func top(after event: InputEvent) -> String {
      #expect(screen.handle(event))
      return FakeFrame.drawing(screen, columns: 20, rows: 5).lines[0]
    }
    #expect(top(after: .key("Down")) == "line 1")
    #expect(top(after: .key("PgDn")) == "line 5")
    #expect(top(after: .key("k")) == "line 4")
    #expect(top(after: .mouse(MouseEvent(.wheelDown, at: Point(row: 0, column: 0)))) == "line 7")
    #expect(top(after: .mouse(MouseEvent(.wheelUp, at: Point(row: 0, column: 0)))) == "line 4")
    #expect(top(after: .key("End")) == "line 15")
    #expect(top(after: .key("PgUp")) == "line 11")
    #expect(!screen.handle(.key("Esc")))
    #expect(!screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 0)))))
  }

  @Test("A line longer than the pane can be read to its end")
  func longLine() {
    load(["one two three four five six", "end"])
    _ = FakeFrame.drawing(screen, columns: 5, rows: 2)
    #expect(screen.handle(.key("End")))
    #expect(FakeFrame.drawing(screen, columns: 5, rows: 2).lines == ["six", "end"])
    #expect(screen.handle(.key("Up")))
    #expect(FakeFrame.drawing(screen, columns: 5, rows: 2).lines == ["five", "six"])
    #expect(
      FakeFrame.drawing(screen, columns: 40, rows: 2).lines
        == ["one two three four five six", "end"])
  }

  @Test("It draws in any size")
  func anySize() {
    load(["Milk and bread", "日本語", ""])
    for columns in 0...20 {
      for rows in 0...4 {
        _ = screen.handle(.key("PgDn"))
        let frame = FakeFrame.drawing(screen, columns: columns, rows: rows)
        #expect(frame.size == Size(columns: columns, rows: rows))
      }
    }
  }

  @Test("K17 a dropped preview is freed in all its parts, while it is reading too")
  func freed() async {
    let probe = LeakProbe()
    let work = Work()
    let store = ReadingStore()
    do {
      let (module, input) = PreviewBuilder(store: store, work: work).make()
      probe.watch(module)
      input.show(NoteID("diary.md"))
      #expect(
        probe.leaks == [
          "Preview: PreviewScreen", "Preview: PreviewPresenter", "Preview: PreviewInteractor",
        ])
      module.lifeCycle.moduleWasRemoved()
    }
    #expect(probe.leaks == [])
    await work.whenIdle()
  }
}
