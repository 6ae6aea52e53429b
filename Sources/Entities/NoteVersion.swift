/// A saved state of a note.
package struct NoteVersion: Hashable, Sendable {
  /// Short, and unique among the versions of one vault: what a person types to name it.
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

/// Who wrote a state of a note.
package struct VersionWriter: Hashable, Sendable {
  /// The numbers are in version files.
  package enum Kind: UInt8, Sendable {
    /// Earlier versions of the program did not note it.
    case unknown
    case screen, command, sync, `import`
    /// Another program; or this one, where it could not keep a version then.
    case otherProgram
  }

  package var kind: Kind
  /// A command's name, else empty; cut to 255 bytes.
  package var name: String

  package init(_ kind: Kind, name: String = "") {
    self.kind = kind
    self.name = name
  }

  /// Commands, syncs and imports set it where they begin: what they call keeps versions many layers
  /// below. Outside of them it is the screen.
  @TaskLocal package static var current: VersionWriter = VersionWriter(.screen)
}
