package import Entities

/// Where a person was in a note: the cursor and the first row in sight, in bytes of the text.
package struct NotePosition: Equatable, Sendable {
  package var cursor: Int
  package var top: Int

  package init(cursor: Int, top: Int) {
    self.cursor = cursor
    self.top = top
  }
}

/// Where the notes of a vault were left.
package struct NotePositions: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var note: NoteID
    package var position: NotePosition

    package init(note: NoteID, position: NotePosition) {
      self.note = note
      self.position = position
    }
  }

  /// The note that was left last comes first.
  package private(set) var entries: [Entry]
  package static let most = 400

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// Nil where nothing is known of the note.
  package subscript(note: NoteID) -> NotePosition? { entries.first { $0.note == note }?.position }

  /// The note was left now. Of a note with a lock of its own nothing is stored.
  package mutating func leave(_ note: NoteID, at position: NotePosition) {
    if note.path.isLocked { return }
    let others = entries.filter { $0.note != note }.prefix(Self.most - 1)
    entries = [Entry(note: note, position: position)] + others
  }

  /// Notes go by other names. What was stored under the new ones is of notes that are gone.
  package mutating func follow(_ moves: [NoteMove]) {
    entries = moves.following(entries, \.note)
  }
}
