package import Entities
import Synchronization

/// Where a person was in a note: the cursor and the first row in sight, in bytes of the text.
package struct NotePlace: Equatable, Sendable {
  package var cursor: Int
  package var top: Int

  package init(cursor: Int, top: Int) {
    self.cursor = cursor
    self.top = top
  }
}

/// Where the notes of a vault were left.
package protocol KeptPlaces: Sendable {
  /// Nil where nothing is known of the note.
  func place(of note: NoteID) async -> NotePlace?

  /// Where that cannot be kept it is forgotten: no more than convenience is lost.
  func keep(_ place: NotePlace, of note: NoteID) async

  /// Notes go by other names: where each was left is known of that.
  func follow(_ moves: [NoteMove]) async
}

/// Remembers while it lives.
package final class PassingPlaces: KeptPlaces {
  private let places = Mutex<[NoteID: NotePlace]>([:])

  package init() {}

  package func place(of note: NoteID) async -> NotePlace? { places.withLock { $0[note] } }

  package func keep(_ place: NotePlace, of note: NoteID) async {
    places.withLock { $0[note] = place }
  }

  package func follow(_ moves: [NoteMove]) async {
    places.withLock { places in
      let leaving = moves.map { ($0.to, places.removeValue(forKey: $0.from)) }
      for (note, place) in leaving { places[note] = place }
    }
  }
}
