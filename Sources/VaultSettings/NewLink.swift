package import Entities

/// The format of new links in a vault.
package struct NewLinkForm: Equatable, Sendable {
  package enum PathStyle: Equatable, Sendable {
    /// The name alone, if no other file has it.
    case name
    /// The path from the folder of the note with the link.
    case relative
    /// The path from the vault's root.
    case root
  }

  package var pathStyle = PathStyle.name
  /// Whether links are written as `[Note](Note.md)` instead of `[[Note]]`.
  package var isMarkdown = false

  package init() {}
}

/// The location of a link, which together with its name determines the target.
package struct LinkHome: Equatable, Sendable {
  package var note: NoteID
  /// Markdown links name a file from the note's own folder, wiki links a note of the vault.
  package var isMarkdown: Bool
  /// The folder for new notes from wiki links; nil is the default one.
  private let newNotes: NotePath?

  package init(note: NoteID, isMarkdown: Bool, newNotes: NotePath? = nil) {
    (self.note, self.isMarkdown, self.newNotes) = (note, isMarkdown, newNotes)
  }

  /// The folder for the missing target of the link; nil is the default one.
  package var folderOfNew: NotePath? { isMarkdown ? note.path.folder : newNotes }
}

/// The target of a link that is to be written.
package struct NewLinkTarget: Equatable, Sendable {
  /// Nil for the note with the link.
  package var note: NoteID?
  /// The text after `#`: a heading, or a block with its `^`.
  package var part: String?
  /// The link's text; nil for the name.
  package var words: String?

  package init(note: NoteID?, part: String? = nil, words: String? = nil) {
    self.note = note
    self.part = part
    self.words = words
  }
}

package struct NewLink: Equatable, Sendable {
  package var isMarkdown: Bool
  /// The file's name in the link: what a wiki link has between its brackets, before any part.
  package var name: String
  package var text: String

  package init(isMarkdown: Bool, name: String, text: String) {
    self.isMarkdown = isMarkdown
    self.name = name
    self.text = text
  }
}
