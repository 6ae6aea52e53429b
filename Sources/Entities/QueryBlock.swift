/// A fence of a note whose text asks something of the whole vault.
package struct QueryBlock: Hashable, Sendable {
  /// The word behind the fence.
  package enum Language: String, CaseIterable, Sendable {
    /// A search.
    case query
    /// The tasks of all notes, as the Tasks plugin asks for them.
    case tasks
    /// A base, as its file would say it.
    case base
    /// A base's file and a view of it, as an embed names them: `Books.base#Short`.
    case baseFile = "base file"
    /// As the Dataview plugin asks for notes.
    case dataview
    /// An expression of Dataview's within a line.
    case inline = "dataview inline"
    /// JavaScript, which is not run.
    case dataviewjs
  }

  package var language: Language
  /// The lines between the fences, without blanks at their ends.
  package var text: String

  package init(_ language: Language, _ text: String) {
    self.language = language
    self.text = text
  }
}

/// A query block, and the note that has it: nil for a text without a file.
package struct AskedBlock: Hashable, Sendable {
  package let block: QueryBlock
  package let note: NoteID?

  package init(_ block: QueryBlock, in note: NoteID?) {
    self.block = block
    self.note = note
  }
}

/// The line that a row of an answer comes from.
package struct RowOrigin: Hashable, Sendable {
  package var note: NoteID
  /// Counted from 1.
  package var line: Int
  /// How the row links to its note.
  package var address: String

  package init(note: NoteID, line: Int, address: String) {
    self.note = note
    self.line = line
    self.address = address
  }
}
