import Entities
import FakeTerminal
import Markdown
import Pictures
import Terminal
import Testing
import Viper

@testable import Preview

@MainActor
@Suite("Preview: its look and its keys")
struct PreviewScreenTests {
  let presenter = PreviewPresenter(interactor: FakeInteractor())
  let screen: PreviewScreen

  init() {
    screen = PreviewScreen(presenter: presenter)
  }

  private func load(_ lines: [String]) {
    presenter.didLoad(PreviewText(lines.joined(separator: "\n")), of: NoteID("diary.md"))
  }

  @Test("A preview without a note says so, dimly")
  func nothing() {
    let frame = FakeFrame.drawing(screen, columns: 30, rows: 2)
    #expect(frame.lines == [" No note selected.", ""])
    #expect(frame.style(at: Point(row: 0, column: 1)) == Theme.standard[.muted])
  }

  @Test("Lines wrap at words, and wide characters take two cells")
  func wraps() {
    load(["Milk and bread", "", "日本語 text", ""])
    #expect(
      FakeFrame.drawing(screen, columns: 9, rows: 6).lines
        == ["Milk and", "bread", "", "日本語", "text", ""])
    #expect(screen.chrome.title == "diary")
  }

  @Test("Emphasis differs in more than color")
  func looks() {
    let theme = Theme.standard
    for style in [RunStyle.strong, .emphasis, .link, .heading, .mark] {
      #expect(!style.look(in: theme).attributes.isEmpty)
    }
    #expect(RunStyle().look(in: theme) == theme[.text])
    let both = RunStyle([.strong, .link]).look(in: theme).attributes
    #expect(both.contains(.bold) && both.contains(.underline))
  }

  @Test("The selected link is highlighted, and a click opens the link under it")
  func selects() {
    load(["see [[Note]] and", "", "- [ ] box"])
    _ = FakeFrame.drawing(screen, columns: 20, rows: 4)
    #expect(screen.handle(.key("Tab")))
    let frame = FakeFrame.drawing(screen, columns: 20, rows: 4)
    #expect(frame.style(at: Point(row: 0, column: 4)) == Theme.standard[.selection])
    #expect(frame.style(at: Point(row: 0, column: 0)) == Theme.standard[.text])
    #expect(screen.handle(.key("Tab")))
    let next = FakeFrame.drawing(screen, columns: 20, rows: 4)
    #expect(next.style(at: Point(row: 2, column: 1)) == Theme.standard[.selection])
    #expect(next.style(at: Point(row: 0, column: 4)) != Theme.standard[.selection])
    #expect(!screen.handle(.key("Tab")))
    #expect(screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 5)))))
    #expect(screen.chrome.message == "notes://editor/Note")
    #expect(!screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 1)))))
    #expect(screen.handle(.mouse(MouseEvent(.press, at: Point(row: 2, column: 1)))))
  }

  @Test("/ finds text as it is typed, n and N go on, Enter stays and Esc goes back")
  func finds() {
    let screen = PreviewScreen(presenter: presenter, isOwnScreen: true)
    load(["Milk", "", "Bread", "", "milk again", "", "end"])
    func top(_ keys: Key...) -> String {
      for key in keys { _ = screen.handle(.key(key)) }
      return FakeFrame.drawing(screen, columns: 20, rows: 2).lines[0]
    }
    #expect(top() == "Milk")
    #expect(top("/", "a", "g") == "milk again")
    #expect(top("Esc") == "Milk")
    #expect(top("/", "m", "i", "l", "k", "Enter") == "Milk")
    #expect(top("n") == "milk again")
    let frame = FakeFrame.drawing(screen, columns: 20, rows: 2)
    #expect(frame.style(at: Point(row: 0, column: 0))?.attributes.contains(.underline) == true)
    #expect(top("n") == "Milk" && screen.chrome.message == "Search wrapped.")
    #expect(top("N") == "milk again")
    #expect(top("/", "z") == "milk again" && screen.chrome.message == "No row has “z”.")
    #expect(top("Enter", "Esc") == "milk again")
    #expect(!screen.handle(.key("n")), "nothing is searched any more")
    #expect(!screen.handle(.key("Esc")))
  }

  @Test("Beside another screen / and n are the holder's")
  func findsOnlyAlone() {
    load(["Milk"])
    for key: Key in ["/", "n", "N"] { #expect(!screen.handle(.key(key))) }
  }

  @Test("A page of the guide has no keys that change notes, and finds text")
  func guide() {
    let screen = PreviewScreen(presenter: presenter, isOwnScreen: true, isGuide: true)
    load(["- [ ] box"])
    for key: Key in ["x", "e", "i", "P", "u", "f"] { #expect(!screen.handle(.key(key))) }
    let keys = screen.keyTable.rows.flatMap(\.keys)
    #expect(keys.contains("/") && keys.contains("]") && !keys.contains("x"))
    #expect(screen.chrome.state == "guide")
  }

  @Test("The outline is a list of the headings")
  func outline() {
    load(["# One", "## Two", "# Three"])
    _ = FakeFrame.drawing(screen, columns: 12, rows: 4)
    #expect(screen.handle(.key("o")))
    #expect(
      FakeFrame.drawing(screen, columns: 12, rows: 4).lines == ["> One", "    Two", "  Three", ""])
    #expect(screen.handle(.mouse(MouseEvent(.press, at: Point(row: 2, column: 3)))))
    #expect(
      FakeFrame.drawing(screen, columns: 12, rows: 4).lines == [" One", "Two", "───", " Three"])
  }

  @Test("With enough room the outline is next to the text, which follows it and returns")
  func outlineBeside() {
    load(["# One", "words", "## Two", "more", "### Three"])
    _ = FakeFrame.drawing(screen, columns: 70, rows: 3)
    #expect(screen.handle(.key("o")))
    let room = String(repeating: " ", count: 23)
    func row(_ heading: String, _ text: String) -> String {
      (heading + room).prefix(23) + "│ " + text
    }
    #expect(
      FakeFrame.drawing(screen, columns: 70, rows: 3).lines
        == [row("> One", " One"), row("    Two", "words"), row("      Three", "Two")])
    #expect(screen.handle(.key("j")))
    #expect(
      FakeFrame.drawing(screen, columns: 70, rows: 3).lines
        == [row("  One", "Two"), row(">   Two", "───"), row("      Three", "more")])
    // A click outside the headings selects none.
    _ = screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 40))))
    #expect(screen.handle(.key("Esc")))
    #expect(FakeFrame.drawing(screen, columns: 70, rows: 3).lines == ["  One", " words", " Two"])
  }

  @Test("A visible picture is requested, and replaces its words")
  func pictures() throws {
    let interactor = FakeInteractor()
    let presenter = PreviewPresenter(interactor: interactor)
    let screen = PreviewScreen(presenter: presenter)
    _ = FakeFrame.drawing(screen, columns: 40, rows: 3)
    let note = NoteID("diary.md")
    let lines = "![[a.png|16]]\n\none\n\ntwo\n\n![[b.png]]\n"
    presenter.didLoad(PreviewText(lines, mayHavePictures: true), of: note)
    #expect(interactor.heard.last == "draw [\"a.png\"] of diary.md")
    #expect(
      FakeFrame.drawing(screen, columns: 40, rows: 3).lines == [" [image: a.png]", "", " one"])
    let wish = try #require(screen.state.layout?.pictureWishes(from: screen.state.top).first)
    #expect(wish.columns == 38 && wish.picture.width == 16)
    let runs = [
      RenderedRow.Run("▄▄", width: 2, colors: .init(foreground: 196, background: 21))
    ]
    presenter.didDraw(.cells([runs, runs]), for: wish, of: NoteID("other.md"))
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 3).lines[0] == " [image: a.png]")
    presenter.didDraw(.cells([runs, runs]), for: wish, of: note)
    let frame = FakeFrame.drawing(screen, columns: 40, rows: 3)
    #expect(frame.lines == [" ▄▄", " ▄▄", ""])
    #expect(
      frame.style(at: Point(row: 1, column: 1))
        == Style(foreground: .indexed(196), background: .indexed(21)))
    presenter.didDraw(.problem("is gone"), for: wish, of: note)
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 3).lines[0] == " [image: a.png] is gone")
    let asked = interactor.heard.count
    _ = screen.handle(.key("Up"))
    #expect(interactor.heard.count == asked)
    #expect(screen.handle(.key("End")))
    #expect(interactor.heard.last == "draw [\"b.png\"] of diary.md")
  }

  @Test("Control characters in a note are spelled out and have no effect")
  func escapes() {
    load(["a\u{1b}[31mb", "next"])
    let frame = FakeFrame.drawing(screen, columns: 30, rows: 2)
    #expect(!frame.text.contains("\u{1b}"))
    #expect(frame.lines[0].hasSuffix("[31mb"))
    #expect(frame.lines[1] == " next")
  }

  @Test("A problem is wrapped into the pane")
  func problem() {
    presenter.didFail("diary.md is gone. Press F5.", of: NoteID("diary.md"))
    let frame = FakeFrame.drawing(screen, columns: 18, rows: 3)
    #expect(frame.lines == ["diary.md is gone.", "Press F5.", ""])
    #expect(frame.style(at: Point(row: 0, column: 0)) == Theme.standard[.warning])
  }

  @Test("The preview's keys and the wheel scroll; clicks and other keys are passed on")
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
        == [" one two three four five six", " end"])
  }

  @Test("The preview draws in any size")
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

  @Test("K17 every part of a dropped preview is freed, even while it is reading")
  func freed() async {
    let probe = LeakProbe()
    let work = Work()
    let store = ReadingStore()
    do {
      let (module, input) = PreviewBuilder(store: store, index: nil, links: nil, work: work)
        .make(wireframe: FakeWireframe(), didChange: { _ in })
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
