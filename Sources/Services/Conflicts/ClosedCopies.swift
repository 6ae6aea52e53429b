package import Entities

/// Copies that other programs left of the closed files of an encrypted vault, beside those. None is a note
/// of the vault's; each is named as it would be beside a plain note: `Plan.sync-conflict-….md`.
package protocol ClosedCopies: Sendable {
  /// `hosts` are names of devices: OneDrive puts one behind a file's name and nothing else. One whose name
  /// a note has waits until that has another.
  func copies(hosts: [String], isTaken: (NoteID) -> Bool) -> [ConflictCopy]

  /// Whether it is one of those that were found.
  func has(_ copy: NoteID) -> Bool

  func read(_ copy: NoteID) throws(NoteStoreError) -> NoteContent

  /// In the trash it is a note like any other; the answer has the name that its file had.
  func trash(_ copy: NoteID) throws(NoteStoreError) -> TrashedNote

  /// Gives its file that name back, in another process too.
  func putBack(_ trashed: TrashedNote) throws(NoteStoreError)
}
