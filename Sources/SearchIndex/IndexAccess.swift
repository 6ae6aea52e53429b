import Entities
import Services

/// What all parts of the index ask: what it says, brought in line with the files as far as that is quick,
/// and the files themselves where there is no index.
struct IndexAccess: Sendable {
  let files: any VaultFiles
  let clock: any WallClock
  let connections: Connections
  /// Whether changes by other programs are passed to `refresh`. If not, as for a single command,
  /// they are looked for before each answer.
  let isWatched: Bool

  /// What the connections of this run say about the index; nil where there is no index to ask, and
  /// the files must tell. `body` runs on whichever thread asks, and may be asked again.
  func reading<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value? {
    try connections.using(body)
  }

  /// The same, all or nothing, for what is changed.
  func writing<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value? {
    try connections.using { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in try body(database) }
    }
  }

  /// What the index says as it is now, for a question that has an answer without one too.
  func known<Value>(_ body: (Database) throws(DatabaseError) -> Value?) -> Value? {
    (try? reading(body))?.flatMap(\.self)
  }

  /// What the index says, brought in line as far as that can be done at once; without one, what all
  /// files say, which takes its time.
  func asking<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value {
    if try freshen(), let answer = try reading(body) { return answer }
    return try scanning(body)
  }

  /// What all files say.
  func scanning<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value {
    let database = try ScannedVault.make(files, clock)
    do throws(DatabaseError) {
      return try body(database)
    } catch {
      throw .unusable(path: "memory", reason: error.reason)
    }
  }
}

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
      throw .unusable(path: "memory", reason: error.reason)
    }
    throw .cancelled
  }

  /// False where it is no longer wanted.
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
