import Entities
import FileStore
import Services

/// What changes the vault.
struct StoreOperations {
  var vault: [UInt8]
  var state: [UInt8]

  /// False where there is no such operation.
  func run(_ operation: String) async throws -> Bool {
    let store = FolderStore(root: vault, clock: ProbeClock())
    let moves = FolderMoves(
      root: vault, stateFolder: state, vault: VaultID(NotePath(bytes: vault)), clock: ProbeClock())
    let note = NoteID("a.md")
    switch operation {
    case "save":
      let content = try await store.read(note)
      arm()
      _ = try await store.save(Array("saved\n".utf8), to: note, replacing: content.stamp)
    case "create":
      arm()
      _ = try await store.create(Array("made\n".utf8), titled: "New", in: NotePath("deep/er"))
    case "trash":
      arm()
      _ = try await store.trash(note)
    case "restore", "delete":
      let trashed = try await store.trashed()
      arm()
      if operation == "delete" {
        try await store.deleteForGood(trashed)
      } else {
        for note in trashed { _ = try await store.restore(note) }
      }
    case "move":
      arm()
      _ = try await moves.move(
        [
          NoteMove(from: note, to: NoteID("new/moved.md")),
          NoteMove(from: NoteID("b.md"), to: NoteID("c.md")),
          NoteMove(from: NoteID("c.md"), to: NoteID("b.md")),
        ], linking: nil)
    case "rename":
      arm()
      _ = try await moves.rename(note, to: "New title", linking: nil)
    default: return false
    }
    return true
  }
}
