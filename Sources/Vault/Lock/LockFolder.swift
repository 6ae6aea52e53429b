import Files
import Glibc

/// The folder `.notes-tui` in a vault, with the lock's files.
struct LockFolder: ~Copyable {
  enum File {
    case passphrase, recovery
    /// The same two files for the vault's next key, and a file with both keys, during a change of keys.
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

    /// Whether a recovery key, which the person has on paper, opens the file.
    var isForRecovery: Bool { self == .recovery || self == .nextRecovery }

    fileprivate var name: [UInt8] { Array(path.utf8.drop { $0 != slash }.dropFirst()) }
  }

  /// A key encrypted with a passphrase takes some 300 bytes, a few more with armor and comments.
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

  /// Waits for other programs' changes; they wait until this is released.
  func waitForOthers() {
    let raw = folder.raw
    // On a disk without locks, the second program fails because the file exists.
    try? Posix.lock(raw)
  }

  func read(_ file: File) throws(VaultLockError) -> [UInt8] {
    do throws(SystemError) {
      return try Posix.contents(file.name, in: folder.raw, limit: Self.limit)
    } catch {
      throw error.code == ENOENT ? .missing(file.path) : .failed(file.path, error)
    }
  }

  /// Writes a file, durable on return. After an error the old file still exists.
  func write(_ bytes: [UInt8], as file: File, replacing: Bool) throws(VaultLockError) {
    do throws(SystemError) {
      var new = try NewFile(in: folder.raw, mode: 0o600, disk: disk)
      try new.write(bytes)
      _ = try new.finish()
      // A file that cannot be read back must not replace one that can.
      guard try new.holds(bytes) else { throw SystemError(EIO) }
      if replacing { try new.replace(file.name) } else { try new.take(file.name) }
    } catch {
      throw error.code == EEXIST ? .alreadyLocked : .failed(file.path, error)
    }
  }

  func holds(_ file: File) -> Bool { Posix.exists(file.name, in: folder.raw) }

  /// Renames a file in one step, durable on return. A missing file was renamed by an earlier run.
  func move(_ file: File, over other: File) throws(VaultLockError) {
    do throws(SystemError) {
      try ifThere(Posix.rename(file.name, in: folder.raw, to: other.name, in: folder.raw))
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      throw .failed(file.path, error)
    }
  }

  /// Removes a file, durable on return.
  func remove(_ file: File) throws(VaultLockError) {
    do throws(SystemError) {
      try ifThere(Posix.remove(file.name, in: folder.raw))
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      throw .failed(file.path, error)
    }
  }
}
