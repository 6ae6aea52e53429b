package import Entities

/// A preview of several notes joined into one.
package struct JoinedNotes: Equatable, Sendable {
  package struct Note: Equatable, Sendable {
    package var id: NoteID
    package var title: String
    /// The text as it was read.
    package var text: [UInt8]

    package init(id: NoteID, title: String, text: [UInt8]) {
      (self.id, self.title, self.text) = (id, title, text)
    }
  }

  /// A property whose value in the target remains, or that it could not take from another note.
  package struct Difference: Equatable, Sendable {
    package var note: NoteID
    package var name: String
    /// Nil if the target lacks the property.
    package var retained: String?
    package var other: String

    package init(note: NoteID, name: String, retained: String?, other: String) {
      (self.note, self.name, self.retained, self.other) = (note, name, retained, other)
    }
  }

  /// Links to a part that would lead to another part of the same name in the joined text.
  package struct Unclear: Equatable, Sendable {
    package var note: NoteID
    package var part: String

    package init(note: NoteID, part: String) { (self.note, self.part) = (note, part) }
  }

  /// The note that remains.
  package var target: Note
  /// The notes whose texts are added to it, in order; they then go to the trash.
  package var others: [Note]
  /// The changes of the target's text and of links in all other notes.
  package var changes: [NoteChange]
  package var differences: [Difference]
  package var unclear: [Unclear]

  package init(
    target: Note, others: [Note], changes: [NoteChange], differences: [Difference] = [],
    unclear: [Unclear] = []
  ) {
    (self.target, self.others, self.changes) = (target, others, changes)
    (self.differences, self.unclear) = (differences, unclear)
  }

  /// The notes in which only links change.
  package var linking: [NoteID] { changes.map(\.note).filter { $0 != target.id } }
}
