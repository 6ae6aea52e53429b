package import Entities
package import Services

/// The use cases for the trash: list it, restore notes, delete them permanently. Shared by the
/// screen's interactor and the command line.
package struct TrashCases: Sendable {
  private let trash: any NoteTrash

  package init(_ trash: any NoteTrash) {
    self.trash = trash
  }

  /// Returns all trashed notes, the latest first.
  package func items() async throws(NoteStoreError) -> [TrashItem] {
    try await trash.trashed().map(TrashItem.init)
  }

  /// Restores the note and returns it. If its old name is taken, it gets another one.
  package func restore(_ item: TrashItem) async throws(NoteStoreError) -> NoteID {
    try await trash.restore(item.note)
  }

  /// Deletes the notes permanently. If one fails, the others still go; throws the first error then.
  func delete(_ items: [TrashItem]) async throws(NoteStoreError) {
    try await trash.deleteForGood(items.map(\.note))
  }
}

/// A trashed note as display values.
package struct TrashItem: Hashable, Sendable {
  let note: TrashedNote

  package var title: String { note.title }
  /// The path that it had before, and gets back if it is free.
  package var original: NotePath { note.original.path }
  /// Its path in the trash, unique there.
  package var resting: NotePath { note.resting }
  package var trashed: Timestamp? { note.trashed }
}
