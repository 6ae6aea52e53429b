package import Entities
package import Files
import Glibc
import Services
package import Vault

/// The files of an encrypted vault: one of age's for each note and each attachment, under names that
/// tell nothing, all in the vault's own folder; and those in its trash.
package struct SealedFolder: Sendable {
  package let root: [UInt8]
  let identity: X25519Identity
  let clock: any WallClock
  let disk: Disk
  /// The vault's keys were in the folder when it was opened.
  private let isKeyed: Bool

  static let trashName = Array(".trash".utf8)

  /// `root` is the vault's folder as the file system names it.
  package init(
    root: [UInt8], identity: X25519Identity, clock: any WallClock, disk: Disk = .real
  ) {
    self.root = root
    self.identity = identity
    self.clock = clock
    self.disk = disk
    isKeyed = VaultLock.hasKeys(root)
  }

  /// The vault's folder.
  func openRoot() throws(SealedFault) -> Descriptor {
    try asking(Posix.openFolder(root))
  }

  /// The vault's folder on behalf of a note: without it nothing is said of the note.
  func openRoot(for path: NotePath, to action: String) throws(NoteStoreError) -> Descriptor {
    do {
      return try Posix.openFolder(root)
    } catch {
      throw error.vaultError(path, action)
    }
  }

  /// The trash in it; with `making`, made where there is none.
  func openTrash(in root: Int32, making: Bool) throws(SystemError) -> Descriptor {
    if making {
      try Posix.makeFolderIfMissing(Self.trashName, in: root, mode: 0o700, disk)
    }
    return try Posix.openFolder(Self.trashName, in: root, followingLink: false)
  }

  /// Opens a file of this name. Only a regular one is ever opened, and no link followed.
  func open(_ name: [UInt8], in folder: Int32) throws(SealedFault) -> OpenedFile {
    // Asked before opening: a pipe would wait for its writer, and a device might act.
    let before = try asking(Posix.facts(name, in: folder))
    guard before.kind == .file else { throw .notAFile(before.kind) }
    let file = try asking(
      Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY))
    let raw = file.raw
    let facts = try asking(Posix.facts(of: raw))
    guard facts.kind == .file else { throw .notAFile(facts.kind) }
    return OpenedFile(file, facts, with: identity)
  }
}

extension SealedFolder {
  /// Holds the vault's folder until that is let go of: whoever chooses names in it, or puts files in
  /// place, does so one after the other. Where the disk knows no locks, what is seen before each step has
  /// to do.
  ///
  /// Throws where another program decrypted the vault: nobody could open what would be put there.
  func hold(_ root: Int32) throws(SystemError) {
    let end = ContinuousClock.now + Posix.lockPatience
    while flock(root, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      // Not waited for without end: programs that have a plain vault open hold it all the time.
      guard errno == EWOULDBLOCK, hasItsKeys, ContinuousClock.now < end else { break }
      usleep(1_000)
    }
    do {
      try checkKeys()
    } catch {
      flock(root, LOCK_UN)
      throw error
    }
  }

  /// Throws where another program decrypted the vault.
  func checkKeys() throws(SystemError) {
    if !hasItsKeys { throw .vaultDecrypted }
  }

  private var hasItsKeys: Bool { !isKeyed || VaultLock.hasKeys(root) }
}
