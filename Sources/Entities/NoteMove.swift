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
}
