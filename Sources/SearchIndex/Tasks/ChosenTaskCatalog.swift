import Bytes
import Entities
import Folding
import Services
import Synchronization

/// A selection of tasks, determined when it was requested.
final class ChosenTaskCatalog: TaskCatalog {
  private struct Entry {
    var key: TaskKey
    var day: Int64
  }

  private let source: IndexSnapshot
  private let entries: [Entry]
  /// Held while the source is read.
  private let asking = Mutex(())

  init(_ source: IndexSnapshot, _ request: TaskRequest) throws(DatabaseError) {
    self.source = source
    entries = try Self.entries(request, source.database)
  }

  var count: Int { entries.count }

  func position(of day: Day?) -> Int {
    let wanted = day.map { Int64($0.number) } ?? Schema.noDay
    return entries.partitionPoint { $0.day >= wanted }
  }

  func position(of task: TaskRecord) -> Int {
    asking.withLock { _ in
      let source = source
      return entries.partitionPoint { entry in
        source.asking { (database) throws(DatabaseError) in
          try !TaskRows(database: database).records([entry.key])[0].comesBefore(task)
        } ?? true
      }
    }
  }

  func tasks(in range: Range<Int>) -> [TaskRecord] {
    let keys = entries[range.clamped(to: 0..<count)].map(\.key)
    return asking.withLock { _ in
      source.asking { (database) throws(DatabaseError) in
        try TaskRows(database: database).records(keys)
      } ?? []
    }
  }

  func counts(in span: DaySpan) -> [Day: Int] {
    let start = span.first.map { position(of: $0) } ?? 0
    let end = span.last.map { position(of: $0.advanced(by: 1)) } ?? position(of: nil)
    guard start < end else { return [:] }
    return entries[start..<end].reduce(into: [:]) { counts, entry in
      counts[Day(Int(entry.day)), default: 0] += 1
    }
  }

  private static func entries(
    _ request: TaskRequest, _ database: Database
  ) throws(DatabaseError) -> [Entry] {
    let filter = TaskFilter(request)
    let rows = try database.query(filter.select, filter.values)
    var entries: [Entry] = []
    while try rows.next() {
      if filter.fits(rows) {
        entries.append(
          Entry(key: TaskKey(note: rows.int(0), line: rows.int(1)), day: rows.int(2)))
      }
    }
    return entries
  }
}

/// A request as a query of the index.
private struct TaskFilter {
  /// In the order of the agenda.
  let select: String
  let values: [Cell]
  private let tag: [UInt8]?
  private let words: [[UInt8]]

  init(_ request: TaskRequest) {
    words = FoldedText.words(request.words)
    tag = request.tag.map { TagKey.range($0).key }
    var (conditions, values): ([String], [Cell]) = ([], [])
    var isNotes = "0"
    if let tag = request.tag.map({ TagKey.range($0) }) {
      isNotes = """
        t.note IN (SELECT note FROM tag
        WHERE NOT isOfTask AND (key = ? OR key >= ? AND key < ?))
        """
      conditions.append("(t.tags IS NOT NULL OR isNotes)")
      values = [.bytes(tag.key), .bytes(tag.from), .bytes(tag.to)]
    }
    if request.status != .all {
      var isOpen = "t.isOpen"
      if !request.closedMarks.isEmpty {
        let marks = request.closedMarks.map { _ in "?" }.joined(separator: ", ")
        isOpen += " AND t.status NOT IN (\(marks))"
        values += request.closedMarks.map { .text(String($0)) }
      }
      conditions.append(request.status == .open ? isOpen : "NOT (\(isOpen))")
    }
    if request.hasReminder { conditions.append("t.reminders IS NOT NULL") }
    if let lowest = request.priority {
      conditions.append("t.priority <= ?")
      values.append(.int(lowest.rawValue))
    }
    if let folder = request.folder, !folder.bytes.isEmpty {
      conditions.append("t.path >= ? AND t.path < ?")
      values += folder.bounds
    }
    if let folder = request.leftOut {
      conditions.append("NOT (t.path >= ? AND t.path < ?)")
      values += folder.bounds
    }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let (text, title) = words.isEmpty ? ("''", "''") : ("t.text", "n.title")
    // Few tasks remind: those are looked up, and sorted.
    let few = request.hasReminder && request.status == .open ? "INDEXED BY task_reminder" : ""
    select = """
      SELECT t.note, t.line, t.day, \(isNotes) AS isNotes, t.tags, \(text), \(title)
      FROM task t \(few) JOIN note n ON n.id = t.note \(filter)
      ORDER BY t.day, t.priority, t.path, t.line
      """
    self.values = values
  }

  func fits(_ rows: borrowing Rows) -> Bool {
    if let tag, rows.int(3) == 0 {
      let own = rows.text(4).split(separator: "\n").map { Folding.name($0.utf8) }
      guard own.contains(where: { TagKey.isBelow($0, tag) }) else { return false }
    }
    if words.isEmpty { return true }
    // A blank between them, so that no word crosses it.
    var folded: [UInt8] = []
    rows.withBytes(5) { FoldedText.append($0, to: &folded) }
    folded.append(0x20)
    rows.withBytes(6) { FoldedText.append($0, to: &folded) }
    return words.allSatisfy { Self.holds(folded, $0) }
  }

  private static func holds(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { start in
      text[start] == word[0] && text[start..<(start + word.count)].elementsEqual(word)
    }
  }
}
