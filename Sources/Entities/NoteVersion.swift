/// A saved state of a note.
package struct NoteVersion: Hashable, Sendable {
  /// A short name for users to type, unique among the versions of one vault.
  package var name: String
  package var note: NoteID
  package var savedAt: Timestamp
  package var size: Int
  package var writer: VersionWriter

  package init(
    name: String, note: NoteID, savedAt: Timestamp, size: Int,
    by writer: VersionWriter = VersionWriter(.unknown)
  ) {
    self.name = name
    self.note = note
    self.savedAt = savedAt
    self.size = size
    self.writer = writer
  }
}

package struct VersionWriter: Hashable, Sendable {
  /// Version files store these numbers.
  package enum Kind: UInt8, Sendable {
    /// Earlier releases did not record it.
    case unknown
    case screen, command, sync, `import`
    /// Another program, or this one if it could not save a version at the time.
    case otherProgram
  }

  package var kind: Kind
  /// The command's name, or empty; at most 255 bytes.
  package var name: String

  package init(_ kind: Kind, name: String = "") {
    self.kind = kind
    self.name = name
  }

  /// Set at the start of commands, syncs and imports, because versions are saved many layers below.
  /// The default is the screen.
  @TaskLocal package static var current: VersionWriter = VersionWriter(.screen)
}
