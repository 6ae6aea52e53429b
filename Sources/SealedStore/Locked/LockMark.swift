import Files
import Glibc

/// A file that stands while a note's plain text may still be in the index: whoever opens the vault next
/// throws that away, where the program was stopped before it did so itself.
struct LockMark: Sendable {
  private let folder: [UInt8]
  private let name: [UInt8]

  init(vault: [UInt8], stateFolder: [UInt8]) {
    folder = stateFolder + Array("/locking".utf8)
    name = Array(ShortName.of(vault).utf8)
  }

  var stands: Bool {
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return false }
    return Posix.exists(name, in: folder.raw)
  }

  /// Durable when it returns.
  func set() throws(SystemError) {
    let folder = try PrivateFolder.open(folder, making: true)
    try NewFile.put([], as: name, in: folder.raw)
  }

  /// One that stays makes the index be built once more, and does no other harm.
  func remove() {
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return }
    try? Posix.remove(name, in: folder.raw)
  }
}
