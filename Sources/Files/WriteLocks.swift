import Glibc

/// Lets the runs of this program that write one note do so one after the other.
///
/// A turn is the lock of one byte of the file `turns` in the state folder; the note decides which
/// byte. The system releases it however a run ends. Without such a file, or without locks, there is
/// no waiting: each write is checked by what it finds there, as between this program and others.
package struct WriteLocks: Sendable {
  private let stateFolder: [UInt8]?
  /// The vault's folder.
  private let root: [UInt8]
  private let patience: Duration

  /// Never waits.
  package static let none = WriteLocks()

  /// `root` is the vault's folder.
  package init(
    stateFolder: [UInt8], root: [UInt8], patience: Duration = Posix.lockPatience
  ) {
    self.stateFolder = stateFolder
    self.root = root
    self.patience = patience
  }

  private init() {
    stateFolder = nil
    root = []
    patience = .zero
  }

  /// Waits for the turn at writing a file under this name. Throws `EWOULDBLOCK` where another
  /// run holds it for too long. The turn is over when the descriptor closes.
  package func take(_ name: [UInt8], in folder: Int32) throws(SystemError) -> Descriptor? {
    guard let file = open(), let facts = try? Posix.facts(of: folder) else { return nil }
    // By the folder itself: one note may have several paths.
    let byte = Self.byte(name, seed: facts.device ^ (facts.inode &* 0x9e37_79b9_7f4a_7c15))
    let raw = file.raw
    let isTaken = try Posix.waitForLock(patience) { Posix.lockByte(byte, of: raw) }
    return isTaken ? consume file : nil
  }

  /// The same for reading a note and writing it again: who waits for that need not try it in vain. It is
  /// another turn than that of `take`, which is taken within this one. Nil too where it took too long:
  /// each write is safe without.
  package func takeForChange(of path: [UInt8]) async -> Descriptor? {
    let end = ContinuousClock.now + patience
    let folder = root + [slash] + path
    // One that comes again at once waits behind the one that waits already.
    guard let next = await wait(for: Self.byte(folder, seed: 2), until: end) else { return nil }
    defer { withExtendedLifetime(next) {} }
    return await wait(for: Self.byte(folder, seed: 1), until: end)
  }

  /// No thread waits: the holder of the turn may need it.
  private func wait(for byte: Int64, until end: ContinuousClock.Instant) async -> Descriptor? {
    guard let file = open() else { return nil }
    var pause = LockPause()
    while Posix.lockByte(byte, of: file.raw) != 0 {
      guard [EINTR, EAGAIN, EACCES].contains(errno), ContinuousClock.now < end, !Task.isCancelled
      else { return nil }
      try? await Task.sleep(for: pause.next())
    }
    return file
  }

  private static func byte(_ bytes: [UInt8], seed: UInt64) -> Int64 {
    Int64(Digest.of(bytes, seed: seed) >> 2)
  }

  private func open() -> Descriptor? {
    guard let stateFolder else { return nil }
    let name = stateFolder + Array("/turns".utf8)
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW
    do {
      return try Posix.open(name, flags, mode: 0o600)
    } catch {
      guard error.code == ENOENT, (try? PrivateFolder.make(stateFolder, mode: 0o700)) != nil
      else { return nil }
      return try? Posix.open(name, flags, mode: 0o600)
    }
  }
}
