import Entities

/// Assigns ids to notes so that the order of ids is the order of ages, newest first.
///
/// No id is reused, because the full-text index still contains the old ones.
struct NoteNumbers {
  private let database: Database
  private var lowest: Int64

  enum Answer {
    case ids([Int64])
    /// There is no room: these notes must be removed and inserted again together with the others.
    case crowded([NotePath])
  }

  init(_ database: Database) throws(DatabaseError) {
    self.database = database
    lowest = try database.meta(Schema.Meta.lowest) ?? Schema.firstID
  }

  /// Stores the lowest id so far.
  func finish() throws(DatabaseError) { try database.setMeta(Schema.Meta.lowest, lowest) }

  /// Returns ids for new notes, given newest first. Those in the same gap share it evenly, so that
  /// there is room for more.
  mutating func ids(for ages: [NoteAge]) throws(DatabaseError) -> Answer {
    var gaps: [(gap: Gap, count: Int)] = []
    let ends = try ends()
    for age in ages {
      let gap = try gap(for: age, between: ends, behind: gaps.last?.gap.newer)
      if gaps.last?.gap == gap {
        gaps[gaps.count - 1].count += 1
      } else {
        gaps.append((gap, 1))
      }
    }
    var (ids, crowding): ([Int64], [NotePath]) = ([], [])
    for (gap, count) in gaps {
      let some = try self.ids(count, in: gap)
      ids += some
      if some.count < count { crowding += try behind(gap, count - some.count) }
    }
    return crowding.isEmpty ? .ids(ids) : .crowded(crowding)
  }

  /// Returns the notes after a gap that leave room for `missing` more if they move.
  private func behind(_ gap: Gap, _ missing: Int) throws(DatabaseError) -> [NotePath] {
    let count = Int64(missing) / (Schema.step - 2) + 1
    return try database.all(
      "SELECT path FROM note WHERE id >= ? ORDER BY id LIMIT ?", .int(gap.older), .int(count)
    ) { $0.path(0) }
  }

  /// A gap between two ids; nil means open.
  private struct Gap: Equatable {
    var newer: Int64?
    var older: Int64?
  }

  /// Returns fewer ids if there is no room.
  private mutating func ids(_ count: Int, in gap: Gap) throws(DatabaseError) -> [Int64] {
    guard let newer = gap.newer else {
      lowest -= Schema.step * Int64(count)
      return (0..<count).map { lowest + Schema.step * Int64($0) }
    }
    guard let older = gap.older else {
      // After every id that was ever used.
      let last = max(newer, try database.number("SELECT max(id) FROM stale") ?? newer)
      return (1...count).map { last + Schema.step * Int64($0) }
    }
    let middle = newer + (older - newer) / 2
    let reach = 2048 + Int64(count)
    let range = max(newer + 1, middle - reach)..<min(older, middle + reach)
    let free = try free(in: range)
    if free.count <= count { return free }
    return (0..<count).map { free[($0 * 2 + 1) * free.count / (count * 2)] }
  }

  private func free(in range: Range<Int64>) throws(DatabaseError) -> [Int64] {
    var free: [Int64] = []
    var next = range.lowerBound
    let taken = try database.query(
      "SELECT id FROM stale WHERE id >= ? AND id < ? ORDER BY id", .int(range.lowerBound),
      .int(range.upperBound))
    while try taken.next() {
      free += next..<taken.int(0)
      next = taken.int(0) + 1
    }
    return free + (next..<range.upperBound)
  }

  private struct Neighbor {
    var id: Int64
    var age: NoteAge
  }

  private func neighbor(_ sql: String, _ values: Cell...) throws(DatabaseError) -> Neighbor? {
    let rows = try database.query(sql, values)
    guard try rows.next() else { return nil }
    return Neighbor(
      id: rows.int(0), age: NoteAge(modified: rows.int(1), path: .init(bytes: rows.bytes(2))))
  }

  private static let all = "SELECT id, modified, path FROM note"

  /// Returns the newest and the oldest note; nil if there are none.
  private func ends() throws(DatabaseError) -> (first: Neighbor, last: Neighbor)? {
    guard let first = try neighbor("\(Self.all) ORDER BY id LIMIT 1"),
      let last = try neighbor("\(Self.all) ORDER BY id DESC LIMIT 1")
    else { return nil }
    return (first, last)
  }

  /// Returns the gap for a note of this age by binary search, because ids ascend with age. `known`
  /// is the id of a newer note, if one is known.
  private func gap(
    for age: NoteAge, between ends: (first: Neighbor, last: Neighbor)?, behind known: Int64?
  ) throws(DatabaseError) -> Gap {
    guard let (first, last) = ends, first.age < age else { return Gap(newer: nil, older: nil) }
    if last.age < age { return Gap(newer: last.id, older: nil) }
    var (newer, older) = (max(first.id, known ?? first.id), last.id)
    while true {
      let middle = newer + (older - newer) / 2 + 1
      let behind = try neighbor("\(Self.all) WHERE id >= ? ORDER BY id LIMIT 1", .int(middle))
      guard let behind else { return Gap(newer: newer, older: older) }
      if behind.age < age {
        newer = behind.id
      } else if behind.id < older {
        older = behind.id
      } else {
        // No id is between the middle and `older`.
        let before = try neighbor(
          "\(Self.all) WHERE id < ? ORDER BY id DESC LIMIT 1", .int(middle))
        guard let before, before.id > newer else { return Gap(newer: newer, older: older) }
        if before.age < age { return Gap(newer: before.id, older: older) }
        older = before.id
      }
    }
  }
}

extension Database {
  func meta(_ key: String) throws(DatabaseError) -> Int64? {
    try number("SELECT value FROM meta WHERE key = ?", .text(key))
  }

  func setMeta(_ key: String, _ value: Int64) throws(DatabaseError) {
    try run("INSERT OR REPLACE INTO meta VALUES (?, ?)", .text(key), .int(value))
  }
}
