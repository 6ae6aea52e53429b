import Entities
import FileStore
import SealedStore
import Secrets
import Services

/// What changes a single note's lock, and what is saved behind one.
struct LockOperations {
  var vault: [UInt8]
  var state: [UInt8]

  private let plain = NoteID("a.md")
  private let locked = NoteID("a.md.age")

  func run(_ operation: String) async throws -> Bool {
    let id = VaultID(NotePath(bytes: vault))
    let (clock, keyring) = (ProbeClock(), NoteKeyring())
    let versions = FolderVersions(stateFolder: state, vault: id, clock: clock)
    let journal = FolderJournal(stateFolder: state, vault: id, clock: clock)
    let notes = LockedNotes(
      FolderStore(root: vault, clock: clock), root: vault, keyring: keyring,
      state: LockedState(
        versions: versions, journal: journal, index: nil, vault: vault, stateFolder: state),
      stateFolder: state, clock: clock, workFactor: 1)
    let passphrase = TypedSecret()
    passphrase.append("open sesame".utf8)
    switch operation {
    case "lock":
      try await versions.keep(Array("canary before\n".utf8), of: plain)
      arm()
      _ = try await notes.lock(plain, passphrase: passphrase)
    case "unlock", "locked save":
      _ = try await notes.lock(plain, passphrase: passphrase)
      let lock = try await notes.open(locked, passphrase: passphrase)
      defer { withExtendedLifetime(lock) {} }
      let content = try await notes.read(locked)
      arm()
      if operation == "unlock" {
        _ = try await notes.takeOff(locked)
      } else {
        _ = try await notes.save(
          Array("canary after\n".utf8), to: locked, replacing: content.stamp)
      }
    default: return false
    }
    return true
  }
}
