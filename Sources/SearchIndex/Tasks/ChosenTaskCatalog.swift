import Entities
import Folding
import Services
import Synchronization

/// Some of the tasks: which they are was found out when they were asked for.
final class ChosenTaskCatalog: TaskCatalog {
  private struct Entry {
    var key: TaskKey
    var day: Int64
  }

  private let source: TaskSource
  private let entries: [Entry]
  /// Held while the source is asked.
  private let asking = Mutex(())

  init(_ source: TaskSource, _ request: TaskRequest) throws(DatabaseError) {
    self.source = source
    entries = try Self.entries(request, source.database)
  }

  var count: Int { entries.count }

  func position(of day: Day?) -> Int {
    let wanted = day.map { Int64($0.number) } ?? Schema.noDay
    return firstPlace { $0.day >= wanted }
  }

  func position(of task: TaskRecord) -> Int {
    asking.withLock { _ in
      let source = source
      return firstPlace { entry in
        let record = source.asking { (_) throws(DatabaseError) in try source.records([entry.key]) }
        return record?.first.map { !$0.comesBefore(task) } ?? true
      }
    }
  }

  func tasks(in range: Range<Int>) -> [TaskRecord] {
    let keys = entries[range.clamped(to: 0..<count)].map(\.key)
    return asking.withLock { _ in
      source.asking { (_) throws(DatabaseError) in try source.records(keys) } ?? []
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

  /// By halves: what is so of one is so of all behind it.
  private func firstPlace(_ isSo: (Entry) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(entries[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
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

/// A request as the index is asked.
private struct TaskFilter {
  let request: TaskRequest
  private let tag: (key: [UInt8], from: [UInt8], to: [UInt8])?
  private let words: [[UInt8]]
  private let passed: PassedOver?

  init(_ request: TaskRequest) {
    self.request = request
    tag = request.tag.map { TagKey.range($0) }
    words = FoldedText.words(request.words)
    passed = request.leftOut.map(PassedOver.init)
  }

  /// In the order of the agenda.
  var select: String {
    var conditions: [String] = []
    switch request.status {
    case .open: conditions.append("t.isOpen")
    case .done: conditions.append("NOT t.isOpen")
    case .all: break
    }
    if request.priority != nil { conditions.append("t.priority <= ?1") }
    if request.folder?.bytes.isEmpty == false {
      conditions.append("t.path >= ?2 AND t.path < ?3")
    }
    if passed != nil { conditions.append("NOT (t.path >= ?7 AND t.path < ?8)") }
    let ofNote =
      tag == nil
      ? "0"
      : """
      t.note IN (SELECT note FROM tag
      WHERE NOT isOfTask AND (key = ?4 OR key >= ?5 AND key < ?6))
      """
    if tag != nil { conditions.append("(t.tags IS NOT NULL OR \(ofNote))") }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let (text, title) = words.isEmpty ? ("''", "''") : ("t.text", "n.title")
    return """
      SELECT t.note, t.line, t.day, \(ofNote), t.tags, \(text), \(title)
      FROM task t JOIN note n ON n.id = t.note \(filter)
      ORDER BY t.day, t.priority, t.path, t.line
      """
  }

  var values: [Cell] {
    let slash = UInt8(ascii: "/")
    let folder = request.folder?.bytes ?? []
    let all: [(isUsed: Bool, cell: Cell)] = [
      (request.priority != nil, .int(request.priority?.rawValue ?? 0)),
      (!folder.isEmpty, .bytes(folder + [slash])), (!folder.isEmpty, .bytes(folder + [slash + 1])),
      (tag != nil, .bytes(tag?.key ?? [])), (tag != nil, .bytes(tag?.from ?? [])),
      (tag != nil, .bytes(tag?.to ?? [])),
      (passed != nil, .bytes(passed?.start ?? [])), (passed != nil, .bytes(passed?.end ?? [])),
    ]
    // A statement has as many as the highest that it names.
    let used = all.lastIndex { $0.isUsed }.map { $0 + 1 } ?? 0
    return all.prefix(used).map(\.cell)
  }

  func fits(_ rows: borrowing Rows) -> Bool {
    if let tag, rows.int(3) == 0 {
      let own = rows.text(4).split(separator: "\n").map { Folding.name($0.utf8) }
      guard own.contains(where: { TagKey.isBelow($0, tag.key) }) else { return false }
    }
    if words.isEmpty { return true }
    // A blank lies between them: no word stands across.
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
