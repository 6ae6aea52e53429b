package import Entities

/// Files outside the vault that the user names.
package protocol OutsideFiles: Sendable {
  /// Returns a path as typed or pasted by a terminal: with `~`, in quotes, or as `file://`.
  func path(typed: String) -> NotePath

  /// Throws if a file cannot be attached: only regular files can, no links and no folders.
  func check(_ path: NotePath) throws(NoteStoreError)

  func read(_ path: NotePath) async throws(NoteStoreError) -> [UInt8]

  /// Returns the files and folders in a folder, by name; none if it cannot be read.
  func entries(in folder: NotePath) async -> [OutsideEntry]
}

extension OutsideFiles {
  package func entries(in folder: NotePath) async -> [OutsideEntry] { [] }
}

/// A file or folder outside the vault.
package struct OutsideEntry: Equatable, Sendable {
  package var name: String
  package var isFolder: Bool

  package init(name: String, isFolder: Bool) {
    (self.name, self.isFolder) = (name, isFolder)
  }
}
