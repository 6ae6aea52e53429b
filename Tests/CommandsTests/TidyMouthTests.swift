import Commands
import Entities
import OpenVault
import Services
import TestSupport
import Testing
import VaultLayers
import Viper

@testable import History
@testable import Trash

/// Restoring a note from the trash and an older version of a note, on the screens and on the
/// command line.
@MainActor
@Suite("Restoring in every interface")
struct TidyMouthTests {
  private nonisolated static let path = NotePath("a.md")

  private nonisolated static let troubles: [(TroubledStore.Trouble, String)] =
    [
      .notPermitted(path, action: "write"), .noSpace(path), .changedOutside(path),
      .failed(path, action: "write", reason: "no reason"),
    ].map { (error: NoteStoreError) in (.saving(error), error.message) }
    + [(.readOnly, NoteStoreError.readOnly(path).message)]

  @Test(
    "A note that cannot be written stays as it was, with the same message in every interface",
    arguments: Return.allCases,
    troubles)
  func refused(act: Return, trouble: (TroubledStore.Trouble, String)) async throws {
    for mouth in Mouth.allCases {
      let scene = try await Scene(act)
      let said = await mouth.carryOut(act, scene, TroubledStore(scene.notes, trouble.0))
      #expect(said == trouble.1, "\(mouth)")
      #expect(await scene.texts == scene.before, "\(mouth)")
      #expect(await scene.notes.trashedPaths == scene.trashed, "\(mouth)")
    }
  }

  @Test(
    "A note without obstacles is restored in every interface, without a message",
    arguments: Return.allCases)
  func done(act: Return) async throws {
    for mouth in Mouth.allCases {
      let scene = try await Scene(act)
      #expect(await mouth.carryOut(act, scene, scene.notes) == nil, "\(mouth)")
      #expect(await scene.texts == ["a.md": "old"], "\(mouth)")
    }
  }

  @Test("A restored note whose name is taken gets another name, and the other note stays")
  func taken() async throws {
    for mouth in Mouth.allCases {
      let scene = try await Scene(.fromTrash)
      await scene.notes.change(NoteID("a.md"), to: "other")
      #expect(await mouth.carryOut(.fromTrash, scene, scene.notes) == nil, "\(mouth)")
      #expect(await Set(scene.texts.values) == ["old", "other"], "\(mouth)")
      #expect(await scene.texts["a.md"] == "other", "\(mouth)")
    }
  }

  @Test("A deleted note is made again from its version")
  func gone() async throws {
    for mouth in Mouth.allCases {
      let scene = try await Scene(.version)
      await scene.notes.remove(NoteID("a.md"))
      #expect(await mouth.carryOut(.version, scene, scene.notes) == nil, "\(mouth)")
      #expect(await scene.texts == ["a.md": "old"], "\(mouth)")
    }
  }

  @Test("A note's current text becomes a version before an older version replaces it")
  func kept() async throws {
    for mouth in Mouth.allCases {
      let scene = try await Scene(.version)
      #expect(await mouth.carryOut(.version, scene, scene.notes) == nil, "\(mouth)")
      #expect(await scene.versions.texts(of: NoteID("a.md")) == ["new", "old"], "\(mouth)")
    }
  }
}

enum Return: CaseIterable { case fromTrash, version }

/// A note in the trash, or with a text that differs from its version.
@MainActor
private struct Scene {
  let notes: MemoryNoteStore
  let versions = MemoryVersions()
  let before: [String: String]
  let trashed: [NotePath]

  init(_ act: Return) async throws {
    let note = NoteID("a.md")
    switch act {
    case .fromTrash:
      notes = MemoryNoteStore(["a.md": "old"])
      _ = try await notes.trash(note)
    case .version:
      notes = MemoryNoteStore(["a.md": "new"])
      try await versions.keep(
        NoteState(
          note: note, bytes: Array("old".utf8), written: Timestamp(seconds: 1),
          by: VersionWriter(.screen)))
    }
    before = await Self.texts(of: notes)
    trashed = await notes.trashedPaths
  }

  var texts: [String: String] { get async { await Self.texts(of: notes) } }

  private static func texts(of notes: MemoryNoteStore) async -> [String: String] {
    var texts: [String: String] = [:]
    for note in await notes.ids { texts[note.path.text] = await notes.text(of: note) }
    return texts
  }
}

private enum Mouth: CaseIterable {
  case screen, commandLine

  /// Returns the message of a failure.
  @MainActor
  func carryOut(_ act: Return, _ scene: Scene, _ store: any NoteStore) async -> String? {
    let (work, listener) = (Work(), Listener())
    switch (self, act) {
    case (.screen, .fromTrash):
      let screen = TrashInteractor(cases: TrashCases(store), work: work)
      screen.output = listener
      screen.load()
      await work.whenIdle()
      screen.restore(screen.item(at: 0))
      await work.whenIdle()
      return listener.failure
    case (.screen, .version):
      let screen = HistoryInteractor(
        note: NoteID("a.md"), cases: HistoryCases(versions: scene.versions, store: store),
        work: work)
      screen.output = listener
      screen.load()
      await work.whenIdle()
      screen.restore(0)
      await work.whenIdle()
      return listener.failure
    case (.commandLine, _):
      let commands = CommandScene(scene.notes)
      (commands.troubled, commands.versions) = (store, scene.versions)
      let words =
        act == .fromTrash ? ["restore", "a.md"] : ["history", "restore", "a.md", "v1"]
      let code = await commands.run(words)
      return code == .done
        ? nil : commands.messages.last.map { $0.replacing("notes-tui: ", with: "") }
    }
  }
}

@MainActor
private final class Listener: TrashInteractorOutput, HistoryInteractorOutput {
  private(set) var failure: String?

  func failed(_ message: String) { failure = failure ?? message }

  func trashChanged() {}
  func noteWasRestored(_ item: TrashItem, to note: NoteID) {}
  func notesWereDeleted(_ items: [TrashItem]) {}
  func loadingEnded() {}
  func noteChanged() {}
  func versionsChanged() {}
  func loadingEnded(problems: [String]) {}
  func versionWasShown(_ lines: [HistoryLine], of index: Int, as aspect: HistoryAspect) {}
  func noteWasRestored(_ note: NoteID, to version: HistoryItem, created: Bool) {}
  func hunkWasTaken(_ note: NoteID) {}
  func hunkWasRefused(_ refusal: HunkRefusal) {}
  func restoreWasUndone(_ note: NoteID) {}
  func nothingToUndo() {}
  func showingFailed(_ message: String) {}
}
