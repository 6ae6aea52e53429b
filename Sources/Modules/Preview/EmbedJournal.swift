package import Entities
package import Services

/// Stores the unsaved text of a part as a draft. Under the note's name it would pass for the whole
/// note's text and replace the stored one.
package struct EmbedJournal: RecoveryJournal {
  private let journal: any RecoveryJournal

  package init(_ journal: any RecoveryJournal) { self.journal = journal }

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    try journal.keep(bytes, of: nil, draft: draft)
  }

  /// Refuses edits without the text, so that large texts are saved as notes of their own.
  package func keep(
    edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int
  ) throws(NoteStoreError) {
    throw .refused(
      note?.path ?? NotePath(""), reason: PreviewWords.tooLargeToStore)
  }

  package func keepMore(
    edits: [UInt8], of note: NoteID?, draft: Int
  ) throws(NoteStoreError) -> Bool { false }

  package func forget(_ note: NoteID?, draft: Int) { journal.forget(nil, draft: draft) }

  /// Returns nil: texts of earlier runs are offered as drafts.
  package func recovered(_ note: NoteID?) -> RecoveredText? { nil }

  package func unsavedNotes() -> [NoteID] { [] }
}
