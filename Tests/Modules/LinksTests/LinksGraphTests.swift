import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper
import Lists

@testable import Links

@MainActor
@Suite("The graph of links")
struct LinksGraphTests {
  private func fixture() -> LinksFixture {
    LinksFixture(
      [
        LinksFixture.record("a.md", "[[Hub]]"), LinksFixture.record("b.md", "[[Hub]]"),
        LinksFixture.record("b.md", "[[Hub]]"), LinksFixture.record("c.md", "[[Hub]]"),
        LinksFixture.record("hub.md", "[[x]]", to: "x.md"),
        LinksFixture.record("hub.md", "[[y]]", to: "y.md"),
        LinksFixture.record("hub.md", "![[p.png]]", to: "p.png", isEmbed: true),
        LinksFixture.record("x.md", "[[z]]", to: "z.md"),
        LinksFixture.record("q.md", "[[b]]", to: "b.md"),
      ], notes: ["x.md": "# Xylophone\n"])
  }

  @Test(
    "The note is in the middle, notes linking to it are on the left once each, the others right")
  func draws() async {
    let all = fixture()
    await all.start()
    await all.press("g")
    #expect(
      all.text(60, 5) == [
        "",
        " a ────────────────┐",
        " b ────────────────┼──────> Hub <──────┬── Xylophone",
        " c ────────────────┘                   └── y",
      ])
    #expect(all.screen.chrome.title == "Around Hub")
    #expect(all.screen.chrome.state == "3 in, 2 out")
  }

  @Test("In a narrow window all notes are listed in one column")
  func drawsNarrow() async {
    let all = fixture()
    await all.start()
    await all.press("g")
    #expect(
      all.text(20, 6) == [" → a", " → b", " → c", ">● Hub", " › Xylophone", " › y"])
    #expect(all.text(20, 3) == [" → c", ">● Hub", " › Xylophone"])
  }

  @Test("Arrows walk, Enter brings a note to the middle, and Backspace goes back")
  func walks() async {
    let all = fixture()
    await all.start()
    await all.press("g", "Left", "Down", "Enter")
    #expect(all.screen.chrome.title == "Around b")
    #expect(all.text(20, 6) == [" → q", ">● b", " › Hub"])
    await all.press("Backspace")
    #expect(all.screen.chrome.title == "Around Hub")
    await all.press("Backspace")
    #expect(all.screen.chrome.message == "This is where you started.")
    await all.press("Right", "o", "Down", "Space")
    #expect(all.wireframe.gone == ["open x.md", "peek y.md"])
    await all.press("Esc")
    #expect(all.screen.chrome.title == "Links of Hub")
  }

  @Test("Up and down go from one side through the middle to the other, and stop at the ends")
  func walksAlong() async {
    let all = fixture()
    await all.start()
    await all.press("g", "Up")
    #expect(all.text(20, 6)[2] == ">→ c")
    await all.press("Up", "Up", "Up")
    #expect(all.text(20, 6)[0] == ">→ a")
    for _ in 0..<9 { await all.press("Down") }
    #expect(all.text(20, 6)[5] == ">› y")
  }

  @Test("A very wide window also shows the links of the selected note")
  func showsBeyond() async {
    let all = fixture()
    await all.start()
    await all.press("g", "Right")
    #expect(all.text(150, 5)[2].contains("─▸ z"))
    await all.press("Left", "Left", "Down")
    #expect(all.text(150, 5)[2].contains("q"))
    #expect(!all.text(100, 5).joined().contains("q"))
  }

  @Test("The newest of many notes are drawn, and the number of the others is shown")
  func isBounded() async {
    let links = (0..<5000).map { LinksFixture.record("n\($0).md", "[[Hub]]") }
    let all = LinksFixture(links)
    await all.start()
    await all.press("g")
    #expect(all.screen.chrome.state == "5000 in, 0 out")
    let lines = all.lines(60, 10)
    #expect(lines[0].hasPrefix(" n0 ─"))
    #expect(lines[9].hasPrefix(" +4991 more"))
  }

  @Test("A click selects a note, and a second click brings it to the middle")
  func clicks() async {
    let all = fixture()
    await all.start()
    await all.press("g")
    _ = all.lines(60, 5)
    let there = MouseEvent(.press, at: Point(row: 2, column: 45))
    #expect(all.screen.handle(.mouse(there)))
    #expect(all.text(60, 5)[2].contains(">Xylophone"))
    #expect(all.screen.handle(.mouse(there)))
    await all.work.whenIdle()
    #expect(all.screen.chrome.title == "Around Xylophone")
    #expect(!all.screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 0)))))
  }

  @Test(
    "The graph draws within its edges in windows of any size",
    arguments: [(1, 1), (5, 3), (20, 5), (39, 2), (40, 1), (41, 3), (110, 4), (200, 60)])
  func sizes(columns: Int, rows: Int) async {
    let all = fixture()
    await all.start()
    await all.press("g", "Left")
    #expect(all.lines(columns, rows).count == rows)
  }

  @Test("The graph is drawn again after outside changes, around the same note")
  func follows() async {
    let all = fixture()
    await all.start()
    await all.press("g", "Left", "Down", "Down")
    await all.links.change(links: [LinksFixture.record("a.md", "[[Hub]]")])
    all.interactor.notesChangedOutside([])
    await all.work.whenIdle()
    #expect(all.text(20, 6) == [" → a", ">● Hub"])
  }
}
