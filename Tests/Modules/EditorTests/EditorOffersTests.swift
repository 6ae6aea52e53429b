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
@Suite("Completion of links and tags")
struct EditorOffersTests {
  private func named(_ text: String, tags: [TagCount] = []) async -> EditorBench {
    let bench = EditorBench(
      .note(EditorBench.note),
      [
        "a.md": text, "Groceries.md": "# Groceries\nmilk\n",
        "daily/Plan.md": "# Part\n\n## Sub\nx ^id\n",
      ],
      tags: tags)
    await bench.open()
    bench.press("C-End")
    return bench
  }

  @Test("After [[ notes are offered; choosing one inserts its name and closes the link")
  func completesNotes() async {
    let bench = await named("see ")
    bench.type("[[gro")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows == ["Groceries"])
    #expect(bench.frame().lines[1].contains("› Groceries"))
    bench.press("Tab")
    #expect(bench.marked == "see [[Groceries]]|")
    #expect(bench.screen.state.offer == nil)
  }

  @Test("Parts of other notes and of this one are offered, as are tags, most used first")
  func completesParts() async {
    let headings = await named("")
    headings.type("[[daily/Plan#s")
    await headings.settle()
    #expect(headings.screen.state.offer?.rows == ["## Sub"])
    let blocks = await named("")
    blocks.type("[[daily/Plan#^")
    await blocks.settle()
    #expect(blocks.screen.state.offer?.rows == ["^id · x "])
    let tags = await named(
      "x ", tags: [TagCount(name: "work", notes: 2), TagCount(name: "world", notes: 5)])
    tags.type("#wo")
    await tags.settle()
    #expect(tags.screen.state.offer?.rows == ["#world", "#work"])
    tags.press("Down", "Enter")
    #expect(tags.text == "x #work")
  }

  @Test("After [[## headings of any note are offered, and after [[^^ named blocks, as whole links")
  func completesPartsOfAny() async {
    let plan = NoteID("daily/Plan.md")
    let bench = await named("see ")
    for part in [
      NotePart(note: plan, title: "Plan", text: "A part", level: 1),
      NotePart(note: plan, title: "Plan", text: "Part two", level: 2),
      NotePart(note: EditorBench.note, title: "a", text: "Own part", level: 1),
      NotePart(note: plan, title: "Plan", text: "id"),
    ] {
      bench.links.add(part)
    }
    bench.type("[[##part")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows.first == "## Part two · Plan")
    bench.press("Tab")
    #expect(bench.marked == "see [[Plan#Part two]]|")
    bench.type(" [[^^i")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows == ["^id · Plan"])
    bench.press("Tab")
    #expect(bench.marked == "see [[Plan#Part two]] [[Plan#^id]]|")
  }

  @Test("A note that Obsidian is set to exclude is not offered")
  func leavesOut() async {
    let bench = EditorBench(
      .note(EditorBench.note),
      ["a.md": "", "left out.md": "# left out\n", "left over.md": "# left over\n"])
    await bench.open()
    bench.type("[[left")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows == ["left over"])
  }

  @Test("Esc ends completion until another link is begun, and a click or a move closes the list")
  func dismisses() async {
    let bench = await named("")
    bench.type("[[gr")
    await bench.settle()
    bench.press("Esc")
    #expect(bench.screen.state.offer == nil && !bench.wasRemoved)
    bench.type("o")
    await bench.settle()
    #expect(bench.screen.state.offer == nil)
    bench.press("C-Space")
    await bench.settle()
    #expect(bench.screen.state.offer != nil)
    bench.press("Left")
    #expect(bench.screen.state.offer == nil)
  }
}
