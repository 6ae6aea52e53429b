import Entities
import FakeTerminal
import Lists
import Terminal
import TestSupport
import Testing
import Viper

@testable import {{Name}}

@MainActor
@Suite("{{Words}}")
struct {{Name}}Tests {
  private let work = Work()
  private let wireframe = FakeWireframe()

  /// Returns the screen of these notes, once they are read.
  private func screen(_ texts: [String: String]) async throws -> {{Name}}Screen {
    let cases = {{Name}}Cases(MemoryNoteStore(texts))
    let module = {{Name}}Builder.make(cases: cases, work: work, wireframe: wireframe)
    module.lifeCycle.moduleIsReady(RouteHandle(name: "{{Name}}") { _ in })
    module.lifeCycle.moduleWillAppear()
    await work.whenIdle()
    return try #require(module.view as? {{Name}}Screen)
  }

  @Test("It shows the notes of the store, the latest first and selected")
  func shows() async throws {
    let screen = try await screen(["a.md": "# Apples", "b.md": "# Pears"])
    let frame = FakeFrame.drawing(screen, columns: 20, rows: 3)
    #expect(frame.lines == ["> Pears", "  Apples", ""])
  }

  @Test("Enter opens the selected row", arguments: [("k", "b.md"), ("j", "a.md")])
  func opens(key: Key, note: String) async throws {
    let screen = try await screen(["a.md": "# Apples", "b.md": "# Pears"])
    for key in [key, "Enter"] { #expect(screen.handle(.key(key))) }
    #expect(wireframe.opened == [NoteID(note)])
  }

  @Test("Nothing to show is said, and Enter does nothing then")
  func empty() async throws {
    let screen = try await screen([:])
    _ = screen.handle(.key("Enter"))
    #expect(wireframe.opened.isEmpty)
    #expect(FakeFrame.drawing(screen, columns: 24, rows: 2).lines[0] == "  Nothing here yet.")
  }

  @Test("Removed, it takes no more notes and is freed in all its parts")
  func freed() async {
    let probe = LeakProbe()
    do {
      let cases = {{Name}}Cases(MemoryNoteStore(["a.md": ""]))
      let module = {{Name}}Builder.make(
        cases: cases, work: work, wireframe: FakeWireframe())
      probe.watch(module)
      module.lifeCycle.moduleWillAppear()
      module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

@MainActor
private final class FakeWireframe: {{Name}}Wireframe {
  var opened: [NoteID] = []
  func open(_ note: NoteID) { opened.append(note) }
}
