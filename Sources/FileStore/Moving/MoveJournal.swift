import Files
import Glibc

/// The record of a move in progress, outside the vault, so that the next start can finish or undo
/// it. Only its owner moves notes of the vault.
struct MoveJournal: ~Copyable {
  private static let lockName = Array("lock".utf8)
  private static let planName = Array("move".utf8)
  /// The name of a plan that is being undone.
  private static let backName = Array("back".utf8)

  private let folder: Descriptor
  private let lock: Descriptor
  private let disk: Disk

  /// Waits for another program that is moving notes.
  init(_ path: [UInt8], _ disk: Disk) throws(SystemError) {
    let folder = try PrivateFolder.open(path, making: true)
    let lock = try Posix.open(
      Self.lockName, in: folder.raw, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    let raw = lock.raw
    // Without locks on the disk, only the check before each change protects.
    // Another program's move of thousands of notes may take some seconds.
    try Posix.lock(raw, for: .seconds(10))
    self.folder = folder
    self.lock = lock
    self.disk = disk
  }

  /// Whether a move is unfinished or in progress; does not wait.
  static func isNeeded(_ path: [UInt8]) -> Bool {
    guard let folder = try? PrivateFolder.open(path, making: false) else { return false }
    let names = (try? Posix.names(in: folder.raw)) ?? []
    return names.contains {
      $0 == planName || $0 == backName || TemporaryName.matches($0)
    }
  }

  /// Returns the last record and whether it is being undone; nil if there is none.
  func readFile() throws(SystemError) -> (bytes: [UInt8], isTakenBack: Bool)? {
    clearAway()
    for name in [Self.backName, Self.planName] {
      if let bytes = try ifThere(Posix.contents(name, in: folder.raw)) {
        return (bytes, name == Self.backName)
      }
    }
    return nil
  }

  /// Writes a plan, which is then always finished or undone, until `remove`. With `replacing` it
  /// replaces an earlier record of the same move; an error is possible after that.
  package func write(file bytes: [UInt8], replacing: Bool = false) throws(SystemError) {
    var file = try NewFile(in: folder.raw, mode: 0o600, disk: disk)
    try file.write(bytes)
    _ = try file.finish()
    // Only the owner writes here, so this is no record of another move.
    if replacing { try file.replace(Self.planName) } else { try file.take(Self.planName) }
  }

  /// Marks a move that was reported as failed, so that it is not finished later. If the mark cannot
  /// be written, either outcome is right for every note.
  func markForUndo() {
    try? Posix.rename(Self.planName, in: folder.raw, to: Self.backName, in: folder.raw)
    try? Posix.syncFolder(folder.raw, disk)
  }

  package func remove() throws(SystemError) {
    for name in [Self.planName, Self.backName] where Posix.exists(name, in: folder.raw) {
      try Posix.remove(name, in: folder.raw)
    }
    try Posix.syncFolder(folder.raw, disk)
  }

  /// Renames the records so that they are ignored, but a person can still look at them.
  func setAside() throws(SystemError) {
    for name in [Self.planName, Self.backName] where Posix.exists(name, in: folder.raw) {
      try Posix.rename(name, in: folder.raw, to: Array("bad-".utf8) + name, in: folder.raw)
    }
  }

  /// Removes unfinished files. With the lock held, all of them are of killed runs.
  private func clearAway() {
    for name in (try? Posix.names(in: folder.raw)) ?? [] where TemporaryName.matches(name) {
      try? Posix.remove(name, in: folder.raw)
    }
  }
}
