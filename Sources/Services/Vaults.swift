package import Entities
package import Secrets

/// The vaults this person has, and the way into each.
package protocol Vaults: Sendable {
  /// Vaults opened before, the latest first.
  func known() async -> [VaultSummary]

  /// Checks that the vault can be opened with this proof and remembers it as the latest. A locked one
  /// is open from then on, until `lock`.
  func open(_ id: VaultID, proof: VaultProof) async throws(VaultError) -> VaultSummary

  /// Makes a vault with a welcome note, or takes an existing folder as it is. `~/` is the home.
  func make(at path: String) async throws(VaultError) -> VaultSummary

  /// Whether there is something at this path already, but for an empty folder: then there is
  /// nothing to make, only to open.
  func isTaken(_ path: String) async -> Bool

  /// Makes the keys of an encrypted vault, in a folder that is not there or empty. Nothing is on the
  /// disk before it is finished.
  func prepareLocked(
    at path: String, passphrase: TypedSecret
  ) async throws(VaultError) -> PreparedVault

  /// Whether opening it asks for a proof. Quick: it looks at a name or two, and may be asked before
  /// the first frame.
  func isLocked(_ id: VaultID) -> Bool

  /// How long no passphrase is looked at, after wrong ones.
  func wait(before id: VaultID) async -> Duration

  /// Throws where this proof opens nothing; the vault is as open as before.
  func check(_ proof: VaultProof, of id: VaultID) async throws(VaultError)

  /// Gives a locked vault another passphrase, for the right proof.
  func changePassphrase(
    of id: VaultID, to passphrase: TypedSecret, proof: VaultProof
  ) async throws(VaultError)

  /// Drops the keys of an open vault. `path`, the open screen's address, is available again
  /// once it is open again, and not before.
  func lock(_ id: VaultID, keeping path: [UInt8])

  /// The address saved when the vault was locked, given once. The vault must be open.
  func takePlace(in id: VaultID) -> [UInt8]?
}

/// The keys of an encrypted vault that is not there yet.
package struct PreparedVault: Sendable {
  /// Opens the vault where the passphrase is lost: to be shown once, and stored nowhere.
  package let recoveryKey: TypedSecret
  /// Makes the vault; it is open then.
  package let finish: @Sendable () async throws(VaultError) -> VaultSummary

  package init(
    recoveryKey: TypedSecret,
    finish: @escaping @Sendable () async throws(VaultError) -> VaultSummary
  ) {
    self.recoveryKey = recoveryKey
    self.finish = finish
  }
}

package enum VaultError: ExplainedError, Equatable, Sendable {
  case missing(String)
  case notAFolder(String)
  case notPermitted(String)
  /// It was to be made encrypted, and something is in it.
  case notEmpty(String)
  /// It is locked, and nothing was shown to open it.
  case locked(String)
  case wrongPassphrase
  /// After wrong ones: none is tried for this number of seconds.
  case tooSoon(seconds: Int)
  /// About the keys, as a whole sentence or two.
  case lock(String)
  case failed(String, reason: String)

  package var message: String {
    switch self {
    case .missing(let path):
      "There is no folder \(path). Make it with “n”."
    case .notAFolder(let path):
      "\(path) is a file, not a folder."
    case .notPermitted(let path):
      "No permission to open \(path). Check the folder's owner and mode."
    case .notEmpty(let path):
      "There are files in \(path). Open it as it is, then encrypt it with “notes-tui encrypt”."
    case .locked(let path):
      "\(path) is locked. Open it with its passphrase."
    case .wrongPassphrase:
      "That is not this vault's passphrase."
    case .tooSoon(let seconds):
      "Wait \(seconds == 1 ? "a second" : "\(seconds) seconds"), then try again."
    case .lock(let message): message
    case .failed(let path, let reason):
      "Could not open \(path): \(reason)."
    }
  }
}

/// Vaults in folders, before any lock is put on them.
package protocol VaultFolders: Sendable {
  func known() async -> [VaultSummary]

  func open(_ id: VaultID) async throws(VaultError) -> VaultSummary

  func make(at path: String) async throws(VaultError) -> VaultSummary

  func isTaken(_ path: String) async -> Bool

  /// A typed path as a vault's id. It must be an empty folder, or not there; with `making` it is
  /// there afterwards.
  func emptyFolder(at path: String, making: Bool) async throws(VaultError) -> VaultID
}
