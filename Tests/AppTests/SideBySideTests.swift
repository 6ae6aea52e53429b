import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import App

@MainActor
@Suite("Two notes side by side")
struct SideBySideTests {
  private let texts = [
    "a.md": "to [[b#Part]]", "b.md": "# B\n\n## Part\nback [[a]]", "c.md": "see [[c]]",
  ]

  /// The note `b` next to `a`, which was opened from the list.
  private func pair(_ size: Size = Size(columns: 80, rows: 12)) async -> AppBench {
    let bench = AppBench(texts, place: "notes://editor/a", size: size)
    await bench.start()
    await bench.press("End", "Left", "S-F2")
    return bench
  }

  private func tree(_ bench: AppBench) -> [String] {
    func names(_ node: ModuleTreeNode) -> [String] {
      ["\(node.name) (\(node.presentation))"] + node.children.flatMap { names($0) }
    }
    return bench.app.router.tree.dropFirst().flatMap { names($0) }
  }

  @Test("K3 the second editor is in a slot of the first, each with its own autosave")
  func embedded() async {
    let bench = await pair()
    #expect(
      tree(bench) == [
        "Editor (push)", "Autosave (attached)", "Editor (slot beside)", "Autosave (attached)",
      ])
    #expect(bench.lines[0].contains("notes › b"))
    await bench.type("x")
    #expect(bench.lines[0].contains("modified"))
    await bench.press("F9")
    #expect(bench.lines[0].contains("notes › a") && bench.lines[0].hasSuffix("saved"))
  }

  @Test(
    "Closing one note saves it and leaves the other editor's instance as it is",
    arguments: [false, true])
  func closesOne(closesLeft: Bool) async {
    let bench = await pair()
    await bench.press("x")
    await bench.press("F9", "y")
    if !closesLeft { await bench.press("F9") }
    await bench.press("Esc")
    #expect(tree(bench) == ["Editor (push)", "Autosave (attached)"])
    #expect(await bench.store?.text(of: NoteID("a.md"))?.contains("y") == closesLeft)
    #expect(await bench.store?.text(of: NoteID("b.md"))?.contains("x") == !closesLeft)
    // The text typed there can still be undone.
    await bench.press("C-z")
    #expect(bench.lines[1].hasPrefix(closesLeft ? "# B" : "to [[b#Part]]"))
    #expect(bench.lines[0].hasSuffix("saved"))
    await bench.press("Esc")
    #expect(bench.stack == "NoteList" && bench.leaks == [])
  }

  @Test(
    "Another note opens next to the editor that asked for it; the replaced note is saved")
  func replaces() async {
    for fromLeft in [true, false] {
      let bench = await pair()
      await bench.press("x", "F9", "y")
      if !fromLeft { await bench.press("F9") }
      let asking = fromLeft ? "a" : "b"
      #expect(bench.lines[0].contains("notes › \(asking)"))
      await bench.press("End", "Enter")
      await bench.type("[[c]]")
      await bench.press("Left", "S-F2")
      #expect(
        tree(bench) == [
          "Editor (push)", "Autosave (attached)", "Editor (slot beside)", "Autosave (attached)",
        ])
      #expect(bench.lines[1].contains("  \(asking)") && bench.lines[1].contains("› c"))
      let closed = NoteID(fromLeft ? "b.md" : "a.md")
      #expect(await bench.store?.text(of: closed)?.contains(fromLeft ? "x" : "y") == true)
      #expect(bench.leaks == [])
    }
  }

  @Test("A link or address to a note that is already shown moves the focus there")
  func once() async {
    let bench = await pair()
    await bench.press("F9", "End", "Left", "S-F2")
    #expect(bench.lines[0].contains("notes › b") && tree(bench).count == 4)
    await bench.press("F9", "C-]")
    #expect(bench.lines[0].contains("notes › b") && bench.stack == "NoteList > Editor")
    await bench.press("C-o")
    #expect(bench.lines[0].contains("notes › a"), "back to where the link stands")
    await bench.press("F9")
    bench.app.wireframe.go(to: "notes://editor/a")
    await bench.settle()
    #expect(bench.lines[0].contains("notes › a") && bench.stack == "NoteList > Editor")
  }

  @Test("K13 a route to another screen saves both notes first, and Esc returns to both")
  func routes() async {
    let bench = await pair()
    await bench.press("x", "F9", "y")
    bench.app.process([.key("F6")])
    await bench.settle()
    #expect(bench.stack == "NoteList > Editor > History")
    #expect(await bench.store?.text(of: NoteID("a.md"))?.contains("y") == true)
    #expect(await bench.store?.text(of: NoteID("b.md"))?.contains("x") == true)
    await bench.press("Esc")
    #expect(bench.lines[1].contains("a") && bench.lines[1].contains("b"))
    #expect(bench.lines[0].contains("notes › a"))
  }

  @Test("If the other note cannot be saved, no screen changes, and a message says why")
  func staysUnsaved() async {
    let bench = await pair()
    await bench.press("x", "F9")
    await bench.store?.fail(next: .noSpace(NotePath("b.md")))
    await bench.press("F6")
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.driver.frame.text.contains("b.md"))
    await bench.press("F6")
    #expect(bench.stack == "NoteList > Editor > History")
  }

  @Test("Keys and clicks of one editor do not affect the other")
  func apart() async {
    let bench = await pair()
    await bench.press("F9", "x", "F9", "C-f")
    #expect(bench.lines[0].contains("notes › b"))
    await bench.press("C-s", "C-k")
    #expect(await bench.store?.text(of: NoteID("a.md")) == texts["a.md"])
    let cursor = bench.driver.frame.cursor
    let bar = Point(row: 9, column: 60)
    bench.app.process([.mouse(MouseEvent(.press, at: bar)), .mouse(MouseEvent(.release, at: bar))])
    await bench.settle()
    #expect(bench.lines[0].contains("notes › b") && bench.driver.frame.cursor == cursor)
  }

  @Test("A signal preserves the unsaved text of both notes")
  func ends() async {
    let bench = await pair()
    await bench.press("x", "F9", "y")
    bench.app.terminate(Ending(exitCode: 143))
    #expect(bench.journal?.kept(NoteID("a.md")) != nil)
    #expect(bench.journal?.kept(NoteID("b.md")) != nil)
  }

  @Test("Changes by other programs appear in both notes")
  func outside() async {
    let bench = await pair()
    for name in ["a.md", "b.md"] {
      await bench.store?.change(NoteID(name), to: "new \(name)")
      bench.app.container.vault?.watch.reindex(NoteID(name))
      await bench.settle()
    }
    #expect(bench.lines[2].contains("new a.md") && bench.lines[2].contains("new b.md"))
  }

  @Test("A narrow window shows only the focused note, a wider one both")
  func narrow() async {
    let bench = await pair(Size(columns: 50, rows: 12))
    #expect(bench.lines[1].hasPrefix(" › b") && !bench.driver.frame.text.contains("to [[b"))
    await bench.press("F9")
    #expect(bench.lines[1].hasPrefix(" › a") && !bench.driver.frame.text.contains("back [[a"))
    bench.driver.resize(to: Size(columns: 60, rows: 12))
    bench.app.process(bench.driver.events())
    #expect(bench.lines[1].hasPrefix(" › a") && bench.lines[1].contains("   b"))
  }
}
