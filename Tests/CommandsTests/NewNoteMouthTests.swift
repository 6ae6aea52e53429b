import Commands
import Daily
import Entities
import Services
import TestSupport
import Testing
import VaultLayers
import VaultSettings
import Viper

@testable import NewNotes

/// Making a note, also from a template, on the screens and on the command line.
@MainActor
@Suite("New notes in every interface")
struct NewNoteMouthTests {
  private nonisolated static let path = NotePath("New.md")

  private nonisolated static let troubles: [(TroubledStore.Trouble, String)] =
    [
      .notPermitted(path, action: "write"), .noSpace(path), .changedOutside(path),
      .failed(path, action: "write", reason: "no reason"),
    ].map { (error: NoteStoreError) in (.saving(error), error.message) }
    + [(.readOnly, NoteStoreError.readOnly(NotePath("New")).message)]

  @Test(
    "A failed new note leaves no file, with the same message in every interface",
    arguments: troubles)
  func refused(trouble: TroubledStore.Trouble, message: String) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": "a"])
      let said = await mouth.make(notes, TroubledStore(notes, trouble))
      #expect(said == message, "\(mouth)")
      #expect(await notes.ids.map(\.path.text) == ["a.md"], "\(mouth)")
    }
  }

  @Test("A new note has the same text in every interface")
  func done() async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": "a"])
      #expect(await mouth.make(notes, notes) == nil, "\(mouth)")
      #expect(await notes.text(of: NoteID("New.md")) == "# New\n", "\(mouth)")
    }
  }

  private nonisolated static let unreadable = NoteStoreError.notPermitted(
    NotePath("Templates/Book.md"), action: "read")

  @Test(
    "A missing or unreadable template gives the same message in every interface",
    arguments: [
      ("nope", nil, "There is no template “nope” in “Templates”, nor at that path."),
      ("Book", unreadable, unreadable.message),
    ] as [(String, NoteStoreError?, String)])
  func template(name: String, error: NoteStoreError?, message: String) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["Templates/Book.md": "# {{title}}\n"])
      if let error { await notes.fail(next: error) }
      #expect(await mouth.make(notes, notes, after: name) == message, "\(mouth)")
      #expect(await notes.ids.map(\.path.text) == ["Templates/Book.md"], "\(mouth)")
    }
  }
}

private enum Mouth: CaseIterable {
  case screen, commandLine

  /// Returns the message of a failure.
  @MainActor
  func make(
    _ notes: MemoryNoteStore, _ store: any NoteStore, after template: String? = nil
  ) async -> String? {
    switch self {
    case .screen:
      let (work, listener) = (Work(), Listener())
      let planner = NotePlanner(
        store: store, index: MemoryIndex(notes), foreign: NoForeignSettings(),
        settings: SettingValues(), clock: StillClock())
      let cases = NewNoteCases(store: store, texts: PlainTexts(), planner: planner)
      let screen = NewNotesInteractor(cases: { cases }, work: work)
      screen.output = listener
      if let template {
        screen.findTemplate(named: template) { screen.fill($0, titled: "New") { _ in } }
      } else {
        screen.makeNote(titled: "New")
      }
      await work.whenIdle()
      return listener.failure
    case .commandLine:
      let scene = CommandScene(notes)
      scene.troubled = store
      let code = await scene.run(["new", "New"] + (template.map { ["--template", $0] } ?? []))
      return code == .done ? nil : scene.messages.last?.replacing("notes-tui: ", with: "")
    }
  }
}

@MainActor
private final class Listener: NewNotesInteractorOutput {
  private(set) var failure: String?

  func failed(_ failure: NewNoteFailure) { self.failure = failure.words }
  func dailyNoteWasFound(_ note: NoteID, of day: Day) {}
  func noteWasMade(_ note: NoteID) {}
}
