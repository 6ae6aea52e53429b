import Files
import Glibc

/// `.notes-tui` in a vault, where the lock's files are.
struct LockFolder: ~Copyable {
  enum File {
    case passphrase, recovery
    /// The same two of the vault's next key, and what holds both keys, while it changes.
    case nextPassphrase, nextRecovery, bothKeys

    var path: String {
      switch self {
      case .passphrase: VaultLock.passphraseFile
      case .recovery: VaultLock.recoveryFile
      case .nextPassphrase: ".notes-tui/next-identity.age"
      case .nextRecovery: ".notes-tui/next-recovery.age"
      case .bothKeys: ".notes-tui/both-keys.age"
      }
    }

    /// Opened with a key that a person has on paper.
    var isForRecovery: Bool { self == .recovery || self == .nextRecovery }

    fileprivate var name: [UInt8] { Array(path.utf8.drop { $0 != slash }.dropFirst()) }
  }

  /// A key closed with a passphrase has some 300 bytes, armored and with comments a few more.
  static let limit = 1 << 16
  private static let name = ".notes-tui"

  private let folder: Descriptor
  private let disk: Disk

  init(_ root: [UInt8], _ disk: Disk, making: Bool) throws(VaultLockError) {
    do throws(SystemError) {
      let above = try Posix.openFolder(root)
      if making {
        try Posix.makeFolderIfMissing(Array(Self.name.utf8), in: above.raw, mode: 0o700, disk)
      }
      folder = try Posix.openFolder(Array(Self.name.utf8), in: above.raw, followingLink: false)
      self.disk = disk
    } catch {
      if !making, error.code == ENOENT { throw .missing(VaultLock.passphraseFile) }
      throw .failed(Self.name, error)
    }
  }

  /// Others that want the same wait until this is released.
  func waitForOthers() {
    let raw = folder.raw
    // Where there are no locks there is no waiting, and the second one fails by the name.
    try? Posix.lock(raw)
  }

  func read(_ file: File) throws(VaultLockError) -> [UInt8] {
    do throws(SystemError) {
      return try Posix.contents(file.name, in: folder.raw, limit: Self.limit)
    } catch {
      throw error.code == ENOENT ? .missing(file.path) : .failed(file.path, error)
    }
  }

  /// Durable when it returns; otherwise what was there is there still.
  func write(_ bytes: [UInt8], as file: File, replacing: Bool) throws(VaultLockError) {
    do throws(SystemError) {
      var new = try NewFile(in: folder.raw, mode: 0o600, disk: disk)
      try new.write(bytes)
      _ = try new.finish()
      // What cannot be read back must not replace what can.
      guard try new.holds(bytes) else { throw SystemError(EIO) }
      if replacing { try new.replace(file.name) } else { try new.take(file.name) }
    } catch {
      throw error.code == EEXIST ? .alreadyLocked : .failed(file.path, error)
    }
  }

  func holds(_ file: File) -> Bool { Posix.exists(file.name, in: folder.raw) }

  /// In one step, durable when it returns. A file that is not there was moved by an earlier run.
  func move(_ file: File, over other: File) throws(VaultLockError) {
    do throws(SystemError) {
      try ifThere(Posix.rename(file.name, in: folder.raw, to: other.name, in: folder.raw))
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      throw .failed(file.path, error)
    }
  }

  /// Durable when it returns.
  func remove(_ file: File) throws(VaultLockError) {
    do throws(SystemError) {
      try ifThere(Posix.remove(file.name, in: folder.raw))
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      throw .failed(file.path, error)
    }
  }
}
