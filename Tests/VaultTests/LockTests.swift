import Entities
import Files
import Glibc
import Secrets
import Services
import TestSupport
import Testing

@testable import Vault

@Suite("The lock of a vault")
struct LockTests {
  let folder = TemporaryFolder()
  private let state = TemporaryFolder()

  /// Guessing at it costs next to nothing.
  private var lock: VaultLock { VaultLock(root: folder.bytes, workFactor: 1) }

  /// As a computer tells it that has begun no conversion.
  private func obstacle(_ folder: TemporaryFolder) -> String? {
    VaultLock.obstacle(in: folder.bytes, ConversionMarks(stateFolder: state.bytes))
  }

  private func fails(
    _ error: VaultLockError, _ body: () throws(VaultLockError) -> Void,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error, sourceLocation: location) { try body() }
  }

  @Test("A folder is locked once its lock is made, and opens only with the passphrase")
  func makes() throws {
    #expect(!lock.isLocked)
    let made = try lock.make(passphrase: try secret("open sesame"))
    #expect(lock.isLocked)
    let opened = try lock.open(passphrase: try secret("open sesame"))
    #expect(opened.recipient == made.identity.recipient)
    fails(.wrongPassphrase) { () throws(VaultLockError) in
      _ = try lock.open(passphrase: some("open sesam"))
    }
    fails(.wrongPassphrase) { () throws(VaultLockError) in _ = try lock.open(passphrase: some("")) }
  }

  @Test(
    "Encrypted notes without keys are a locked vault that reports what is missing",
    arguments: ["", ".trash/"])
  func keysGone(folder place: String) {
    folder.write("plan.md", "plain")
    #expect(!lock.isLocked && obstacle(folder) == nil)
    folder.remove("plan.md")
    folder.write("\(place)\(String(repeating: "b", count: 25))a.age", "x")
    #expect(lock.isLocked)
    #expect(obstacle(folder)?.contains("Bring its folder .notes-tui") == true)
    // A merely similar name makes no vault.
    let other = TemporaryFolder()
    other.write("\(place)\(String(repeating: "b", count: 25))A.age", "x")
    other.write("\(place)letter.age", "x")
    #expect(!VaultLock.isLocked(other.bytes) && obstacle(other) == nil)
  }

  @Test("A vault that is encrypted or being converted accepts no plain text")
  func notPlain() throws {
    folder.write("plan.md", "plain")
    #expect(VaultLock.plainWriteRefusal(folder.bytes) == nil)
    folder.write(".notes-tui/settings", "theme = mono")
    #expect(VaultLock.plainWriteRefusal(folder.bytes) == nil)
    for mark in ["encrypting copying", "decrypting removing", "no mark at all"] {
      folder.write(ConversionMark.path, mark)
      #expect(VaultLock.plainWriteRefusal(folder.bytes) != nil)
    }
    folder.remove(ConversionMark.path)
    #expect(VaultLock.plainWriteRefusal(folder.bytes) == nil)
    _ = try lock.make(passphrase: some("open"))
    #expect(VaultLock.plainWriteRefusal(folder.bytes) != nil)
  }

  private func some(_ text: String) -> Secret {
    guard let secret = try? secret(text) else { preconditionFailure("no memory") }
    return secret
  }

  @Test("Only its owner may read the lock's files")
  func modes() throws {
    _ = try lock.make(passphrase: some("open"))
    #expect(folder.mode(".notes-tui") == 0o700)
    #expect(folder.mode(VaultLock.passphraseFile) == 0o600)
    #expect(folder.mode(VaultLock.recoveryFile) == 0o600)
    #expect(folder.names(in: ".notes-tui") == ["identity.age", "recovery.age"])
  }

  @Test("Nothing is written to disk before the lock is installed")
  func prepares() throws {
    let prepared = try lock.prepare(passphrase: some("open"))
    #expect(folder.names() == [])
    try lock.write(prepared)
    #expect(try lock.open(passphrase: some("open")).recipient == prepared.identity.recipient)
  }

  @Test(
    "A lock opens with the recovery key, even with blanks and lowercase letters",
    arguments: [
      { $0 }, { $0.lowercased() }, { "  \($0)\n" },
      { text in
        text.enumerated().map { $0 % 4 == 3 ? "\($1) " : "\($1)" }.joined()
      },
    ] as [@Sendable (String) -> String])
  func recovers(write: @Sendable (String) -> String) throws {
    let made = try lock.make(passphrase: some("open"))
    let opened = try lock.open(recoveryKey: some(write(made.recoveryKey.text)))
    #expect(opened.recipient == made.identity.recipient)
  }

  @Test("A mistyped recovery key and another vault's key give different errors")
  func wrongRecoveryKey() throws {
    let made = try lock.make(passphrase: some("open"))
    var mistyped = Array(made.recoveryKey.text)
    mistyped[30] = mistyped[30] == "Q" ? "P" : "Q"
    for text in [String(mistyped), "", "open", "AGE-SECRET-KEY-1"] {
      fails(.noRecoveryKey) { () throws(VaultLockError) in
        _ = try lock.open(recoveryKey: some(text))
      }
    }
    fails(.wrongRecoveryKey) { () throws(VaultLockError) in
      _ = try lock.open(recoveryKey: some(someKey))
    }
  }

  @Test("After a change only the new passphrase and the unchanged recovery key open the vault")
  func changes() throws {
    let made = try lock.make(passphrase: some("old"))
    let identity = try lock.open(passphrase: some("old"))
    try lock.change(to: some("new"), identity: identity)
    fails(.wrongPassphrase) { () throws(VaultLockError) in
      _ = try lock.open(passphrase: some("old"))
    }
    #expect(try lock.open(passphrase: some("new")).recipient == identity.recipient)
    #expect(try lock.open(recoveryKey: made.recoveryKey).recipient == identity.recipient)
    #expect(folder.names(in: ".notes-tui") == ["identity.age", "recovery.age"])
  }

  @Test("A locked folder cannot be locked again")
  func twice() throws {
    let made = try lock.make(passphrase: some("open"))
    let before = folder.read(VaultLock.recoveryFile)
    fails(.alreadyLocked) { () throws(VaultLockError) in
      _ = try lock.make(passphrase: some("other"))
    }
    #expect(folder.read(VaultLock.recoveryFile) == before)
    #expect(try lock.open(recoveryKey: made.recoveryKey).recipient == made.identity.recipient)
  }

  @Test("Leftovers of an unfinished lock make no vault and do no harm")
  func leftover() throws {
    folder.write(VaultLock.recoveryFile, "half")
    folder.write("notes.age", "a person's own")
    #expect(!lock.isLocked)
    let made = try lock.make(passphrase: some("open"))
    #expect(try lock.open(recoveryKey: made.recoveryKey).recipient == made.identity.recipient)
  }

  @Test("Without its passphrase file a vault with notes is still locked, and can be recovered")
  func passphraseFileGone() throws {
    let made = try lock.make(passphrase: some("open"))
    folder.write("abcdefghijklmnopqrstuvwx27.age", "closed")
    folder.remove(VaultLock.passphraseFile)
    #expect(lock.isLocked)
    fails(.missing(VaultLock.passphraseFile)) { () throws(VaultLockError) in
      _ = try lock.open(passphrase: some("open"))
    }
    let identity = try lock.open(recoveryKey: made.recoveryKey)
    try lock.change(to: some("new"), identity: identity)
    #expect(try lock.open(passphrase: some("new")).recipient == identity.recipient)
  }

  @Test("One file under an encrypted note's name does not lock the owner out of a plain vault")
  func oneSealedName() {
    folder.write("a.md", "plain")
    folder.write(".trash/b.md", "plain")
    for name in ["abcdefghijklmnopqrstuvwx27.age", ".trash/abcdefghijklmnopqrstuvwx27.age"] {
      folder.write(name, "closed")
      #expect(!lock.isLocked && obstacle(folder) == nil)
    }
    // If most notes are encrypted the vault is encrypted, whatever plain file is added.
    folder.write("abcdefghijklmnopqrstuvwxyz.age", "closed")
    #expect(lock.isLocked)
  }

  @Test(
    "Files that age did not write are not keys: a plain vault stays plain and gets its own keys")
  func noKeys() throws {
    folder.write("a.md", "plain")
    folder.write("abcdefghijklmnopqrstuvwx27.age", "closed")
    for file in [VaultLock.passphraseFile, VaultLock.recoveryFile] {
      for garbage in ["", "x", "age-encryption.org", "garbage\n"] {
        folder.write(file, garbage)
        #expect(!lock.isLocked && obstacle(folder) == nil && !VaultLock.hasKeys(folder.bytes))
        #expect(VaultLock.plainWriteRefusal(folder.bytes) == nil)
      }
    }
    folder.remove("abcdefghijklmnopqrstuvwx27.age")
    _ = try lock.make(passphrase: some("open"))
    #expect(lock.isLocked)
    _ = try lock.open(passphrase: some("open"))
  }

  @Test("With an intact recovery key, a damaged passphrase file leaves the vault locked")
  func damagedKey() throws {
    let made = try lock.make(passphrase: some("open"))
    folder.write(VaultLock.passphraseFile, "garbage")
    #expect(lock.isLocked && VaultLock.plainWriteRefusal(folder.bytes) != nil)
    #expect(try lock.open(recoveryKey: made.recoveryKey).recipient == made.identity.recipient)
  }

  @Test("Armored keys are accepted")
  func armoredKeys() throws {
    folder.write(VaultLock.passphraseFile, "\n-----BEGIN AGE ENCRYPTED FILE-----\nAAAA\n")
    #expect(lock.isLocked && VaultLock.hasKeys(folder.bytes))
  }

  @Test("Foreign keys in a plain vault are named if they do not open it")
  func otherKeys() async throws {
    folder.write("a.md", "plain")
    _ = try lock.make(passphrase: some("theirs"))
    let proving = VaultProving(stateFolder: state.bytes, clock: StillClock(), workFactor: 1)
    let typed = TypedSecret()
    typed.append(Array("mine".utf8))
    await #expect(
      throws: VaultError.lock(
        "That is not this vault's passphrase. The vault has more plain files than encrypted notes. If you "
          + "never encrypted it, move .notes-tui/identity.age and .notes-tui/recovery.age out of it."
      )
    ) {
      _ = try await proving.identity(
        of: VaultID(NotePath(bytes: folder.bytes)), .passphrase(typed))
    }
    folder.remove(VaultLock.passphraseFile)
    folder.remove(VaultLock.recoveryFile)
    #expect(!lock.isLocked && obstacle(folder) == nil)
  }

  @Test("A file, a missing folder and a folder with other things are not locked")
  func notLocked() {
    folder.write("file", "")
    folder.write("plain/.notes-tui/settings", "")
    folder.write("odd/.notes-tui", "")
    for name in ["file", "missing", "plain", "odd"] {
      #expect(!VaultLock.isLocked(folder.bytes + Array("/\(name)".utf8)))
    }
  }

  @Test("Damaged files are reported by name, whatever they contain")
  func damaged() throws {
    let made = try lock.make(passphrase: some("open"))
    let whole = try #require(folder.read(VaultLock.passphraseFile))
    for bytes in [[], [0], Array(whole.dropLast()), whole + [1]] {
      folder.write(VaultLock.passphraseFile, bytes)
      #expect {
        _ = try lock.open(passphrase: some("open"))
      } throws: { error in
        guard case VaultLockError.damaged(VaultLock.passphraseFile, _) = error else { return false }
        return true
      }
    }
    // Encrypted for the right key, but without a key in it.
    folder.write(
      VaultLock.recoveryFile,
      try Age.seal(bytes: Array("hello".utf8), to: [.key(try key().recipient)]))
    fails(.damaged(VaultLock.recoveryFile, .keyFile(.notAKey, line: 1))) {
      () throws(VaultLockError) in
      _ = try lock.open(recoveryKey: some(someKey))
    }
    withExtendedLifetime(made) {}
  }

  @Test("A link instead of the lock's folder or its files is not followed")
  func links() throws {
    let other = TemporaryFolder()
    _ = try VaultLock(root: other.bytes, workFactor: 1).make(passphrase: some("open"))
    folder.link(".notes-tui", to: other.path(".notes-tui"))
    fails(.failed(".notes-tui", SystemError(ENOTDIR))) { () throws(VaultLockError) in
      _ = try lock.open(passphrase: some("open"))
    }
  }

  @Test("On a full disk nothing is half locked, and a change leaves the old passphrase valid")
  func fullDisk() throws {
    let full = Disk(writeSome: { _, _ in -Int(ENOSPC) }, flush: Disk.real.flush)
    let broken = Disk(writeSome: Disk.real.writeSome, flush: { _ in -EIO })
    for (disk, code) in [(full, ENOSPC), (broken, EIO)] {
      let failing = VaultLock(root: folder.bytes, workFactor: 1, disk: disk)
      #expect(throws: VaultLockError.self) { try failing.make(passphrase: some("open")) }
      #expect(!lock.isLocked)
      withExtendedLifetime(code) {}
    }
    let made = try lock.make(passphrase: some("open"))
    let failing = VaultLock(root: folder.bytes, workFactor: 1, disk: full)
    fails(.failed(VaultLock.passphraseFile, SystemError(ENOSPC))) { () throws(VaultLockError) in
      try failing.change(to: some("new"), identity: made.identity)
    }
    #expect(try lock.open(passphrase: some("open")).recipient == made.identity.recipient)
    #expect(folder.names(in: ".notes-tui") == ["identity.age", "recovery.age"])
  }

  @Test(
    "The vault can be opened with only age and the recovery key", .enabled(if: OtherAge.isThere))
  func otherAge() throws {
    let made = try lock.make(passphrase: some("open"))
    folder.write("key", made.recoveryKey.bytes)
    let code = OtherAge.run(
      ["age", "-d", "-i", folder.path("key"), folder.path(VaultLock.recoveryFile)],
      output: folder.path("identity"))
    #expect(code == 0)
    #expect(folder.text("identity") == (try made.identity.text().text) + "\n")
  }

  @Test("A keyring holds keys until they are dropped, singly or all at once")
  func keyring() throws {
    let keyring = Keyring()
    let (one, two) = (VaultID(NotePath("/one")), VaultID(NotePath("/two")))
    #expect(keyring.identity(of: one) == nil)
    weak var secret: Secret?
    do {
      let identity = try X25519Identity.make()
      secret = identity.secret
      keyring.keep(identity, of: one)
      keyring.keep(try key(), of: two)
    }
    #expect(keyring.identity(of: one) != nil)
    #expect(secret != nil)
    keyring.drop(one)
    #expect(keyring.identity(of: one) == nil)
    #expect(secret == nil)
    #expect(keyring.identity(of: two)?.recipient == (try key().recipient))
    keyring.drop(two)
    #expect(keyring.identity(of: two) == nil)
  }
}
