import Entities
import Viper

// The texts of the login.

extension Question {
  static let vaultFolder = Question.line(
    "New vault", "Folder of the vault, made if it is not there:", initial: "~/",
    offers: .diskFolders)

  static func kind(ofVaultAt folder: String) -> Question {
    .choice(
      "New vault", "Store the notes in \(folder) as", Choice("p", "plain files", "plain"),
      Choice("e", "encrypted, with a passphrase", "encrypted"))
  }
}

extension LoginState.Stage {
  /// The title for the bar.
  var title: String {
    switch self {
    case .choosing: "Vaults"
    case .typing(.recoveryKey), .typing(.endOfRecoveryKey), .showingRecoveryKey: "Recovery key"
    case .typing: "Passphrase"
    case .asking, .converting, .telling: "Whole vault"
    }
  }
}

extension LoginQuestion {
  func words(of vault: String) -> String {
    switch self {
    case .passphrase: "Passphrase of “\(vault)”:"
    case .recoveryKey: "Recovery key of “\(vault)”:"
    case .oldPassphrase: "Passphrase of “\(vault)” until now:"
    case .newPassphrase: "New passphrase of “\(vault)”:"
    case .newPassphraseAgain: "The new passphrase again:"
    case .endOfRecoveryKey: "The last \(RecoveryKeyEnd.letters) letters of the key:"
    }
  }

  var remark: String? {
    switch self {
    case .newPassphrase:
      "A few unrelated words are easy to remember and hard to guess."
    case .recoveryKey: "Blanks and capitals do not matter."
    case .passphrase, .oldPassphrase, .newPassphraseAgain, .endOfRecoveryKey: nil
    }
  }

  /// The message for an empty field.
  var nothingTyped: String {
    switch self {
    case .passphrase: "Type the passphrase, or press Esc to choose another vault."
    case .recoveryKey: "Type the recovery key, or press Esc for the passphrase."
    case .oldPassphrase: "Type the current passphrase, or press Esc to keep it."
    case .newPassphrase, .newPassphraseAgain: "An encrypted vault needs a passphrase."
    case .endOfRecoveryKey: "Type the last \(RecoveryKeyEnd.letters) letters of the key."
    }
  }
}

enum LoginWords {
  static let noVault = "No vault yet. Press n to make one."
  static let locked = "locked  "

  static func wait(_ seconds: Int) -> String { "wait \(seconds) s" }
  static func nextTry(in seconds: Int) -> String { "Next try in \(seconds) s." }

  // MARK: - Progress

  static let openingAgain = "Opening the vault again…"
  static let makingKeys = "Making the keys…"
  static let checkingPassphrase = "Checking the passphrase…"
  static let changingPassphrase = "Changing the passphrase…"
  static let beginning = "Starting…"
  static let checkingKey = "Checking the key…"
  static let stopping = "Stopping…"

  static func opening(_ vault: String) -> String { "Opening “\(vault)”…" }
  static func looking(at vault: String) -> String { "Looking at “\(vault)”…" }
  static func making(_ vault: String) -> String { "Making \(vault)…" }

  // MARK: - Results

  static let twoDifferent = "The two passphrases differ. Type it again."
  static let notTheEndOfKey = "Those are not its last letters. Press Esc to see the key again."
  static let passphraseIsUnchanged = "The passphrase was not changed."
  static let keyFits = "The key fits. Now choose a new passphrase."
  static let folderIsMissing = "A vault needs a folder. Press n and type its path."
  static let noConverting = "Vaults are neither encrypted nor decrypted here."

  static func obstructed(_ vault: String, by obstacle: String) -> String {
    "“\(vault)” cannot be opened: \(obstacle). F5 looks again."
  }

  static func isAlready(_ vault: String, _ goal: ConvertingGoal) -> String {
    goal == .encrypted
      ? "“\(vault)” is encrypted already; d decrypts it."
      : "“\(vault)” is not encrypted; e encrypts it."
  }

  static func unchanged(_ vault: String) -> String { "“\(vault)” is as it was." }
  static func notMade(_ vault: String) -> String { "“\(vault)” was not made." }

  // MARK: - Texts

  /// The paragraphs before and after the recovery key.
  static func recoveryKey(of vault: String) -> [String] {
    [
      "Write this recovery key down and keep it away from this machine:",
      "It opens “\(vault)” if the passphrase is lost. It is shown only now.",
    ]
  }

  static func converting(_ vault: String, to goal: ConvertingGoal, _ done: String) -> [String] {
    [
      "\(goal == .encrypted ? "Encrypting" : "Decrypting") “\(vault)”.", done,
      "Esc stops it. Nothing is lost by that: what was begun is taken back, or goes on the next time.",
    ]
  }
}
