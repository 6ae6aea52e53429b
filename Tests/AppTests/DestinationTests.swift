import Entities
import FakeTerminal
import Terminal
import Testing
import Viper

@testable import App

@MainActor
@Suite("Destinations: one way to open every screen")
struct DestinationTests {
  let notes = ["a.md": "# Alpha\none", "b.md": "# Beta\ntwo"]

  @Test("The same call opens a note that was found and the note that was left last")
  func notesOfTheirOwn() async {
    let bench = AppBench(notes)
    await bench.start()
    bench.app.open(.found(NoteID("a.md")))
    await bench.settle()
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.driver.frame.text.contains("Alpha"))
    await bench.press("Esc")
    bench.app.open(.leftLast)
    await bench.settle()
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.leaks == [])
  }

  @Test("An open search takes a new query, and is not opened twice")
  func searchIsRenewed() async {
    let bench = AppBench(notes)
    await bench.start()
    for query in ["one", "two"] {
      bench.app.open(.search(query: query))
      await bench.settle()
      #expect(bench.stack == "NoteList > Search")
      #expect(bench.driver.frame.text.contains(query))
    }
    bench.app.open(.list)
    await bench.settle()
    #expect(bench.stack == "NoteList")
    #expect(bench.leaks == [])
  }

  @Test("The palette does not open while a question waits for its answer")
  func questionGoesFirst() async {
    let bench = AppBench(notes)
    await bench.start()
    var answers = 0
    bench.app.wireframe.ask(.choice("Sure?", "", .init("y", "yes", "yes"))) { _ in answers += 1 }
    await bench.settle()
    #expect(bench.app.router.asks)
    bench.app.open(.palette(typing: ""))
    await bench.settle()
    #expect(bench.stack == "NoteList > Prompt" && answers == 0)
    await bench.press("Esc")
    bench.app.open(.palette(typing: ""))
    await bench.settle()
    #expect(bench.stack == "NoteList > Palette" && answers == 1)
    #expect(!bench.app.router.asks)
  }

  @Test("An unknown address is named in a message, and nothing opens")
  func nowhere() async {
    let bench = AppBench(notes)
    await bench.start()
    for address in ["notes://nothing", "http://x"] {
      bench.app.wireframe.go(to: address)
      #expect(bench.app.router.notice.hasPrefix(address))
    }
    #expect(bench.stack == "NoteList")
  }
}
