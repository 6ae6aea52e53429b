import Entities
import FakeTerminal
import Lists
import OpenVault
import Services
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
  private let store: MemoryNoteStore
  private let vault: VaultServices
  private let parent = FakeParent()

  init() {
    store = MemoryNoteStore(["a.md": "# Apples", "deep/b.md": "# Pears"])
    vault = .inMemory(store)
  }

  /// Returns the screen, once the notes are read, and its input for reports of changes.
  private func start() async throws -> (screen: {{Name}}Screen, input: any VaultListener) {
    let cases = {{Name}}Cases(vault)
    let built = {{Name}}Builder.make(
      cases: cases, work: work, date: { _ in "today" }, wireframe: wireframe
    ) { [parent] in parent.changed += $0 }
    built.module.lifeCycle.moduleIsReady(RouteHandle(name: "{{Name}}") { _ in })
    await work.whenIdle()
    return (try #require(built.module.view as? {{Name}}Screen), built.input)
  }

  private func press(_ keys: Key..., on screen: {{Name}}Screen) async {
    for key in keys {
      #expect(screen.handle(.key(key)))
      await work.whenIdle()
    }
  }

  private func lines(_ screen: {{Name}}Screen) -> [String] {
    FakeFrame.drawing(screen, columns: 50, rows: 3).lines
  }

  @Test("It shows the notes with their folders and dates, the latest first and selected")
  func shows() async throws {
    let screen = try await start().screen
    #expect(
      lines(screen) == [
        "> Pears                deep                 today",
        "  Apples                                    today", "",
      ])
  }

  @Test("Enter opens the selected note")
  func opens() async throws {
    let screen = try await start().screen
    await press("j", "Enter", on: screen)
    #expect(wireframe.opened == [NoteID("a.md")])
  }

  @Test("d puts the note into the trash, and u brings it back; others hear of both")
  func trashes() async throws {
    let screen = try await start().screen
    await press("d", on: screen)
    #expect(lines(screen).map { $0.prefix(9) } == ["> Apples ", "", ""])
    #expect(screen.chrome.message == "“Pears” is in the trash. Press u to undo.")
    await press("u", on: screen)
    #expect(lines(screen)[0].hasPrefix("> Pears"))
    #expect(screen.chrome.message == "deep/b.md is back.")
    #expect(parent.changed == [NoteID("deep/b.md"), NoteID("deep/b.md")])
    await press("u", on: screen)
    #expect(screen.chrome.message == "Nothing to undo.")
  }

  @Test("What fails is said, and can be tried again")
  func fails() async throws {
    let screen = try await start().screen
    await store.fail(next: .notFound(NotePath("deep/b.md")))
    await press("d", on: screen)
    let reason = NoteStoreError.notFound(NotePath("deep/b.md")).message
    #expect(screen.state.message == Message(reason, isWarning: true))
    await press("d", on: screen)
    #expect(screen.chrome.message == "“Pears” is in the trash. Press u to undo.")
  }

  @Test("Notes of other programs come and go, and the selection stays on its note")
  func follows() async throws {
    let (screen, input) = try await start()
    await press("j", on: screen)
    _ = try await store.trash(NoteID("deep/b.md"))
    // The caller has refreshed the index before it reports.
    _ = try await vault.index.refresh([NoteID("deep/b.md")])
    input.notesChangedOutside([NoteID("deep/b.md")])
    await work.whenIdle()
    #expect(lines(screen)[0].hasPrefix("> Apples"))
  }

  @Test("Every part of a removed module is freed")
  func freed() async {
    let probe = LeakProbe()
    do {
      let cases = {{Name}}Cases(vault)
      let module = {{Name}}Builder.make(
        cases: cases, work: work, date: { _ in "" }, wireframe: FakeWireframe(),
        didChange: { _ in }
      ).module
      probe.watch(module)
      module.lifeCycle.moduleIsReady(RouteHandle(name: "{{Name}}") { _ in })
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

@MainActor
private final class FakeParent {
  var changed: [NoteID] = []
}
