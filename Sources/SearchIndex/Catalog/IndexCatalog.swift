import Entities
import Services
import Synchronization

/// The notes in an order, as the index had them when it was asked: a snapshot that later changes
/// leave alone, held on a connection of its own.
final class IndexCatalog: NoteCatalog {
  private struct State {
    /// Nil as long as the order is the index's own and nobody looked far down.
    var ids: [Int64]?
    var rows: [Int64: NoteSummary] = [:]
  }

  /// So far down the rows are found without knowing all ids.
  private static let few = 512
  private static let mostRows = 1000

  let count: Int
  let total: Int
  private let borrowed: Borrowed
  private let connections: Connections
  private let request: CatalogRequest
  private let state: Mutex<State>

  /// Nil where there is no index.
  init?(_ request: CatalogRequest, _ connections: Connections, _ folded: FoldedCache) {
    guard let borrowed = connections.borrow() else { return nil }
    self.request = request
    self.borrowed = borrowed
    self.connections = connections
    do throws(DatabaseError) {
      try borrowed.database.run("BEGIN")
      total = Int(try borrowed.database.meta(Schema.Meta.notes) ?? 0)
      let ids = request.isWhole ? nil : try Self.ids(request, borrowed, folded)
      count = ids?.count ?? total
      state = Mutex(State(ids: ids))
    } catch {
      try? borrowed.database.run("ROLLBACK")
      connections.meet(error, borrowed.current)
      return nil
    }
  }

  deinit {
    do {
      try borrowed.database.run("COMMIT")
      connections.giveBack(borrowed)
    } catch {
      // A connection that cannot end its reading is good for nothing more.
    }
  }

  func notes(in range: Range<Int>) -> [NoteSummary] {
    let range = range.clamped(to: 0..<count)
    return state.withLock { state in
      do throws(DatabaseError) {
        let ids = try ids(in: range, &state)
        var notes: [NoteSummary] = []
        notes.reserveCapacity(range.count)
        for id in ids { notes.append(try row(id, &state)) }
        // Fewer only where the index is damaged: nobody who counts on the rows may be let down.
        while notes.count < range.count { notes.append(Self.missing) }
        return notes
      } catch {
        connections.meet(error, borrowed.current)
        return range.map { _ in Self.missing }
      }
    }
  }

  func position(of note: NoteID) -> Int? {
    state.withLock { state in
      do throws(DatabaseError) {
        let id = try borrowed.database.number(
          "SELECT id FROM note WHERE path = ?", .bytes(note.path.bytes))
        guard let id else { return nil }
        return try allIDs(&state).firstIndex(of: id)
      } catch {
        connections.meet(error, borrowed.current)
        return nil
      }
    }
  }

  private static let missing = NoteSummary(
    id: NoteID(""), title: "", snippet: "", modified: Timestamp(seconds: 0),
    obstacle: "the index is damaged")

  private func ids(
    in range: Range<Int>, _ state: inout State
  ) throws(DatabaseError) -> ArraySlice<Int64> {
    if let ids = state.ids { return ids[range.clamped(to: 0..<ids.count)] }
    if range.upperBound > Self.few { return try allIDs(&state)[range] }
    var ids: [Int64] = []
    let rows = try borrowed.database.query(
      "\(request.select) LIMIT ? OFFSET ?", .int(range.count), .int(range.lowerBound))
    while try rows.next() { ids.append(rows.int(0)) }
    return ids[...]
  }

  private func allIDs(_ state: inout State) throws(DatabaseError) -> [Int64] {
    if let ids = state.ids { return ids }
    var ids: [Int64] = []
    ids.reserveCapacity(count)
    let rows = try borrowed.database.query(request.select)
    while try rows.next() { ids.append(rows.int(0)) }
    // The count is a number of its own; should they differ, rows must not be asked for in vain.
    if ids.count > count { ids.removeLast(ids.count - count) }
    state.ids = ids
    return ids
  }

  private func row(_ id: Int64, _ state: inout State) throws(DatabaseError) -> NoteSummary {
    if let known = state.rows[id] { return known }
    let rows = try borrowed.database.query(
      "SELECT path, title, snippet, modified, obstacle FROM note WHERE id = ?", .int(id))
    guard try rows.next() else { return Self.missing }
    let row = NoteSummary(
      id: NoteID(NotePath(bytes: rows.bytes(0))), title: rows.text(1), snippet: rows.text(2),
      modified: Timestamp(wholeNanoseconds: rows.int(3)), obstacle: rows.optionalText(4))
    if state.rows.count >= Self.mostRows { state.rows = [:] }
    state.rows[id] = row
    return row
  }

  private static func ids(
    _ request: CatalogRequest, _ borrowed: Borrowed, _ folded: FoldedCache
  ) throws(DatabaseError) -> [Int64] {
    let words = FoldedText.words(request.words)
    var chosen: [Int64]?
    if request.tag != nil || request.folder != nil || request.order != .title {
      var ids: [Int64] = []
      let rows = try borrowed.database.query(request.select, request.values)
      while try rows.next() { ids.append(rows.int(0)) }
      chosen = ids
    }
    if request.order != .title && words.isEmpty { return chosen ?? [] }
    let all = try folded.rows(borrowed)
    if request.order == .title {
      var ids = all.matches(words)
      if let chosen {
        let set = Set(chosen)
        ids.removeAll { !set.contains($0) }
      }
      let sorted = all.sortedByTitle(ids)
      return request.isReversed ? sorted.reversed() : sorted
    }
    let fitting = Set(all.matches(words))
    return (chosen ?? []).filter(fitting.contains)
  }
}

extension CatalogRequest {
  /// All notes, in an order that the index has.
  fileprivate var isWhole: Bool {
    order != .title && tag == nil && folder == nil && FoldedText.words(words).isEmpty
  }

  /// The ids in their order. By title they come in any.
  fileprivate var select: String {
    var conditions: [String] = []
    if tag != nil {
      conditions.append(
        "id IN (SELECT note FROM tag WHERE key = ?1 OR key >= ?2 AND key < ?3)")
    }
    if folder != nil {
      conditions.append(
        "folder IN (SELECT id FROM folder WHERE path = ?4 OR path >= ?5 AND path < ?6)")
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let direction = isReversed ? ("ASC", "DESC") : ("DESC", "ASC")
    let column =
      switch order {
      case .modified, .title: "modified"
      case .created: "coalesce(created, modified)"
      }
    return "SELECT id FROM note\(filter) ORDER BY \(column) \(direction.0), id \(direction.1)"
  }

  fileprivate var values: [Cell] {
    if tag == nil && folder == nil { return [] }
    let tags = tag.map { TagKey.range($0) }
    let tagCells: [Cell] = tags.map { [.bytes($0.key), .bytes($0.from), .bytes($0.to)] } ?? []
    guard let folder else { return tagCells }
    let path = folder.bytes
    let first: [Cell] = tagCells.isEmpty ? [.null, .null, .null] : tagCells
    // The root's own key is empty, and everything is below it.
    let below: [Cell] =
      path.isEmpty
      ? [.bytes([]), .bytes([0xff, 0xff])]
      : [.bytes(path + [UInt8(ascii: "/")]), .bytes(path + [UInt8(ascii: "/") + 1])]
    return first + [.bytes(path)] + below
  }
}
