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

/// A note that is made, or begins with a template, from the screens and the command line.
@MainActor
@Suite("New notes from every mouth")
struct NewNoteMouthTests {
  private nonisolated static let path = NotePath("New.md")

  private nonisolated static let troubles: [(TroubledStore.Trouble, String)] =
    [
      .notPermitted(path, action: "write"), .noSpace(path), .changedOutside(path),
      .failed(path, action: "write", reason: "no reason"),
    ].map { (error: NoteStoreError) in (.saving(error), error.message) }
    + [(.readOnly, NoteStoreError.readOnly(NotePath("New")).message)]

  @Test("A note that cannot be made is not there, with the same words", arguments: troubles)
  func refused(trouble: TroubledStore.Trouble, message: String) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": "a"])
      let said = await mouth.make(notes, TroubledStore(notes, trouble))
      #expect(said == message, "\(mouth)")
      #expect(await notes.ids.map(\.path.text) == ["a.md"], "\(mouth)")
    }
  }

  @Test("Where nothing is in its way it is there, with the same text")
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
    "A template that is missing or cannot be read says so, with the same words",
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

  /// Answers with why it was not done.
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
