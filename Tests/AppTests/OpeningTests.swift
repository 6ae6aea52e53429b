import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing

@testable import App

private let work = VaultSummary(id: VaultID(NotePath("/srv/work")), name: "work")

@MainActor
@Suite("Vaults that open slowly")
struct OpeningTests {
  private let openings = Latch()

  @Test("A vault that opens quickly is drawn once, with no frame before it")
  func quick() async {
    let bench = AppBench(["a.md": "# Alpha"])
    bench.app.start()
    #expect(bench.driver.frameCount == 0)
    while bench.stack == "" { await Task.yield() }
    #expect(bench.driver.frameCount == 1)
    await bench.settle()
  }

  @Test("The main actor does not block, and after a moment the screen names the vault being opened")
  func slow() async {
    let bench = AppBench(["a.md": "# Alpha"], openings: openings)
    bench.app.start()
    bench.app.drawAndAnswerScripts()
    #expect(bench.driver.frameCount == 0)
    bench.scheduler.advance(by: .milliseconds(100))
    #expect(bench.stack == "Login")
    #expect(bench.driver.frame.text.contains("Opening “notes”…"))
    await openings.open()
    await bench.settle()
    #expect(bench.stack == "NoteList")
    #expect(bench.leaks == [])
  }

  @Test("Keys typed while a vault opens reach its screen in order")
  func typing() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/a.md", openings: openings)
    bench.app.start()
    bench.app.process([.key("d")])
    bench.scheduler.advance(by: .milliseconds(100))
    bench.app.process([.paste(Array("x".utf8)), .key("C-s")])
    #expect(bench.stack == "Login")
    await openings.open()
    await bench.settle()
    #expect(await bench.store?.text(of: NoteID("a.md")) == "dxone")
  }

  @Test(
    "Esc goes to the other vaults, and discards typed keys; the program can quit there")
  func givesUp() async {
    let bench = AppBench(
      ["a.md": "one"], vaults: StubVaults(summaries: [work]), openings: openings)
    bench.app.start()
    bench.scheduler.advance(by: .milliseconds(100))
    bench.app.process([.key("Enter"), .key("Esc")])
    #expect(!bench.driver.frame.text.contains("Opening"))
    await openings.open()
    await bench.settle()
    #expect(bench.stack == "Login")
    #expect(bench.app.container.vault == nil)
    #expect(bench.lines.contains { $0.contains("work") })
    await bench.press("q")
    #expect(bench.app.ending?.exitCode == 0)
  }

  @Test("A chosen vault leaves the login unchanged until the vault is shown or given up")
  func chosen() async {
    let bench = AppBench(
      ["a.md": "one"], vault: nil, vaults: StubVaults(summaries: [work]), openings: openings)
    await bench.start()
    bench.app.process([.key("Enter")])
    while bench.app.opening == nil { await Task.yield() }
    bench.app.drawAndAnswerScripts()
    #expect(bench.driver.frame.text.contains("Opening “work”…"))
    bench.app.process([.key("Esc")])
    #expect(!bench.driver.frame.text.contains("Opening"))
    #expect(bench.stack == "Login")
    await openings.open()
    await bench.settle()
    #expect(bench.app.container.vault == nil)
    await bench.press("Enter")
    #expect(bench.stack == "NoteList")
  }

  @Test("A signal ends the program while a vault is being opened")
  func ended() async {
    let bench = AppBench(openings: openings)
    bench.app.start()
    bench.app.terminate(Ending(exitCode: 143))
    #expect(bench.app.ending?.exitCode == 143)
    await openings.open()
    await bench.settle()
    #expect(bench.stack == "")
  }
}
