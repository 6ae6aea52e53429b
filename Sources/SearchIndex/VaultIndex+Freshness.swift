import Entities
import Services

extension VaultIndex {
  /// An index that was not held against the whole vault for so long is not believed.
  private static let longest: Int64 = 600 * 1_000_000_000
  /// Fewer notes are looked through as quickly as their folders.
  private static let fewNotes = 2000
  /// How many of the newest notes are looked at: what is written over in its place is one of them.
  private static let newest = 200

  /// Brings the index in line as far as that can be done at once, for a question that is asked now.
  /// False where there is no index to ask.
  ///
  /// A note that another program writes into without renaming, and that is none of the newest,
  /// shows with the next look at the whole vault.
  func freshen() throws(NoteIndexError) -> Bool {
    var begun = ahead.take()
    if begun == nil { begun = try beginLook() }
    guard let begun else { return false }
    let moment = begun.moment
    let patch = Patch(
      index: self, isCancelled: { false }, progress: { _, _ in }, changed: { _ in })
    guard let files = begun.files else {
      return try patch.run(self.files.survey(isCancelled: { false }), at: moment)
    }
    var look = files.run(isHelped: begun.isHelped)
    if !look.moved.isEmpty {
      let survey = survey(of: &look.moved)
      guard try patch.run(survey, at: moment, only: look.moved) else { return false }
    }
    if look.stale.isEmpty { return true }
    return try refreshNow(look.stale, moment) != nil
  }

  /// Begins to open the index and to look what other programs did, for a question that comes soon.
  /// Nothing of our own may change the notes in between.
  package func lookAhead() {
    ahead.start { [self] in try? beginLook() }
  }

  /// Opens the index, on this thread, and reads what the look will need. It begins, here as well, once
  /// `lookAhead` is called; until then this thread waits.
  package func prepareLook() {
    ahead.prepare { [self] in
      let known = try? reading { (database) throws(DatabaseError) in try self.known(database) }
      return known.flatMap(\.self).map { known in { self.look(by: known) } }
    }
  }

  /// Nil where there is no index to ask.
  private func beginLook() throws(NoteIndexError) -> BegunLook? {
    let known = try reading { (database) throws(DatabaseError) in try self.known(database) }
    return known.map { look(by: $0) }
  }

  private func look(by known: Known) -> BegunLook {
    let moment = RunMoment(clock)
    let age = moment.clock - known.reconciled
    if age < 0 || age > Self.longest || known.notes < Self.fewNotes {
      return BegunLook(moment: moment, files: nil)
    }
    return BegunLook(
      moment: moment, files: FileLook(files, folders: known.folders, notes: known.newest))
  }

  /// These folders, and those below them that nobody knew of, which are added.
  private func survey(of folders: inout [NotePath]) -> FileSurvey {
    var known = Set(folders)
    var survey = files.survey(of: folders)
    let indexed = (try? reading(FolderTimes.paths)) ?? nil
    known.formUnion(indexed ?? [])
    while true {
      let new = survey.unread.filter { known.insert($0).inserted }
      survey.unread = []
      if new.isEmpty { return survey }
      folders += new
      survey.append(files.survey(of: new))
    }
  }

  private struct Known {
    var reconciled: Int64 = 0
    var notes: Int64 = 0
    var folders: [FileSurvey.Folder] = []
    var newest: [(note: NoteID, fact: FileFact)] = []
  }

  private func known(_ database: Database) throws(DatabaseError) -> Known {
    var known = Known()
    known.reconciled = try database.meta(Schema.Meta.reconciled) ?? 0
    known.notes = try database.meta(Schema.Meta.notes) ?? 0
    if known.notes < Self.fewNotes { return known }
    known.folders = try FolderTimes.all(database)
    let rows = try database.query(
      "SELECT path, inode, size, modified, changed FROM note ORDER BY id LIMIT ?",
      .int(Self.newest))
    while try rows.next() {
      let fact = FileFact(
        inode: UInt64(bitPattern: rows.int(1)), size: Int(rows.int(2)),
        modified: Timestamp(wholeNanoseconds: rows.int(3)),
        changed: Timestamp(wholeNanoseconds: rows.int(4)))
      known.newest.append((NoteID(NotePath(bytes: rows.bytes(0))), fact))
    }
    return known
  }
}

/// When each folder of the vault last changed, as far as the index has seen it.
private enum FolderTimes {
  static func all(_ database: Database) throws(DatabaseError) -> [FileSurvey.Folder] {
    var folders: [FileSurvey.Folder] = []
    let rows = try database.query("SELECT path, changed FROM folder")
    while try rows.next() {
      let changed = Timestamp(wholeNanoseconds: rows.int(1))
      folders.append(.init(path: NotePath(bytes: rows.bytes(0)), changed: changed))
    }
    return folders
  }

  static func paths(_ database: Database) throws(DatabaseError) -> [NotePath] {
    try all(database).map(\.path)
  }
}
