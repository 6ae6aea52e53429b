import Entities
import FileStore
import OpenVault
import Services
import TestSupport
import Testing
import Undo
import VaultLayers
import VaultSettings

@Suite("Merged copies and undo")
struct ConflictUndoTests {
  private let vault = ConflictVault()
  private let copy = ConflictVault.copyName("Note")
  private let done = StoredValue(DoneCommands())

  /// Does something before and after copies go to the trash.
  private struct WatchedStore: ForwardingStore {
    let store: any NoteStore
    let before: @Sendable () async -> Void
    let after: @Sendable () async -> Void

    func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
      await before()
      let answers = await store.trashMany(ids)
      await after()
      return answers
    }
  }

  private func recorded(_ store: any NoteStore) -> any NoteConflicts {
    var services = VaultServices.inMemory(texts: MarkdownTexts())
    (services.store, services.versions, services.moves) = (store, vault.versions, vault.moves)
    services.conflicts = vault.conflicts
    let recorder = DoneRecorder(
      DoneCommand("conflicts merge", began: vault.clock.now), in: done, rewriting: vault.moves
    ) { Issue.record("\($0)") }
    return services.recorded(by: recorder).conflicts ?? vault.conflicts
  }

  private func undo() async -> UndoneSteps.Outcome? {
    guard let command = await done.load().all.last else { return nil }
    return await UndoneSteps(
      done, store: vault.store, moves: vault.moves, conflicts: vault.conflicts
    ).takeBack(command)
  }

  private func write() async throws -> ConflictCopy {
    try await vault.keep("one\ntwo\nthree\n", of: "Note.md")
    vault.folder.write("Note.md", "one\ntwo\nthree\nmine\n")
    vault.folder.write(copy, "one!\ntwo\nthree\n")
    vault.folder.write("other.md", "[[\(copy.dropLast(3))]]\n")
    return try #require(try await vault.copies().first)
  }

  @Test(
    "The next undo takes back the whole of a merge killed at any moment",
    arguments: [true, false])
  func killed(isBeforeTrash: Bool) async throws {
    let found = try await write()
    let texts = vault.texts()
    // The state after a kill at this moment, and the undo after it.
    let check: @Sendable () async -> Void = { [self] in
      #expect(vault.texts() != texts)
      let outcome = await undo()
      #expect(outcome != nil && outcome?.failure == nil && outcome?.wasNothing == false)
      #expect(vault.texts() == texts)
    }
    let nothing: @Sendable () async -> Void = {}
    let store = WatchedStore(
      store: vault.store, before: isBeforeTrash ? check : nothing,
      after: isBeforeTrash ? nothing : check)
    _ = try? await recorded(store).merge([found], cleanOnly: false)
  }

  @Test("One undo in another run takes back a merge of copies")
  func whole() async throws {
    let found = try await write()
    let texts = vault.texts()
    let receipt = try await recorded(vault.store).merge([found], cleanOnly: false)
    #expect(receipt.merged.count == 1 && vault.folder.text(copy) == nil)
    let outcome = await undo()
    #expect(outcome?.failure == nil)
    #expect(vault.texts() == texts)
    #expect(await done.load().all.isEmpty)
  }
}
