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

/// Trashing, renaming and moving the same note, in the list and on the command line.
@MainActor
@Suite("Notes in every interface")
struct NoteMouthTests {
  private nonisolated static let path = NotePath("a.md")

  private nonisolated static let troubles: [NoteStoreError] = [
    .notPermitted(path, action: "move"), .noSpace(path), .changedOutside(path),
    .failed(path, action: "move", reason: "no reason"),
    .refused(path, reason: "the vault was opened with --read-only"),
  ]

  @Test(
    "A note that cannot be changed stays, with the same message in every interface",
    arguments: Deed.allCases, troubles)
  func refused(deed: Deed, error: NoteStoreError) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": "# A\n", "in/b.md": "b"])
      let said = await mouth.carryOut(deed, notes, failing: error)
      #expect(said == error.message, "\(mouth)")
      #expect(await notes.text(of: NoteID("a.md")) == "# A\n", "\(mouth)")
    }
  }

  @Test(
    "A change without obstacles succeeds in every interface, without a message",
    arguments: Deed.allCases)
  func done(deed: Deed) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": "# A\n", "in/b.md": "b"])
      let said = await mouth.carryOut(deed, notes)
      #expect(said == nil, "\(mouth)")
      #expect(await notes.text(of: NoteID("a.md")) == nil, "\(mouth)")
      if let new = deed.path { #expect(await notes.text(of: NoteID(new)) != nil, "\(mouth)") }
    }
  }

  @Test("If trashing several notes fails, the notes before the failure are in the trash")
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

  /// The note's path after the change.
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

  /// Returns the message of a failure.
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

  /// Trashing `b.md` fails.
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

/// A view of the list that records its messages.
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
