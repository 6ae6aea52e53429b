import Editor
import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import App

@MainActor
@Suite("The panes of the window")
struct PanesTests {
  private let texts = ["a.md": "one\n", "b.md": "two\n", "c.md": "three\n"]

  /// The notes `a` and `b`, each with its preview: four panes.
  private func four() async -> AppBench {
    let bench = AppBench(texts, place: "notes://editor/a", size: Size(columns: 80, rows: 44))
    await bench.start()
    await bench.press("F5", "F9", "b", "Enter", "F5")
    return bench
  }

  /// The name of the focused note, or of the one whose preview has the focus.
  private func focused(_ bench: AppBench) -> String {
    let words = bench.lines[0].split(separator: " ")
    return words.dropFirst(2).prefix(1).joined() + (words.last == "preview" ? " preview" : "")
  }

  private func go(_ bench: AppBench, _ commands: PaneCommand...) async -> [String] {
    var names: [String] = []
    for command in commands {
      bench.app.wireframe.panes.perform(command)
      await bench.settle()
      names.append(focused(bench))
    }
    return names
  }

  @Test("The focus goes to each side, through all panes, to one by its number, and back")
  func goes() async {
    let bench = await four()
    #expect(focused(bench) == "b")
    #expect(
      await go(bench, .go(.below, 1), .go(.left, 1), .go(.above, 1), .go(.right, 1))
        == ["b preview", "a preview", "a", "b"])
    #expect(await go(bench, .go(.right, 3), .go(.above, 1)) == ["b", "b"])
    #expect(
      await go(bench, .step(1), .step(1), .step(1), .step(-1))
        == ["b preview", "a", "a preview", "a"])
    #expect(
      await go(bench, .number(1), .number(4), .number(99), .recent, .preview)
        == ["a", "b preview", "b preview", "a", "a preview"])
  }

  @Test("Each pane can be closed; the last one stays, and the reason is shown")
  func closes() async {
    let bench = await four()
    await bench.press("x")
    #expect(await go(bench, .go(.below, 1), .close, .close) == ["b preview", "b", "a"])
    #expect(await bench.store?.text(of: NoteID("b.md")) == "xtwo\n")
    #expect(await go(bench, .close) == ["a"])
    #expect(
      bench.app.router.notice
        == "E444: Cannot close last window: the preview belongs to it. :q closes both.")
    #expect(await go(bench, .closePreview, .close) == ["a", "a"])
    #expect(bench.app.router.notice == "E444: Cannot close last window")
    #expect(await go(bench, .only, .step(1), .preview) == ["a", "a", "a"])
    #expect(
      bench.app.router.notice == "E441: There is no preview window. F5 shows the preview.")
    #expect(bench.stack == "NoteList > Editor" && bench.leaks == [])
  }

  @Test("Closing all others saves the other note; a preview fills the screen")
  func closesOthers() async {
    let bench = await four()
    await bench.press("x")
    #expect(await go(bench, .go(.left, 1), .only) == ["a", "a"])
    #expect(await bench.store?.text(of: NoteID("b.md")) == "xtwo\n")
    #expect(bench.app.wireframe.panes.all.count == 1)
    await bench.press("F5")
    #expect(await go(bench, .step(1), .only) == ["a preview", "a preview"])
    #expect(bench.lines[1].hasPrefix(" one"))
    #expect(await go(bench, .go(.left, 1)) == ["a"])
  }

  @Test("If the other note cannot be saved, it stays open")
  func staysOpen() async {
    let bench = await four()
    await bench.press("x")
    _ = await go(bench, .go(.left, 1))
    await bench.store?.fail(next: .noSpace(NotePath("b.md")))
    _ = await go(bench, .only)
    #expect(bench.app.wireframe.panes.all.count == 4)
  }

  @Test("Two notes exchange their panes, and one moves to any side of the other")
  func arranges() async {
    let bench = AppBench(texts, place: "notes://editor/a", size: Size(columns: 80, rows: 24))
    await bench.start()
    #expect(await go(bench, .rotate) == ["a"])
    #expect(bench.app.router.notice == "Only two notes can be exchanged. F9 opens another one.")
    await bench.press("F9", "b", "Enter")
    func areas() -> [String] {
      bench.app.wireframe.panes.all.map { pane in
        let name = bench.app.wireframe.panes.routes(of: pane.node)?.editor?.note?.path.text ?? ""
        return "\(name) \(pane.area?.row ?? -1):\(pane.area?.column ?? -1)"
      }
    }
    #expect(areas() == ["a.md 1:0", "b.md 1:40"])
    #expect(await go(bench, .rotate) == ["b"])
    #expect(areas() == ["b.md 1:0", "a.md 1:40"])
    #expect(await go(bench, .exchange) == ["a"])
    #expect(areas() == ["a.md 1:0", "b.md 1:40"])
    #expect(await go(bench, .move(.below)) == ["a"])
    #expect(areas() == ["b.md 1:0", "a.md 12:0"])
    #expect(await go(bench, .go(.above, 1), .move(.right)) == ["b", "b"])
    #expect(areas() == ["a.md 1:0", "b.md 1:40"])
    #expect(await go(bench, .resize(isWidth: true, .by(10))) == ["b"])
    #expect(areas() == ["a.md 1:0", "b.md 1:30"])
    #expect(await go(bench, .go(.left, 1), .resize(isWidth: true, .to(nil))) == ["a", "a"])
    #expect(areas() == ["a.md 1:0", "b.md 1:56"])
    _ = await go(bench, .resize(isWidth: true, .to(40)), .resize(isWidth: false, .by(3)))
    #expect(areas() == ["a.md 1:0", "b.md 1:41"])
    _ = await go(bench, .even)
    #expect(areas() == ["a.md 1:0", "b.md 1:40"])
  }

  @Test("Keys that are typed while a note is found for the other pane go to that note")
  func typedAhead() async {
    let bench = AppBench(
      ["a.md": "[[b]]", "b.md": "two\n"], place: "notes://editor/a",
      size: Size(columns: 80, rows: 24))
    await bench.start()
    bench.app.process([.key("S-F2"), .key("x"), .key("C-s")])
    await bench.settle()
    #expect(focused(bench) == "b")
    #expect(await bench.store?.text(of: NoteID("b.md")) == "xtwo\n")
    #expect(await bench.store?.text(of: NoteID("a.md")) == "[[b]]")
  }

  @Test("A narrow window goes from one note to the hidden one")
  func narrow() async {
    let bench = AppBench(texts, place: "notes://editor/a", size: Size(columns: 40, rows: 12))
    await bench.start()
    await bench.press("F9", "b", "Enter")
    #expect(
      await go(bench, .go(.right, 1), .go(.left, 1), .go(.left, 1), .go(.right, 1), .step(1))
        == ["b", "a", "a", "b", "a"])
  }

  @Test("A list and its preview are panes too; other screens have one")
  func list() async {
    let bench = AppBench(texts, size: Size(columns: 120, rows: 20))
    await bench.start()
    #expect(bench.app.wireframe.panes.all.count == 2)
    _ = await go(bench, .go(.right, 1))
    #expect(bench.app.wireframe.panes.current?.name == "Preview")
    _ = await go(bench, .close)
    #expect(bench.app.router.notice == "The preview belongs to the list. p hides it.")
    _ = await go(bench, .go(.left, 1))
    #expect(bench.app.wireframe.panes.current?.name == "NoteList")
    await bench.press("A")
    _ = await go(bench, .step(1))
    #expect(
      bench.app.router.notice == "There is no other window. C-w v and :vs NAME open one.")
  }
}
