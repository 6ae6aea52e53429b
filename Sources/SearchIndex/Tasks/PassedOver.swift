import Entities
import Services

/// A folder whose tasks do not count, as the index is asked.
struct PassedOver {
  struct Place: Hashable {
    var day: Int64
    var priority: Int64
  }

  let cells: [Cell]

  init(_ folder: NotePath) { cells = folder.bounds }

  /// How many open tasks are in it, by their days and priorities. They are few, and found by their
  /// notes: the order of joining is held because the planner cannot know it.
  func openTasks(
    _ database: Database
  ) throws(DatabaseError) -> [Place: Int] {
    let rows = try database.query(
      """
      SELECT t.day, t.priority, count(*) FROM note n CROSS JOIN task t ON t.note = n.id
      WHERE n.path >= ? AND n.path < ? AND +t.isOpen GROUP BY 1, 2
      """, cells)
    var found: [Place: Int] = [:]
    while try rows.next() {
      found[Place(day: rows.int(0), priority: rows.int(1))] = Int(rows.int(2))
    }
    return found
  }

  /// How many tasks and how many open ones are outside of it.
  static func count(
    outside folder: PassedOver?, _ database: Database
  ) throws(DatabaseError) -> (all: Int, open: Int) {
    let filter = folder == nil ? "" : "WHERE NOT (path >= ? AND path < ?)"
    let sums = try database.query(
      "SELECT sum(tasks), sum(openTasks) FROM note \(filter)", folder?.cells ?? [])
    return try sums.next() ? (Int(sums.int(0)), Int(sums.int(1))) : (0, 0)
  }
}

extension NotePath {
  /// All paths in this folder and below it, and no others, stand from one of these to the other.
  var bounds: [Cell] {
    let slash = UInt8(ascii: "/")
    return [.bytes(bytes + [slash]), .bytes(bytes + [slash + 1])]
  }
}
