import Files
import Glibc

/// The lock of an encrypted vault: its key in two files of the folder, one encrypted with the
/// passphrase, one with the recovery key. Nothing here changes a note.
package struct VaultLock: Sendable {
  /// The file that makes a folder an encrypted vault. `age -i` can read it.
  package static let passphraseFile = ".notes-tui/identity.age"
  package static let recoveryFile = ".notes-tui/recovery.age"

  let root: [UInt8]
  let workFactor: Int
  let disk: Disk

  /// `workFactor` is the cost of guessing the passphrase: a lower one is only for tests.
  package init(root: [UInt8], workFactor: Int = 18) {
    self.init(root: root, workFactor: workFactor, disk: .real)
  }

  init(root: [UInt8], workFactor: Int = Scrypt.usualWorkFactor, disk: Disk) {
    // Passphrases and keys pass through here first.
    Traces.forbidDumps()
    self.root = root
    self.workFactor = workFactor
    self.disk = disk
  }

  /// Makes a key for this folder, encrypted with the passphrase. It reaches the disk only with `write`.
  package func prepare(passphrase: Secret) throws(VaultLockError) -> PreparedLock {
    let identity = try aging(Self.passphraseFile, X25519Identity.make())
    let recovery = try prepareRecovery(of: identity)
    return PreparedLock(
      identity: identity, recoveryKey: recovery.key,
      passphraseFile: try seal(
        identity, to: .passphrase(passphrase, workFactor: workFactor), Self.passphraseFile),
      recoveryFile: recovery.file)
  }

  /// Makes a recovery key for the vault's own key. It reaches the disk only with `write`.
  package func prepareRecovery(
    of identity: X25519Identity
  ) throws(VaultLockError) -> PreparedRecovery {
    let recovery = try aging(Self.recoveryFile, X25519Identity.make())
    return PreparedRecovery(
      key: try aging(Self.recoveryFile, recovery.text()),
      file: try seal(identity, to: .key(recovery.recipient), Self.recoveryFile))
  }

  /// Writes a recovery key in one step. The former one opens only copies of the old file from then on.
  package func write(_ recovery: PreparedRecovery) throws(VaultLockError) {
    let folder = try LockFolder(root, disk, making: false)
    folder.waitForOthers()
    try folder.write(recovery.file, as: .recovery, replacing: true)
  }

  /// Writes the two files, and reads them back to compare. The folder must not be locked yet.
  package func write(_ lock: PreparedLock) throws(VaultLockError) {
    let folder = try LockFolder(root, disk, making: true)
    // Two programs at the same time would mix each other's files.
    folder.waitForOthers()
    if isLocked { throw .alreadyLocked }
    // The passphrase's file comes last: with it the folder is an encrypted vault.
    try folder.write(lock.recoveryFile, as: .recovery, replacing: true)
    // A file that age did not write is not a key: someone may have put it there.
    try folder.write(
      lock.passphraseFile, as: .passphrase,
      replacing: !Self.isKey(Self.passphraseFile, in: root)
        && folder.holds(.passphrase))
  }

  /// Prepares and writes a lock, without a question in between.
  package func make(passphrase: Secret) throws(VaultLockError) -> PreparedLock {
    let lock = try prepare(passphrase: passphrase)
    try write(lock)
    return lock
  }

  /// Returns the vault's key. The work for the passphrase runs on this thread.
  package func open(passphrase: Secret) throws(VaultLockError) -> X25519Identity {
    try open(.passphrase, with: .passphrase(passphrase))
  }

  /// Returns the vault's key, by the recovery key as typed: blanks and lowercase letters are accepted.
  package func open(recoveryKey: Secret) throws(VaultLockError) -> X25519Identity {
    try open(.recovery, with: .key(try Self.key(typed: recoveryKey)))
  }

  static func key(typed recoveryKey: Secret) throws(VaultLockError) -> X25519Identity {
    do throws(AgeError) {
      let tidy = try Secret(room: recoveryKey.count) { room in
        recoveryKey.withBytes { RecoveryKey.tidy($0, into: room) }
      }
      return try tidy.withBytes { (text) throws(AgeError) in try X25519Identity(text) }
    } catch {
      if case .key = error { throw .noRecoveryKey }
      throw .noMemory
    }
  }

  /// Encrypts the vault's key with another passphrase, in one step. The key and the notes stay the
  /// same: a copy of the old file, with the old passphrase, still opens all notes, even later ones.
  /// Only another key prevents that.
  package func change(
    to passphrase: Secret, identity: X25519Identity
  ) throws(VaultLockError) {
    let sealed = try seal(
      identity, to: .passphrase(passphrase, workFactor: workFactor), Self.passphraseFile)
    let folder = try LockFolder(root, disk, making: false)
    folder.waitForOthers()
    try folder.write(sealed, as: .passphrase, replacing: true)
  }

  func open(
    _ file: LockFolder.File, with key: AgeIdentity
  ) throws(VaultLockError) -> X25519Identity {
    let identities = try identities(in: file, with: key)
    guard identities.count == 1, let identity = identities.first else {
      throw .damaged(file.path, .key(.notAKey))
    }
    return identity
  }

  func identities(
    in file: LockFolder.File, with key: AgeIdentity
  ) throws(VaultLockError) -> [X25519Identity] {
    let sealed = try LockFolder(root, disk, making: false).read(file)
    let text: Secret
    do throws(AgeError) {
      text = try Age.openSecret(bytes: sealed, with: [key])
    } catch {
      throw VaultLockError(error, opening: file)
    }
    return try aging(
      file.path, text.withBytes { (text) throws(AgeError) in try IdentityFile.identities(in: text) }
    )
  }

  private func seal(
    _ identity: X25519Identity, to recipient: AgeRecipient, _ file: String
  ) throws(VaultLockError) -> [UInt8] {
    try seal([identity], to: [recipient], file)
  }

  /// Encrypts the keys, one per line.
  func seal(
    _ identities: [X25519Identity], to recipients: [AgeRecipient], _ file: String
  ) throws(VaultLockError) -> [UInt8] {
    try aging(file) { () throws(AgeError) in
      var encryptor = try AgeEncryptor(to: recipients, armored: false, limit: 1 << 10)
      var sealed: [UInt8] = []
      for identity in identities {
        try identity.text().withBytes { encryptor.push($0) { sealed += $0 } }
        [UInt8(ascii: "\n")].span.bytes.withUnsafeBytes { encryptor.push($0) { sealed += $0 } }
      }
      encryptor.finish { sealed += $0 }
      return sealed
    }
  }
}

/// The key of a vault that is not encrypted with it yet.
package struct PreparedLock: Sendable {
  package let identity: X25519Identity
  /// `AGE-SECRET-KEY-1…`: to show once, and never store.
  package let recoveryKey: Secret
  let passphraseFile: [UInt8]
  let recoveryFile: [UInt8]
}

/// A recovery key before its file is written.
package struct PreparedRecovery: Sendable {
  /// `AGE-SECRET-KEY-1…`: to show once, and never store.
  package let key: Secret
  let file: [UInt8]
}

/// Recovery keys as people write them.
enum RecoveryKey {
  /// Writes the key without blanks and in uppercase; returns its length.
  static func tidy(
    _ text: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) -> Int {
    var count = 0
    for byte in text where byte > 0x20 && byte != 0x7f {
      let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      room[count] = isSmall ? byte - 0x20 : byte
      count += 1
    }
    return count
  }
}

/// Runs calls to age on behalf of a file of the lock.
func aging<Value>(
  _ file: String, _ body: () throws(AgeError) -> Value
) throws(VaultLockError) -> Value {
  do {
    return try body()
  } catch {
    if error == .noMemory { throw .noMemory }
    throw .damaged(file, error)
  }
}

/// The same for one call.
func aging<Value>(
  _ file: String, _ call: @autoclosure () throws(AgeError) -> Value
) throws(VaultLockError) -> Value {
  try aging(file) { () throws(AgeError) in try call() }
}
