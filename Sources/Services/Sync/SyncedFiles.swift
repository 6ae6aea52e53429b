package import Entities

/// The files of a vault for a sync: notes, attachments and everything else in git.
///
/// Each change names what it replaces, so that a file that another program wrote meanwhile is never
/// lost: the call throws `.changedOutside`, nothing is written, and the sync merges again.
package protocol SyncedFiles: Sendable {
  /// Returns the file; nil if there is none. Throws `.notAFile` for a folder, a pipe or a device.
  func file(at path: NotePath) async throws(NoteStoreError) -> SyncedFile?

  /// Writes a file and its folders; durable when it returns. Throws `.changedOutside` and writes
  /// nothing if the file is not `expected`, or exists although `expected` is nil.
  func write(
    _ file: SyncedFile, at path: NotePath, replacing expected: SyncedFile?
  ) async throws(NoteStoreError)

  /// Moves a file to the vault's trash. Throws `.changedOutside` if it is not `expected`; a file
  /// that is gone already is no error.
  func remove(_ path: NotePath, holding expected: SyncedFile) async throws(NoteStoreError)

  /// The same files, for an undo by the user.
  var puttingBack: any SyncedFiles { get }
}

extension SyncedFiles {
  package var puttingBack: any SyncedFiles { self }
}

/// What git stores of a file.
package struct SyncedFile: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case file, executable
    /// A symbolic link; its bytes are the target as written. A sync never follows it.
    case link
  }

  package var kind: Kind
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8], as kind: Kind = .file) {
    self.kind = kind
    self.bytes = bytes
  }

  /// Whether the contents are equal. The executable bit is ignored, because some disks lack it.
  package func holdsSame(as other: SyncedFile?) -> Bool {
    guard let other else { return false }
    return bytes == other.bytes && (kind == .link) == (other.kind == .link)
  }
}

/// The files of an unlocked encrypted vault, for a sync to open, merge and name.
///
/// The paths in git are random. The content begins with a line that names the note's path in the
/// vault.
package protocol AgeOpening: Sendable {
  /// Returns the plain content; nil if the file is not the vault's or has another key.
  func open(_ path: NotePath, _ bytes: [UInt8]) throws -> [UInt8]?
  /// Encrypts the content. The result differs each time, because age uses a new random key for each
  /// file.
  func close(_ path: NotePath, _ plain: [UInt8]) throws -> [UInt8]
  /// Returns the path of the note as the user knows it; nil if `open` returns nil. Of a large file
  /// only the beginning is decrypted.
  func notePath(of path: NotePath, _ bytes: [UInt8]) -> NotePath?
  /// Returns an unused path for another file.
  func newPath() -> NotePath
}
