import Entities
import Services
import Synchronization

extension IndexAccess {
  /// The age of the last check of the whole vault above which the index is not trusted.
  private static let longest: Int64 = 600 * 1_000_000_000

  /// Updates the index as far as that is quick, for a question that is asked now. Returns false if
  /// there is no index. A command makes the first one, for all later commands, unless its question
  /// takes less time than that.
  ///
  /// If another program overwrites an old note in place, that is found only by the next check of
  /// the whole vault.
  func freshen(makingFirst: Bool = true) throws(NoteIndexError) -> Bool {
    let known = try reading { (database) throws(DatabaseError) in try KnownFiles(database) }
    guard let known else { return makingFirst && !isWatched && buildFirst() }
    let moment = CheckTime(clock)
    let patch = Patch(
      index: self, isCancelled: { false }, progress: { _, _ in }, changed: { _ in })
    let age = moment.clock - known.reconciled
    if age < 0 || age > Self.longest || known.notes < KnownFiles.fewNotes {
      return try patch.run(files.survey(isCancelled: { false }), at: moment)
    }
    var (folders, stale) = known.differences(in: files)
    if !folders.isEmpty {
      let survey = survey(of: &folders)
      guard try patch.run(survey, at: moment, only: folders) else { return false }
    }
    if stale.isEmpty { return true }
    return try refresh(stale, moment) != nil
  }

  /// Surveys these folders and new ones below them, which are added to `folders`.
  private func survey(of folders: inout [NotePath]) -> FileSurvey {
    var survey = files.survey(of: folders)
    let indexed = known { (database) throws(DatabaseError) in
      try database.all("SELECT path FROM folder") { $0.path(0) }
    }
    var known = Set(folders + (indexed ?? []))
    while true {
      let new = survey.unread.filter { known.insert($0).inserted }
      survey.unread = []
      if new.isEmpty { return survey }
      folders += new
      survey.append(files.survey(of: new))
    }
  }
}

/// What the index knows of the vault's files: enough to check for changes.
struct KnownFiles: Sendable {
  /// When the whole vault was last checked, in nanoseconds since 1970.
  var reconciled: Int64 = 0
  /// The number of all notes.
  var notes: Int64 = 0
  var folders: [FileSurvey.Folder] = []
  /// The newest notes: one that is overwritten in place is usually among them.
  var newest: [(note: NoteID, fact: FileFact)] = []

  /// Up to this number, checking all notes is as fast as checking their folders.
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

  /// Returns what differs, by one look at each name.
  func differences(in files: any VaultFiles) -> (folders: [NotePath], notes: [NoteID]) {
    let now = files.changed(folders.map(\.path))
    let moved = zip(folders, now).filter { $0.changed != $1 }.map(\.0.path)
    return (moved, files.differing(newest))
  }
}
