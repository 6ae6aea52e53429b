package import Entities

/// How a vault has new links written.
package struct NewLinkForm: Equatable, Sendable {
  package enum PathStyle: Equatable, Sendable {
    /// By the name alone where no other file has it.
    case name
    /// From the folder of the note that the link is in.
    case relative
    /// From the vault's root.
    case root
  }

  package var pathStyle = PathStyle.name
  /// `[Note](Note.md)`, not `[[Note]]`.
  package var isMarkdown = false

  package init() {}
}

/// Where a link is written, which tells with its name where it leads.
package struct LinkHome: Equatable, Sendable {
  package var note: NoteID
  /// Markdown's links name a file from the folder that they are in, wiki links a note of the vault.
  package var isMarkdown: Bool
  /// Where notes are made that a wiki link names and that are not there; nil is where new notes go.
  private let newNotes: NotePath?

  package init(note: NoteID, isMarkdown: Bool, newNotes: NotePath? = nil) {
    (self.note, self.isMarkdown, self.newNotes) = (note, isMarkdown, newNotes)
  }

  /// Where a note that is not there is made; nil is where new notes go.
  package var folderOfNew: NotePath? { isMarkdown ? note.path.folder : newNotes }
}

/// What a link that is to be written leads to.
package struct LinkWish: Equatable, Sendable {
  /// Nil for the note that the link is in.
  package var note: NoteID?
  /// Behind the `#`: a heading, or a block with its `^`.
  package var part: String?
  /// What the link says; nil for the name.
  package var words: String?

  package init(note: NoteID?, part: String? = nil, words: String? = nil) {
    self.note = note
    self.part = part
    self.words = words
  }
}

/// A link as the vault has them written.
package struct NewLink: Equatable, Sendable {
  package var isMarkdown: Bool
  /// How it names the file: what a wiki link has between its brackets, before any part.
  package var name: String
  /// All of it.
  package var text: String

  package init(isMarkdown: Bool, name: String, text: String) {
    self.isMarkdown = isMarkdown
    self.name = name
    self.text = text
  }
}
