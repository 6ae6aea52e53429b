package import Entities

/// What shows notes and wants to hear that other programs, or other modules, changed them.
@MainActor
package protocol VaultListener: AnyObject {
  /// The index knows it already.
  func notesChangedOutside(_ notes: Set<NoteID>)
}
