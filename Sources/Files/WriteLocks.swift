import Glibc

/// Makes the runs of this program that write one note wait for each other.
///
/// A lock covers one byte of the file `turns` in the state folder; the note determines the byte. The
/// system releases it however a run ends. Without such a file, or without locks, there is no wait:
/// each write checks what it finds, as between this program and others.
package struct WriteLocks: Sendable {
  private let stateFolder: [UInt8]?
  private let root: [UInt8]
  private let patience: Duration

  /// Locks that never wait.
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

  /// Waits for the lock to write a file with this name. Throws `EWOULDBLOCK` if another run holds
  /// it for too long. It lasts until the descriptor closes.
  package func take(_ name: [UInt8], in folder: Int32) throws(SystemError) -> Descriptor? {
    guard let file = open(), let facts = try? Posix.facts(of: folder) else { return nil }
    // The folder itself identifies the note, which may have several paths.
    let byte = Self.byte(name, seed: facts.device ^ (facts.inode &* 0x9e37_79b9_7f4a_7c15))
    let raw = file.raw
    let isTaken = try Posix.waitForLock(patience) { Posix.lockByte(byte, of: raw) }
    return isTaken ? consume file : nil
  }

  /// The same for reading a note and writing it back, so that waiting runs need not try in vain.
  /// This is a different lock than that of `take`, which is taken within it. Also returns nil after
  /// too long a wait: each write is safe without it.
  package func lockForRewrite(of path: [UInt8]) async -> Descriptor? {
    let end = ContinuousClock.now + patience
    let folder = root + [slash] + path
    // A run that returns immediately queues behind the run that is already waiting.
    guard let next = await wait(for: Self.byte(folder, seed: 2), until: end) else { return nil }
    defer { withExtendedLifetime(next) {} }
    return await wait(for: Self.byte(folder, seed: 1), until: end)
  }

  /// Waits without blocking a thread: the holder of the lock may need it.
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
