import Entities
import FileStore
import SealedStore
import Services
import Vault

/// What changes an encrypted vault.
struct SealedOperations {
  var vault: [UInt8]
  var state: [UInt8]

  /// Of a vault that is made for a test and gone with it.
  static let key = Array(
    "AGE-SECRET-KEY-1FVPGLGMX8X0P2HT9VHL528PUYQSL9MPLZ6YTA3N6QUS4QW4SQUJQ3JGFFY".utf8)

  static func keys() throws -> VaultKeys {
    try key.withUnsafeBytes { try VaultKeys(identity: X25519Identity($0)) }
  }

  /// False where there is no such operation.
  func run(_ operation: String) async throws -> Bool {
    guard operation.hasPrefix("sealed ") else { return false }
    let keys = try Self.keys()
    let sealed = SealedVault(
      root: vault, identity: keys.identity, seal: keys.stateSeal,
      cacheFolder: state + Array("/cache".utf8), stateFolder: state, clock: ProbeClock())
    let (notes, note) = (sealed.notes, NoteID("a.md"))
    switch operation.dropFirst("sealed ".count) {
    case "save":
      let content = try await notes.read(note)
      arm()
      _ = try await notes.save(Array("saved\n".utf8), to: note, replacing: content.stamp)
    case "save large":
      let stamp = try await notes.read(note).stamp
      arm()
      _ = try await notes.save(Pieces(count: 2), to: note, replacing: stamp)
    case "create":
      arm()
      _ = try await notes.create(Array("made\n".utf8), titled: "New", in: NotePath("deep/er"))
    case "trash":
      arm()
      _ = try await notes.trash(note)
    case "restore", "delete":
      let trashed = try await notes.trashed()
      arm()
      if operation.hasSuffix("delete") {
        try await notes.deleteForGood(trashed)
      } else {
        for note in trashed { _ = try await notes.restore(note) }
      }
    case "restore many":
      let trashed = try await notes.trashed()
      arm()
      for answer in await notes.restoreMany(trashed) { _ = try answer.get() }
    case "move":
      arm()
      _ = try await sealed.moves.move(
        [
          NoteMove(from: note, to: NoteID("new/moved.md")),
          NoteMove(from: NoteID("b.md"), to: NoteID("c.md")),
          NoteMove(from: NoteID("c.md"), to: NoteID("b.md")),
        ], linking: nil)
    case "rename":
      arm()
      _ = try await sealed.moves.rename(note, to: "New title", linking: nil)
    case "rewrite":
      arm()
      _ = try await sealed.moves.rewrite(StoreOperations.changes)
    default: return false
    }
    return true
  }
}
