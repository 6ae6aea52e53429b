package import Entities
package import Services

/// Keeps the unsaved text of a part as a draft: under the note's name it would be taken for the whole
/// note's text, and stand in the place of what is kept of that.
package struct EmbedJournal: RecoveryJournal {
  private let journal: any RecoveryJournal

  package init(_ journal: any RecoveryJournal) { self.journal = journal }

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    try journal.keep(bytes, of: nil, draft: draft)
  }

  /// Texts of a size that is kept by its edits stand in notes of their own.
  package func keep(
    edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int
  ) throws(NoteStoreError) {
    throw .refused(
      note?.path ?? NotePath(""), reason: "the text is too large to be kept before it is saved")
  }

  package func keepMore(
    edits: [UInt8], of note: NoteID?, draft: Int
  ) throws(NoteStoreError) -> Bool { false }

  package func forget(_ note: NoteID?, draft: Int) { journal.forget(nil, draft: draft) }

  /// What an earlier run kept is offered as the draft that it is.
  package func recovered(_ note: NoteID?) -> RecoveredText? { nil }

  package func unsavedNotes() -> [NoteID] { [] }
}
