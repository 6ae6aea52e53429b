import Entities
import Merging
import Services

/// In what two states of a vault differ, in the order in which files are changed from one to the other.
struct TreeDifference: Equatable {
  struct Change: Equatable {
    var path: NotePath
    /// Nil: there was no such file.
    var before: TreeEntry?
    /// Nil: it is to go.
    var after: TreeEntry?
  }

  /// All of these come first: a run that is stopped leaves a note twice, rather than not at all.
  var writes: [Change] = []
  var removals: [Change] = []
  /// A file has the name of a folder that goes, or the other way round.
  var lateWrites: [Change] = []
  /// Paths that no vault may have. They are never written.
  var refused: [(path: NotePath, reason: PathRefusal)] = []

  /// Repositories within the vault are their own matter.
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
      // A remote that takes its mark back takes nothing of this computer's.
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

  /// What came under the name of a key file and is none stays where it is.
  mutating func refuseKeyFiles(where isRefused: (Change) throws -> Bool) rethrows {
    for change in try writes.filter(isRefused) {
      writes.removeAll { $0 == change }
      refused.append((change.path, .noKeyFile))
    }
  }

  var all: [Change] { writes + removals + lateWrites }
  var notes: [Change] { all.filter(\.path.isNote) }

  /// For the report.
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
  /// How many notes go, but for those that seem to be under another name now.
  static func vanishedNotes(in changes: [Change]) -> Int {
    let gone = changes.filter { $0.path.isNote && $0.after == nil }
    let added = changes.filter { $0.path.isNote && $0.before == nil }
    let (old, new) = (Set(gone.map(\.before)), Set(added.map(\.after)))
    // Notes that moved and were changed at once, as their links are, are gone and added.
    let vanished = gone.count { !new.contains($0.before) }
    return max(0, vanished - added.count { !old.contains($0.after) })
  }
}

extension NotePath {
  /// `a/b` and `a`, of `a/b/c.md`.
  var foldersAbove: [NotePath] {
    var found: [NotePath] = []
    var folder = self.folder
    while !folder.bytes.isEmpty {
      found.append(folder)
      folder = folder.folder
    }
    return found
  }

  /// A file of an encrypted vault may be a note, and seldom is something else.
  var isNote: Bool { isSealed || name.bytes.withUnsafeBytes(NoteFileName.isNote) }
}
