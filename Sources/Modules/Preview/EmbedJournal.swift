package import Entities
package import Services

/// Stores the unsaved text of a part as a draft: under the note's name it would be taken for the whole
/// note's text, and replace what is stored of that.
package struct EmbedJournal: RecoveryJournal {
  private let journal: any RecoveryJournal

  package init(_ journal: any RecoveryJournal) { self.journal = journal }

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    try journal.keep(bytes, of: nil, draft: draft)
  }

  /// Texts so large that only their edits are stored become notes of their own.
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

  /// What an earlier run stored is offered as the draft that it is.
  package func recovered(_ note: NoteID?) -> RecoveredText? { nil }

  package func unsavedNotes() -> [NoteID] { [] }
}
