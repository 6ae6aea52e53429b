import Entities
import Files
import Glibc
import Services
import Synchronization

/// Files that runs which were killed left behind while they wrote.
struct Leftovers: Sendable {
  let clock: any WallClock
  /// What a file is called that lay under one of our names and is not ours.
  var visibleName: @Sendable () -> [UInt8] = { Array("Found text.md".utf8) }

  /// Takes away the file if it is one of ours and is not being written.
  func remove(_ entry: FolderReader.Entry, in folder: Int32) {
    guard TemporaryName.matches(entry.bytes) else { return }
    remove(Array(entry.bytes), in: folder)
  }

  /// The same for all in a folder in which something is written. Whether a file is being written its lock
  /// tells at once; only one that changed names may have none.
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
    // A text that a save replaces has such a name for a moment, until it is known
    // to be the one that was to be replaced: that moment is over after ten seconds.
    guard age(10) else { return }
    guard TemporaryName.isOurs(name, facts) else { return show(name, in: folder) }
    guard NewFile.removeIfAbandoned(name, in: folder) == nil else { return }
    // It is unknown whether another machine is writing it. A day is more than any save takes.
    if age(86_400) { try? Posix.remove(name, in: folder) }
  }

  /// A run was killed just after it had taken out what another program had put there meanwhile.
  private func show(_ name: [UInt8], in folder: Int32) {
    _ = try? Posix.renameToNumberedName(name, in: folder, like: visibleName(), in: folder)
  }

  /// The same for the trash, which a walk leaves out.
  func removeFromTrash(of root: [UInt8]) {
    guard let top = try? Posix.openFolder(root) else { return }
    TrashFolder.clearAway(in: top.raw) { name, folder in
      if TemporaryName.matches(name) { remove(name, in: folder) }
    }
  }
}

/// The folders in which a run has looked for leftovers of others.
final class ClearedFolders: Sendable {
  private let inodes = Mutex<Set<UInt64>>([])
  /// A larger folder, of some 6,000 notes, is left to the next walk: no write waits for that.
  private static let largest = 256 << 10

  /// Whether to look there now: true once for a folder.
  func take(_ facts: FileFacts) -> Bool {
    facts.size <= Self.largest && inodes.withLock { $0.insert(facts.inode).inserted }
  }
}

extension VaultFolder {
  /// Takes away what runs that were killed left behind, where something is written for the first time.
  func clearAway(in folder: Int32) {
    guard let facts = try? Posix.facts(of: folder), cleared.take(facts) else { return }
    Leftovers(clock: clock).clearAway(in: folder)
  }
}
