import Entities
import Folding
import Services
import Synchronization
import Threads
import VaultSettings

/// The notes in an order: a snapshot of the index, on its own connection, that later changes do not
/// affect.
final class IndexCatalog: NoteCatalog {
  private struct State {
    /// Nil while the order is the index's own and only the first rows were read.
    var ids: [Int64]?
    var isLoading = false
    /// The position after the last titles read: the next row, and the last id.
    var titlesEnd: (row: Int, id: Int64)?
  }

  /// Up to this number, all ids are read immediately.
  private static let few = 512
  /// Fewer rows are looked up one by one.
  private static let fewRows = 8

  let count: Int
  let total: Int
  private let index: IndexSnapshot
  private let connections: Connections
  private let request: CatalogRequest
  private let state: Mutex<State>

  /// Nil if there is no index, or it is unusable.
  init?(_ request: CatalogRequest, _ connections: Connections, _ folded: FoldedCache) {
    guard let index = IndexSnapshot(connections) else { return nil }
    self.request = request
    self.index = index
    self.connections = connections
    let known = index.asking { (database) throws(DatabaseError) -> (Int, [Int64]?) in
      let total = Int(try database.meta(Schema.Meta.notes) ?? 0)
      if !request.isWhole { return (total, try Self.ids(request, index, folded)) }
      let ids = Self.knownIDs(request, index, folded)
      return (total, ids?.count == total ? ids : nil)
    }
    guard let (total, ids) = known else { return nil }
    self.total = total
    count = ids?.count ?? total
    state = Mutex(State(ids: ids))
  }

  /// Returns nil if the index turned out to be unusable.
  private func asking<Value: Sendable>(
    _ body: (inout State) throws(DatabaseError) -> Value
  ) -> Value? {
    state.withLock { state in
      index.asking { (_) throws(DatabaseError) in try body(&state) }
    }
  }

  func notes(in range: Range<Int>) -> [NoteSummary] {
    let range = range.clamped(to: 0..<count)
    var notes =
      asking { (state) throws(DatabaseError) in try summaries(of: ids(in: range, &state)) } ?? []
    // There are fewer only if the index is damaged, and the caller relies on the number of rows.
    while notes.count < range.count { notes.append(Self.missing) }
    return notes
  }

  func titles(in range: Range<Int>) -> [NoteTitle] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    return asking { (state) throws(DatabaseError) in
      if request.isWhole, request.order == .modified, !request.isReversed {
        return try titlesByAge(in: range, &state)
      }
      return try summaries(of: ids(in: range, &state)).map {
        NoteTitle(id: $0.id, title: $0.title)
      }
    } ?? []
  }

  /// Returns titles in the order of ids, in which it can continue without skipping rows.
  private func titlesByAge(
    in range: Range<Int>, _ state: inout State
  ) throws(DatabaseError) -> [NoteTitle] {
    let known = state.titlesEnd?.row == range.lowerBound ? state.titlesEnd?.id : nil
    let rows = try index.database.query(
      "SELECT id, path, title FROM note WHERE id > ? ORDER BY id LIMIT ? OFFSET ?",
      .int(known.map { Int($0) } ?? Int.min), .int(range.count),
      .int(known == nil ? range.lowerBound : 0))
    var titles: [NoteTitle] = []
    titles.reserveCapacity(range.count)
    while try rows.next() {
      state.titlesEnd = (range.upperBound, rows.int(0))
      titles.append(NoteTitle(id: NoteID(rows.path(1)), title: rows.text(2)))
    }
    return titles
  }

  func position(of note: NoteID) -> Int? {
    asking { (state) throws(DatabaseError) in
      let id = try index.database.number(
        "SELECT id FROM note WHERE path = ?", .bytes(note.path.bytes))
      return try id.flatMap { (id) throws(DatabaseError) in try row(of: id, &state) }
    }.flatMap(\.self)
  }

  func tags(of note: NoteID) -> [String] {
    asking { (_) throws(DatabaseError) in
      try index.database.all(
        """
        SELECT w.name FROM note n JOIN tag t ON t.note = n.id JOIN tagname w ON w.key = t.key
        WHERE n.path = ? ORDER BY t.key
        """, .bytes(note.path.bytes)
      ) { $0.text(0) }
    } ?? []
  }

  /// While not all ids are known, and they are in their own order, counts those before this one:
  /// few if it is near the start.
  private func row(of id: Int64, _ state: inout State) throws(DatabaseError) -> Int? {
    guard state.ids == nil, request.order == .modified, count > Self.few else {
      return try allIDs(&state).firstIndex(of: id)
    }
    startLoading(&state)
    let before = request.isReversed ? ">" : "<"
    return try index.database.number(
      "SELECT count(*) FROM note WHERE id \(before) ?", .int(Int(id))
    ).map { Int($0) }
  }

  private static let missing = NoteSummary(
    id: NoteID(""), title: "", snippet: "", modified: Timestamp(seconds: 0),
    obstacle: .unreadable("the index is damaged"))

  private func ids(
    in range: Range<Int>, _ state: inout State
  ) throws(DatabaseError) -> [Int64] {
    if let ids = state.ids { return Array(ids[range]) }
    if count <= Self.few { return Array(try allIDs(&state)[range]) }
    if range.lowerBound > 0 { startLoading(&state) }
    // Counted from the nearer end while not all ids are known.
    let isFromEnd = range.lowerBound > count - range.upperBound
    var request = request
    if isFromEnd { request.isReversed.toggle() }
    let skipped = isFromEnd ? count - range.upperBound : range.lowerBound
    let ids = try Self.ids(
      index.database.query(
        "\(request.select.sql) LIMIT ? OFFSET ?", .int(range.count), .int(skipped)))
    return isFromEnd ? ids.reversed() : ids
  }

  private func allIDs(_ state: inout State) throws(DatabaseError) -> [Int64] {
    if let ids = state.ids { return ids }
    let ids = try Self.wholeIDs(request, index.database)
    // The count is stored separately: if it is wrong, so is the index.
    guard ids.count == count else { throw DatabaseError.wrongCount }
    state.ids = ids
    return ids
  }

  /// Reads all ids in the background on another connection, which must see the same state.
  private func startLoading(_ state: inout State) {
    if state.isLoading { return }
    state.isLoading = DedicatedThread.start(inBackground: true) { [weak self] in self?.load() }
  }

  private func load() {
    guard let other = IndexSnapshot(connections), other.current == index.current,
      other.changes == index.changes,
      let ids = other.asking({ (database) throws(DatabaseError) in
        try Self.wholeIDs(request, database)
      }), ids.count == count
    else { return }
    state.withLock { $0.ids = ids }
  }

  private static func wholeIDs(
    _ request: CatalogRequest, _ database: Database
  ) throws(DatabaseError) -> [Int64] {
    guard request.order == .modified else {
      return try ids(database.query(request.select.sql))
    }
    let ids = try database.idsByAge()
    return request.isReversed ? ids.reversed() : ids
  }

  private static func ids(_ rows: consuming Rows) throws(DatabaseError) -> [Int64] {
    try rows.all { $0.int(0) }
  }

  /// Returns rows. In the order of ids many of them are adjacent, and are read together.
  private func summaries(of ids: [Int64]) throws(DatabaseError) -> [NoteSummary] {
    var read: [Int64: NoteSummary] = [:]
    if request.isWhole, request.order == .modified, ids.count >= Self.fewRows,
      let first = ids.first, let last = ids.last
    {
      let rows = try index.database.query(
        "\(Self.columns) WHERE id BETWEEN ? AND ?", .int(min(first, last)), .int(max(first, last)))
      while try rows.next() { read[rows.int(0)] = summary(rows) }
    } else {
      for id in ids {
        let rows = try index.database.query("\(Self.columns) WHERE id = ?", .int(id))
        if try rows.next() { read[id] = summary(rows) }
      }
    }
    return ids.map { read[$0] ?? Self.missing }
  }

  private static let columns =
    "SELECT id, path, title, snippet, modified, obstacle, features, created FROM note"

  private func summary(_ rows: borrowing Rows) -> NoteSummary {
    var summary = NoteSummary(
      id: NoteID(rows.path(1)), title: rows.text(2), snippet: rows.text(3),
      modified: rows.time(4), obstacle: rows.optionalText(5).map(NoteObstacle.init(code:)))
    summary.isBoard = rows.int(6) & Schema.Feature.board != 0
    if request.order == .created, !rows.isNull(7) { summary.created = rows.time(7) }
    return summary
  }

  /// Returns the ids of all notes by age if their rows were read for a filter; otherwise they are
  /// read on demand.
  private static func knownIDs(
    _ request: CatalogRequest, _ index: IndexSnapshot, _ folded: FoldedCache
  ) -> [Int64]? {
    guard request.order == .modified else { return nil }
    return folded.knownIDs(index).map { request.isReversed ? $0.reversed() : $0 }
  }

  private static func ids(
    _ request: CatalogRequest, _ index: IndexSnapshot, _ folded: FoldedCache
  ) throws(DatabaseError) -> [Int64] {
    let words = request.filter.words
    let isInOrder = !request.order.isByAlphabet
    // Ordered by age, as the folded rows are.
    var chosen: [Int64]?
    if request.order == .created || request.narrows {
      let ids = try Self.ids(index.database.query(request.select.sql, request.select.values))
      if isInOrder && words.isEmpty { return ids }
      chosen = ids
    }
    let (matches, all) = try folded.matches(words, index)
    let indices = matches ?? Array(0..<UInt32(all.ids.count))
    if chosen == nil, isInOrder {
      return all.ids(at: indices, titled: words, isReversed: request.isReversed)
    }
    var found = all.ids(at: indices)
    if let chosen {
      let fitting = Set(found)
      found = chosen.filter(fitting.contains)
      if isInOrder { return all.titledFirst(found, indices, words) }
      found.sort()
    }
    found = all.sorted(found, by: request.order)
    if request.isReversed { found.reverse() }
    return all.titledFirst(found, indices, words)
  }
}

/// The queries of a catalog.
extension CatalogRequest {
  /// Whether it asks for all notes, in an order that the index has.
  var isWhole: Bool { !order.isByAlphabet && !narrows && FoldedText.words(words).isEmpty }

  /// Whether it asks for only some notes, apart from its words. Any new part of a request that
  /// leaves notes out belongs here, in `select`, and in `SurveyCatalog`, which has no index:
  /// `CatalogTests.cases` covers all of them.
  var narrows: Bool { folder != nil || asksForTags }
  var asksForTags: Bool { tag != nil || !filter.tags.isEmpty }

  /// The words to find in the rows, and the prefixes of tags.
  var filter: (words: [[UInt8]], tags: [[UInt8]]) {
    var filter: (words: [[UInt8]], tags: [[UInt8]]) = ([], [])
    for word in words.split(whereSeparator: \.isWhitespace) {
      let name = word.dropFirst()
      // A number is no tag: `#5` is a word.
      if word.first == "#", name.isEmpty || !name.allSatisfy(\.isNumber) {
        filter.tags.append(Folding.name(name.utf8))
      } else {
        filter.words += FoldedText.words(String(word))
      }
    }
    return filter
  }

  /// The query of ids in their order; unsorted for titles and names.
  var select: (sql: String, values: [Cell]) {
    var (conditions, values): ([String], [Cell]) = ([], [])
    if let tag = tag.map({ TagKey.range($0) }) {
      conditions.append("id IN (SELECT note FROM tag WHERE key = ? OR key >= ? AND key < ?)")
      values = [.bytes(tag.key), .bytes(tag.from), .bytes(tag.to)]
    }
    for start in filter.tags {
      conditions.append("id IN (SELECT note FROM tag WHERE key >= ? AND key < ?)")
      values += [.bytes(start), .bytes(start + [0xff])]
    }
    if let folder {
      conditions.append(
        "folder IN (SELECT id FROM folder WHERE path = ? OR path >= ? AND path < ?)")
      // The root's key is empty, and everything is below it.
      let isRoot = folder.bytes.isEmpty
      values +=
        [.bytes(folder.bytes)] + (isRoot ? [.bytes([]), .bytes([0xff, 0xff])] : folder.bounds)
    }
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let (down, up) = isReversed ? ("ASC", "DESC") : ("DESC", "ASC")
    let created = order == .created ? "coalesce(created, modified) \(down), " : ""
    return ("SELECT id FROM note\(condition) ORDER BY \(created)id \(up)", values)
  }
}

extension Database {
  /// Returns the ids of all notes, ascending. They are read from a small index, because the notes'
  /// table is ten times as large.
  func idsByAge() throws(DatabaseError) -> [Int64] {
    try all("SELECT id FROM note INDEXED BY note_folder") { $0.int(0) }.sorted()
  }
}
