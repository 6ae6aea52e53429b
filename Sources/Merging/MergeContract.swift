package import Entities

/// What a tree of git's names: a blob, and what kind of file it is.
package struct TreeEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case file, executable, link, submodule }

  package var kind: Kind
  /// In hexadecimal digits, as git writes it.
  package var blob: String

  package init(_ kind: Kind = .file, blob: String) {
    self.kind = kind
    self.blob = blob
  }
}

/// All files of a vault in one state of it.
package typealias Tree = [NotePath: TreeEntry]

/// One of the two states that are merged.
package struct MergeSide: Sendable {
  package var tree: Tree
  /// What its marks say: `laptop 2026-03-02 09:00`.
  package var name: String
  /// The same of files that a device wrote which is not the last one.
  package var writers: [NotePath: String]
  /// Seconds since 1970, of its last commit.
  package var date: Int
  /// Of its last commit: the sides are taken in the order of these.
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

/// What came of a merge: all files, and what a person should hear.
package struct MergedTree: Equatable, Sendable {
  package var files: [NotePath: MergedFile]
  package var events: [MergeEvent]

  package init(files: [NotePath: MergedFile] = [:], events: [MergeEvent] = []) {
    self.files = files
    self.events = events
  }

  /// Two vaults' identities met: nothing may be written before a person has chosen.
  package var mustStop: Bool {
    events.contains { if case .identitiesDiffer = $0 { true } else { false } }
  }
}

package enum MergedFile: Hashable, Sendable {
  /// As one of the sides has it, or both.
  case unchanged(TreeEntry)
  /// A text that neither side has.
  case written(TreeEntry.Kind, [UInt8])
}

/// Something in a merge that the report tells; paths are those in the merged tree.
package enum MergeEvent: Hashable, Sendable {
  /// Both sides changed it, and all of that is in one text.
  case merged(NotePath)
  /// Both sides changed the same lines: `count` conflicts are marked in the note.
  case conflicts(NotePath, count: Int)
  /// Both sides changed what cannot be merged: the version of `side` is the copy.
  case keptBoth(NotePath, copy: NotePath, side: String)
  /// `side` took it away while the other one changed it: it stays.
  case deletionOverruled(NotePath, side: String)
  /// Both sides gave the note another name; it has the later one.
  case renamedTwice(NotePath, instead: NotePath)
  /// Its name was taken by another note or by a folder.
  case nameTaken(NotePath, now: NotePath)
  /// Links in it were written again to follow notes that got other names.
  case linksFollowed(NotePath)
  /// Two identities of an encrypted vault: sync must stop and ask.
  case identitiesDiffer(NotePath, copy: NotePath, side: String)
  /// A name that no vault may have; it was left out.
  case refused(NotePath, PathRefusal)
}
