import Entities
import Secrets

/// Where the person is in the login, with all that was given on the way there. What the view shows
/// follows from it.
enum LoginStep {
  case choosing
  /// It is found out what encrypting or decrypting this vault would do.
  case looking(VaultID, ConvertingGoal)
  /// What opens the vault is typed.
  case passphrase(VaultID, LoginUse)
  case recoveryKey(VaultID, LoginUse, typed: TypedSecret? = nil)
  /// The one until now.
  case oldPassphrase(VaultID, typed: TypedSecret? = nil)
  case newPassphrase(NewPassphrase)
  case newPassphraseAgain(NewPassphrase, TypedSecret)
  /// The recovery key is shown, for this once.
  case showingKey(NewPassphrase)
  case endOfKey(NewPassphrase)
  /// What encrypting or decrypting will do is read.
  case asking(VaultID, ConvertingGoal, ConversionPreview.Asks)
  case converting
  /// What came of that is read.
  case telling
}

/// What a vault is opened for.
enum LoginUse {
  case entering
  case converting(ConvertingGoal)
}

/// What a new passphrase is for.
enum NewPassphrase {
  case making(folder: String)
  /// The passphrase is lost: the key opened the vault.
  case recovering(VaultID, key: TypedSecret)
  case changing(VaultID, old: TypedSecret)
  case encrypting(VaultID, ConvertingGoal)
}

extension LoginStep {
  /// What the view shows of it.
  var stage: LoginState.Stage {
    switch self {
    case .choosing, .looking: .choosing
    case .passphrase: .typing(.passphrase)
    case .recoveryKey: .typing(.recoveryKey)
    case .oldPassphrase: .typing(.oldPassphrase)
    case .newPassphrase: .typing(.newPassphrase)
    case .newPassphraseAgain: .typing(.newPassphraseAgain)
    case .showingKey: .showingRecoveryKey
    case .endOfKey: .typing(.endOfRecoveryKey)
    case .asking: .asking
    case .converting: .converting
    case .telling: .telling
    }
  }

  /// Whether a vault is to be encrypted or decrypted.
  var isOfConverting: Bool {
    switch self {
    case .looking, .asking, .converting, .telling, .passphrase(_, .converting),
      .recoveryKey(_, .converting, _), .newPassphrase(.encrypting),
      .newPassphraseAgain(.encrypting, _), .showingKey(.encrypting), .endOfKey(.encrypting):
      true
    default: false
    }
  }
}

/// What is under way, and what Esc does to it.
struct LoginWork {
  enum Ending {
    case givesUp
    /// It ends where nothing is lost by that.
    case stops(ConvertingGoal)
    /// What is being written is not left half way.
    case waits
    /// The vault that was opened is closed again.
    case leaves(VaultID)
  }

  var words: String
  var ending: Ending
}
