package import Entities
import Secrets
package import Viper

// The login, read from top to bottom: what it shows, what can be done, who talks to whom.

struct LoginState: Equatable, Sendable {
  enum Stage: Equatable, Sendable {
    case choosing
    case typing(LoginQuestion)
    /// The recovery key is on the screen, this once.
    case showingRecoveryKey
    /// A text to be read: what encrypting or decrypting will do.
    case asking
    /// The vault is being encrypted or decrypted.
    case converting
    /// What came of that.
    case telling
  }

  var stage = Stage.choosing
  /// The vault that the stage is about.
  var vault = ""
  /// Whether the vaults were listed: until then they are unknown, not absent.
  var isListed = false
  var rows: [LoginRow] = []
  var selected: Int?
  /// What happened: why a vault did not open.
  var message = ""
  /// What is under way: "Opening “Work”…". Until it is over nothing else is begun.
  var progress: String?
  /// What is to be read now, paragraph by paragraph; the recovery key is between the first two.
  var text: [String] = []
  /// What is asked, and what is to be said of it below the field.
  var question = ""
  var remark: String?
  /// For how many seconds no passphrase is taken, after wrong ones.
  var wait = 0
  /// A vault was left for this one: q goes back there, and does not quit.
  var canGoBack = false
}

/// What is to be typed without an echo.
enum LoginQuestion: Equatable, Sendable {
  case passphrase
  case recoveryKey
  /// The one until now, before it is changed.
  case oldPassphrase
  case newPassphrase
  case newPassphraseAgain
  /// The end of the recovery key, to be sure that it was written down.
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
  /// What was typed; the keymap knows nothing of it.
  case submit(TypedSecret?)
  case showTyped
  case useRecoveryKey
  /// The recovery key was written down.
  case keyIsKept
  /// What stood there was read.
  case goOn
  case scroll(Int)
  case back
  case quit
}

/// A vault as the view shows it.
struct LoginRow: Equatable, Sendable {
  var name: String
  var path: String
  var isLocked = false
  /// Why it cannot be opened.
  var obstacle: String?
}

/// What the login is shown for.
package enum LoginPurpose: Equatable, Sendable {
  /// To choose among the vaults.
  case choose
  /// To choose another one than this, which was left for it: q goes back there.
  case another(VaultID)
  /// To wait for this one, which is being opened; the others are an Esc away.
  case opening(name: String)
  /// To open this one; the others are an Esc away.
  case unlock(VaultID, name: String)
  /// Gives this open vault another passphrase.
  case changePassphrase(VaultID, name: String)
}

typealias LoginView = StateView<LoginState>

@MainActor
protocol LoginPresenting: AnyObject {
  var view: (any LoginView)? { get set }
  func handle(_ command: LoginCommand)
  /// To be drawn letter by letter while it is shown.
  var recoveryKey: TypedSecret? { get }
  /// How good a passphrase is that is being chosen; empty where nothing is to be said.
  func hint(on typed: TypedSecret) -> String
}

@MainActor
protocol LoginInteracting: AnyObject {
  var output: (any LoginInteractorOutput)? { get set }
  func loadVaults()
  /// Whether something is at this path already.
  func look(at folder: String)
  func open(_ vault: VaultID, proof: VaultProof)
  /// Makes a plain vault and opens it.
  func make(at folder: String)
  /// Makes the keys of an encrypted vault.
  func prepare(at folder: String, passphrase: TypedSecret)
  /// Makes the vault whose keys are prepared, and opens it.
  func finishMaking()
  func forgetPrepared()
  /// Whether this is the end of the recovery key that was made: its owner has it.
  func isEndOfKey(_ typed: TypedSecret) -> Bool
  func strength(of passphrase: TypedSecret) -> PassphraseStrength
  /// Whether this proof opens a vault that is open already.
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
  /// Drops what is under way: its end is not reported, and a vault that it opens is closed.
  func giveUp()
  /// Nothing is delivered after this.
  func end()
}

@MainActor
protocol LoginInteractorOutput: AnyObject {
  func didLoad(_ vaults: [VaultSummary])
  func didLook(at folder: String, isTaken: Bool)
  func didOpen(_ vault: VaultID, named name: String)
  /// The vault that was to be made is there already, and locked.
  func didFindLocked(_ vault: VaultSummary)
  func didPrepare(_ recoveryKey: TypedSecret)
  func proofIsRight()
  func didChangePassphrase()
  func didLook(_ outlook: ConversionPreview)
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

/// Hears that a vault is open, or has another passphrase.
@MainActor
package protocol LoginOutput: AnyObject {
  /// A locked vault was chosen.
  func loginAsksForPassphrase(of vault: VaultID)
  func loginDidOpen(_ vault: VaultID, named name: String)
  func loginDidChangePassphrase()
}
