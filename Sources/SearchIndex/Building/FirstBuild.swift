import CSQLite
import Entities
import Files
import Services

/// Reads all notes into a new index that is hidden until it is complete.
struct FirstBuild {
  let folder: IndexFolder
  let files: any VaultFiles
  let isCancelled: @Sendable () -> Bool
  /// Called after each batch with the number of notes read.
  let progress: (Int) -> Void

  enum Failure: Error {
    case database(DatabaseError)
    case system(SystemError)
    case cancelled
  }

  /// `survey` is sorted newest first; `moment` is the time before it was made.
  func run(
    _ survey: FileSurvey, at moment: CheckTime, _ lock: borrowing IndexLock
  ) throws(Failure) {
    do {
      let name = try folder.makeFile()
      do {
        try build(name, survey, moment)
        try folder.sync(name)
        try folder.makeCurrent(name)
      } catch {
        folder.clear(lock)
        throw error
      }
      folder.clear(lock)
    } catch let error as DatabaseError {
      throw .database(error)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .cancelled
    }
  }

  private func build(_ name: [UInt8], _ survey: FileSurvey, _ moment: CheckTime) throws {
    let words = try startWords()
    defer { words?.build.stop() }
    try writeRows(survey, moment, to: name, words?.build)
    if isCancelled() { throw Failure.cancelled }
    let database = try Database(path: folder.path(of: name), .building, in: folder.files)
    try database.prepareWords()
    try database.execute("BEGIN")
    try database.execute(Schema.indexes)
    // From here on as every index, and with a log, so that others may read while one writes.
    try database.mergeWords()
    try database.execute("COMMIT")
    if let words {
      try words.build.finish()
      try database.takeWords(from: folder.path(of: words.name))
    }
    try database.execute("PRAGMA user_version = \(Schema.version)")
    try database.execute("PRAGMA locking_mode = NORMAL")
    guard try database.query("PRAGMA journal_mode = WAL").onlyText() == "wal" else {
      throw DatabaseError(code: SQLITE_IOERR, reason: "the disk cannot be shared by processes")
    }
  }

  /// Writes the rows of all notes, and their words too if no other thread does. A table without row
  /// ids keeps a tenth of each page free when rows are added one by one, so the file is compacted
  /// from a temporary one.
  private func writeRows(
    _ survey: FileSurvey, _ moment: CheckTime, to name: [UInt8], _ words: WordsBuild?
  ) throws {
    let loose = try folder.makeFile()
    let database = try Database(path: folder.path(of: loose), .building, in: folder.files)
    try database.prepareWords()
    try database.execute(Schema.tables)
    try database.execute(Schema.words)
    if words == nil { try database.collectWords() }
    try database.execute("BEGIN")
    let sums = FolderSums(survey)
    let folders = try sums.write(moment, database)
    let notes = try load(survey, moment, folders, into: database, words)
    try database.setMeta(Schema.Meta.lowest, Schema.firstID)
    try database.setMeta(Schema.Meta.notes, notes)
    try database.setMeta(Schema.Meta.stale, 0)
    try database.setMeta(Schema.Meta.changes, 0)
    try database.setMeta(Schema.Meta.reconciled, moment.clock)
    try database.execute("COMMIT")
    if isCancelled() { throw Failure.cancelled }
    try database.run("VACUUM INTO CAST(? AS TEXT)", .bytes(folder.path(of: name)))
    folder.remove(loose)
  }

  /// Returns nil if the system has no thread to spare: then the words are written with the rows.
  private func startWords() throws -> (build: WordsBuild, name: [UInt8])? {
    let name = try folder.makeFile()
    let build = WordsBuild(path: folder.path(of: name), in: folder.files)
    return build.start() ? (build, name) : nil
  }

  private func load(
    _ survey: FileSurvey, _ moment: CheckTime, _ folders: [[UInt8]: Int64],
    into database: Database, _ words: WordsBuild?
  ) throws -> Int64 {
    let writer = NoteWriter(database: database)
    if words == nil { try database.prepareWords() }
    let line = NoteReadAhead(survey, files)
    defer { line.stop() }
    var (id, notes) = (Schema.firstID, Int64(0))
    while let batch = line.next() {
      if isCancelled() { throw Failure.cancelled }
      for (index, note) in zip(batch.entries, batch.notes) {
        guard let folder = folders[survey.path(at: index).folder.bytes] else { continue }
        if note?.isRead != true {
          try database.run("UPDATE folder SET sum = NULL WHERE id = ?", .int(folder))
        }
        guard let note else { continue }
        try writer.insert(note, id: id, in: folder, moment)
        if let words {
          try words.add(note.wordParts, id)
        } else {
          try database.insertWords(note.wordParts, id)
        }
        id += Schema.step
        notes += 1
      }
      line.finished(batch)
      progress(batch.entries.upperBound)
    }
    return notes
  }
}

extension Rows {
  /// Returns the text of the only row. Steps to the end, because a statement may write its changes
  /// only after the last row.
  consuming func onlyText() throws(DatabaseError) -> String? {
    let text = try next() ? text(0) : nil
    while try next() {}
    return text
  }
}

extension IndexAccess {
  /// Makes the first index for a command. Returns false if that is impossible now: another process
  /// is making it, or nothing can be written there.
  func buildFirst() -> Bool {
    guard let lock = try? connections.folder.lock() else { return false }
    connections.removeBad(lock)
    connections.folder.clear(lock)
    if connections.current() != nil { return true }
    let moment = CheckTime(clock)
    let isCancelled = { @Sendable in Task.isCancelled }
    var survey = files.survey(isCancelled: isCancelled)
    if isCancelled() { return false }
    survey.sortNewestFirst()
    do {
      return try build(survey, moment, lock, isCancelled: isCancelled, progress: { _ in })
    } catch {
      connections.noteMissing(error.reason)
      return false
    }
  }

  /// Reads all notes of a sorted survey into a new index. Returns false if it was cancelled, or if
  /// the database cannot be written, which is recorded as a problem.
  func build(
    _ survey: FileSurvey, _ moment: CheckTime, _ lock: borrowing IndexLock,
    isCancelled: @escaping @Sendable () -> Bool, progress: @escaping (Int) -> Void
  ) throws(SystemError) -> Bool {
    let build = FirstBuild(
      folder: connections.folder, files: files, isCancelled: isCancelled, progress: progress)
    do {
      try build.run(survey, at: moment, lock)
      return true
    } catch {
      switch error {
      case .cancelled: return false
      case .system(let error): throw error
      case .database(let error):
        connections.noteMissing(error.reason)
        return false
      }
    }
  }
}
