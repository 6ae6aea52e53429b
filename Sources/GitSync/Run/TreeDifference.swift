import Entities
import Merging
import Services

/// The difference of two states of a vault, in the order in which files are changed.
struct TreeDifference: Equatable {
  struct Change: Equatable {
    var path: NotePath
    /// Nil: the file is new.
    var before: TreeEntry?
    /// Nil: the file is removed.
    var after: TreeEntry?
  }

  /// These come first: an interrupted run leaves a note twice, rather than not at all.
  var writes: [Change] = []
  var removals: [Change] = []
  /// Files with the name of a removed folder, or inside a folder with the name of a removed file.
  var lateWrites: [Change] = []
  /// Paths that no vault may have. They are never written.
  var refused: [(path: NotePath, reason: PathRefusal)] = []

  /// Nested repositories are left out.
  init(_ changes: [Change]) {
    for change in changes {
      if change.after != nil, change.after?.kind != .submodule,
        let reason = PathRefusal(change.path)
      {
        refused.append((change.path, reason))
        continue
      }
      switch (change.before?.kind, change.after?.kind) {
      case (_, .submodule), (.submodule, nil), (nil, nil): continue
      // A remote's deletion of a refused path removes nothing on this computer.
      case (_, nil): if PathRefusal(change.path) == nil { removals.append(change) }
      case (.submodule, _):
        writes.append(Change(path: change.path, before: nil, after: change.after))
      default: writes.append(change)
      }
    }
    refused.sort { $0.path < $1.path }
    removals.sort { $0.path < $1.path }
    writes.sort { $0.path < $1.path }
    let removed = Set(removals.map(\.path))
    let emptied = Set(removals.flatMap { $0.path.foldersAbove })
    lateWrites = writes.filter {
      emptied.contains($0.path) || $0.path.foldersAbove.contains(where: removed.contains)
    }
    let late = Set(lateWrites.map(\.path))
    writes.removeAll { late.contains($0.path) }
  }

  /// Refuses files that have a key file's name but are not key files.
  mutating func refuseKeyFiles(where isRefused: (Change) throws -> Bool) rethrows {
    for change in try writes.filter(isRefused) {
      writes.removeAll { $0 == change }
      refused.append((change.path, .noKeyFile))
    }
  }

  var all: [Change] { writes + removals + lateWrites }
  var notes: [Change] { all.filter(\.path.isNote) }

  /// The changes for the report.
  var changes: [SyncChange] {
    all.map { change in
      SyncChange(
        change.path, change.before == nil ? .added : change.after == nil ? .removed : .changed)
    }
    .sorted { $0.path < $1.path }
  }

  static func == (left: TreeDifference, right: TreeDifference) -> Bool {
    left.all == right.all && left.refused.map(\.path) == right.refused.map(\.path)
  }
}

extension TreeDifference {
  /// Returns the number of deleted notes, without those that seem to be renamed.
  static func vanishedNotes(in changes: [Change]) -> Int {
    let gone = changes.filter { $0.path.isNote && $0.after == nil }
    let added = changes.filter { $0.path.isNote && $0.before == nil }
    let (old, new) = (Set(gone.map(\.before)), Set(added.map(\.after)))
    // A note that was moved and changed at the same time, as when its links change, is deleted and added.
    let vanished = gone.count { !new.contains($0.before) }
    return max(0, vanished - added.count { !old.contains($0.after) })
  }
}

extension NotePath {
  /// The folders of `a/b/c.md`: `a/b` and `a`.
  var foldersAbove: [NotePath] {
    var found: [NotePath] = []
    var folder = self.folder
    while !folder.bytes.isEmpty {
      found.append(folder)
      folder = folder.folder
    }
    return found
  }

  /// Whether it is a note. An encrypted file usually is one, so it counts.
  var isNote: Bool { isSealed || name.bytes.withUnsafeBytes(NoteFileName.isNote) }
}
