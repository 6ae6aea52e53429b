package import Entities

/// Keeps typed text outside the vault until it is saved, so that a crash loses nothing.
///
/// Calls are short and synchronous on purpose: the last one is made while the program is dying.
package protocol RecoveryJournal: Sendable {
  /// Keeps `bytes` as the unsaved text of `note` (nil: of the new note named `draft`).
  func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError)

  /// Saves the edits of a large text instead of the text: they replace everything saved of it.
  /// What the bytes mean is the caller's matter.
  func keep(edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int)
    throws(NoteStoreError)

  /// Adds later edits. False if there is nothing to add them to, or if too much has been added:
  /// then all edits must be saved again, as one.
  func keepMore(edits: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) -> Bool

  /// Deletes the saved text: the note is saved, or the text was dropped.
  func forget(_ note: NoteID?, draft: Int)

  /// What an earlier run recorded for this note and never saved; for nil, the oldest such draft.
  /// Its `draft` is the number to use from then on: `forget(nil, draft:)` with it deletes the
  /// draft.
  func recovered(_ note: NoteID?) -> RecoveredText?

  /// The notes with recovery texts of earlier runs that were never saved, by path.
  func unsavedNotes() -> [NoteID]
}

/// Which notes are read and shown at this moment. It is known after the program died too, so that no start
/// dies twice of the same note.
///
/// ```swift
/// shown.willShow(note)
/// defer { shown.wasShown(note) }
/// ```
///
/// It may be called on all threads. What cannot be recorded is not remembered, and is no failure.
package protocol ShownNotes: Sendable {
  func willShow(_ note: NoteID)
  /// Once for each `willShow`.
  func wasShown(_ note: NoteID)
  /// Whether an earlier run died while it read or showed this note, and no person has opened it since.
  func stopped(at note: NoteID) -> Bool
  /// A person opens it.
  func isOpened(_ note: NoteID)
}
