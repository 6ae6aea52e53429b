import Entities
import Services

/// When each folder of the vault last changed, as far as the index has seen it.
enum FolderTimes {
  static func write(_ folders: [FileSurvey.Folder], _ database: Database) throws(DatabaseError) {
    try database.run("DELETE FROM folder")
    try update(folders, database)
  }

  static func update(_ folders: [FileSurvey.Folder], _ database: Database) throws(DatabaseError) {
    for folder in folders {
      try database.run(
        "INSERT OR REPLACE INTO folder VALUES (?, ?)", .bytes(folder.path.bytes),
        .int(folder.modified.wholeNanoseconds))
    }
  }

  static func read(_ database: Database) throws(DatabaseError) -> [FileSurvey.Folder] {
    var folders: [FileSurvey.Folder] = []
    let rows = try database.query("SELECT path, modified FROM folder")
    while try rows.next() {
      folders.append(
        .init(
          path: NotePath(bytes: rows.bytes(0)),
          modified: Timestamp(wholeNanoseconds: rows.int(1))))
    }
    return folders
  }
}
