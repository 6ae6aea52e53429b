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
    if let query = unpublishedQuery { parts.append(.not(query)) }
    if let folder { parts.append(.path(folder.text + "/")) }
    return parts.isEmpty ? .all : .and(parts)
  }

  /// The notes with all tags; nil if none is required.
  var tagQuery: NoteQuery? { tags.isEmpty ? nil : .and(tags.map(NoteQuery.tag)) }

  /// The notes that are left out; nil if none is.
  var unpublishedQuery: NoteQuery? {
    hidesUnpublished ? .property(name: "publish", value: "false") : nil
  }

  func isInFolder(_ path: NotePath) -> Bool { folder.map(path.isBelow) ?? true }

  /// Whether a new note could be seen: its tags and properties are not known before.
  func mayMake(_ path: NotePath) -> Bool { tags.isEmpty && isInFolder(path) }
}
