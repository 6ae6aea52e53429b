/// The lock of a vault that gets another key. Until the last note is closed with it, both keys can be
/// opened: each by its own passphrase or recovery key, and either of them opens the file that holds both.
extension VaultLock {
  /// Both keys of a vault that changes from one to the other.
  package struct KeyPair: Sendable {
    package let old: X25519Identity
    package let new: X25519Identity

    package init(old: X25519Identity, new: X25519Identity) {
      self.old = old
      self.new = new
    }
  }

  /// Puts the files of the next key beside those of the present one.
  package func placeNext(_ lock: PreparedLock, after old: X25519Identity) throws(VaultLockError) {
    let pair = try seal(
      [old, lock.identity], to: [.key(old.recipient), .key(lock.identity.recipient)],
      LockFolder.File.bothKeys.path)
    let folder = try LockFolder(root, disk, making: false)
    folder.waitForOthers()
    try folder.write(pair, as: .bothKeys, replacing: true)
    try folder.write(lock.recoveryFile, as: .nextRecovery, replacing: true)
    try folder.write(lock.passphraseFile, as: .nextPassphrase, replacing: true)
  }

  /// The next key, by its passphrase.
  package func openNext(passphrase: Secret) throws(VaultLockError) -> X25519Identity {
    try open(try next(.nextPassphrase, or: .passphrase), with: .passphrase(passphrase))
  }

  /// The next key, by its recovery key.
  package func openNext(recoveryKey: Secret) throws(VaultLockError) -> X25519Identity {
    try open(
      try next(.nextRecovery, or: .recovery), with: .key(try Self.key(typed: recoveryKey)))
  }

  /// The file of the next key, which may have its place already.
  private func next(
    _ file: LockFolder.File, or placed: LockFolder.File
  ) throws(VaultLockError) -> LockFolder.File {
    try LockFolder(root, disk, making: false).holds(file) ? file : placed
  }

  /// Both keys, by one of them.
  package func keys(with identity: X25519Identity) throws(VaultLockError) -> KeyPair {
    let keys = try identities(in: .bothKeys, with: .key(identity))
    guard keys.count == 2 else {
      throw .damaged(LockFolder.File.bothKeys.path, .key(.notAKey))
    }
    return KeyPair(old: keys[0], new: keys[1])
  }

  /// Whether both keys are there without a mark that a change from one to the other is under way: somebody
  /// removed that by hand, or there is nothing left to do.
  package static func hasForgottenKeys(_ root: [UInt8]) -> Bool {
    isKey(LockFolder.File.bothKeys.path, in: root)
      && (try? ConversionMarks.isMarked(root)) == false
  }

  /// What a person is told whose note may be closed with one of them.
  package static let forgottenKeys =
    "\(LockFolder.File.bothKeys.path) is of a “notes-tui rekey” that did not end, and may have that key: "
    + "do not remove it. Make an empty file \(ConversionMark.path) in the vault; then “notes-tui rekey” "
    + "goes on with the new passphrase"

  /// Whether the next key's files have their place, and nothing of the old key is left.
  package var hasTakenNext: Bool {
    guard let folder = try? LockFolder(root, disk, making: false) else { return false }
    return folder.holds(.passphrase) && !folder.holds(.nextPassphrase) && !folder.holds(.bothKeys)
  }

  /// The next key is the vault's from here on. Killed in between, it is done again.
  package func takeNext() throws(VaultLockError) {
    let folder = try LockFolder(root, disk, making: false)
    folder.waitForOthers()
    try folder.move(.nextRecovery, over: .recovery)
    try folder.move(.nextPassphrase, over: .passphrase)
    try folder.remove(.bothKeys)
  }

  /// The present key stays the vault's, and the next one is gone.
  package func removeNext() throws(VaultLockError) {
    let folder = try LockFolder(root, disk, making: false)
    folder.waitForOthers()
    for file in [LockFolder.File.nextPassphrase, .nextRecovery, .bothKeys] {
      try folder.remove(file)
    }
  }
}
