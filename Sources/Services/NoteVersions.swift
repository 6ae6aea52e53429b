package import Entities

/// Earlier states of notes, stored outside the vault.
///
/// If a version cannot be stored: a text that was read, and is changed by someone who knows it, is
/// saved nevertheless, and the missing version is reported. A text that would be replaced unread,
/// as by `write` or a restored version, is not changed. If the note itself cannot be read nothing
/// is written over it either.
package protocol NoteVersions: Sendable {
  /// Stores a state of a note. The same bytes as the newest version's are not stored twice.
  func keep(_ state: NoteState) async throws(NoteStoreError)

  /// Stores the text of a note that was made just now. The caller may continue before it is on
  /// disk, because the note's own file already is, with the same text.
  func keepFirst(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError)

  /// Stores states of several notes with one wait for the disk. One that cannot be stored becomes
  /// one of the problems and does not stop the others.
  func keep(_ states: [NoteState]) async

  /// Returns the versions, newest first, even those of a note that is gone.
  func versions(of note: NoteID) async throws(NoteStoreError) -> [NoteVersion]

  func bytes(of version: NoteVersion) async throws(NoteStoreError) -> [UInt8]

  /// Moves the versions of a note to its new path: all of them or, with a moment, those until then,
  /// because later ones are of another note that took its path.
  func noteMoved(
    from old: NoteID, to new: NoteID, until moment: Timestamp?
  ) async throws(NoteStoreError)

  /// Stores a note's undo history, replacing the previous one. The caller decides on the format,
  /// but the bytes must identify their text.
  func keepUndo(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError)

  /// Returns the last stored history, for any text; nil if there is none.
  func undo(of note: NoteID) async -> [UInt8]?

  /// The largest text with versions: for larger ones every save would be slow.
  nonisolated var largestText: Int { get }

  /// Reports a saved text that is too large for versions, once per note.
  func leftOut(_ note: NoteID) async

  /// Adds a problem, which is shown to the user once.
  func report(_ problem: String, about note: NoteID) async

  /// Returns messages about problems of the store since it was opened and what was done about them.
  func problems() async -> [String]

  /// Returns the problems without those of other notes.
  func problems(of note: NoteID) async -> [String]
}

/// A text that a note has, or had.
package struct NoteState: Sendable {
  package var note: NoteID
  package var bytes: [UInt8]
  /// The time of writing; nil for now.
  package var written: Timestamp?
  package var writer: VersionWriter

  /// Without a given writer, an earlier text that has no version counts as another program's.
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
  /// Stores one after the other.
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

  /// Waits until the version is stored.
  package func keepFirst(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    try await keep(bytes, of: note, written: nil)
  }

  /// Stores a state of a note, written at a moment in the past or, with nil, now.
  package func keep(
    _ bytes: [UInt8], of note: NoteID, written moment: Timestamp?
  ) async throws(NoteStoreError) {
    try await keep(NoteState(note: note, bytes: bytes, written: moment))
  }

  /// Stores a state of a note that was written just now.
  package func keep(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    try await keep(bytes, of: note, written: nil)
  }

  /// Moves all versions of a note to its new path.
  package func noteMoved(from old: NoteID, to new: NoteID) async throws(NoteStoreError) {
    try await noteMoved(from: old, to: new, until: nil)
  }

  /// Moves the versions of a note that was restored under another name, without those of the note
  /// that took its old name. Versions that cannot be moved stay under the old name.
  package func noteWasRestored(_ trashed: TrashedNote, to id: NoteID) async {
    guard id != trashed.original, let moment = trashed.trashed else { return }
    try? await noteMoved(from: trashed.original, to: id, until: moment)
  }
}
