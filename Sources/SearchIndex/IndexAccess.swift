import Entities
import Services

/// The access of all parts to the index: its data, updated as far as that is quick, or the data of
/// all files if there is no index.
struct IndexAccess: Sendable {
  let files: any VaultFiles
  let clock: any WallClock
  let connections: Connections
  /// Whether changes by other programs are passed to `refresh`. If not, as for a single command,
  /// each answer checks for them first.
  let isWatched: Bool

  /// Returns the result of `body` on the index; nil if there is none, and the files must be read.
  /// `body` runs on the caller's thread, and may run again.
  func reading<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value? {
    try connections.using(body)
  }

  /// Runs `body` in a transaction, for changes.
  func writing<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value? {
    try connections.using { (database) throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in try body(database) }
    }
  }

  /// Returns what the index has now, for a question that has an answer without it too.
  func known<Value>(_ body: (Database) throws(DatabaseError) -> Value?) -> Value? {
    (try? reading(body))?.flatMap(\.self)
  }

  /// Returns the answer of the index, updated as far as that is quick; without one, the answer from
  /// all files, which takes its time.
  func asking<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value {
    if try freshen(), let answer = try reading(body) { return answer }
    return try scanning(body)
  }

  /// Returns the answer from all files.
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

/// The index's tables in memory, made from all files, for questions while there is no index. It has
/// no full text: that is searched in the files.
enum ScannedVault {
  static func make(
    _ files: any VaultFiles, _ clock: any WallClock
  ) throws(NoteIndexError) -> Database {
    let moment = CheckTime(clock)
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

  /// Returns false if it is no longer wanted.
  private static func load(
    _ survey: FileSurvey, _ files: any VaultFiles, _ moment: CheckTime, into database: Database
  ) throws(DatabaseError) -> Bool {
    let writer = NoteWriter(database: database)
    let line = NoteReadAhead(survey, files)
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
