import Entities
import Services

/// Finds the note that a person means by a path, a file name, a title or an alias.
struct NoteFinder: Sendable {
  let index: any NoteIndex

  /// Nil where nothing fits; the first in the list where several do. The beginning of a name is not
  /// enough here: who follows a link means all of it.
  func find(_ wanted: String) async -> NoteID? {
    let found = (try? await index.find(wanted)) ?? []
    return found.first { $0.isExact }?.id
  }
}
