import Entities
import Services

extension IndexAccess {
  /// Writes these notes to the index as they were read, and removes those that are gone; returns
  /// the differences. Nil if there is no index.
  func write(
    _ notes: [IndexedNote], removing gone: [NotePath], _ moment: CheckTime
  ) throws(NoteIndexError) -> IndexChange? {
    try writing { (database) throws(DatabaseError) in
      let groups = LinkGroups(database)
      let writer = NoteWriter(
        database: database, days: TaskDayCounts(database: database), groups: groups)
      var change = IndexChange()
      var (new, removed): ([IndexedNote], Int64) = ([], 0)
      for path in gone {
        guard let old = try Old(path, database) else { continue }
        try writer.remove(old.id)
        try database.run("UPDATE folder SET sum = NULL WHERE id = ?", .int(old.folder))
        removed += 1
        change.removed.append(NoteID(path))
      }
      for note in notes {
        guard let old = try Old(note.path, database) else {
          new.append(note)
          continue
        }
        if old.isSame(as: note) {
          try old.takeFacts(of: note, moment, database)
        } else {
          try writer.remove(old.id)
          removed += 1
          new.append(note)
        }
      }
      change.updated = new.map { NoteID($0.path) }
      let ids = try numbers(for: &new, &removed, writer, database)
      try insert(new, ids, writer, moment, database)
      try groups.finish()
      try database.addToMeta(Schema.Meta.notes, Int64(new.count) - removed)
      try database.addToMeta(Schema.Meta.stale, removed)
      if !new.isEmpty || removed > 0 { try database.addToMeta(Schema.Meta.changes, 1) }
      return change
    }
  }

  /// Returns ids for new notes. If there is no room between two ids, the notes after them are read
  /// and get new ids as well: `notes` then has more of them; it is always sorted.
  private func numbers(
    for notes: inout [IndexedNote], _ removed: inout Int64, _ writer: NoteWriter,
    _ database: Database
  ) throws(DatabaseError) -> [Int64] {
    if notes.isEmpty { return [] }
    while true {
      notes.sort { $0.age < $1.age }
      var numbers = try NoteNumbers(database)
      switch try numbers.ids(for: notes.map(\.age)) {
      case .ids(let ids):
        try numbers.finish()
        return ids
      case .crowded(let paths):
        var reader = NoteReader(files)
        for path in paths {
          guard let old = try Old(path, database) else { continue }
          try writer.remove(old.id)
          try database.run("UPDATE folder SET sum = NULL WHERE id = ?", .int(old.folder))
          removed += 1
          let fact = files.facts(of: NoteID(path))
          if let note = fact.flatMap({ reader.read(path, $0) }) { notes.append(note) }
        }
      }
    }
  }

  private func insert(
    _ notes: [IndexedNote], _ ids: [Int64], _ writer: NoteWriter, _ moment: CheckTime,
    _ database: Database
  ) throws(DatabaseError) {
    try database.prepareWords()
    for (id, note) in zip(ids, notes).sorted(by: { $0.0 < $1.0 }) {
      let folder = note.path.folder.bytes
      try database.run(
        """
        INSERT INTO folder (path, changed, sum) VALUES (?, 0, NULL)
        ON CONFLICT (path) DO UPDATE SET sum = NULL
        """, .bytes(folder))
      let row = try database.number("SELECT id FROM folder WHERE path = ?", .bytes(folder))
      try writer.insert(note, id: id, in: row ?? 0, moment)
      try database.insertWords(note.wordParts, id)
    }
  }

  /// The index's row of a note that was read again.
  private struct Old {
    var id: Int64
    var folder: Int64
    var modified: Int64
    var digest: Int64
    var obstacle: NoteObstacle?

    init?(_ path: NotePath, _ database: Database) throws(DatabaseError) {
      let rows = try database.query(
        "SELECT id, folder, modified, digest, obstacle FROM note WHERE path = ?",
        .bytes(path.bytes))
      guard try rows.next() else { return nil }
      (id, folder, modified, digest) = (rows.int(0), rows.int(1), rows.int(2), rows.int(3))
      obstacle = rows.optionalText(4).map(NoteObstacle.init(code:))
    }

    /// Whether the text and its order among the others are unchanged.
    func isSame(as note: IndexedNote) -> Bool {
      modified == note.fact.modified.wholeNanoseconds
        && digest == Int64(bitPattern: note.digest) && obstacle == note.obstacle
    }

    func takeFacts(
      of note: IndexedNote, _ moment: CheckTime, _ database: Database
    ) throws(DatabaseError) {
      try database.run(
        "UPDATE note SET inode = ?, size = ?, changed = ? WHERE id = ?",
        .int(Int64(bitPattern: note.fact.inode)), .int(note.fact.size),
        .int(moment.settled(note)), .int(id))
      try database.run("UPDATE folder SET sum = NULL WHERE id = ?", .int(folder))
    }
  }
}

extension Database {
  func addToMeta(_ key: String, _ number: Int64) throws(DatabaseError) {
    try run("UPDATE meta SET value = value + ? WHERE key = ?", .int(number), .text(key))
  }
}

extension IndexAccess {
  /// The most notes per transaction, because others wait for it and its notes are in memory.
  private static let mostAtOnce = 2_000
  private static let mostBytesAtOnce = 16 << 20

  /// Sorts many notes oldest first, so that each batch gets ids before those of the previous one,
  /// where there is room, and none between them.
  private func oldestFirst(_ notes: Set<NoteID>) -> [NoteID] {
    if notes.count <= Self.mostAtOnce { return Array(notes) }
    let ages = notes.map { NoteAge(modified: modified($0), path: $0.path) }
    return ages.sorted { $1 < $0 }.map { NoteID($0.path) }
  }

  private func modified(_ note: NoteID) -> Int64 {
    files.facts(of: note)?.modified.wholeNanoseconds ?? 0
  }

  /// Returns nil if there is no index.
  func refresh(
    _ notes: [NoteID], _ moment: CheckTime
  ) throws(NoteIndexError) -> IndexChange? {
    if connections.current() == nil { return nil }
    var reader = NoteReader(files)
    var change = IndexChange()
    var (read, gone): ([IndexedNote], [NotePath]) = ([], [])
    var bytes = 0
    let wanted = oldestFirst(Set(notes))
    for (index, note) in wanted.enumerated() {
      // Its facts before its text, so that a change in between is found by the next check.
      if let fact = files.facts(of: note), let new = reader.read(note.path, fact) {
        read.append(new)
        bytes += fact.size
      } else {
        gone.append(note.path)
      }
      let isFull = read.count + gone.count >= Self.mostAtOnce || bytes >= Self.mostBytesAtOnce
      guard isFull || index == wanted.count - 1 else { continue }
      guard let part = try write(read, removing: gone, moment) else { return nil }
      change.updated += part.updated
      change.removed += part.removed
      (read, gone, bytes) = ([], [], 0)
    }
    return change
  }
}
