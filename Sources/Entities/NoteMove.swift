/// A note, or another file, that goes by another name.
package struct NoteMove: Hashable, Sendable {
  package var from: NoteID
  package var to: NoteID

  package init(from: NoteID, to: NoteID) {
    self.from = from
    self.to = to
  }
}

extension [NoteMove] {
  /// What takes them back.
  package var reversedMoves: [NoteMove] { map { NoteMove(from: $0.to, to: $0.from) } }

  /// The new paths by the old ones.
  package var targets: [NotePath: NotePath] {
    Dictionary(map { ($0.from.path, $0.to.path) }, uniquingKeysWith: { first, _ in first })
  }
}

/// A note that is called otherwise from now on.
package struct TitleChange: Equatable, Sendable {
  /// Its path before anything moves.
  package var note: NotePath
  package var old: String
  package var new: String
  /// The title's heading changes with it, and so do links to that.
  package var isHeading: Bool

  package init(note: NotePath, old: String, new: String, isHeading: Bool = true) {
    self.note = note
    self.old = old
    self.new = new
    self.isHeading = isHeading
  }

  /// What takes it back, once the note has moved.
  package func reversed(at note: NotePath) -> TitleChange {
    TitleChange(note: note, old: new, new: old, isHeading: isHeading)
  }
}
