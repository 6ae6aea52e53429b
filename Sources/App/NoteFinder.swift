import Entities
import Services

/// Finds the note that a person means by a path, a file name, a title or an alias.
struct NoteFinder: Sendable {
  let index: any NoteIndex
  let versions: any NoteVersions

  /// Nil where nothing fits; the first in the list where several do. The beginning of a name is not
  /// enough here: who follows a link means all of it. `orGone` takes the path of a note that is no
  /// more, if versions of it are kept.
  func find(_ wanted: String, orGone: Bool = false) async -> NoteID? {
    let found = (try? await index.find(wanted)) ?? []
    if let note = found.first(where: { $0.isExact })?.id { return note }
    guard orGone, let kept = try? await versions.versions(of: NoteID(wanted)), !kept.isEmpty else {
      return nil
    }
    return NoteID(wanted)
  }
}
