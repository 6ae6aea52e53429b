package import Entities

/// A file in a git tree: a blob, and the kind of file.
package struct TreeEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case file, executable, link, submodule }

  package var kind: Kind
  /// The hash in hexadecimal, as git writes it.
  package var blob: String

  package init(_ kind: Kind = .file, blob: String) {
    self.kind = kind
    self.blob = blob
  }
}

/// All files of a vault in one state.
package typealias Tree = [NotePath: TreeEntry]

/// One of the two states to merge.
package struct MergeSide: Sendable {
  package var tree: Tree
  /// The name in its conflict marks: `laptop 2026-03-02 09:00`.
  package var name: String
  /// The names for files that another device than the last one wrote.
  package var writers: [NotePath: String]
  /// The date of its last commit, in seconds since 1970.
  package var date: Int
  /// The hash of its last commit, which decides the order of the sides.
  package var hash: String

  package init(
    tree: Tree, name: String, writers: [NotePath: String] = [:], date: Int, hash: String
  ) {
    self.tree = tree
    self.name = name
    self.writers = writers
    self.date = date
    self.hash = hash
  }

  func name(of path: NotePath) -> String { writers[path] ?? name }
}

package protocol BlobReading {
  func bytes(of blob: String) throws -> [UInt8]
}

/// The result of a merge: all files, and the events to report.
package struct MergedTree: Equatable, Sendable {
  package var files: [NotePath: MergedFile]
  package var events: [MergeEvent]

  package init(files: [NotePath: MergedFile] = [:], events: [MergeEvent] = []) {
    self.files = files
    self.events = events
  }

  /// Whether nothing may be written before the person has chosen one of two vault identities.
  package var mustStop: Bool {
    events.contains { if case .identitiesDiffer = $0 { true } else { false } }
  }
}

package enum MergedFile: Hashable, Sendable {
  /// The entry of one side or both.
  case unchanged(TreeEntry)
  /// A text that neither side has.
  case written(TreeEntry.Kind, [UInt8])
}

/// An event to report about a merge. The paths are those in the merged tree.
package enum MergeEvent: Hashable, Sendable {
  /// Both sides changed it, and the text contains all changes.
  case merged(NotePath)
  /// Both sides changed the same lines: the note has `count` marked conflicts.
  case conflicts(NotePath, count: Int)
  /// Both sides changed a file that cannot be merged: the version of `side` is the copy.
  case keptBoth(NotePath, copy: NotePath, side: String)
  /// `side` removed it while the other side changed it: it stays.
  case deletionOverruled(NotePath, side: String)
  /// Both sides renamed the note; it has the later name.
  case renamedTwice(NotePath, instead: NotePath)
  /// Another note or a folder has its name.
  case nameTaken(NotePath, now: NotePath)
  /// Its links were updated for renamed notes.
  case linksFollowed(NotePath)
  /// Two identities of an encrypted vault: the sync must stop and ask.
  case identitiesDiffer(NotePath, copy: NotePath, side: String)
  /// The path is not allowed in a vault; the file was left out.
  case refused(NotePath, PathRefusal)
}
