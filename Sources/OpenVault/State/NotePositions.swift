package import Entities

/// The cursor and the first visible row in a note, as byte offsets in the text.
package struct NotePosition: Equatable, Sendable {
  package var cursor: Int
  package var top: Int

  package init(cursor: Int, top: Int) {
    self.cursor = cursor
    self.top = top
  }
}

/// The positions at which the notes of a vault were left.
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

  /// Nil if no position is stored for the note.
  package subscript(note: NoteID) -> NotePosition? { entries.first { $0.note == note }?.position }

  /// Stores the position of a note that was just left, unless the note has its own lock.
  package mutating func leave(_ note: NoteID, at position: NotePosition) {
    if note.path.isLocked { return }
    let others = entries.filter { $0.note != note }.prefix(Self.most - 1)
    entries = [Entry(note: note, position: position)] + others
  }

  /// Renames notes. Positions under the new names were of notes that are gone, and are dropped.
  package mutating func follow(_ moves: [NoteMove]) {
    entries = moves.following(entries, \.note)
  }
}
