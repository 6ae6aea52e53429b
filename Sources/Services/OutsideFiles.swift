package import Entities

/// Files outside the vault that the user names.
package protocol OutsideFiles: Sendable {
  /// Returns a path as typed or pasted by a terminal: with `~`, in quotes, or as `file://`.
  func path(typed: String) -> NotePath

  /// Throws if a file cannot be attached: only regular files can, no links and no folders.
  func check(_ path: NotePath) throws(NoteStoreError)

  func read(_ path: NotePath) async throws(NoteStoreError) -> [UInt8]
}
