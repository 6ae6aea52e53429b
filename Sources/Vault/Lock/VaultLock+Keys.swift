import Files
import Glibc

/// Whether a folder is an encrypted vault, by its keys and by the names in it.
extension VaultLock {
  /// Whether this folder is an encrypted vault. Where that is unknown it is taken for one, lest
  /// something be written into it in plain.
  package static func isLocked(_ root: [UInt8]) -> Bool {
    if isKey(passphraseFile, in: root) { return true }
    // A damaged key next to a whole one is a key, too: nothing else marks a vault without notes.
    if isKey(recoveryFile, in: root),
      Posix.exists(root + [slash] + Array(passphraseFile.utf8), in: Posix.noFolder)
    {
      return true
    }
    // Encrypted notes stay closed when somebody takes the keys away.
    return holdsSealedNotes(root)
  }

  package var isLocked: Bool { Self.isLocked(root) }

  package static func hasKeys(_ root: [UInt8]) -> Bool {
    isKey(passphraseFile, in: root) || isKey(recoveryFile, in: root)
  }

  /// The message for an encrypted vault without keys.
  static let lostKeys =
    "its notes are encrypted, and their keys are gone. Bring its folder .notes-tui back from a copy. If you "
    + "never encrypted it, move the files out of it whose names are 26 letters and “.age”"

  /// The message for a vault that may have been given keys by someone else.
  static let otherKeys =
    "If you never encrypted it, move \(passphraseFile) and \(recoveryFile) out of it"

  /// Why this folder is no vault to work in now, as the end of a sentence; nil where it is one.
  package static func obstacle(in root: [UInt8], _ marks: ConversionMarks) -> String? {
    var file = ConversionMark.path
    do throws(SystemError) {
      let mark = try marks.found(in: root)
      if case .own(let mark) = mark { return mark.explanation }
      if try !holdsKeys(root, naming: &file), holdsSealedNotes(root) { return lostKeys }
      guard case .foreign(let folder) = mark else { return nil }
      return folder.explanation
    } catch {
      return "\(file) in it cannot be read: \(error.reason)"
    }
  }

  /// Fails with the name of the file that cannot be read.
  private static func holdsKeys(
    _ root: [UInt8], naming file: inout String
  ) throws(SystemError) -> Bool {
    file = passphraseFile
    if try holdsKey(file, in: root) { return true }
    file = recoveryFile
    return try holdsKey(file, in: root)
  }

  /// Whether this is an encrypted vault without any key.
  package static func lacksKeys(_ root: [UInt8]) -> Bool { !hasKeys(root) && isLocked(root) }

  /// Why nothing may be written in plain into a vault that was plain when it was opened; nil where
  /// that is allowed. Asked before each note is written.
  package static func plainWriteRefusal(_ root: [UInt8]) -> String? {
    var file = ConversionMark.path
    do throws(SystemError) {
      if try ConversionMarks.isMarked(root) {
        return
          "\(file) in the vault says that its notes are being converted. Copy the text, and open the vault "
          + "again, which says what to do"
      }
      guard try holdsKeys(root, naming: &file), isLocked(root) else { return nil }
    } catch {
      return "\(file) in the vault cannot be read: \(error.reason)"
    }
    return
      "another program encrypted this vault. Copy the text, and open the vault with its passphrase"
  }

  /// Whether a file of the lock is there and was written by age. Anybody can put another one there, which
  /// makes no vault. One that cannot be read may be a key.
  static func isKey(_ file: String, in root: [UInt8]) -> Bool {
    (try? holdsKey(file, in: root)) ?? true
  }

  private static func holdsKey(_ file: String, in root: [UInt8]) throws(SystemError) -> Bool {
    do {
      let bytes = try Posix.contents(
        root + [slash] + Array(file.utf8), limit: LockFolder.limit)
      return bytes.starts(with: "age-encryption.org/v".utf8)
        || bytes.drop(while: Armor.isSpace).starts(with: Armor.begin.utf8)
    } catch  where [ENOENT, ENOTDIR, ELOOP, EINVAL, EFBIG, ENXIO].contains(error.code) {
      return false
    }
  }

  /// Whether there are more plain files than encrypted notes, so that the keys may be somebody else's.
  static func isMostlyPlain(_ root: [UInt8]) -> Bool {
    guard let here = try? names(in: root, among: 1_000) else { return false }
    return here.others > here.sealed
  }

  /// In the folder itself, or in its trash where the folder has nothing else. With the recovery key one
  /// such name is enough. Without any key most names must be of encrypted notes, as they are in an
  /// encrypted vault: one file that somebody puts there must not shut the owner out of a plain one. Only
  /// some names are looked at then, since plain vaults are asked this all the time.
  private static func holdsSealedNotes(_ root: [UInt8]) -> Bool {
    let hasKey = isKey(recoveryFile, in: root)
    let most = hasKey ? Int.max : 1_000
    guard let here = try? names(in: root, among: most) else { return false }
    let trashed =
      (try? names(in: root + Array("/.trash".utf8), among: most)) ?? (sealed: 0, others: 0)
    if hasKey { return here.sealed + trashed.sealed > 0 }
    if here.sealed > 0 || here.others > 0 { return here.sealed > here.others }
    return trashed.sealed > trashed.others
  }

  /// How many names are of encrypted notes, and how many are not; hidden ones are neither.
  private static func names(
    in folder: [UInt8], among most: Int
  ) throws(SystemError) -> (sealed: Int, others: Int) {
    let reader = try FolderReader(folder)
    var found = (sealed: 0, others: 0)
    while found.sealed + found.others < most, let entry = try reader.next() {
      if isNameOfSealedNote(entry.bytes) {
        found.sealed += 1
      } else if entry.bytes.first != UInt8(ascii: ".") {
        found.others += 1
      }
    }
    return found
  }

  private static func isNameOfSealedNote(_ name: UnsafeRawBufferPointer) -> Bool {
    name.count == 30 && name.suffix(4).elementsEqual(".age".utf8)
      && name.prefix(26).allSatisfy(isLetterOfID)
  }

  private static func isLetterOfID(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
  }
}

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

  /// Puts the files of the next key next to those of the present one.
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

  /// The file of the next key, which may be in place already.
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

  /// The message for a person whose note may be sealed with one of them.
  package static let forgottenKeys =
    "\(LockFolder.File.bothKeys.path) is of a “notes-tui rekey” that did not end, and may have that key: "
    + "do not remove it. Make an empty file \(ConversionMark.path) in the vault; then “notes-tui rekey” "
    + "continues with the new passphrase"

  /// Whether the next key's files are in place, and nothing of the old key is left.
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
