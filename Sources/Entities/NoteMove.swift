/// A new path for a note or another file.
package struct NoteMove: Hashable, Sendable {
  package var from: NoteID
  package var to: NoteID

  package init(from: NoteID, to: NoteID) {
    self.from = from
    self.to = to
  }
}

extension [NoteMove] {
  /// The moves that undo these.
  package var reversedMoves: [NoteMove] { map { NoteMove(from: $0.to, to: $0.from) } }

  /// New paths by old ones.
  package var targets: [NotePath: NotePath] {
    Dictionary(map { ($0.from.path, $0.to.path) }, uniquingKeysWith: { first, _ in first })
  }
}

package struct TitleChange: Equatable, Sendable {
  /// The note's path before any move.
  package var note: NotePath
  package var old: String
  package var new: String
  /// Whether the title's heading changes too, and with it the links to that heading.
  package var isHeading: Bool

  package init(note: NotePath, old: String, new: String, isHeading: Bool = true) {
    self.note = note
    self.old = old
    self.new = new
    self.isHeading = isHeading
  }

  /// Returns the change that undoes this one, once the note has moved.
  package func reversed(at note: NotePath) -> TitleChange {
    TitleChange(note: note, old: new, new: old, isHeading: isHeading)
  }
}
