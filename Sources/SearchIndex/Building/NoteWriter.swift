import Entities
import Services

/// Writes notes into the index and takes them out, within a transaction of the caller's.
struct NoteWriter {
  private let database: Database
  private let notes: Insertion
  private let links: Insertion
  private let names: Insertion
  private let tags: Insertion
  private let tagNames: Insertion
  private let tasks: Insertion
  private let properties: Insertion
  private let headings: Insertion
  private let blocks: Insertion
  /// Nil for a build, which counts all tasks at its end.
  private let days: TaskDayCounts?
  /// The same of links.
  private let groups: LinkGroups?

  init(_ database: Database, days: TaskDayCounts? = nil, groups: LinkGroups? = nil) {
    self.database = database
    self.days = days
    self.groups = groups
    notes = Insertion(
      "INSERT INTO note VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", database)
    links = Insertion("INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", database)
    names = Insertion("INSERT OR IGNORE INTO name VALUES (?, ?, ?)", database)
    tags = Insertion("INSERT OR IGNORE INTO tag VALUES (?, ?, ?)", database)
    tagNames = Insertion("INSERT OR IGNORE INTO tagname VALUES (?, ?)", database)
    tasks = Insertion(
      """
      INSERT OR IGNORE INTO task
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, database)
    properties = Insertion("INSERT INTO property VALUES (?, ?, ?, ?, ?)", database)
    headings = Insertion("INSERT OR IGNORE INTO heading VALUES (?, ?, ?, ?)", database)
    blocks = Insertion("INSERT OR IGNORE INTO block VALUES (?, ?, ?)", database)
  }

  /// All but its words.
  func insert(
    _ note: IndexedNote, id: Int64, in folder: Int64, _ moment: RunMoment
  ) throws(DatabaseError) {
    try insertRow(note, id, folder, moment.settled(note))
    for name in note.names {
      try names.run(id, name.kind.rawValue) { (row) throws(DatabaseError) in
        try row.bind(3, name.key)
      }
    }
    for (place, link) in note.links.enumerated() { try insert(link, id, place) }
    for tag in note.tags {
      try tags.run(id) { (row) throws(DatabaseError) in
        try row.bind(2, tag.key)
        try row.bind(3, tag.isOfTask ? 1 : 0)
      }
      try tagNames.run { (row) throws(DatabaseError) in
        try row.bind(1, tag.key)
        try row.bind(2, tag.name)
      }
    }
    for (place, property) in note.properties.enumerated() {
      try properties.run(id, Int64(place)) { (row) throws(DatabaseError) in
        try row.bind(3, property.key)
        let isKey = property.name.utf8.elementsEqual(property.key)
        try row.bind(4, .text(isKey ? nil : property.name))
        try row.bind(5, .text(property.value))
      }
    }
    for heading in note.headings {
      try headings.run(id, Int64(heading.line), Int64(heading.level)) {
        (row) throws(DatabaseError) in
        try row.bind(4, heading.text)
      }
    }
    try insertTasksAndBlocks(note, id)
  }

  private func insertRow(
    _ note: IndexedNote, _ id: Int64, _ folder: Int64, _ changed: Int64
  ) throws(DatabaseError) {
    try notes.run(id, folder) { (row) throws(DatabaseError) in
      try row.bind(3, note.path.bytes)
      try row.bind(4, note.title)
      try row.bind(5, note.snippet)
      try row.bind(6, note.fact.modified.wholeNanoseconds)
      try row.bind(7, .int(note.created))
      try row.bind(8, .text(note.obstacle))
      try row.bind(9, Int64(note.words))
      try row.bind(10, note.features)
      try row.bind(11, Int64(note.tasks.count))
      try row.bind(12, Int64(note.openTasks))
      try row.bind(13, .text(note.problem))
      try row.bind(14, Int64(bitPattern: note.fact.inode))
      try row.bind(15, Int64(note.fact.size))
      try row.bind(16, changed)
      try row.bind(17, Int64(bitPattern: note.digest))
    }
  }

  private func insert(_ link: IndexedNote.Link, _ id: Int64, _ place: Int) throws(DatabaseError) {
    try links.run(
      id, Int64(place), Int64(link.line), link.kind.rawValue, link.isEmbed ? 1 : 0
    ) { (row) throws(DatabaseError) in
      try row.bind(6, link.key)
      try row.bind(7, link.target)
      try row.bind(8, .text(link.part))
      try row.bind(9, Int64(link.whole.lowerBound))
      try row.bind(10, Int64(link.whole.upperBound))
    }
    groups?.add(link)
  }

  private func insertTasksAndBlocks(_ note: IndexedNote, _ id: Int64) throws(DatabaseError) {
    for task in note.tasks { try insert(task, of: note.path, id) }
    for block in note.blocks {
      try blocks.run(id) { (row) throws(DatabaseError) in
        try row.bind(2, block.id)
        try row.bind(3, Int64(block.line))
      }
    }
  }

  private func insert(
    _ task: IndexedNote.Task, of path: NotePath, _ id: Int64
  ) throws(DatabaseError) {
    let facts = task.facts
    let day = facts.day.map { Int64($0.number) } ?? Schema.noDay
    let priority = Int64(facts.priority.rawValue)
    try tasks.run(id, Int64(task.line)) { (row) throws(DatabaseError) in
      try row.bind(3, String(facts.mark))
      try row.bind(4, facts.words)
      try row.bind(5, .int(task.due))
      try row.bind(6, facts.isOpen ? 1 : 0)
      try row.bind(7, day)
      try row.bind(8, priority)
      try row.bind(9, path.bytes)
      let others = [facts.created, facts.scheduled, facts.start, facts.done, facts.cancelled]
      for (place, other) in others.enumerated() {
        try row.bind(Int32(10 + place), .int(other.map { Int64($0.number) }))
      }
      try row.bind(15, .text(facts.recurrence))
      try row.bind(16, .text(facts.id))
      try row.bind(17, Self.lines(facts.dependsOn))
      try row.bind(18, Self.lines(facts.tags))
    }
    if let days, facts.isOpen, database.changes > 0 { try days.add(day: day, priority: priority) }
  }

  private static func lines(_ words: [String]) -> Cell {
    words.isEmpty ? .null : .text(words.joined(separator: "\n"))
  }

  /// Its id stays in the full-text index, and is never another note's.
  func remove(_ id: Int64) throws(DatabaseError) {
    try days?.takeOff(id)
    try groups?.takeOff(id)
    for part in Schema.parts { try database.run("DELETE FROM \(part) WHERE note = ?", .int(id)) }
    try database.run("DELETE FROM note WHERE id = ?", .int(id))
    try database.run("INSERT OR IGNORE INTO stale VALUES (?)", .int(id))
  }
}

/// One table's statement, prepared with the first row: most notes have no rows in most tables.
private final class Insertion {
  private let sql: String
  private let database: Database
  private var prepared: Statement?

  init(_ sql: String, _ database: Database) {
    self.sql = sql
    self.database = database
  }

  private func statement() throws(DatabaseError) -> Statement {
    if let prepared { return prepared }
    let statement = try database.statement(sql)
    prepared = statement
    return statement
  }

  /// Puts a row in: these numbers first, and what `rest` binds behind them.
  func run(
    _ numbers: Int64..., rest: (Statement) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let statement = try statement()
    for (index, number) in numbers.enumerated() { try statement.bind(Int32(index + 1), number) }
    try rest(statement)
    try statement.run()
  }
}
