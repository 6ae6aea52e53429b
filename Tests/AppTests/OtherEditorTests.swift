import Editor
import Entities
import FakeTerminal
import NoteList
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import App

/// The list with a different editor than the app's; the list knows neither.
@MainActor
@Suite("The list and another editor")
struct OtherEditorTests {
  let ground = Playground(columns: 60, rows: 12)
  let store = MemoryNoteStore(["a.md": "# Alpha", "b.md": "# Beta"])
  let work = Work()
  let routes: OtherRoutes

  init() async throws {
    routes = OtherRoutes(ground)
    try ground.router.push(
      Route("NoteList") { [store, work, routes] in
        NoteListBuilder.make(
          cases: NoteListCases(.inMemory(store)), journal: MemoryJournal(), tasks: .of(store),
          clock: StillClock(), work: work, wireframe: routes
        ).module
      })
    await work.whenIdle()
  }

  private var lines: [String] {
    ground.router.drawFrame()
    return ground.driver.frame.lines
  }

  @Test("Z11 K1 K16 another editor module works through the list's own protocol, without changes")
  func opens() async throws {
    #expect(lines[1].hasPrefix("> Beta"))
    #expect(ground.router.handle(.key("Enter")))
    #expect(ground.router.stackDescription == "NoteList > OtherEditor")
    #expect(routes.opened == [NoteID("b.md")])
    #expect(lines[1].hasPrefix("[OtherEditor]"))

    // The editor calls the list's own protocol, without an adapter.
    await store.change(NoteID("b.md"), to: "# Gamma")
    try #require(routes.list).noteListShouldRefresh(NoteID("b.md"))
    await work.whenIdle()
    try #require(ground.router.top).remove()
    #expect(lines[1].hasPrefix("> Gamma"))
  }

  @Test(
    "K10 Z11 the app's adapter translates the editor's output for the list, and holds it weakly")
  func adapts() throws {
    var list: Listener? = Listener()
    let adapter = EditorToNoteListAdapter(target: try #require(list))
    let output: any EditorOutput = adapter
    output.editorDidSave(NoteID("a.md"))
    #expect(list?.heard == [NoteID("a.md")])
    weak let held = list
    list = nil
    #expect(held == nil)
    output.editorDidSave(NoteID("a.md"))
  }

  @MainActor
  private final class Listener: NoteListRequiredEditorOutput {
    var heard: [NoteID] = []
    func noteListShouldRefresh(_ note: NoteID) { heard.append(note) }
    func noteListShouldSelect(_ note: NoteID) {}
    func noteListShouldFollow(_ moves: [NoteMove]) {}
  }
}

/// The list's routes, replaced for the test.
@MainActor
final class OtherRoutes: NoteListWireframe {
  private let ground: Playground
  private(set) var opened: [NoteID] = []
  private(set) weak var list: (any NoteListRequiredEditorOutput)?

  init(_ ground: Playground) {
    self.ground = ground
  }

  func openEditor(on note: NoteID, output: any NoteListRequiredEditorOutput) {
    opened.append(note)
    list = output
    #expect(failure { () throws(RouteError) in _ = try push() } == nil)
  }

  private func push() throws(RouteError) -> RouteHandle {
    try ground.router.push(ground.toy("OtherEditor"))
  }

  func openNewEditor(in folder: NotePath?, output: any NoteListRequiredEditorOutput) {}
  func openDailyNote() {}
  func openNewFromTemplate(in folder: NotePath?) {}
  func openNewUnique(in folder: NotePath?) {}
  func openRecoveredDraft(output: any NoteListRequiredEditorOutput) {}
  func peek(at note: NoteID, output: any NoteListRequiredEditorOutput) {}
  func embedPreview(in route: RouteHandle) -> (any NoteListRequiredPreview)? { nil }
  func focusPreview(hasNote: Bool) {}
  func slotsMoved() {}
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {}
  func openHistory(of note: NoteID) {}
  func openLinks(of note: NoteID) {}
  func openBoard(of note: NoteID) {}
  func openProperties(of notes: @escaping @Sendable () -> [NoteID]) {}
  func openExports(of notes: @escaping @Sendable () -> [NoteID], named name: String) {}
  func export(_ note: NoteID) {}
  func editOutside(_ note: NoteID) -> String? { nil }
  func changeLock(of note: NoteID) {}
  func openScreen(_ name: String) {}
  func openVaultChooser() {}
  func quit() {}
}
