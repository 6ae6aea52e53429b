package import Entities
import Secrets
import Viper

// The login, read from top to bottom: what it shows, what can be done, who shows it. Whom it talks to
// outside stands in `LoginContract+Outside`.

struct LoginState: Equatable, Sendable {
  enum Stage: Equatable, Sendable {
    case choosing
    case typing(LoginQuestion)
    /// The recovery key stands on the screen, for this once.
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
  /// Whether the vaults were listed yet: before that nobody knows that there are none.
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

/// What is to be typed so that nobody sees it.
enum LoginQuestion: Equatable, Sendable {
  case passphrase
  case recoveryKey
  /// The one until now, before it is changed.
  case oldPassphrase
  case newPassphrase
  case newPassphraseAgain
  /// The end of the recovery key, to be sure that it was kept.
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
  /// To give this one, which stands open, another passphrase.
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
