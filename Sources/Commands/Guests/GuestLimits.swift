import Entities
import NoteQueries

/// The part of the vault that a guest sees. Locked notes are never part of it.
struct GuestLimits: Equatable, Sendable {
  var folder: NotePath?
  /// Without `#`; all of them are required.
  var tags: [String] = []
  var hidesUnpublished = false

  var areNone: Bool { folder == nil && tags.isEmpty && !hidesUnpublished }

  /// The notes that may be shown, as a query: `isInFolder` must hold too.
  var query: NoteQuery {
    var parts = tags.map(NoteQuery.tag)
    if hidesUnpublished { parts.append(.not(.property(name: "publish", value: "false"))) }
    if let folder { parts.append(.path(folder.text + "/")) }
    return parts.isEmpty ? .all : .and(parts)
  }

  func isInFolder(_ path: NotePath) -> Bool { folder.map(path.isBelow) ?? true }

  /// Whether a new note could be seen: its tags and properties are not known before.
  func mayMake(_ path: NotePath) -> Bool { tags.isEmpty && isInFolder(path) }
}
