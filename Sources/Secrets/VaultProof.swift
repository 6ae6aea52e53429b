/// What a person shows to open a vault: nothing for a plain folder, a secret for a locked one.
package enum VaultProof: Equatable, Sendable {
  case none
  case passphrase(TypedSecret)
  /// What was shown once, when the vault was made.
  case recoveryKey(TypedSecret)
}
