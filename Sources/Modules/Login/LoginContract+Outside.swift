package import Entities
import Secrets
package import Viper

@MainActor
protocol LoginInteracting: AnyObject {
  var output: (any LoginInteractorOutput)? { get set }
  func loadVaults()
  /// Whether something is at this place already.
  func look(at place: String)
  func open(_ vault: VaultID, proof: VaultProof)
  /// Makes a plain vault and opens it.
  func make(at place: String)
  /// Makes the keys of an encrypted vault.
  func prepare(at place: String, passphrase: TypedSecret)
  /// Makes the vault whose keys are prepared, and opens it.
  func finishMaking()
  func forgetPrepared()
  /// Whether this is the end of the recovery key that was made: its owner kept it.
  func isEndOfKey(_ typed: TypedSecret) -> Bool
  func strength(of passphrase: TypedSecret) -> PassphraseStrength
  /// Whether this proof opens a vault that stands open already.
  func check(_ proof: VaultProof, of vault: VaultID)
  func changePassphrase(of vault: VaultID, to passphrase: TypedSecret, proof: VaultProof)
  /// How long no passphrase of this vault is taken.
  func askForWait(before vault: VaultID)
  /// What encrypting or decrypting this vault would do.
  func look(at vault: VaultID, for goal: ConvertingGoal)
  /// Makes the keys of a plain vault that is to be encrypted.
  func makeKeys(of vault: VaultID, passphrase: TypedSecret)
  /// Encrypts or decrypts, with the keys that were made where there is no proof.
  func convert(_ vault: VaultID, to goal: ConvertingGoal, proof: VaultProof)
  /// What is being done to the vault ends as soon as nothing is lost by that, and tells how.
  func stopConverting()
  /// Closes a vault that was opened and is not entered.
  func lock(_ vault: VaultID)
  /// Lets go of what is under way: its end is not told, and a vault that it opens is closed.
  func giveUp()
  /// Nothing is delivered after this.
  func end()
}

@MainActor
protocol LoginInteractorOutput: AnyObject {
  func didLoad(_ vaults: [VaultSummary])
  func didLook(at place: String, isTaken: Bool)
  func didOpen(_ vault: VaultID, named name: String)
  /// The vault that was to be made is there already, and locked.
  func didFindLocked(_ vault: VaultSummary)
  func didPrepare(_ recoveryKey: TypedSecret)
  func proofIsRight()
  func didChangePassphrase()
  func didLook(_ outlook: ConvertingOutlook)
  /// How far it is, in a few words.
  func didConvert(_ progress: String)
  /// Whole sentences: what was done, or why it was not.
  func didEndConverting(_ lines: [String])
  func didFail(_ message: String)
  /// No passphrase is taken for so long.
  func mustWait(seconds: Int)
}

/// The routes that the login needs.
@MainActor
package protocol LoginWireframe: Asking {
  func quit()
}

/// Told that a vault stands open, or has another passphrase.
@MainActor
package protocol LoginOutput: AnyObject {
  /// A locked vault was chosen.
  func loginAsksForPassphrase(of vault: VaultID)
  func loginDidOpen(_ vault: VaultID, named name: String)
  func loginDidChangePassphrase()
}
