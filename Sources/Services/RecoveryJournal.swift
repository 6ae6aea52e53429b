package import Entities

/// Stores typed text outside the vault until it is saved, so that a crash loses nothing.
///
/// Calls are short and synchronous on purpose: the last one is made while the program is dying.
package protocol RecoveryJournal: Sendable {
  /// Stores `bytes` as the unsaved text of `note` (nil: of the new note named `draft`).
  func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError)

  /// Stores the edits of a large text instead of the text, replacing everything stored for it. The
  /// caller decides on the format.
  func keep(edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int)
    throws(NoteStoreError)

  /// Appends later edits. Returns false if there is nothing to append to, or if too much was
  /// appended: then all edits must be stored again at once.
  func keepMore(edits: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) -> Bool

  /// Deletes the stored text, after the note was saved or the text dropped.
  func forget(_ note: NoteID?, draft: Int)

  /// Returns what an earlier run stored for this note and never saved; for nil, the oldest such
  /// draft. Its `draft` is the number to use from then on: `forget(nil, draft:)` with it deletes
  /// the draft.
  func recovered(_ note: NoteID?) -> RecoveredText?

  /// Returns the notes with unsaved texts of earlier runs, by path.
  func unsavedNotes() -> [NoteID]
}

/// Records which notes are being read and shown. The record survives a crash, so that no second
/// start crashes on the same note.
///
/// ```swift
/// shown.willShow(note)
/// defer { shown.wasShown(note) }
/// ```
///
/// May be called on all threads. If something cannot be recorded, that is no error.
package protocol ShownNotes: Sendable {
  func willShow(_ note: NoteID)
  /// Once for each `willShow`.
  func wasShown(_ note: NoteID)
  /// Whether an earlier run died on this note and the user has not opened it since.
  func stopped(at note: NoteID) -> Bool
  /// Clears the record, because the user opens the note.
  func isOpened(_ note: NoteID)
}
