package import Entities

/// A file that is to be made in a vault.
package struct NewVaultFile: Sendable {
  /// Its path: a note's, or an attachment's.
  package var id: NoteID
  package var bytes: [UInt8]
  /// When it was written elsewhere; nil is now.
  package var modified: Timestamp?

  package init(_ id: NoteID, _ bytes: [UInt8], modified: Timestamp? = nil) {
    self.id = id
    self.bytes = bytes
    self.modified = modified
  }
}
