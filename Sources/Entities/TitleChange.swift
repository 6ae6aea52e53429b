/// A note that is called otherwise from now on.
package struct TitleChange: Equatable, Sendable {
  /// Where it stands before anything moves.
  package var note: NotePath
  package var old: String
  package var new: String

  package init(note: NotePath, old: String, new: String) {
    self.note = note
    self.old = old
    self.new = new
  }
}
