package import Entities
import Secrets
package import Viper

// The login: the screen's state, its commands and its protocols.

struct LoginState: Equatable, Sendable {
  enum Stage: Equatable, Sendable {
    case choosing
    case typing(LoginQuestion)
    /// Shows the recovery key, only once.
    case showingRecoveryKey
    /// Shows a text that explains what encrypting or decrypting will do.
    case asking
    /// The vault is being encrypted or decrypted.
    case converting
    /// Shows the result of the conversion.
    case telling
  }

  var stage = Stage.choosing
  /// The name of the vault that the stage is about.
  var vault = ""
  /// Whether the vaults were listed. Before that they are unknown, not absent.
  var isListed = false
  var rows: [LoginRow] = []
  var selected: Int?
  /// A message, such as the reason that a vault did not open.
  var message = ""
  /// The running work: "Opening “Work”…". No other work begins before it ends.
  var progress: String?
  /// The paragraphs of the shown text. The recovery key is between the first two.
  var text: [String] = []
  /// The question, and the remark below its field.
  var question = ""
  var remark: String?
  /// The seconds until a passphrase is accepted again, after wrong ones.
  var wait = 0
  /// Whether q goes back to the vault that was left, instead of quitting.
  var canGoBack = false
}

/// A secret that is typed without an echo.
enum LoginQuestion: Equatable, Sendable {
  case passphrase
  case recoveryKey
  /// The current passphrase, asked for before a change.
  case oldPassphrase
  case newPassphrase
  case newPassphraseAgain
  /// The end of the recovery key, to prove that it was written down.
  case endOfRecoveryKey
}

enum LoginCommand: Equatable, Sendable {
  case move(Int)
  case select(Int)
  case toStart
  case toEnd
  case open
  case make
  case encrypt
  case decrypt
  case reload
  /// Submits the typed text, which the keymap does not know.
  case submit(TypedSecret?)
  case showTyped
  case useRecoveryKey
  /// The recovery key was written down.
  case keyWasWrittenDown
  /// The shown text was read.
  case goOn
  case scroll(Int)
  case back
  case quit
}

/// A vault as display values.
struct LoginRow: Equatable, Sendable {
  var name: String
  var path: String
  var isLocked = false
  /// The reason that it cannot be opened.
  var obstacle: String?
}

/// The reason that the login is shown.
package enum LoginPurpose: Equatable, Sendable {
  /// To choose a vault.
  case choose
  /// To choose another vault than this one, which was left; q goes back to it.
  case another(VaultID)
  /// To wait while this vault opens; Esc shows the others.
  case opening(name: String)
  /// To unlock this vault; Esc shows the others.
  case unlock(VaultID, name: String)
  /// To change the passphrase of this open vault.
  case changePassphrase(VaultID, name: String)
}

typealias LoginView = StateView<LoginState>

@MainActor
protocol LoginPresenting: AnyObject {
  var view: (any LoginView)? { get set }
  func handle(_ command: LoginCommand)
  /// The recovery key, drawn letter by letter while it is shown.
  var recoveryKey: TypedSecret? { get }
  /// Returns a remark on the strength of a new passphrase; empty for none.
  func hint(on typed: TypedSecret) -> String
}

@MainActor
protocol LoginInteracting: AnyObject {
  var output: (any LoginInteractorOutput)? { get set }
  func loadVaults()
  /// Checks whether the path exists already.
  func look(at folder: String)
  func open(_ vault: VaultID, proof: VaultProof)
  /// Makes a plain vault and opens it.
  func make(at folder: String)
  /// Makes the keys of a new encrypted vault.
  func prepare(at folder: String, passphrase: TypedSecret)
  /// Makes the vault for the prepared keys and opens it.
  func finishMaking()
  func forgetPrepared()
  /// Returns whether this is the end of the new recovery key, so that its owner has the key.
  func isEndOfKey(_ typed: TypedSecret) -> Bool
  func strength(of passphrase: TypedSecret) -> PassphraseStrength
  /// Checks whether this proof would open a vault that is open already.
  func check(_ proof: VaultProof, of vault: VaultID)
  func changePassphrase(of vault: VaultID, to passphrase: TypedSecret, proof: VaultProof)
  /// Reports how long passphrases of this vault are refused.
  func askForWait(before vault: VaultID)
  /// Finds out what encrypting or decrypting this vault would do.
  func look(at vault: VaultID, for goal: ConvertingGoal)
  /// Makes the keys for encrypting a plain vault.
  func makeKeys(of vault: VaultID, passphrase: TypedSecret)
  /// Encrypts or decrypts the vault. Without a proof it uses the keys that were made.
  func convert(_ vault: VaultID, to goal: ConvertingGoal, proof: VaultProof)
  /// Stops the conversion at the next safe point; its result is still reported.
  func stopConverting()
  /// Closes a vault that was opened but not entered.
  func lock(_ vault: VaultID)
  /// Cancels the running work: its result is not reported, and a vault that it opens is closed.
  func giveUp()
  /// Ends all work; nothing is reported after this.
  func end()
}

@MainActor
protocol LoginInteractorOutput: AnyObject {
  func didLoad(_ vaults: [VaultSummary])
  func didLook(at folder: String, isTaken: Bool)
  func didOpen(_ vault: VaultID, named name: String)
  /// The vault to be made exists already and is locked.
  func didFindLocked(_ vault: VaultSummary)
  func didPrepare(_ recoveryKey: TypedSecret)
  func proofIsRight()
  func didChangePassphrase()
  func didLook(_ outlook: ConversionPreview)
  /// Reports progress in a few words.
  func didConvert(_ progress: String)
  /// Reports the result, or the reason of a failure, in sentences.
  func didEndConverting(_ lines: [String])
  func didFail(_ message: String)
  /// Passphrases are refused for this long.
  func mustWait(seconds: Int)
}

/// The login's questions and its way out.
@MainActor
package protocol LoginWireframe: Asking {
  func quit()
}

/// Reports of the login to its parent.
@MainActor
package protocol LoginOutput: AnyObject {
  /// A locked vault was chosen.
  func loginAsksForPassphrase(of vault: VaultID)
  func loginDidOpen(_ vault: VaultID, named name: String)
  func loginDidChangePassphrase()
}
