import Conversion
import Entities
import FileStore
import Services
import Vault

/// Whole vaults, there and back.
struct ConversionOperations {
  var vault: [UInt8]
  var state: [UInt8]

  /// False where there is no such operation.
  func run(_ operation: String) async throws -> Bool {
    let conversion = VaultConversion(
      of: VaultID(NotePath(bytes: vault)), clock: ProbeClock(),
      keeping: StateKeeping(stateFolder: state, cacheFolder: state, clock: ProbeClock()),
      marks: ConversionMarks(stateFolder: state), workFactor: 1)
    switch operation {
    case "encrypt":
      let lock = try conversion.lock.prepare(passphrase: try passphrase())
      arm()
      _ = try await conversion.encrypt(.new(lock), watch: { _ in true })
    case "decrypt":
      let lock = try conversion.lock.prepare(passphrase: try passphrase())
      _ = try await conversion.encrypt(.new(lock), watch: { _ in true })
      arm()
      _ = try await conversion.decrypt(with: lock.identity, watch: { _ in true })
    case "cancel":
      let lock = try conversion.lock.prepare(passphrase: try passphrase())
      arm()
      do {
        // Canceled once the last file was copied.
        _ = try await conversion.encrypt(
          .new(lock), watch: { $0.step != .copying || $0.files < $0.allFiles || $0.files == 0 })
      } catch ConversionError.cancelled {
        return true
      }
    case "rekey", "rekey taken back":
      try await keepSome()
      let old = try conversion.lock.prepare(passphrase: try passphrase())
      _ = try await conversion.encrypt(.new(old), watch: { _ in true })
      let lock = try conversion.lock.prepare(passphrase: try passphrase("cow"))
      if operation == "rekey" {
        arm()
        _ = try await conversion.rekey(.new(lock, after: old.identity), watch: { _ in true })
        return true
      }
      do {
        // Canceled at its second note.
        _ = try await conversion.rekey(
          .new(lock, after: old.identity), watch: { $0.files < 2 })
      } catch ConversionError.cancelled {}
      arm()
      try await conversion.takeBackRekeying(with: old.identity, watch: { _ in true })
    case "why not plain":
      arm()
      if let reason = VaultLock.plainWriteRefusal(vault) { throw Trouble(problems: [reason]) }
    default: return false
    }
    return true
  }

  /// Two versions of a note, and a text that nobody saved.
  private func keepSome() async throws {
    let id = VaultID(NotePath(bytes: vault))
    let versions = FolderVersions(stateFolder: state, vault: id, clock: ProbeClock())
    for text in ["older\n", "newer\n"] {
      try await versions.keep(Array(text.utf8), of: NoteID("a.md"))
    }
    try FolderJournal(stateFolder: state, vault: id, clock: ProbeClock())
      .keep(Array("unsaved\n".utf8), of: NoteID("a.md"), draft: 0)
  }

  private func passphrase(_ text: String = "horse") throws -> Secret {
    var bytes = Array(text.utf8)
    return try Secret(taking: &bytes)
  }
}
