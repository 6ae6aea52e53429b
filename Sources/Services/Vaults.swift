package import Entities
package import Secrets

/// The user's vaults, and how to open them.
package protocol Vaults: Sendable {
  /// Returns vaults that were opened before, the latest first.
  func known() async -> [VaultSummary]

  /// Checks that the vault can be opened with this proof and records it as the latest. A locked one
  /// is open from then on, until `lock`.
  func open(_ id: VaultID, proof: VaultProof) async throws(VaultError) -> VaultSummary

  /// Makes a vault with its first notes, or uses an existing folder as it is. `~/` is the home.
  func make(at path: String) async throws(VaultError) -> VaultSummary

  /// Whether this path exists and is not an empty folder: then a vault can only be opened, not
  /// made.
  func isTaken(_ path: String) async -> Bool

  /// Makes the keys of an encrypted vault, in a folder that is missing or empty. Nothing is written
  /// to disk before it is finished.
  func prepareLocked(
    at path: String, passphrase: TypedSecret
  ) async throws(VaultError) -> PreparedVault

  /// Whether opening it asks for a proof. Fast enough to call before the first frame: it checks
  /// only a name or two.
  func isLocked(_ id: VaultID) -> Bool

  /// How long no passphrase is accepted, after wrong ones.
  func wait(before id: VaultID) async -> Duration

  /// Throws if this proof is wrong; the vault stays open or locked.
  func check(_ proof: VaultProof, of id: VaultID) async throws(VaultError)

  /// Changes the passphrase of a locked vault, if the proof is right.
  func changePassphrase(
    of id: VaultID, to passphrase: TypedSecret, proof: VaultProof
  ) async throws(VaultError)

  /// Drops the keys of an open vault. `path` is the address of the open screen; it can be read only
  /// after the vault is open again.
  func lock(_ id: VaultID, keeping path: [UInt8])

  /// Returns the address saved when the vault was locked, once. The vault must be open.
  func takeSavedAddress(in id: VaultID) -> [UInt8]?
}

/// The keys of an encrypted vault that is not made yet.
package struct PreparedVault: Sendable {
  /// Opens the vault if the passphrase is lost: to be shown once and never stored.
  package let recoveryKey: TypedSecret
  /// Makes the vault and opens it.
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
  /// An encrypted vault cannot be made in a folder with files.
  case notEmpty(String)
  /// The vault is locked, and no proof was given.
  case locked(String)
  case wrongPassphrase
  /// Too many wrong passphrases: none is tried for this number of seconds.
  case tooSoon(seconds: Int)
  /// A problem with the keys, in whole sentences.
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

/// Vaults in folders, without locks.
package protocol VaultFolders: Sendable {
  func known() async -> [VaultSummary]

  func open(_ id: VaultID) async throws(VaultError) -> VaultSummary

  func make(at path: String) async throws(VaultError) -> VaultSummary

  func isTaken(_ path: String) async -> Bool

  /// Returns a typed path as a vault's id. The folder must be empty or missing; with `making`, a
  /// missing one is created.
  func emptyFolder(at path: String, making: Bool) async throws(VaultError) -> VaultID
}
