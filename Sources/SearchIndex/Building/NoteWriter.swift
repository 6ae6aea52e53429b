import Entities

/// Inserts notes into the index and removes them, within the caller's transaction.
struct NoteWriter {
  let database: Database
  /// Nil for a build, which counts all tasks at its end.
  var days: TaskDayCounts?
  /// Nil for a build, which counts all links at its end.
  var groups: LinkGroups?

  /// Inserts everything except its words.
  func insert(
    _ note: IndexedNote, id: Int64, in folder: Int64, _ moment: CheckTime
  ) throws(DatabaseError) {
    try database.run(
      "INSERT INTO note VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .int(id),
      .int(folder), .bytes(note.path.bytes), .text(note.title),
      .text(note.snippet), .int(note.fact.modified.wholeNanoseconds), .int(note.created),
      .text(note.obstacle?.code), .int(note.words), .int(note.features), .int(note.tasks.count),
      .int(note.openTasks), .text(note.problem), .int(Int64(bitPattern: note.fact.inode)),
      .int(note.fact.size), .int(moment.settled(note)), .int(Int64(bitPattern: note.digest)))
    for name in note.names {
      try database.run(
        "INSERT OR IGNORE INTO name VALUES (?, ?, ?)", .int(id), .int(name.kind.rawValue),
        .bytes(name.key))
    }
    for (index, link) in note.links.enumerated() {
      try database.run(
        "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .int(id), .int(index),
        .int(link.line), .int(link.kind.rawValue),
        .int(link.isEmbed), .bytes(link.key), .bytes(link.target), .text(link.part),
        .text(link.words), .text(link.inObsidian),
        .int(link.whole.lowerBound), .int(link.whole.upperBound))
      groups?.add(link)
    }
    for tag in note.tags {
      try database.run(
        "INSERT OR IGNORE INTO tag VALUES (?, ?, ?)", .int(id), .bytes(tag.key), .int(tag.isOfTask))
      try database.run(
        "INSERT OR IGNORE INTO tagname VALUES (?, ?)", .bytes(tag.key), .text(tag.name))
    }
    for (index, property) in note.properties.enumerated() {
      let isKey = property.name.utf8.elementsEqual(property.key)
      try database.run(
        "INSERT INTO property VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", .int(id), .int(index),
        .bytes(property.key), .text(isKey ? nil : property.name), .text(property.value),
        .text(property.type?.rawValue), .real(property.number), .int(property.moment),
        .text(property.whole))
    }
    for (index, field) in note.fields.enumerated() {
      let isKey = field.name.utf8.elementsEqual(field.key)
      try database.run(
        "INSERT INTO field VALUES (?, ?, ?, ?, ?, ?)", .int(id), .int(index), .int(field.line),
        .bytes(field.key), .text(isKey ? nil : field.name), .text(field.value))
    }
    for heading in note.headings {
      try database.run(
        "INSERT OR IGNORE INTO heading VALUES (?, ?, ?, ?)", .int(id), .int(heading.line),
        .int(heading.level), .text(heading.text))
    }
    for task in note.tasks { try insert(task, of: note.path, id) }
    for block in note.blocks {
      try database.run(
        "INSERT OR IGNORE INTO block VALUES (?, ?, ?)", .int(id), .text(block.id), .int(block.line))
    }
  }

  private func insert(
    _ task: IndexedNote.Task, of path: NotePath, _ id: Int64
  ) throws(DatabaseError) {
    let facts = task.facts
    let day = facts.day.map { Int64($0.number) } ?? Schema.noDay
    let priority = Int64(facts.priority.rawValue)
    let others = [facts.created, facts.scheduled, facts.start, facts.done, facts.cancelled].map {
      Cell.int($0.map { Int64($0.number) })
    }
    let cells: [Cell] =
      [
        .int(id), .int(task.line), .text(String(facts.mark)), .text(facts.words), .int(task.due),
        .int(facts.isOpen), .int(day), .int(priority), .bytes(path.bytes),
      ] + others + [
        .text(facts.recurrence), .text(facts.id), Self.lines(facts.dependsOn),
        Self.lines(facts.tags), Self.lines(facts.reminders),
      ]
    try database.run(
      """
      INSERT OR IGNORE INTO task
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, cells)
    if let days, facts.isOpen, database.changes > 0 { try days.add(day: day, priority: priority) }
  }

  private static func lines(_ words: [String]) -> Cell {
    words.isEmpty ? .null : .text(words.joined(separator: "\n"))
  }

  /// Removes a note. Its id stays in the full-text index, and is not reused.
  func remove(_ id: Int64) throws(DatabaseError) {
    try days?.subtract(id)
    try groups?.subtract(id)
    for part in Schema.parts { try database.run("DELETE FROM \(part) WHERE note = ?", .int(id)) }
    try database.run("DELETE FROM note WHERE id = ?", .int(id))
    try database.run("INSERT OR IGNORE INTO stale VALUES (?)", .int(id))
  }
}
