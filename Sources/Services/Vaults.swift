package import Entities
package import Secrets

/// The vaults this person has, and the way into each.
package protocol Vaults: Sendable {
  /// Vaults opened before, the latest first.
  func known() async -> [VaultSummary]

  /// Checks that the vault can be opened with this proof and remembers it as the latest. A locked one
  /// stands open from then on, until `lock`.
  func open(_ id: VaultID, proof: VaultProof) async throws(VaultError) -> VaultSummary

  /// Makes a vault with a welcome note, or takes an existing folder as it is. `~/` is the home.
  func make(at place: String) async throws(VaultError) -> VaultSummary

  /// Whether something is at this place already, but for an empty folder: then there is nothing to
  /// make, only to open.
  func isTaken(_ place: String) async -> Bool

  /// Makes the keys of an encrypted vault, in a folder that is not there or empty. Nothing is on the
  /// disk before it is finished.
  func prepareLocked(
    at place: String, passphrase: TypedSecret
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

  /// Lets go of the keys of a vault that stands open. `place`, where the person was, can be had back
  /// once it is open again, and by nobody before.
  func lock(_ id: VaultID, keeping place: [UInt8])

  /// What was kept when the vault was locked, given once. It must stand open.
  func takePlace(in id: VaultID) -> [UInt8]?
}

/// The keys of an encrypted vault that is not there yet.
package struct PreparedVault: Sendable {
  /// Opens the vault where the passphrase is lost: to be shown once, and kept nowhere.
  package let recoveryKey: TypedSecret
  /// Makes the vault; it stands open then.
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
  /// After wrong ones: none is looked at for so many seconds.
  case tooSoon(seconds: Int)
  /// About the keys, as a whole sentence or two.
  case lock(String)
  case failed(String, reason: String)

  package var message: String {
    switch self {
    case .missing(let place):
      "There is no folder \(place). Make it with “n”."
    case .notAFolder(let place):
      "\(place) is a file, not a folder."
    case .notPermitted(let place):
      "No permission to open \(place). Check the folder's owner and mode."
    case .notEmpty(let place):
      "There are files in \(place). Open it as it is, then encrypt it with “notes-tui encrypt”."
    case .locked(let place):
      "\(place) is locked. Open it with its passphrase."
    case .wrongPassphrase:
      "That is not this vault's passphrase."
    case .tooSoon(let seconds):
      "Wait \(seconds == 1 ? "a second" : "\(seconds) seconds"), then try again."
    case .lock(let message): message
    case .failed(let place, let reason):
      "Could not open \(place): \(reason)."
    }
  }
}

/// Vaults in folders, before any lock is put on them.
package protocol VaultFolders: Sendable {
  func known() async -> [VaultSummary]

  func open(_ id: VaultID) async throws(VaultError) -> VaultSummary

  func make(at place: String) async throws(VaultError) -> VaultSummary

  func isTaken(_ place: String) async -> Bool

  /// A typed place as a vault's name. It must be an empty folder, or not there; with `making` it is
  /// there afterwards.
  func emptyFolder(at place: String, making: Bool) async throws(VaultError) -> VaultID
}
