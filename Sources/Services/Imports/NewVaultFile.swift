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

/// A file that was made, and what its text was then.
package struct MadeFile: Equatable, Sendable {
  package var note: NoteID
  package var size: Int
  package var digest: UInt64

  package init(_ note: NoteID, size: Int, digest: UInt64) {
    (self.note, self.size, self.digest) = (note, size, digest)
  }

  /// Throws where it has another text now.
  package func check(_ stamp: NoteStamp) throws(NoteStoreError) {
    guard stamp.size == size, stamp.digest == digest else {
      throw .refused(note.path, reason: "it was edited since it was made")
    }
  }
}
