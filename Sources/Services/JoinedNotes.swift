package import Entities

/// Several notes that become one: what would be done, for a person to see before it is.
package struct JoinedNotes: Equatable, Sendable {
  package struct Note: Equatable, Sendable {
    package var id: NoteID
    package var title: String
    /// As it was read.
    package var text: [UInt8]

    package init(id: NoteID, title: String, text: [UInt8]) {
      (self.id, self.title, self.text) = (id, title, text)
    }
  }

  /// A property of which the target keeps its own, or could not take over another's.
  package struct Difference: Equatable, Sendable {
    package var note: NoteID
    package var name: String
    /// Nil where the target has none.
    package var retained: String?
    package var other: String

    package init(note: NoteID, name: String, retained: String?, other: String) {
      (self.note, self.name, self.retained, self.other) = (note, name, retained, other)
    }
  }

  /// Links to a part of a note that lead to another part of the joined text then, of the same name.
  package struct Unclear: Equatable, Sendable {
    package var note: NoteID
    package var part: String

    package init(note: NoteID, part: String) { (self.note, self.part) = (note, part) }
  }

  /// The one that stays.
  package var target: Note
  /// Those whose texts go into it, in their order; they go to the trash then.
  package var others: [Note]
  /// The target's text, and the links in all other notes.
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
