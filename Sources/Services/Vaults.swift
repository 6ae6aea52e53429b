package import Entities

/// The vaults this person has, and the way into each.
package protocol Vaults: Sendable {
  /// Vaults opened before, the latest first.
  func known() async -> [VaultSummary]

  /// Checks that the vault can be opened with this proof and remembers it as the latest.
  func open(_ id: VaultID, proof: VaultProof) async throws(VaultError) -> VaultSummary

  /// Makes a vault with a welcome note, or takes an existing folder as it is. `~/` is the home.
  func make(at place: String) async throws(VaultError) -> VaultSummary
}

package enum VaultError: Error, Equatable, Sendable {
  case missing(String)
  case notAFolder(String)
  case notPermitted(String)
  case wrongPassphrase
  case failed(String, reason: String)

  package var message: String {
    switch self {
    case .missing(let place):
      "There is no folder \(place). Make it with “n”."
    case .notAFolder(let place):
      "\(place) is a file, not a folder."
    case .notPermitted(let place):
      "No permission to open \(place). Check the folder's owner and mode."
    case .wrongPassphrase:
      "That is not this vault's passphrase."
    case .failed(let place, let reason):
      "Could not open \(place): \(reason)."
    }
  }
}
