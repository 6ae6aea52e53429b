/// One state of a note that was kept.
package struct NoteVersion: Hashable, Sendable {
  /// Short, and unique among the versions of one vault: what a person types to name it.
  package var name: String
  package var note: NoteID
  package var kept: Timestamp
  package var size: Int
  package var writer: VersionWriter

  package init(
    name: String, note: NoteID, kept: Timestamp, size: Int,
    by writer: VersionWriter = VersionWriter(.unknown)
  ) {
    self.name = name
    self.note = note
    self.kept = kept
    self.size = size
    self.writer = writer
  }
}
