/// A fenced block of a note that queries the whole vault.
package struct QueryBlock: Hashable, Sendable {
  /// The word after the fence.
  package enum Language: String, CaseIterable, Sendable {
    case query
    /// A query of the Tasks plugin.
    case tasks
    /// A base, in the format of a base file.
    case base
    /// A base's file and a view of it, as an embed names them: `Books.base#Short`.
    case baseFile = "base file"
    case dataview
    case inline = "dataview inline"
    /// JavaScript, which is not run.
    case dataviewjs
  }

  package var language: Language
  /// The lines between the fences, trimmed.
  package var text: String

  package init(_ language: Language, _ text: String) {
    self.language = language
    self.text = text
  }
}

/// A query block and its note, which is nil for a text without a file.
package struct AskedBlock: Hashable, Sendable {
  package let block: QueryBlock
  package let note: NoteID?

  package init(_ block: QueryBlock, in note: NoteID?) {
    self.block = block
    self.note = note
  }
}

/// The source of a row in an answer.
package struct RowOrigin: Hashable, Sendable {
  package var note: NoteID
  /// The line number, from 1.
  package var line: Int
  /// The address of the row's link to its note.
  package var address: String

  package init(note: NoteID, line: Int, address: String) {
    self.note = note
    self.line = line
    self.address = address
  }
}
