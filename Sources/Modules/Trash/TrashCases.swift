package import Entities
package import Services

/// What a person does with the trash: see what is in it, bring notes back, delete them for good. The
/// screen's interactor and the command line both use it.
package struct TrashCases: Sendable {
  private let trash: any NoteTrash

  package init(_ trash: any NoteTrash) {
    self.trash = trash
  }

  /// All that is in the trash, the latest first.
  package func items() async throws(NoteStoreError) -> [TrashItem] {
    try await trash.trashed().map(TrashItem.init)
  }

  /// Answers with the note that came back: under a name beside the old one where that is taken.
  package func restore(_ item: TrashItem) async throws(NoteStoreError) -> NoteID {
    try await trash.restore(item.note)
  }

  /// For good. The others go even where one cannot be deleted; the first error is thrown then.
  func delete(_ items: [TrashItem]) async throws(NoteStoreError) {
    try await trash.deleteForGood(items.map(\.note))
  }
}

/// A trashed note, as far as those need it who show it.
package struct TrashItem: Hashable, Sendable {
  let note: TrashedNote

  package var title: String { note.title }
  /// The path that it had, and gets again.
  package var original: NotePath { note.original.path }
  /// Its path in the trash: no two have the same.
  package var resting: NotePath { note.resting }
  package var trashed: Timestamp? { note.trashed }
}
