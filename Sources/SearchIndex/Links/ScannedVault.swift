import Entities
import Services

/// The index's tables in memory, made from all files, for questions that are asked while there is no
/// index. Without full text: that is searched in the files.
enum ScannedVault {
  static func make(
    _ files: any VaultFiles, _ clock: any WallClock
  ) throws(NoteIndexError) -> Database {
    let moment = RunMoment(clock)
    var survey = files.survey(isCancelled: { Task.isCancelled })
    survey.sortNewestFirst()
    do throws(DatabaseError) {
      let database = try Database(path: Array(":memory:".utf8), .building, in: nil)
      try database.execute(Schema.tables)
      try database.execute("BEGIN")
      let isWhole = try load(survey, files, moment, into: database)
      try database.execute(Schema.indexes)
      try database.execute("COMMIT")
      if isWhole { return database }
    } catch {
      throw .unusable(place: "memory", reason: error.reason)
    }
    throw .cancelled
  }

  /// False where nobody waits for it any more.
  private static func load(
    _ survey: FileSurvey, _ files: any VaultFiles, _ moment: RunMoment, into database: Database
  ) throws(DatabaseError) -> Bool {
    let writer = NoteWriter(database: database)
    let line = ReadingLine(survey, files)
    defer { line.stop() }
    var id = Schema.firstID
    while let batch = line.next() {
      if Task.isCancelled { return false }
      for var note in batch.notes.compactMap(\.self) {
        note.wordParts = []
        try writer.insert(note, id: id, in: 0, moment)
        id += Schema.step
      }
      line.finished(batch)
    }
    return true
  }
}
