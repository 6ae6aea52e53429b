import Commands
import Entities
import OpenVault
import Services
import TestSupport
import Testing
import UseCases
import VaultLayers
import Viper

@testable import NoteList

/// The same note trashed, renamed and moved from the list and the command line.
@MainActor
@Suite("Notes from every mouth")
struct NoteMouthTests {
  private nonisolated static let path = NotePath("a.md")

  private nonisolated static let troubles: [NoteStoreError] = [
    .notPermitted(path, action: "move"), .noSpace(path), .changedOutside(path),
    .failed(path, action: "move", reason: "no reason"),
    .refused(path, reason: "the vault was opened with --read-only"),
  ]

  @Test(
    "A note that cannot be changed stays, with the same words", arguments: Deed.allCases, troubles)
  func refused(deed: Deed, error: NoteStoreError) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": "# A\n", "in/b.md": "b"])
      let said = await mouth.carryOut(deed, notes, failing: error)
      #expect(said == error.message, "\(mouth)")
      #expect(await notes.text(of: NoteID("a.md")) == "# A\n", "\(mouth)")
    }
  }

  @Test("Where nothing is in its way it is done, and nothing is said", arguments: Deed.allCases)
  func done(deed: Deed) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": "# A\n", "in/b.md": "b"])
      let said = await mouth.carryOut(deed, notes)
      #expect(said == nil, "\(mouth)")
      #expect(await notes.text(of: NoteID("a.md")) == nil, "\(mouth)")
      if let new = deed.path { #expect(await notes.text(of: NoteID(new)) != nil, "\(mouth)") }
    }
  }

  @Test("Of several those before the one that fails are in the trash, as it is said")
  func half() async {
    let error = NoteStoreError.noSpace(NotePath("b.md"))
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": "a", "b.md": "b", "c.md": "c"])
      let said = await mouth.trash(["a.md", "b.md", "c.md"], notes, failing: error)
      #expect(said == error.message, "\(mouth)")
      #expect(await notes.ids.map(\.path.text) == ["b.md", "c.md"], "\(mouth)")
    }
  }
}

enum Deed: CaseIterable {
  case trash, rename, move

  /// Where the note is afterwards.
  var path: String? {
    switch self {
    case .trash: nil
    case .rename: "New.md"
    case .move: "in/a.md"
    }
  }

  var words: [String] {
    switch self {
    case .trash: ["trash", "a.md"]
    case .rename: ["rename", "a.md", "New"]
    case .move: ["move", "a.md", "in"]
    }
  }
}

private enum Mouth: CaseIterable {
  case list, commandLine

  /// Answers with why it was not done.
  @MainActor
  func carryOut(
    _ deed: Deed, _ notes: MemoryNoteStore, failing error: NoteStoreError? = nil
  ) async -> String? {
    switch self {
    case .list:
      let list = List(notes, failing: error)
      switch deed {
      case .trash: list.interactor.changing.trash(.these([NoteID("a.md")]))
      case .rename: list.interactor.moving.rename(NoteID("a.md"), to: "New")
      case .move: list.interactor.moving.move(NoteID("a.md"), to: NotePath("in"))
      }
      return await list.failure
    case .commandLine: return await run(deed.words, notes, failing: error)
    }
  }

  /// `b.md` is the one that fails.
  @MainActor
  func trash(
    _ paths: [String], _ notes: MemoryNoteStore, failing error: NoteStoreError
  ) async -> String? {
    switch self {
    case .list:
      let list = List(notes, failing: error, at: NoteID("b.md"))
      list.interactor.changing.trash(.these(paths.map { NoteID(NotePath($0)) }))
      return await list.failure
    case .commandLine:
      return await run(["trash"] + paths, notes, failing: error, at: NoteID("b.md"))
    }
  }

  @MainActor
  private func run(
    _ words: [String], _ notes: MemoryNoteStore, failing error: NoteStoreError?,
    at note: NoteID? = nil
  ) async -> String? {
    let scene = CommandScene(notes)
    if let error {
      scene.troubled = TroubledStore(notes, .saving(error), at: note)
      scene.failingMoves = FailingMoves(error)
    }
    let code = await scene.run(words)
    let said = scene.messages.last { $0.hasPrefix("notes-tui: ") }
    return code == .done ? nil : said?.replacing("notes-tui: ", with: "")
  }
}

/// The list's business, and what it says.
@MainActor
private final class List: NoteListInteractorOutput {
  let interactor: NoteListInteractor
  private let work = Work()
  private var message: String?

  init(_ notes: MemoryNoteStore, failing error: NoteStoreError?, at note: NoteID? = nil) {
    var vault = VaultServices.inMemory(notes)
    if let error {
      vault.store = TroubledStore(notes, .saving(error), at: note)
      vault.moves = FailingMoves(error)
    }
    interactor = NoteListInteractor(
      NoteListCases(vault), journal: vault.journal, tasks: .of(notes), work: work, hearing: {})
    interactor.output = self
  }

  var failure: String? {
    get async {
      await work.whenIdle()
      return message
    }
  }

  func notesChanged() {}
  func did(_ deed: NoteListOutcome) {}
  func failed(_ failure: NoteListFailure) { message = failure.message }
}
