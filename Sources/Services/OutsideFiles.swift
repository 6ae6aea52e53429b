package import Entities

/// Files anywhere on this system, which a person names.
package protocol OutsideFiles: Sendable {
  /// A path as it is typed or as a terminal pastes it: with `~`, between quotes, or as `file://`.
  func path(typed: String) -> NotePath

  /// Throws what is wrong with a file: only one of its own can be attached, no link and no folder.
  func check(_ path: NotePath) throws(NoteStoreError)

  /// All of a file.
  func read(_ path: NotePath) async throws(NoteStoreError) -> [UInt8]
}
