import Entities
import Files
import Glibc
import Services

/// Files that runs which were killed left behind while they wrote.
struct Leftovers: Sendable {
  let clock: any WallClock

  /// Takes away the file if it is one of ours and nobody writes it any more.
  func remove(_ entry: FolderReader.Entry, in folder: Int32) {
    guard TemporaryName.matches(entry.bytes) else { return }
    remove(Array(entry.bytes), in: folder)
  }

  private func remove(_ name: [UInt8], in folder: Int32) {
    guard let facts = try? Posix.facts(name, in: folder), facts.kind == .file else { return }
    let age = { (seconds: Int) in facts.changed.advanced(by: .seconds(seconds)) < clock.now }
    // The text that a save takes the place of goes by such a name for a moment, until it is known
    // to be the one that was to be replaced: that moment is over after ten seconds.
    guard age(10), NewFile.removeIfAbandoned(name, in: folder) == nil else { return }
    // Whether someone on another machine writes it cannot be told. A day is more than any save takes.
    if age(86_400) { try? Posix.remove(name, in: folder) }
  }

  /// The same for the trash, which a walk leaves out.
  func removeFromTrash(of root: [UInt8]) {
    guard let top = try? Posix.openFolder(root) else { return }
    TrashFolder.clearAway(in: top.raw) { name, folder in
      if TemporaryName.matches(name) { remove(name, in: folder) }
    }
  }
}
