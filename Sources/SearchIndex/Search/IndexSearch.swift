import CSQLite
import Entities
import Folding
import Services

struct Found: Sendable {
  var id: NoteID
  var title: String
  var modified: Int64
  /// False if the note must not be opened.
  var isReadable: Bool
}

/// Answers a condition with the index. What the index cannot decide is checked in the notes that it
/// finds, newest first, until there are enough.
struct IndexSearch {
  let database: Database
  let files: any VaultFiles

  /// Fewer notes are read on this thread, because starting another takes longer.
  private static let fewest = 32
  private static let firstBatch = 128
  private static let mostInBatch = 4096

  /// Returns at most `limit`, and one more if there is one.
  func run(
    _ condition: Condition, limit: Int
  ) throws(DatabaseError) -> Result<[Found], NoteIndexError> {
    try database.prepareWords()
    try database.prepareFolding()
    database.stopWhenCancelled(true)
    defer { database.stopWhenCancelled(false) }
    let wanted = limit == .max ? limit : limit + 1
    let open = PrefixExpansion(of: database)
    let condition = try condition.knowing { () throws(DatabaseError) in
      try database.all("SELECT DISTINCT key, ifnull(name, CAST(key AS TEXT)) FROM property") {
        ($0.bytes(0), $0.text(1))
      }
    }
    let plan = IndexPlan(condition, findsManyRows: findsManyRows, words: open.match)
    do {
      if open.hasMany, let found = try quickly(condition, open, wanted) { return .success(found) }
      let rows = try database.query(plan.sql, plan.values)
      guard let rest = plan.rest else { return .success(try plainly(rows, wanted)) }
      return .success(try looking(rows, rest, plan, wanted) ?? [])
    } catch {
      if let error = error as? DatabaseError { throw error }
      return .failure(error as? NoteIndexError ?? .cancelled)
    }
  }

  /// No screen needs more at once.
  private static let mostNewest = 64
  /// One in this number of notes must match; with fewer matches, the lists of the index are short.
  private static let rarest = 12
  /// The number of notes that are tested before that is checked.
  private static let firstLooks = 48

  /// FTS5 merges the lists of all words with a prefix before it returns the first row: if many
  /// notes match, testing the newest notes is faster. Returns nil if too few of them match.
  private func newest(_ condition: Condition, _ wanted: Int) throws(DatabaseError) -> [Found]? {
    guard condition.isWords, wanted <= Self.mostNewest else { return nil }
    let rows = try database.query(
      "SELECT \(IndexPlan.fields) FROM note n ORDER BY n.id LIMIT ?",
      .int(Int64(wanted * Self.rarest)))
    let tester = NoteTester(files)
    let condition = condition.ordered
    var found: [Found] = []
    var looked = 0
    while found.count < wanted, try rows.next() {
      looked += 1
      if looked % 16 == 0 {
        let isRare = looked >= Self.firstLooks && found.count * Self.rarest < looked
        // Or the result is no longer wanted.
        if isRare || Task.isCancelled { return nil }
      }
      let candidate = Self.candidate(rows)
      guard let fits = try? tester.fits(condition, candidate) else { return nil }
      if fits { found.append(Self.found(candidate)) }
    }
    return found.count == wanted ? found : nil
  }

  /// An error counts as false: the query itself will report it.
  private func findsManyRows(_ rows: IndexPlan.Rows) -> Bool {
    let many = try? database.query(
      "SELECT 1 FROM \(rows.table) WHERE \(rows.condition) LIMIT 1 OFFSET \(Self.common)",
      rows.values)
    guard let many else { return false }
    return (try? many.next()) ?? false
  }

  /// At this number of rows both ways are equally fast for fifty of a hundred thousand notes.
  private static let common = 2000

  /// Answers without the long lists of words with a prefix: from the newest notes, or from the
  /// notes with the other words. Returns nil if neither is fast.
  private func quickly(
    _ condition: Condition, _ open: PrefixExpansion, _ wanted: Int
  ) throws -> [Found]? {
    if let found = try newest(condition, wanted) { return found }
    guard wanted <= Self.mostNewest else { return nil }
    let plan = IndexPlan(
      condition, findsManyRows: findsManyRows, words: { open.areMany($0) ? nil : open.match($0) })
    guard plan.usesFullText, let rest = plan.rest else { return nil }
    return try looking(
      database.query(plan.sql, plan.values), rest, plan, wanted, atMost: wanted * Self.rarest)
  }

  private func plainly(
    _ rows: borrowing Rows, _ wanted: Int
  ) throws -> [Found] {
    var found: [Found] = []
    while found.count < wanted, try rows.next() {
      if found.count % 1024 == 1023, Task.isCancelled { throw NoteIndexError.cancelled }
      found.append(Self.found(Self.candidate(rows)))
    }
    return found
  }

  private func looking(
    _ rows: borrowing Rows, _ rest: Condition, _ plan: IndexPlan, _ wanted: Int,
    atMost limit: Int = .max
  ) throws -> [Found]? {
    var found: [Found] = []
    let tester = NoteTester(files)
    var size = Self.firstBatch
    var isMore = true
    var looked = 0
    while isMore, found.count < wanted {
      if looked >= limit { return nil }
      var batch: [Candidate] = []
      while batch.count < size {
        isMore = try rows.next()
        if !isMore { break }
        batch.append(Self.candidate(rows, columns: plan.columnCount))
      }
      looked += batch.count
      found += try look(into: batch, rest, tester, wanted - found.count)
      size = min(size * 4, Self.mostInBatch)
    }
    return found
  }

  private func look(
    into batch: [Candidate], _ rest: Condition, _ tester: NoteTester, _ wanted: Int
  ) throws(NoteIndexError) -> [Found] {
    if batch.count < Self.fewest || !rest.readsText {
      var found: [Found] = []
      for candidate in batch where found.count < wanted {
        if Task.isCancelled { throw .cancelled }
        if try tester.fits(rest, candidate) { found.append(Self.found(candidate)) }
      }
      return found
    }
    let files = files
    return try OrderedFilter.first(wanted - 1, of: batch.count, chunk: 16) {
      let tester = NoteTester(files)
      return { (index) throws(NoteIndexError) in
        try tester.fits(rest, batch[index]) ? Self.found(batch[index]) : nil
      }
    }
  }

  private static func candidate(_ rows: borrowing Rows, columns: Int = 0) -> Candidate {
    var candidate = Candidate(
      id: NoteID(rows.path(1)), title: rows.text(2), modified: rows.int(3),
      isReadable: rows.int(4) != 0)
    for column in 0..<columns where rows.int(IndexPlan.firstColumn + Int32(column)) != 0 {
      candidate.columns |= 1 << UInt64(column)
    }
    return candidate
  }

  private static func found(_ candidate: Candidate) -> Found {
    Found(
      id: candidate.id, title: candidate.title ?? "", modified: candidate.modified,
      isReadable: candidate.isReadable)
  }
}

extension Database {
  /// Sets whether a query ends as soon as its task is cancelled, because its rows are no longer
  /// wanted. SQLite checks on the thread of the task itself.
  func stopWhenCancelled(_ stops: Bool) {
    guard stops else { return sqlite3_progress_handler(raw, 0, nil, nil) }
    sqlite3_progress_handler(raw, 2000, { _ in Task.isCancelled ? 1 : 0 }, nil)
  }

  /// Defines `folded(text)` for SQL: `Folding.name` of it.
  func prepareFolding() throws(DatabaseError) {
    // Defined each time, because that costs less than checking.
    let answer = sqlite3_create_function_v2(
      raw, "folded", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, values in
        let value = values?[0]
        let start = sqlite3_value_blob(value)
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        let key = Folding.name(bytes)
        key.withUnsafeBytes { csqlite_answer_blob(context, $0.baseAddress, UInt64($0.count)) }
      }, nil, nil, nil)
    guard answer == SQLITE_OK else { throw DatabaseError(answer, raw) }
  }
}
