package import Entities
import Files
import Glibc
import SealedStore
import Services
package import Vault

/// Encrypts and decrypts a whole vault, so that nothing is lost wherever it ends: the old files go
/// only once all that is new was read back and compared, and a run that was killed is continued.
///
/// ```swift
/// let plan = try conversion.examine()              // says what is in the way, touches nothing
/// let lock = try conversion.lock.prepare(passphrase: passphrase)
/// let report = try await conversion.encrypt(.new(lock)) { progress in true }
/// ```
package struct VaultConversion: Sendable {
  package let vault: VaultID
  package let lock: VaultLock
  let clock: any WallClock
  let keeping: any VaultKeeping
  let marks: ConversionMarks

  var root: [UInt8] { vault.path.bytes }

  /// `keeping` takes along what is outside the vault's folder; `marks` are of the conversions that this
  /// computer began. `workFactor` is what guessing at the passphrase shall cost.
  package init(
    of vault: VaultID, clock: any WallClock, keeping: any VaultKeeping, marks: ConversionMarks,
    workFactor: Int = 18
  ) {
    self.vault = vault
    self.clock = clock
    self.keeping = keeping
    self.marks = marks
    lock = VaultLock(root: vault.path.bytes, workFactor: workFactor)
  }

  /// Whether the folder's notes are encrypted.
  package func state() throws(ConversionError) -> ConversionState {
    let found = try working(
      on: NotePath(ConversionMark.path), to: "read", marks.found(in: root))
    if case .own(let mark) = found { return .unfinished(mark) }
    if VaultLock.lacksKeys(root) { try refuseNotesWithoutKeys() }
    if case .foreign(let folder) = found { return .marked(folder) }
    return lock.isLocked ? .encrypted : .plain
  }

  func sealedSide(_ identity: X25519Identity, _ disk: Disk = .real) -> SealedSide {
    SealedSide(
      root: root,
      folder: SealedFolder(root: root, identity: identity, clock: clock, disk: disk))
  }

  /// One at a time, of all programs, and none that has the vault open in plain.
  func alone() throws(ConversionError) -> Descriptor {
    let folder = try working(on: .top.named, to: "open", Posix.openFolder(root))
    for _ in 0..<1_000 {
      if flock(folder.raw, LOCK_EX | LOCK_NB) == 0 { return folder }
      switch errno {
      // A program that was started meanwhile may hold our own lock until it runs.
      case EWOULDBLOCK: usleep(1_000)
      case EINTR: continue
      // A disk that knows no locks.
      default: return folder
      }
    }
    throw .busy
  }

  func mark(_ direction: ConversionMark.Direction, _ phase: ConversionMark.Phase)
    throws(ConversionError)
  {
    try working(
      on: NotePath(ConversionMark.path), to: "write",
      marks.write(ConversionMark(direction, phase), in: root))
  }

  func removeMark() throws(ConversionError) {
    try working(on: NotePath(ConversionMark.path), to: "remove", marks.remove(in: root))
  }

  /// There must be room for the copies in addition to the originals.
  func checkSpace(bytes: Int, files: Int) throws(ConversionError) {
    // A header, a head and the tags of the chunks; then what is rounded up to whole blocks.
    let needed = bytes + bytes / 4_096 + files * (4_096 + 1_024) + (1 << 20)
    let folder = try working(on: .top.named, to: "look at", Posix.openFolder(root))
    let free = try working(on: .top.named, to: "look at", Posix.freeBytes(folder.raw))
    if UInt64(needed) > free { throw .noSpace(needed: needed, free: Int(clamping: free)) }
  }
}

/// What a plain vault is before it is encrypted.
package struct EncryptionPlan: Equatable, Sendable {
  package var files: Int
  package var bytes: Int
  /// Whole sentences about what encrypting does not change.
  package var warnings: [String]
}

/// The state of a vault's notes outside its folder: versions, unsaved texts, the index.
package protocol VaultKeeping: Sendable {
  /// The obstacles to taking it along. Finishes what an earlier run left half done.
  func obstacles(
    to direction: ConversionMark.Direction, _ vault: VaultID, with identity: X25519Identity?
  ) async throws(ConversionError) -> [String]

  /// Closes all of it with the vault's keys; nothing plain is left when it returns. It can be called
  /// again after it was killed. Stops with `.cancelled` where `goesOn` answers false.
  func seal(
    _ vault: VaultID, with identity: X25519Identity, goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError)

  /// The other way round.
  func unseal(
    _ vault: VaultID, with identity: X25519Identity, goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError)

  /// Renames the files stored under the old key, so that the new key's files can have their names.
  /// It can be called again; what is closed with `new` already stays.
  func setAside(_ vault: VaultID, before new: X25519Identity) async throws(ConversionError)

  /// Undoes `setAside`.
  func putBack(_ vault: VaultID, with old: X25519Identity) async throws(ConversionError)

  /// Closes with another key what was set aside; nothing of it is left when it returns. It can be called
  /// again after it was killed. Stops with `.cancelled` where `goesOn` answers false.
  func reseal(
    _ vault: VaultID, from old: X25519Identity, to new: X25519Identity,
    goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError)
}

extension VaultConversion {
  /// What there is to do where a vault is to be encrypted or decrypted.
  package enum Step: Equatable, Sendable {
    case begin
    /// It was begun before.
    case goOn
    /// The other way was begun and has removed nothing yet.
    case takeBack
    /// There is a mark that this computer did not make on an encrypted vault: what is plain in that is
    /// encrypted, once the passphrase has proved that the key is the vault's.
    case close
    /// All is done but for the mark of it, and there is no key any more to ask for.
    case finish
  }

  /// Checks the vault's state; throws `.wrongState` where there is nothing to do.
  package func step(_ direction: ConversionMark.Direction) throws(ConversionError) -> Step {
    let state = try state()
    switch (direction, state) {
    case (.encrypting, .plain), (.encrypting, .marked(.plain)), (.decrypting, .encrypted):
      return .begin
    case (.encrypting, .marked(let folder)) where folder.isEncrypted: return .close
    case (.decrypting, .marked(.plain)): return .finish
    case (.rekeying, .marked(.twoKeys)): return .goOn
    case (.encrypting, .unfinished(.init(.encrypting, .copying))) where !lock.isLocked:
      // Nothing was written yet that the keys of then would open.
      return .begin
    case (.encrypting, .unfinished(let mark)) where mark.direction == .encrypting && lock.isLocked:
      return .goOn
    case (.encrypting, .unfinished(.init(.decrypting, .copying))),
      (.decrypting, .unfinished(.init(.encrypting, .copying))):
      return .takeBack
    case (.decrypting, .unfinished(.init(.decrypting, .removing))) where !lock.isLocked:
      return .finish
    case (.decrypting, .unfinished(let mark)) where mark.direction == .decrypting: return .goOn
    case (.rekeying, .encrypted): return .begin
    case (.rekeying, .unfinished(.init(.rekeying, .removing))) where lock.hasTakenNext:
      return .finish
    case (.rekeying, .unfinished(let mark)) where mark.direction == .rekeying: return .goOn
    default: throw .wrongState(state)
    }
  }
}

/// A vault becomes encrypted or plain, from whatever was begun before: what the screen and the commands
/// await.
extension VaultConversion {
  package enum Outcome: Sendable {
    case encrypted(ConversionReport)
    case decrypted(ConversionReport)
    /// The notes are its remains.
    case encryptingTakenBack([String])
    case decryptingTakenBack
    /// Only the mark of a conversion had to go.
    case unmarked
  }

  package func encrypt(
    from step: Step, _ key: EncryptionKey, watch: @escaping ConversionWatch
  ) async throws(ConversionError) -> Outcome {
    if step == .takeBack, case .begun(let identity) = key {
      try takeBackDecryption(with: identity, watch: watch)
      return .decryptingTakenBack
    }
    return .encrypted(try await encrypt(key, watch: watch))
  }

  package func needsKey(toDecryptFrom step: Step) -> Bool {
    step != .finish && (step != .takeBack || lock.isLocked)
  }

  package func decrypt(
    from step: Step, with identity: X25519Identity?, watch: @escaping ConversionWatch
  ) async throws(ConversionError) -> Outcome {
    switch step {
    case .finish:
      _ = try finishWithoutKey()
      return .unmarked
    case .takeBack:
      return .encryptingTakenBack(try takeBackEncryption(with: identity, watch: watch))
    case .begin, .goOn, .close:
      guard let identity else { throw .lock(.wrongPassphrase) }
      if step == .begin { _ = try await examine(opening: identity) }
      return .decrypted(try await decrypt(with: identity, watch: watch))
    }
  }
}

/// When what was written is on the disk.
///
/// Thousands of copies are not waited for one by one: nothing old is removed before all of them are on
/// the disk, and until then a copy that the power took away is made again.
enum Durability {
  /// Writes as the real disk does, and waits for nothing.
  static let later = Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 })

  /// Syncs texts and not names: the file under a name is always whole.
  static let textsFirst = Disk(
    writeSome: Disk.real.writeSome,
    flush: { file in
      guard let facts = try? Posix.facts(of: file), facts.kind == .folder else {
        return Disk.real.flush(file)
      }
      return 0
    })

  /// Waits for all that was written anywhere in the vault.
  static func wait(in root: [UInt8]) throws(ConversionError) {
    try working(on: .top.named, to: "write all of") { () throws(SystemError) in
      let folder = try Posix.openFolder(root)
      try Disk.real.syncAll(folder.raw)
    }
  }
}
