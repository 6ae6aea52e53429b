package import Entities

/// Earlier states of notes, stored outside the vault.
///
/// One rule where a state cannot be stored: a text that was read, and is changed by someone who
/// knows it, is saved all the same, and the missing version is reported. A text that goes as a
/// whole, unread, as `write` and a restored version replace it, is left as it is. Where the note
/// itself cannot be read nothing is written over it either.
package protocol NoteVersions: Sendable {
  /// Keeps a state of a note. The same bytes as the newest version's are not stored twice.
  func keep(_ state: NoteState) async throws(NoteStoreError)

  /// Keeps the text of a note that was made just now. The caller may continue before it is on the
  /// disk: the note's own file is, and says the same.
  func keepFirst(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError)

  /// The same for states of several notes, which the disk is waited for together. One that cannot be
  /// stored is one of the problems and does not stop the others.
  func keep(_ states: [NoteState]) async

  /// The newest first; a note that is gone has its versions still.
  func versions(of note: NoteID) async throws(NoteStoreError) -> [NoteVersion]

  func bytes(of version: NoteVersion) async throws(NoteStoreError) -> [UInt8]

  /// The note goes by another path from now on, and takes its versions along: all of them or, with
  /// a moment, those until then, because later ones are of another note that took its path.
  func noteMoved(
    from old: NoteID, to new: NoteID, until moment: Timestamp?
  ) async throws(NoteStoreError)

  /// Stores a note's undo history, replacing the one before. What the bytes mean
  /// is the caller's matter; they must name the text that they belong to.
  func keepUndo(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError)

  /// The last stored history, for any text; nil where there is none.
  func undo(of note: NoteID) async -> [UInt8]?

  /// Larger texts have no versions, because that would be felt with every save.
  nonisolated var largestText: Int { get }

  /// A text was saved that is too large for versions: that is one of the problems, once a note.
  func leftOut(_ note: NoteID) async

  /// Adds to the problems, which a person is shown once.
  func report(_ problem: String, about note: NoteID) async

  /// What was wrong with the store and what was done about it, since it was opened; for a person.
  func problems() async -> [String]

  /// The same without what is about other notes.
  func problems(of note: NoteID) async -> [String]
}

/// A text that a note has, or had.
package struct NoteState: Sendable {
  package var note: NoteID
  package var bytes: [UInt8]
  /// When it was written; nil: now.
  package var written: Timestamp?
  package var writer: VersionWriter

  /// Earlier text without a version is by another program, unless the writer is given.
  package init(
    note: NoteID, bytes: [UInt8], written: Timestamp?, by writer: VersionWriter? = nil
  ) {
    self.note = note
    self.bytes = bytes
    self.written = written
    self.writer = writer ?? (written == nil ? .current : VersionWriter(.otherProgram))
  }
}

extension NoteVersions {
  /// One after the other.
  package func keep(_ states: [NoteState]) async {
    for state in states { await keepOrReport(state) }
  }

  /// Stores a state of a note without throwing; problems are reported.
  package func keepOrReport(_ state: NoteState) async {
    do throws(NoteStoreError) {
      try await keep(state)
    } catch {
      await report(
        "No version of \(state.note.path.text) was stored: \(error.reason).", about: state.note)
    }
  }

  package func report(_ problem: String, about note: NoteID) async {}

  /// Versions that are waited for, always.
  package func keepFirst(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    try await keep(bytes, of: note, written: nil)
  }

  /// Keeps a state of a note, written at a moment in the past or, with nil, now.
  package func keep(
    _ bytes: [UInt8], of note: NoteID, written moment: Timestamp?
  ) async throws(NoteStoreError) {
    try await keep(NoteState(note: note, bytes: bytes, written: moment))
  }

  /// Keeps a state of a note that was written just now.
  package func keep(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    try await keep(bytes, of: note, written: nil)
  }

  /// The note goes by another path from now on, and takes all its versions along.
  package func noteMoved(from old: NoteID, to new: NoteID) async throws(NoteStoreError) {
    try await noteMoved(from: old, to: new, until: nil)
  }

  /// A note that came back under another name has its versions there, without those of the note
  /// that had taken its own. Versions that cannot follow stay where they are, and are not lost.
  package func noteWasRestored(_ trashed: TrashedNote, to id: NoteID) async {
    guard id != trashed.original, let moment = trashed.trashed else { return }
    try? await noteMoved(from: trashed.original, to: id, until: moment)
  }
}
