import Entities
import Services

/// What the index knows of the vault's files: enough to look whether they are still so.
struct KnownFiles: Sendable {
  /// When the whole vault was last looked through, in nanoseconds since 1970.
  var reconciled: Int64 = 0
  /// How many there are in all.
  var notes: Int64 = 0
  var folders: [FileSurvey.Folder] = []
  /// What is written over in its place is one of these.
  var newest: [(note: NoteID, fact: FileFact)] = []

  /// Fewer notes are looked through as quickly as their folders.
  static let fewNotes = 2000
  private static let mostNewest = 200

  init() {}

  init(_ database: Database) throws(DatabaseError) {
    self = try database.snapshot { () throws(DatabaseError) in
      var known = KnownFiles()
      known.reconciled = try database.meta(Schema.Meta.reconciled) ?? 0
      known.notes = try database.meta(Schema.Meta.notes) ?? 0
      if known.notes >= Self.fewNotes {
        known.folders = try Self.folders(database)
        known.newest = try Self.newest(database)
      }
      return known
    }
  }

  private static func folders(
    _ database: Database
  ) throws(DatabaseError) -> [FileSurvey.Folder] {
    try database.all("SELECT path, changed FROM folder") {
      FileSurvey.Folder(path: $0.path(0), changed: $0.time(1))
    }
  }

  private static func newest(
    _ database: Database
  ) throws(DatabaseError) -> [(note: NoteID, fact: FileFact)] {
    try database.all(
      "SELECT path, inode, size, modified, changed FROM note ORDER BY id LIMIT ?",
      .int(mostNewest)
    ) { rows in
      let fact = FileFact(
        inode: UInt64(bitPattern: rows.int(1)), size: Int(rows.int(2)), modified: rows.time(3),
        changed: rows.time(4))
      return (NoteID(rows.path(0)), fact)
    }
  }

  /// Each is looked at by its name alone.
  func differences(in files: any VaultFiles) -> (folders: [NotePath], notes: [NoteID]) {
    let now = files.changed(folders.map(\.path))
    let moved = zip(folders, now).filter { $0.changed != $1 }.map(\.0.path)
    return (moved, files.differing(newest))
  }
}
