/// The facts about a note that a list needs, without its text.
package struct NoteSummary: Equatable, Sendable {
  package var id: NoteID
  package var title: String
  /// The first words after the title, on one line.
  package var snippet: String
  package var modified: Timestamp
  /// When the note says it was created. Only a catalog in the order of creation sets it.
  package var created: Timestamp?
  /// The reason that the note cannot be opened; nil if it can.
  package var obstacle: NoteObstacle?
  /// Whether the note can be shown as a board. Only the index sets it.
  package var isBoard = false

  package init(
    id: NoteID, title: String, snippet: String, modified: Timestamp, obstacle: NoteObstacle? = nil
  ) {
    self.id = id
    self.title = title
    self.snippet = snippet
    self.modified = modified
    self.obstacle = obstacle
  }

  /// Whether the note opens with its own passphrase.
  package var isLocked: Bool { obstacle == .locked }

  /// Whether the note is a link out of the vault, which opens if the user agrees.
  package var leadsOutside: Bool { obstacle == .outside }
}

/// A note's text on disk, byte for byte, and the stamp of that state.
package struct NoteContent: Equatable, Sendable {
  package var bytes: [UInt8]
  package var stamp: NoteStamp

  package init(bytes: [UInt8], stamp: NoteStamp) {
    self.bytes = bytes
    self.stamp = stamp
  }
}

/// Identifies one state of a file, so that a save can tell whether another program wrote it
/// meanwhile.
package struct NoteStamp: Hashable, Sendable {
  package var inode: UInt64
  package var size: Int
  package var modified: Timestamp
  /// A digest of the content: a file that was only touched counts as unchanged.
  package var digest: UInt64

  package init(inode: UInt64, size: Int, modified: Timestamp, digest: UInt64) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.digest = digest
  }

  /// The note's version as callers see it: the same text always has the same version.
  package var version: String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// The text that edits apply to: a state of a file that may not have been read to its end yet.
package struct TextBase: Hashable, Sendable {
  package var inode: UInt64
  package var size: Int
  package var modified: Timestamp
  /// Nil while the rest of the file is still to be read.
  package var digest: UInt64?

  package init(inode: UInt64, size: Int, modified: Timestamp, digest: UInt64?) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.digest = digest
  }

  package init(_ stamp: NoteStamp) {
    self.init(
      inode: stamp.inode, size: stamp.size, modified: stamp.modified, digest: stamp.digest)
  }

  /// Whether a file still has this text, as far as is known.
  package func isText(of stamp: NoteStamp) -> Bool {
    guard size == stamp.size else { return false }
    if let digest { return digest == stamp.digest }
    return isFile(of: stamp)
  }

  /// Whether the stamp is of the same file with the same size and time.
  package func isFile(of stamp: NoteStamp) -> Bool {
    size == stamp.size && inode == stamp.inode && modified == stamp.modified
  }
}

/// A trashed note, with what it takes to restore it.
package struct TrashedNote: Hashable, Sendable {
  package var original: NoteID
  /// Its current path from the vault's root.
  package var resting: NotePath
  package var title: String
  /// When it was trashed, if that is known.
  package var trashed: Timestamp?
  /// The name of its file, for a copy next to a locked note that was not a note itself.
  package var closedName: NotePath?

  /// Without a title, the name is the title.
  package init(
    original: NoteID, resting: NotePath, title: String? = nil, trashed: Timestamp? = nil
  ) {
    self.original = original
    self.resting = resting
    self.title = title ?? original.path.stem.text
    self.trashed = trashed
  }
}

/// Text that was typed but not saved when the program ended.
package struct RecoveredText: Equatable, Sendable {
  /// Nil for a new note that never had a file.
  package var note: NoteID?
  /// The whole text, unless `edits` has the changes.
  package var bytes: [UInt8]
  /// The edits of a large text, in order; nil: `bytes` is the text.
  package var edits: RecoveredEdits?
  package var savedAt: Timestamp
  /// The journal's number for a recovered draft; nil for a note.
  package var draft: Int?

  package init(note: NoteID?, bytes: [UInt8], savedAt: Timestamp, draft: Int? = nil) {
    self.note = note
    self.bytes = bytes
    self.savedAt = savedAt
    self.draft = draft
  }
  package init(note: NoteID?, edits: RecoveredEdits, savedAt: Timestamp, draft: Int? = nil) {
    self.init(note: note, bytes: [], savedAt: savedAt, draft: draft)
    self.edits = edits
  }
}

/// The edits of a large text, in the encoding of the code that saved them.
package struct RecoveredEdits: Equatable, Sendable {
  /// The text that the first edit applies to; nil: an empty one.
  package var base: TextBase?
  package var edits: [[UInt8]]

  package init(base: TextBase?, edits: [[UInt8]]) {
    self.base = base
    self.edits = edits
  }
}

package struct NoteTitle: Hashable, Sendable {
  package var id: NoteID
  package var title: String

  package init(id: NoteID, title: String) {
    self.id = id
    self.title = title
  }

  /// The file's name if it differs from the title: a user may know the note by either.
  package var otherName: String? { id.path.name(besides: title) }

  /// Both names, for callers that match either.
  package var names: String { otherName.map { "\(title)  \($0)" } ?? title }
}
