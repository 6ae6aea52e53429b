import Files
import Glibc

/// The record of a move in progress, outside the vault, so that the next start can
/// finish it or take it back. Its owner is the only one who moves notes of the vault.
struct MoveJournal: ~Copyable {
  private static let lockName = Array("lock".utf8)
  private static let planName = Array("move".utf8)
  /// What a plan is called from the moment on in which it is taken back.
  private static let backName = Array("back".utf8)

  private let folder: Descriptor
  private let lock: Descriptor
  private let disk: Disk

  /// Waits for another program that moves notes just now.
  init(_ path: [UInt8], _ disk: Disk) throws(SystemError) {
    let folder = try PrivateFolder.open(path, making: true)
    let lock = try Posix.open(
      Self.lockName, in: folder.raw, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    let raw = lock.raw
    // Where the disk has no locks, only the check before each change protects.
    // Another program's move of thousands of notes may take some seconds.
    try Posix.lock(raw, for: .seconds(10))
    self.folder = folder
    self.lock = lock
    self.disk = disk
  }

  /// Whether a move was left unfinished, or is in progress, without waiting.
  static func isNeeded(_ path: [UInt8]) -> Bool {
    guard let folder = try? PrivateFolder.open(path, making: false) else { return false }
    let names = (try? Posix.names(in: folder.raw)) ?? []
    return names.contains {
      $0 == planName || $0 == backName || TemporaryName.matches($0)
    }
  }

  /// What was written last, byte by byte, and whether it is to be taken back; nil: nothing.
  func readFile() throws(SystemError) -> (bytes: [UInt8], isTakenBack: Bool)? {
    clearAway()
    for name in [Self.backName, Self.planName] {
      if let bytes = try ifThere(Posix.contents(name, in: folder.raw)) {
        return (bytes, name == Self.backName)
      }
    }
    return nil
  }

  /// From here on, until `remove`, the written move is always finished or undone.
  /// With `replacing`, instead of an earlier record of the same move; an error may come after that.
  package func write(file bytes: [UInt8], replacing: Bool = false) throws(SystemError) {
    var file = try NewFile(in: folder.raw, mode: 0o600, disk: disk)
    try file.write(bytes)
    _ = try file.finish()
    // Only the owner writes here, so there is no other move's record to replace.
    if replacing { try file.replace(Self.planName) } else { try file.take(Self.planName) }
  }

  /// A move that failed and was reported as failed must not be finished later. If this cannot be
  /// recorded, either outcome is right for every note.
  func turnBack() {
    try? Posix.rename(Self.planName, in: folder.raw, to: Self.backName, in: folder.raw)
    try? Posix.syncFolder(folder.raw, disk)
  }

  package func remove() throws(SystemError) {
    for name in [Self.planName, Self.backName] where Posix.exists(name, in: folder.raw) {
      try Posix.remove(name, in: folder.raw)
    }
    try Posix.syncFolder(folder.raw, disk)
  }

  /// Out of the way, but there for a person to look at.
  func setAside() throws(SystemError) {
    for name in [Self.planName, Self.backName] where Posix.exists(name, in: folder.raw) {
      try Posix.rename(name, in: folder.raw, to: Array("bad-".utf8) + name, in: folder.raw)
    }
  }

  /// What a run that was killed while it wrote left behind. With the lock held, all such is.
  private func clearAway() {
    for name in (try? Posix.names(in: folder.raw)) ?? [] where TemporaryName.matches(name) {
      try? Posix.remove(name, in: folder.raw)
    }
  }
}
