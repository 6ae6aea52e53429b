package import Entities

/// A vault's files as a sync reads and writes them: notes, attachments and all else that git keeps.
///
/// Each change names what it replaces. A file that another program wrote meanwhile is therefore never
/// lost: the call throws `.changedOutside`, nothing is written, and the sync merges again.
package protocol SyncedFiles: Sendable {
  /// What is there now; nil where nothing is. Throws `.notAFile` for a folder, a pipe, a device.
  func file(at path: NotePath) async throws(NoteStoreError) -> SyncedFile?

  /// Writes a file, and the folders on its way; durable when it returns. Throws `.changedOutside` and
  /// writes nothing where the file is not `expected` any more; nil: where there is one.
  func write(
    _ file: SyncedFile, at path: NotePath, replacing expected: SyncedFile?
  ) async throws(NoteStoreError)

  /// Puts a file into the vault's trash. Throws `.changedOutside` where it is not `expected` any more;
  /// one that is gone already is no error.
  func remove(_ path: NotePath, holding expected: SyncedFile) async throws(NoteStoreError)

  /// The same files, for older states that the person themself puts back.
  var puttingBack: any SyncedFiles { get }
}

extension SyncedFiles {
  package var puttingBack: any SyncedFiles { self }
}

/// What git keeps of a file.
package struct SyncedFile: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case file, executable
    /// Its bytes are where it leads to, as it is written in it. No sync reads or writes through one.
    case link
  }

  package var kind: Kind
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8], as kind: Kind = .file) {
    self.kind = kind
    self.bytes = bytes
  }

  /// Whether the two have one content. Some disks know no executable files, so that is not asked.
  package func holdsSame(as other: SyncedFile?) -> Bool {
    guard let other else { return false }
    return bytes == other.bytes && (kind == .link) == (other.kind == .link)
  }
}

/// The files of an encrypted vault that is unlocked, as a sync opens, merges and names them.
///
/// Their paths are those that git has: they tell nothing. What they hold begins with a line that says
/// where in the vault the note is.
package protocol AgeOpening: Sendable {
  /// What the file holds; nil where it is none of the vault's, or is closed with another key.
  func open(_ path: NotePath, _ bytes: [UInt8]) throws -> [UInt8]?
  /// Each time another file comes of it: age never writes the same twice.
  func close(_ path: NotePath, _ plain: [UInt8]) throws -> [UInt8]
  /// Where in the vault the note is, as a person knows it; nil where `open` answers nil. Of a large file
  /// only the beginning is opened.
  func notePath(of path: NotePath, _ bytes: [UInt8]) -> NotePath?
  /// The path of one more file, which no other has.
  func newPath() -> NotePath
}
