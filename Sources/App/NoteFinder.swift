import Entities
import Services

/// Finds the note that a person means by a path, a file name or a title.
struct NoteFinder: Sendable {
  let store: any NoteStore

  /// Nil where nothing fits; the first in the list where several do.
  func find(_ wanted: String) async -> NoteID? {
    for ending in ["", ".md", ".markdown", ".txt"] {
      let id = NoteID(wanted + ending)
      if let found = try? await store.summary(of: id), found.obstacle == nil { return id }
    }
    let folded = wanted.lowercased()
    for await batch in store.list() {
      for note in batch.notes
      where note.title.lowercased() == folded || note.id.path.stem.text.lowercased() == folded {
        return note.id
      }
    }
    return nil
  }
}
