package import Entities

/// Earlier states of notes, kept outside the vault.
///
/// One rule where a state cannot be kept: a text that was read, and is changed by someone who knows it,
/// is saved all the same, and that no version was kept is reported. A text that goes as a whole, unread,
/// as `write` and a restored version replace it, is left as it is. Where the note itself cannot be read
/// nothing is written over it either.
package protocol NoteVersions: Sendable {
  /// Keeps a state of a note. The same bytes as the newest version's are not kept twice.
  func keep(_ state: NoteState) async throws(NoteStoreError)

  /// Keeps the text of a note that was made just now. Whoever asks may go on before it is on the disk:
  /// the note's own file is, and says the same.
  func keepFirst(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError)

  /// The same for states of several notes, which the disk is waited for together. One that cannot be
  /// kept is told among the problems and keeps none of the others from it.
  func keep(_ states: [NoteState]) async

  /// The newest first; a note that is gone has its versions still.
  func versions(of note: NoteID) async throws(NoteStoreError) -> [NoteVersion]

  func bytes(of version: NoteVersion) async throws(NoteStoreError) -> [UInt8]

  /// The note goes by another path from now on, and takes its versions along: all of them or, with
  /// a moment, those until then, because later ones are of another note that took its path.
  func noteMoved(
    from old: NoteID, to new: NoteID, until moment: Timestamp?
  ) async throws(NoteStoreError)

  /// Keeps what can be undone in a note, in place of what was kept of that before. What the bytes mean
  /// is the caller's matter; they must name the text that they belong to.
  func keepUndo(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError)

  /// What was kept so last, whatever text it belongs to; nil where nothing is left of it.
  func undo(of note: NoteID) async -> [UInt8]?

  /// Larger texts have no versions, because that would be felt with every save.
  nonisolated var largestText: Int { get }

  /// A text was saved that is too large to be kept: that is told among the problems, once a note.
  func leftOut(_ note: NoteID) async

  /// Adds to the problems, which a person is told of once.
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

  /// What was written earlier and was not kept, somebody else wrote, unless it is said who.
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

  /// Keeps a state of a note, whatever comes of that; what went wrong is reported.
  package func keepOrReport(_ state: NoteState) async {
    do throws(NoteStoreError) {
      try await keep(state)
    } catch {
      await report(
        "No version of \(state.note.path.text) was kept: \(error.reason).", about: state.note)
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
