import Entities
import Files
import Services

/// Updates an index to match a survey: reads what differs, and removes what is gone.
struct Patch {
  let index: IndexAccess
  let isCancelled: @Sendable () -> Bool
  let progress: (_ read: Int, _ of: Int) -> Void
  let changed: (IndexChange) -> Void

  private static let notesInTransaction = 512

  private struct Known {
    var id: Int64
    var changed: Int64
    var sum: Int64?
  }

  /// Without `folders` the survey is of the whole vault, and folders that it lacks are gone;
  /// otherwise only those of `folders` that it lacks. Returns false if there is no index.
  func run(
    _ survey: FileSurvey, at moment: CheckTime, only folders: [NotePath]? = nil
  ) throws(NoteIndexError) -> Bool {
    // An empty survey means that the vault's folder could not be read: nothing is known.
    if folders == nil, survey.folders.isEmpty { return true }
    let sums = FolderSums(survey)
    let plan = try index.reading { (database) throws(DatabaseError) in
      try database.snapshot { () throws(DatabaseError) in
        try self.plan(survey, sums, folders, database)
      }
    }
    guard let plan else { return false }
    var unsettled: Set<[UInt8]> = []
    if !plan.differing.entries.isEmpty || !plan.gone.isEmpty {
      guard try apply(plan, &unsettled, moment) else { return false }
    }
    if isCancelled() { return false }
    let isWhole = folders == nil && survey.problems.isEmpty
    return try finish(sums, plan, unsettled, isWhole: isWhole, moment)
  }

  private struct Plan {
    /// The notes to read, newest first.
    var differing = FileSurvey()
    var gone: [NotePath] = []
    /// Folders whose row has to be written.
    var folders: [[UInt8]] = []
    var goneFolders: [[UInt8]] = []
  }

  private func plan(
    _ survey: FileSurvey, _ sums: FolderSums, _ only: [NotePath]?, _ database: Database
  ) throws(DatabaseError) -> Plan {
    var known: [[UInt8]: Known] = [:]
    let rows = try database.query("SELECT id, path, changed, sum FROM folder")
    while try rows.next() {
      known[rows.bytes(1)] = Known(
        id: rows.int(0), changed: rows.int(2), sum: rows.isNull(3) ? nil : rows.int(3))
    }
    var plan = Plan()
    var looked: [Int64] = []
    var compared: [[UInt8]] = []
    for (path, folder) in sums.folders {
      guard let old = known[path] else {
        plan.folders.append(path)
        compared.append(path)
        continue
      }
      let isSame = old.sum == Int64(bitPattern: folder.sum)
      if !isSame {
        looked.append(old.id)
        compared.append(path)
      }
      if !isSame || old.changed != folder.changed { plan.folders.append(path) }
    }
    let expected = only.map { $0.map(\.bytes) } ?? Array(known.keys)
    for path in expected where sums.folders[path] == nil {
      guard let old = known[path] else { continue }
      looked.append(old.id)
      plan.goneFolders.append(path)
    }
    if looked.isEmpty && plan.folders.isEmpty { return plan }
    let isAll = looked.count * 2 > known.count
    var notes = try KnownNotes(database, in: isAll ? nil : looked)
    for path in isAll ? Array(sums.folders.keys) : compared {
      for index in sums.folders[path]?.entries ?? [] {
        let entry = survey.entries[index]
        survey.withPath(of: entry) { path in
          if notes.isUpToDate(path, entry.fact) { return }
          plan.differing.append(folder: path, name: EmptyCollection(), entry.fact)
        }
      }
    }
    plan.differing.sortNewestFirst()
    let isPartial = only != nil && isAll
    let asked = Set(expected)
    plan.gone = notes.unseen.filter { !isPartial || asked.contains($0.folder.bytes) }
    return plan
  }

  /// Reads and writes the differing notes, some hundred at a time. Folders with notes that could
  /// not be read, or vanished, are `unsettled`: the next check reads them again.
  private func apply(
    _ plan: Plan, _ unsettled: inout Set<[UInt8]>, _ moment: CheckTime
  ) throws(NoteIndexError) -> Bool {
    let line = NoteReadAhead(plan.differing, index.files)
    defer { line.stop() }
    var (notes, gone): ([IndexedNote], [NotePath]) = ([], plan.gone)
    while !isCancelled() {
      let batch = line.next()
      for (entry, note) in zip(batch?.entries ?? 0..<0, batch?.notes ?? []) {
        let path = plan.differing.path(at: entry)
        if let note { notes.append(note) } else { gone.append(path) }
        if note?.isRead != true { unsettled.insert(path.folder.bytes) }
      }
      if batch == nil || notes.count >= Self.notesInTransaction {
        // A file that was renamed during the walk may exist after all.
        let vanished = batch == nil ? gone.filter { index.files.facts(of: NoteID($0)) == nil } : []
        guard let change = try index.write(notes, removing: vanished, moment) else { return false }
        if !change.isEmpty { changed(change) }
        notes = []
      }
      guard let batch else { return true }
      line.finished(batch)
      progress(batch.entries.upperBound, plan.differing.entries.count)
    }
    return false
  }

  private func finish(
    _ sums: FolderSums, _ plan: Plan, _ unsettled: Set<[UInt8]>, isWhole: Bool,
    _ moment: CheckTime
  ) throws(NoteIndexError) -> Bool {
    let isDone: Void? = try index.writing { (database) throws(DatabaseError) in
      for path in plan.folders {
        guard let folder = sums.folders[path] else { continue }
        try database.run(
          """
          INSERT INTO folder (path, changed, sum) VALUES (?1, ?2, ?3)
          ON CONFLICT (path) DO UPDATE SET changed = ?2, sum = ?3
          """, .bytes(path), .int(moment.settled(folder)),
          unsettled.contains(path) ? .null : sums.sum(folder, moment))
      }
      for path in plan.goneFolders {
        try database.run(
          """
          DELETE FROM folder WHERE path = ?
          AND NOT EXISTS (SELECT 1 FROM note WHERE folder = folder.id)
          """, .bytes(path))
      }
      if isWhole { try database.setMeta(Schema.Meta.reconciled, moment.clock) }
    }
    return isDone != nil
  }
}

extension FileSurvey {
  func path(at index: Int) -> NotePath { path(of: entries[index]) }
}

/// What the index knows of the files of some notes.
private struct KnownNotes {
  private struct Known {
    var inode: UInt64
    var size: Int64
    var modified: Int64
    var changed: Int64
    var obstacle: UInt64
  }

  /// The notes by their paths.
  private var notes: [[UInt8]: Known] = [:]
  private var seen: Set<[UInt8]> = []

  /// Reads the notes directly in these folders; nil for all notes.
  init(_ database: Database, in folders: [Int64]?) throws(DatabaseError) {
    let columns = "SELECT path, inode, size, modified, changed, obstacle FROM note"
    if let folders {
      for folder in folders {
        try add(database.query("\(columns) WHERE folder = ?", .int(folder)))
      }
    } else {
      try add(database.query(columns))
    }
  }

  private mutating func add(_ rows: consuming Rows) throws(DatabaseError) {
    while try rows.next() {
      notes[rows.bytes(0)] = Known(
        inode: UInt64(bitPattern: rows.int(1)), size: rows.int(2), modified: rows.int(3),
        changed: rows.int(4), obstacle: rows.isNull(5) ? 0 : Digest.of(rows.bytes(5)))
    }
  }

  /// Whether the index has read the note in this state of its file.
  mutating func isUpToDate(_ path: UnsafeBufferPointer<UInt8>, _ fact: FileFact) -> Bool {
    let path = Array(path)
    guard let note = notes[path] else { return false }
    seen.insert(path)
    let isSameObstacle =
      fact.obstacle.map { Digest.of(Array($0.code.utf8)) == note.obstacle } ?? true
    return note.inode == fact.inode && note.size == Int64(fact.size)
      && note.modified == fact.modified.wholeNanoseconds
      && note.changed == fact.changed.wholeNanoseconds && isSameObstacle
  }

  /// The notes that `isUpToDate` was not called for.
  var unseen: [NotePath] {
    notes.keys.filter { !seen.contains($0) }.map { NotePath(bytes: $0) }.sorted()
  }
}
