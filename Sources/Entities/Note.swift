/// What the list knows of a note without holding its text.
package struct NoteSummary: Equatable, Sendable {
  package var id: NoteID
  package var title: String
  /// The first words after the title, on one line.
  package var snippet: String
  package var modified: Timestamp
  /// Why the note cannot be opened; nil where it can.
  package var obstacle: NoteObstacle?
  /// It is shown as a board, too. Only the index tells.
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

  /// Whether its passphrase opens it.
  package var isLocked: Bool { obstacle == .locked }

  /// Whether a person who agrees to it may open the note all the same.
  package var leadsOutside: Bool { obstacle == .outside }
}

/// A note's text as it is on disk, byte for byte, with what identifies that state of it.
package struct NoteContent: Equatable, Sendable {
  package var bytes: [UInt8]
  package var stamp: NoteStamp

  package init(bytes: [UInt8], stamp: NoteStamp) {
    self.bytes = bytes
    self.stamp = stamp
  }
}

/// Identifies one state of a file, so that a save can tell whether someone else wrote meanwhile.
package struct NoteStamp: Hashable, Sendable {
  package var inode: UInt64
  package var size: Int
  package var modified: Timestamp
  /// A digest of the content: a file that was only touched is still the same.
  package var digest: UInt64

  package init(inode: UInt64, size: Int, modified: Timestamp, digest: UInt64) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.digest = digest
  }

  /// The text's version, as callers name it: the same text is the same version.
  package var version: String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// The text that edits were done to: a state of a file that may not have been read to its end yet.
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

  /// Whether a file still has this exact state, as far as is known.
  package func isText(of stamp: NoteStamp) -> Bool {
    guard size == stamp.size else { return false }
    if let digest { return digest == stamp.digest }
    return isFile(of: stamp)
  }

  /// Whether it is the very file, unchanged by its size and time.
  package func isFile(of stamp: NoteStamp) -> Bool {
    size == stamp.size && inode == stamp.inode && modified == stamp.modified
  }
}

/// What a trashed note needs to come back to where it was.
package struct TrashedNote: Hashable, Sendable {
  package var original: NoteID
  /// Where it lies now, from the vault's root.
  package var resting: NotePath
  package var title: String
  /// When it was put there, as far as that is known.
  package var trashed: Timestamp?
  /// The name that its file had, for a copy next to a closed note that was not a note itself.
  package var closedName: NotePath?

  /// Without a title its name is shown.
  package init(
    original: NoteID, resting: NotePath, title: String? = nil, trashed: Timestamp? = nil
  ) {
    self.original = original
    self.resting = resting
    self.title = title ?? original.path.stem.text
    self.trashed = trashed
  }
}

/// Text that was typed and not saved when the program ended.
package struct RecoveredText: Equatable, Sendable {
  /// Nil for a new note that never had a file.
  package var note: NoteID?
  /// The whole text, where it is small.
  package var bytes: [UInt8]
  /// What was done to a large text, in this order, instead of the whole; nil: `bytes` is the text.
  package var edits: RecoveredEdits?
  package var savedAt: Timestamp
  /// The number under which the journal knows a recovered draft from now on; nil for a note.
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
  /// What the first was done to; nil: to nothing.
  package var base: TextBase?
  package var edits: [[UInt8]]

  package init(base: TextBase?, edits: [[UInt8]]) {
    self.base = base
    self.edits = edits
  }
}

/// A note and what it is called.
package struct NoteTitle: Hashable, Sendable {
  package var id: NoteID
  package var title: String

  package init(id: NoteID, title: String) {
    self.id = id
    self.title = title
  }

  /// The file's name where the title says something else: the note goes by both.
  package var otherName: String? { id.path.name(besides: title) }

  /// Both, for callers that look for either.
  package var names: String { otherName.map { "\(title)  \($0)" } ?? title }
}
