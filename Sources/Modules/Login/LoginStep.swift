import Entities
import Secrets

/// A step of the login, with all input given so far. The view's stage follows from it.
enum LoginStep {
  case choosing
  /// Finds out what encrypting or decrypting this vault would do.
  case looking(VaultID, ConvertingGoal)
  /// Asks for the passphrase that opens the vault.
  case passphrase(VaultID, LoginUse)
  case recoveryKey(VaultID, LoginUse, typed: TypedSecret? = nil)
  /// Asks for the current passphrase.
  case oldPassphrase(VaultID, typed: TypedSecret? = nil)
  case newPassphrase(NewPassphrase)
  case newPassphraseAgain(NewPassphrase, TypedSecret)
  /// Shows the recovery key, only once.
  case showingKey(NewPassphrase)
  case endOfKey(NewPassphrase)
  /// Shows what encrypting or decrypting will do.
  case asking(VaultID, ConvertingGoal, ConversionPreview.Asks)
  case converting
  /// Shows the result of the conversion.
  case telling
}

/// The purpose of opening a vault.
enum LoginUse {
  case entering
  case converting(ConvertingGoal)
}

/// The purpose of a new passphrase.
enum NewPassphrase {
  case making(folder: String)
  /// The passphrase is lost; the recovery key opened the vault.
  case recovering(VaultID, key: TypedSecret)
  case changing(VaultID, old: TypedSecret)
  case encrypting(VaultID, ConvertingGoal)
}

extension LoginStep {
  /// The view's stage for this step.
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

  /// Whether the step belongs to encrypting or decrypting.
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

/// Running work, and what Esc does to it.
struct LoginWork {
  enum Ending {
    case givesUp
    /// The work stops at the next safe point.
    case stops(ConvertingGoal)
    /// The work cannot be stopped, because it would leave a half-written vault.
    case waits
    /// The vault that was opened is closed again.
    case leaves(VaultID)
  }

  var words: String
  var ending: Ending
}
