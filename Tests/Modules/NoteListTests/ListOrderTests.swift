import Entities
import FakeTerminal
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteList

private let three = ["a.md": "# Gamma\none", "b.md": "# Alpha\ntwo", "c.md": "# Beta\nthree"]

@MainActor
@Suite("The order of the list, and pinned notes before it")
struct ListOrderTests {
  private func run(_ bench: ListBench, _ commands: NoteListCommand...) async {
    for command in commands {
      bench.presenter.handle(command)
      await bench.work.whenIdle()
    }
  }

  @Test("One key changes the order, another reverses it; both are shown and stored")
  func orders() async {
    let bench = ListBench(three)
    await bench.start()
    #expect(bench.screen.chrome.state == "3 notes")
    await run(bench, .nextOrder, .nextOrder)
    #expect(bench.titles == ["Alpha", "Beta", "Gamma"])
    #expect(bench.screen.chrome.state == "3 notes by title")
    #expect(bench.message == "By title, A to Z.")
    await run(bench, .reverseOrder)
    #expect(bench.titles == ["Gamma", "Beta", "Alpha"])
    #expect(bench.screen.chrome.state == "3 notes by title reversed")
    let next = ListBench(three, arrangement: bench.arrangement)
    await next.start()
    #expect(next.titles == ["Gamma", "Beta", "Alpha"])
    await run(next, .reverseOrder, .nextOrder, .nextOrder)
    #expect(next.screen.chrome.state == "3 notes")
  }

  @Test("The selected note stays selected in another order")
  func selection() async {
    let bench = ListBench(three)
    await bench.start()
    await run(bench, .move(.lines(1)), .nextOrder, .nextOrder)
    #expect(bench.selected == "Alpha")
  }

  @Test("Pinned notes come first with a sign, filtered or not, and the pin follows a moved note")
  func pins() async {
    let bench = ListBench(three)
    await bench.start()
    await run(bench, .move(.toEnd), .pin)
    #expect(bench.titles == ["Gamma", "Beta", "Alpha"])
    #expect(bench.frame().lines[0].hasPrefix(">*Gamma"))
    #expect(bench.message == "“Gamma” is pinned to the top of the list. P unpins.")
    bench.interactor.moving.rename(NoteID("a.md"), to: "Delta")
    await bench.work.whenIdle()
    #expect(bench.titles == ["Delta", "Beta", "Alpha"])
    #expect(bench.interactor.arranging.isPinned(NoteID("Delta.md")))
    await bench.filter(by: "ta")
    #expect(bench.titles == ["Delta", "Beta"])
    await bench.filter(by: "alp")
    #expect(bench.titles == ["Alpha"])
    await bench.filter(by: "")
    bench.presenter.select(NoteID("Delta.md"))
    await run(bench, .pin)
    #expect(bench.titles == ["Delta", "Beta", "Alpha"])
    #expect(!bench.interactor.arranging.isPinned(NoteID("Delta.md")))
    #expect(bench.message == "“Delta” is no longer pinned.")
  }

  @Test("A pin survives the trash and is there when the note returns")
  func trashedPin() async {
    let bench = ListBench(three)
    await bench.start()
    await run(bench, .move(.toEnd), .pin)
    bench.interactor.changing.trash([NoteID("a.md")])
    await bench.work.whenIdle()
    await run(bench, .undo)
    #expect(bench.titles == ["Gamma", "Beta", "Alpha"])
  }

  @Test("The number of pinned notes is limited to what a person looks through")
  func mostPins() async {
    let bench = ListBench(ListBench.numbered(NoteListArranger.mostPins + 1))
    await bench.start()
    await run(bench, .markAll, .pin)
    #expect(bench.message == "At most 100 notes can be pinned.")
    #expect(bench.arrangement.value().pins == [])
  }

  @Test("Each note has exactly one row and is found there, whatever is pinned")
  func places() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let count = Int.random(in: 1...12, using: &random)
      let rows = (0..<count).map {
        NoteSummary(
          id: NoteID("\($0)"), title: "", snippet: "", modified: Timestamp(seconds: 0))
      }
      let base = MemoryCatalog(rows, total: count)
      let pins = Set(rows.map(\.id).filter { _ in Bool.random(using: &random) })
      let catalog = PinnedCatalog.of(base, pins: pins.union([NoteID("gone")]))
      let wanted =
        rows.map(\.id).filter(pins.contains) + rows.map(\.id).filter { !pins.contains($0) }
      #expect(catalog.notes(in: 0..<count).map(\.id) == wanted)
      for start in 0..<count {
        let end = Int.random(in: start...count, using: &random)
        #expect(catalog.notes(in: start..<end).map(\.id) == Array(wanted[start..<end]))
        #expect(catalog.position(of: wanted[start]) == start)
      }
      #expect(catalog.position(of: NoteID("gone")) == nil)
    }
  }
}
