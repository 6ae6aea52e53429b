package import Entities
package import Services

/// A trash whose notes bring their versions back with them.
package struct VersionedTrash: NoteTrash {
  private let trash: any NoteTrash
  private let versions: any NoteVersions

  package init(_ trash: any NoteTrash, versions: any NoteVersions) {
    self.trash = trash
    self.versions = versions
  }

  package func trashed() async throws(NoteStoreError) -> [TrashedNote] {
    try await trash.trashed()
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    let id = try await trash.restore(trashed)
    await versions.noteWasRestored(trashed, to: id)
    return id
  }

  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {
    try await trash.deleteForGood(notes)
  }
}
