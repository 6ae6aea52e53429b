package import Entities
package import Services

/// Where the links are that follow a move.
extension NoteLinks {
  /// The notes with links that say one of these names; nil where the index cannot tell.
  package func notesNaming(_ files: [NotePath], by index: any NoteIndex) async -> [NoteID]? {
    for await progress in index.reconcile() {
      if case .problem = progress { return nil }
    }
    return try? await notes(naming: files)
  }

  /// The notes that may have links to these, or links that would lead to them under their new
  /// names. Nil where the index does not know: then all notes are looked through.
  package func notesLinking(to moves: [NoteMove], by index: any NoteIndex) async -> [NoteID]? {
    guard let naming = await notesNaming(moves.map(\.to.path), by: index) else { return nil }
    let notes = moves.map(\.from)
    var sources = Set(naming)
    for note in notes {
      // Their lines are not needed here: of many thousands they would be read for long.
      guard let found = try? await backlinkCatalog(to: note).sources() else { return nil }
      sources.formUnion(found)
    }
    // The notes themselves may lead to their neighbours by paths that start at their old folders.
    return notes + sources.subtracting(notes).sorted { $0.path < $1.path }
  }
}
