package import Files

/// The reason why a vault's lock was not made, opened or changed.
package enum VaultLockError: Error, Equatable, Sendable {
  case alreadyLocked
  /// One of the lock's files is missing.
  case missing(String)
  case wrongPassphrase
  /// The input does not have the form of a recovery key.
  case noRecoveryKey
  /// It is a recovery key, but not this vault's.
  case wrongRecoveryKey
  case damaged(String, AgeError)
  case failed(String, SystemError)
  case noMemory

  init(_ error: AgeError, opening file: LockFolder.File) {
    self =
      switch error {
      case .noMatch(.wrongPassphrase): .wrongPassphrase
      case .noMatch where file.isForRecovery: .wrongRecoveryKey
      case .noMemory: .noMemory
      default: .damaged(file.path, error)
      }
  }

  private static let bothKeys = LockFolder.File.bothKeys.path

  /// The problem and its remedy.
  package var message: String {
    switch self {
    case .alreadyLocked:
      "This folder is an encrypted vault already. Open it with its passphrase."
    case .missing(VaultLock.passphraseFile):
      "The vault's \(VaultLock.passphraseFile) is gone. Put it back from a copy, or open the vault "
        + "with its recovery key."
    case .missing(let file):
      "The vault's \(file) is gone. Put it back from a copy."
    case .wrongPassphrase: "That is not this vault's passphrase."
    case .noRecoveryKey:
      "That is not a recovery key, or a letter of it is wrong. It begins with AGE-SECRET-KEY-1."
    case .wrongRecoveryKey: "That is the recovery key of another vault."
    case .damaged(VaultLock.passphraseFile, let error):
      "The vault's \(VaultLock.passphraseFile) cannot be used: \(error.message) Put it back from a copy, or "
        + "open the vault with its recovery key. \(VaultLock.otherKeys)."
    case .damaged(Self.bothKeys, let error):
      "The vault's \(Self.bothKeys) cannot be used: \(error.message) Put it back from a copy. If you never "
        + "gave the vault a new key, move it out of the vault, and open that again."
    case .damaged(let file, let error):
      "The vault's \(file) cannot be used: \(error.message)"
    case .failed(let file, let error):
      "The vault's \(file) cannot be read or written: \(error.reason)."
    case .noMemory:
      "There is not enough memory for the passphrase. End other programs, then try again."
    }
  }
}
