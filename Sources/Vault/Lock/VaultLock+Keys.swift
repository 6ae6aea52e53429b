import Files
import Glibc

/// Detects encrypted vaults, by their keys and by the names of their files.
extension VaultLock {
  /// Whether this folder is an encrypted vault. When in doubt the answer is yes, so that nothing is
  /// written into it in plain.
  package static func isLocked(_ root: [UInt8]) -> Bool {
    if isKey(passphraseFile, in: root) { return true }
    // A damaged key next to an intact one also counts: nothing else marks a vault without notes.
    if isKey(recoveryFile, in: root),
      Posix.exists(root + [slash] + Array(passphraseFile.utf8), in: Posix.noFolder)
    {
      return true
    }
    // Encrypted notes keep the vault locked if someone removes the keys.
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

  /// Returns the reason why this folder cannot be used as a vault now, as the end of a sentence;
  /// nil if there is none.
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

  /// Whether there is a key. On failure, `file` is the one that cannot be read.
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

  /// Returns the reason why nothing may be written in plain into a vault that was opened as a plain
  /// one, if any. Checked before each write of a note.
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

  /// Whether a file of the lock exists and was written by age. Anyone can put another file there,
  /// which does not make a vault. An unreadable one may be a key.
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

  /// Whether there are more plain files than encrypted notes, so that someone else may have added
  /// the keys.
  static func isMostlyPlain(_ root: [UInt8]) -> Bool {
    guard let here = try? names(in: root, among: 1_000) else { return false }
    return here.others > here.sealed
  }

  /// Whether the folder has encrypted notes, or its trash if the folder has nothing else. With the
  /// recovery key, one such name is enough. Without any key, most names must be of encrypted notes:
  /// a single planted file must not lock the owner out of a plain vault. Only some names are read
  /// then, since plain vaults are checked all the time.
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

  /// Returns the number of encrypted notes and of other files; hidden files are not counted.
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

/// The lock of a vault during a change of keys. Until the last note is encrypted with the new key,
/// both keys can be opened: each by its own passphrase or recovery key, and either of them opens
/// the file that holds both.
extension VaultLock {
  /// Both keys of a vault during a change.
  package struct KeyPair: Sendable {
    package let old: X25519Identity
    package let new: X25519Identity

    package init(old: X25519Identity, new: X25519Identity) {
      self.old = old
      self.new = new
    }
  }

  /// Writes the files of the next key next to those of the present one.
  package func writeNextKey(_ lock: PreparedLock, after old: X25519Identity) throws(VaultLockError)
  {
    let pair = try seal(
      [old, lock.identity], to: [.key(old.recipient), .key(lock.identity.recipient)],
      LockFolder.File.bothKeys.path)
    let folder = try LockFolder(root, disk, making: false)
    folder.waitForOthers()
    try folder.write(pair, as: .bothKeys, replacing: true)
    try folder.write(lock.recoveryFile, as: .nextRecovery, replacing: true)
    try folder.write(lock.passphraseFile, as: .nextPassphrase, replacing: true)
  }

  /// Returns the next key, by its passphrase.
  package func openNext(passphrase: Secret) throws(VaultLockError) -> X25519Identity {
    try open(try next(.nextPassphrase, or: .passphrase), with: .passphrase(passphrase))
  }

  /// Returns the next key, by its recovery key.
  package func openNext(recoveryKey: Secret) throws(VaultLockError) -> X25519Identity {
    try open(
      try next(.nextRecovery, or: .recovery), with: .key(try Self.key(typed: recoveryKey)))
  }

  /// Returns the file of the next key, which may already have its final name.
  private func next(
    _ file: LockFolder.File, or placed: LockFolder.File
  ) throws(VaultLockError) -> LockFolder.File {
    try LockFolder(root, disk, making: false).holds(file) ? file : placed
  }

  /// Returns both keys, by one of them.
  package func keys(with identity: X25519Identity) throws(VaultLockError) -> KeyPair {
    let keys = try identities(in: .bothKeys, with: .key(identity))
    guard keys.count == 2 else {
      throw .damaged(LockFolder.File.bothKeys.path, .key(.notAKey))
    }
    return KeyPair(old: keys[0], new: keys[1])
  }

  /// Whether both keys exist without the mark of a change: someone removed the mark by hand, or
  /// nothing is left to do.
  package static func hasForgottenKeys(_ root: [UInt8]) -> Bool {
    isKey(LockFolder.File.bothKeys.path, in: root)
      && (try? ConversionMarks.isMarked(root)) == false
  }

  /// The message for a person whose note may be sealed with one of them.
  package static let forgottenKeys =
    "\(LockFolder.File.bothKeys.path) is of a “notes-tui rekey” that did not end, and may have that key: "
    + "do not remove it. Make an empty file \(ConversionMark.path) in the vault; then “notes-tui rekey” "
    + "continues with the new passphrase"

  /// Whether the next key's files have their final names, and nothing of the old key is left.
  package var hasTakenNext: Bool {
    guard let folder = try? LockFolder(root, disk, making: false) else { return false }
    return folder.holds(.passphrase) && !folder.holds(.nextPassphrase) && !folder.holds(.bothKeys)
  }

  /// Makes the next key the vault's own. An interrupted run can be repeated.
  package func takeNext() throws(VaultLockError) {
    let folder = try LockFolder(root, disk, making: false)
    folder.waitForOthers()
    try folder.move(.nextRecovery, over: .recovery)
    try folder.move(.nextPassphrase, over: .passphrase)
    try folder.remove(.bothKeys)
  }

  /// Removes the next key; the present one stays the vault's own.
  package func removeNext() throws(VaultLockError) {
    let folder = try LockFolder(root, disk, making: false)
    folder.waitForOthers()
    for file in [LockFolder.File.nextPassphrase, .nextRecovery, .bothKeys] {
      try folder.remove(file)
    }
  }
}
