import Entities
import Files
import Glibc
import Synchronization

/// The files that killed runs left behind while they wrote.
struct Leftovers: Sendable {
  let clock: any WallClock
  /// Returns a name for a file of another program found under one of our names.
  var visibleName: @Sendable () -> [UInt8] = { Array("Found text.md".utf8) }

  /// Removes the file if it is one of ours and is not being written.
  func remove(_ entry: FolderReader.Entry, in folder: Int32) {
    guard TemporaryName.matches(entry.bytes) else { return }
    remove(Array(entry.bytes), in: folder)
  }

  /// Removes all of them in a folder. The lock shows whether a file is being written; only one that
  /// was just exchanged may lack it.
  func clearAway(in folder: Int32) {
    guard let reader = try? FolderReader([UInt8(ascii: ".")], in: folder) else { return }
    while let entry = try? reader.next() {
      guard entry.isHidden, TemporaryName.matches(entry.bytes) else { continue }
      let name = Array(entry.bytes)
      if TemporaryName.isExchanging(name) {
        remove(name, in: folder)
      } else {
        _ = NewFile.removeIfAbandoned(name, in: folder)
      }
    }
  }

  private func remove(_ name: [UInt8], in folder: Int32) {
    guard let facts = try? Posix.facts(name, in: folder), facts.kind == .file else { return }
    let age = { (seconds: Int) in facts.changed.advanced(by: .seconds(seconds)) < clock.now }
    // A text that a save replaces has such a name for a moment, until it is checked to be the right
    // one. After ten seconds that is over.
    guard age(10) else { return }
    guard TemporaryName.isOurs(name, facts) else { return show(name, in: folder) }
    guard NewFile.removeIfAbandoned(name, in: folder) == nil else { return }
    // Another machine may be writing it. A day is more than any save takes.
    if age(86_400) { try? Posix.remove(name, in: folder) }
  }

  /// Renames another program's text that a run had taken out just before it was killed.
  private func show(_ name: [UInt8], in folder: Int32) {
    _ = try? Posix.renameToNumberedName(name, in: folder, like: visibleName(), in: folder)
  }

  /// Removes those in the trash, which a walk skips.
  func removeFromTrash(of root: [UInt8]) {
    guard let top = try? Posix.openFolder(root) else { return }
    TrashFolder.clearAway(in: top.raw) { name, folder in
      if TemporaryName.matches(name) { remove(name, in: folder) }
    }
  }
}

/// The folders that this run has searched for leftovers.
final class ClearedFolders: Sendable {
  private let inodes = Mutex<Set<UInt64>>([])
  /// Larger folders, of some 6,000 notes, are left to the next walk so that no write waits.
  private static let largest = 256 << 10

  /// Whether to search this folder now: true once for each.
  func take(_ facts: FileFacts) -> Bool {
    facts.size <= Self.largest && inodes.withLock { $0.insert(facts.inode).inserted }
  }
}

extension VaultFolder {
  /// Removes the leftovers of killed runs in a folder before it is first written to.
  func clearAway(in folder: Int32) {
    guard let facts = try? Posix.facts(of: folder), cleared.take(facts) else { return }
    Leftovers(clock: clock).clearAway(in: folder)
  }
}
