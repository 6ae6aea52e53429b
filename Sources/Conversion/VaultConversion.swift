package import Entities
import Files
import Glibc
import SealedStore
package import Vault

/// Encrypts and decrypts a whole vault, so that no interruption loses anything: the old files are
/// removed only once all new ones are read back and compared, and a killed run can be continued.
///
/// ```swift
/// let plan = try conversion.examine()              // throws obstacles, changes nothing
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

  /// `keeping` converts the state outside the vault's folder; `marks` records the conversions that
  /// this computer began. `workFactor` is the cost of guessing the passphrase.
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

  /// Locks the vault against other conversions, and programs that have it open in plain.
  func alone() throws(ConversionError) -> Descriptor {
    let folder = try working(on: .top.named, to: "open", Posix.openFolder(root))
    for _ in 0..<1_000 {
      if flock(folder.raw, LOCK_EX | LOCK_NB) == 0 { return folder }
      switch errno {
      // A newly forked program may hold our own lock until it executes.
      case EWOULDBLOCK: usleep(1_000)
      case EINTR: continue
      // The disk does not support locks.
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

  /// Throws unless there is room for the copies in addition to the originals.
  func checkSpace(bytes: Int, files: Int) throws(ConversionError) {
    // Each file adds a header, a head and the chunks' tags, and is rounded up to whole blocks.
    let needed = bytes + bytes / 4_096 + files * (4_096 + 1_024) + (1 << 20)
    let folder = try working(on: .top.named, to: "look at", Posix.openFolder(root))
    let free = try working(on: .top.named, to: "look at", Posix.freeBytes(folder.raw))
    if UInt64(needed) > free { throw .noSpace(needed: needed, free: Int(clamping: free)) }
  }
}

/// The size of a plain vault before its encryption.
package struct EncryptionPlan: Equatable, Sendable {
  package var files: Int
  package var bytes: Int
  /// Complete sentences about what encryption does not change.
  package var warnings: [String]
}

/// The state of a vault's notes outside its folder: versions, unsaved texts, the index.
package protocol VaultKeeping: Sendable {
  /// Returns the obstacles to converting it. Finishes what an interrupted run left.
  func obstacles(
    to direction: ConversionMark.Direction, _ vault: VaultID, with identity: X25519Identity?
  ) async throws(ConversionError) -> [String]

  /// Encrypts the whole state with the vault's keys; nothing plain is left on return. Can be called
  /// again after the process was killed. Throws `.cancelled` if `goesOn` returns false.
  func seal(
    _ vault: VaultID, with identity: X25519Identity, goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError)

  /// Decrypts all of it, in the same way.
  func unseal(
    _ vault: VaultID, with identity: X25519Identity, goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError)

  /// Renames the files stored under the old key, so that the new key's files can have their names.
  /// It can be repeated; files of the key `new` stay.
  func setAside(_ vault: VaultID, before new: X25519Identity) async throws(ConversionError)

  /// Undoes `setAside`.
  func putBack(_ vault: VaultID, with old: X25519Identity) async throws(ConversionError)

  /// Encrypts what was set aside with another key; nothing of it is left on return. It can be
  /// repeated after a kill. Throws `.cancelled` if `goesOn` returns false.
  func reseal(
    _ vault: VaultID, from old: X25519Identity, to new: X25519Identity,
    goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError)
}

extension VaultConversion {
  /// The next step for encrypting or decrypting a vault.
  package enum Step: Equatable, Sendable {
    case begin
    /// Continue what was begun before.
    case goOn
    /// Undo the opposite direction, which has not removed anything yet.
    case takeBack
    /// An encrypted vault has a mark that this computer did not make: encrypt its plain files, once
    /// the passphrase has proved that the key is the vault's.
    case close
    /// Only the mark is left to remove, and there is no key left to ask for.
    case finish
  }

  /// Returns the next step; throws `.wrongState` if there is nothing to do.
  package func step(_ direction: ConversionMark.Direction) throws(ConversionError) -> Step {
    let state = try state()
    switch (direction, state) {
    case (.encrypting, .plain), (.encrypting, .marked(.plain)), (.decrypting, .encrypted):
      return .begin
    case (.encrypting, .marked(let folder)) where folder.isEncrypted: return .close
    case (.decrypting, .marked(.plain)): return .finish
    case (.rekeying, .marked(.twoKeys)): return .goOn
    case (.encrypting, .unfinished(.init(.encrypting, .copying))) where !lock.isLocked:
      // The earlier run wrote nothing that its keys would open.
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

/// The entry points for the screen and the commands, which take every state that was begun before.
extension VaultConversion {
  package enum Outcome: Sendable {
    case encrypted(ConversionReport)
    case decrypted(ConversionReport)
    /// With messages for the person.
    case encryptingTakenBack([String])
    case decryptingTakenBack
    /// Only the mark of a conversion was removed.
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

/// When written data must reach the disk.
///
/// Thousands of copies are not flushed one by one: no original is removed before all copies are on
/// the disk, and a copy that a power cut destroyed is made again.
enum Durability {
  /// Writes like the real disk, but waits for nothing.
  static let later = Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 })

  /// Flushes texts but not folders: a file that has its name is always complete.
  static let textsFirst = Disk(
    writeSome: Disk.real.writeSome,
    flush: { file in
      guard let facts = try? Posix.facts(of: file), facts.kind == .folder else {
        return Disk.real.flush(file)
      }
      return 0
    })

  /// Waits until everything written in the vault is on the disk.
  static func wait(in root: [UInt8]) throws(ConversionError) {
    try working(on: .top.named, to: "write all of") { () throws(SystemError) in
      let folder = try Posix.openFolder(root)
      try Disk.real.syncAll(folder.raw)
    }
  }
}
