package import Entities
package import Services

/// Finds the notes whose links may have to follow a move.
extension NoteLinks {
  /// Returns the notes with links that use one of these names; nil if the index cannot tell.
  package func notesNaming(_ files: [NotePath], by index: any NoteIndex) async -> [NoteID]? {
    for await progress in index.reconcile() {
      if case .problem = progress { return nil }
    }
    return try? await notes(naming: files)
  }

  /// Returns the notes that may link to these, or whose links would lead to them under their new
  /// names. Nil if the index does not know, so that all notes must be read.
  package func notesLinking(to moves: [NoteMove], by index: any NoteIndex) async -> [NoteID]? {
    guard let naming = await notesNaming(moves.map(\.to.path), by: index) else { return nil }
    let notes = moves.map(\.from)
    var sources = Set(naming)
    for note in notes {
      // Reads the notes only, not their lines: that would be slow with many thousands.
      guard let found = try? await backlinkCatalog(to: note).sources() else { return nil }
      sources.formUnion(found)
    }
    // The moved notes may link to their neighbors by paths relative to their old folders.
    return notes + sources.subtracting(notes).sorted { $0.path < $1.path }
  }
}
