import Entities
import FakeTerminal
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Links

@MainActor
@Suite("The links' screen")
struct LinksScreenTests {
  private func fixture() -> LinksFixture {
    LinksFixture(
      [
        LinksFixture.record("a.md", "[[Hub]]", in: "go to [[Hub]] now", line: 3),
        LinksFixture.record("b.md", "[[Hub|it]]", line: 7),
        LinksFixture.record("hub.md", "[[Plan#Goals]]", to: "work/Plan.md", part: "Goals"),
        LinksFixture.record("hub.md", "![[cat.png]]", to: "cat.png", isEmbed: true),
        LinksFixture.record(
          "hub.md", "[[New]]", line: 9, to: nil, missing: "New.md"),
        LinksFixture.record("hub.md", "[[x.pdf]]", line: 10, to: nil),
      ],
      mentions: [
        LinksFixture.record("c.md", "Hub", in: "the Hub is", line: 2),
        LinksFixture.record("d.md", "hub", in: "a hub here", line: 4),
      ])
  }

  @Test("Each section has a heading with its count, and each link shows its note and line")
  func shows() async {
    let all = fixture()
    await all.start()
    #expect(
      all.text() == [
        ">▾ Backlinks 2",
        "   a                  go to [[Hub]] now",
        "   b                  see [[Hub|it]]",
        " ▾ Links 2",
        "   Plan               see [[Plan#Goals]]",
        "   cat.png (embedded) see ![[cat.png]]",
        " ▾ Unlinked mentions 2",
        "   c                  the Hub is",
        "   d                  a hub here",
        " ▾ Broken links 2",
        "   [[New]]            see [[New]]",
        "   [[x.pdf]]          see [[x.pdf]]",
      ])
    #expect(all.screen.chrome.title == "Links of Hub")
    #expect(all.screen.chrome.state == "2 backlinks")
  }

  @Test("A note without links says so in each section")
  func empty() async {
    let all = LinksFixture([])
    #expect(all.screen.chrome.state == "looking…")
    await all.start()
    #expect(
      all.text().filter { $0.hasPrefix("   ") } == [
        "   No note links here.", "   It links to nothing.",
        "   No note mentions it without a link.", "   Every link leads somewhere.",
      ])
    await all.press("c", "C", "n", "u", "Enter", "j", "Enter", "Space")
    #expect(all.wireframe.gone.isEmpty)
  }

  @Test("Enter opens a link's line or its target, and Space peeks there")
  func opens() async {
    let all = fixture()
    await all.start()
    await all.press("j", "Enter", "]", "j", "Enter", "Space", "]", "j", "Enter", "]", "j", "Enter")
    #expect(
      all.wireframe.gone == [
        "open a.md:3", "open work/Plan.md#Goals", "peek work/Plan.md#Goals", "open c.md:2",
        "open hub.md:9",
      ])
  }

  @Test("A link to a file that is not a note is not opened, and that is reported")
  func leadsToFile() async {
    let all = fixture()
    await all.start()
    await all.press("]", "j", "j", "Enter")
    #expect(all.wireframe.gone.isEmpty)
    #expect(all.screen.chrome.message == "“cat.png” is not a note: it cannot be opened here.")
  }

  @Test("Tab folds a section from any of its rows and moves the cursor to its heading")
  func folds() async {
    let all = fixture()
    await all.start()
    await all.press("j", "j", "Tab")
    #expect(all.text()[0] == ">▸ Backlinks 2")
    #expect(all.text()[1] == " ▾ Links 2")
    await all.press("Enter")
    #expect(all.text()[1] == "   a                  go to [[Hub]] now")
  }

  @Test("[ and ] go from heading to heading, and [ first to that of its own section")
  func walksSections() async {
    let all = fixture()
    await all.start()
    func selected() -> String { all.text().first { $0.hasPrefix(">") } ?? "" }
    await all.press("]", "]")
    #expect(selected() == ">▾ Unlinked mentions 2")
    await all.press("j", "[")
    #expect(selected() == ">▾ Unlinked mentions 2")
    await all.press("[", "[", "[")
    #expect(selected() == ">▾ Backlinks 2")
    await all.press("]", "]", "]", "]")
    #expect(selected() == ">▾ Broken links 2")
    await all.press("G", "Home")
    #expect(selected() == ">▾ Backlinks 2")
  }

  @Test("The cursor stays at its link when other sections load or change")
  func staysAtLink() async {
    let all = fixture()
    await all.start()
    await all.press("]", "j")
    await all.links.change(links: [
      LinksFixture.record("a.md", "[[Hub]]"), LinksFixture.record("b.md", "[[Hub]]"),
      LinksFixture.record("e.md", "[[Hub]]"),
      LinksFixture.record("hub.md", "[[Plan#Goals]]", to: "work/Plan.md"),
    ])
    all.interactor.notesChangedOutside([])
    await all.work.whenIdle()
    #expect(all.text()[0] == " ▾ Backlinks 3")
    #expect(all.text()[5] == ">  Plan               see [[Plan#Goals]]")
  }

  @Test("Only the visible links of ten thousand are requested")
  func asksForWhatIsSeen() async {
    let links = (0..<10_000).map { LinksFixture.record("n\($0).md", "[[Hub]]") }
    let all = LinksFixture(links)
    await all.start()
    #expect(all.text()[1].hasPrefix("   n0                see [[Hub]]"))
    await all.press("]", "k")
    #expect(all.text()[11].hasPrefix(">  n9999             see [[Hub]]"))
    #expect(all.screen.chrome.state == "10000 backlinks")
  }

  @Test(
    "A long line shows its link, and characters are never cut",
    arguments: [
      (String(repeating: "word ", count: 30), 60), (String(repeating: "日本語", count: 30), 60),
      (String(repeating: "👩‍👩‍👧 ", count: 30), 40), (String(repeating: "العربية ", count: 30), 80),
    ])
  func keepsLinkInSight(before: String, width: Int) async {
    let all = LinksFixture([
      LinksFixture.record("a.md", "[[Hub]]", in: "\(before)[[Hub]] and more words behind it")
    ])
    await all.start()
    #expect(all.lines(width)[1].contains("[[Hub]]"))
    #expect(all.lines(width)[1].contains("…"))
  }

  @Test("A failure is reported, and the known links stay")
  func fails() async {
    let all = fixture()
    await all.start()
    let error = NoteIndexError.unusable(path: "/x", reason: "broken")
    await all.links.fail(next: error)
    await all.press("F5")
    #expect(all.screen.chrome.message == error.message)
    #expect(all.screen.chrome.tone == .warning)
    #expect(all.text()[0] == ">▾ Backlinks 2")
  }

  @Test(
    "The screen draws and handles the mouse in windows of any size",
    arguments: [1, 3, 20, 33, 80, 200])
  func sizes(columns: Int) async {
    let all = fixture()
    await all.start()
    for rows in [1, 2, 5] { #expect(all.lines(columns, rows)[0].hasPrefix(">")) }
    #expect(all.screen.handle(.mouse(MouseEvent(.press, at: Point(row: 1, column: 0)))))
    #expect(all.screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 1, column: 0)))))
    _ = all.screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 0))))
  }

  @Test("Every part of a dropped links screen is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      let built = LinksBuilder.make(
        cases: LinkCases(.inMemory()), work: Work(), for: NoteID("a.md"),
        wireframe: FakeLinksWireframe(), didChange: { _ in })
      probe.watch(built.module)
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}
