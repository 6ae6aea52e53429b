/// A note in a list, ready to be drawn.
package struct NoteRow: Equatable, Sendable {
  package var title: String
  /// Empty: it stands at the top.
  package var folder: String
  /// When it was changed, trashed or whatever the list is about; may be empty.
  package var date: String

  package init(title: String, folder: String, date: String) {
    self.title = title
    self.folder = folder
    self.date = date
  }
}
