package import Entities

/// Which notes are read and shown at this moment. It is known after the program died too, so that no start
/// dies twice of the same note.
///
/// ```swift
/// shown.willShow(note)
/// defer { shown.wasShown(note) }
/// ```
///
/// It may be called on all threads. What cannot be written down is not remembered, and fails nobody.
package protocol ShownNotes: Sendable {
  func willShow(_ note: NoteID)
  /// Once for each `willShow`.
  func wasShown(_ note: NoteID)
  /// Whether an earlier run died while it read or showed this note, and no person has opened it since.
  func stopped(at note: NoteID) -> Bool
  /// A person opens it.
  func isOpened(_ note: NoteID)
}
