/// A note and what it is called.
package struct NoteTitle: Hashable, Sendable {
  package var id: NoteID
  package var title: String

  package init(id: NoteID, title: String) {
    self.id = id
    self.title = title
  }

  /// The file's name where the title says something else: the note goes by both.
  package var otherName: String? { id.path.name(besides: title) }

  /// Both, for callers that look for either.
  package var names: String { otherName.map { "\(title)  \($0)" } ?? title }
}
