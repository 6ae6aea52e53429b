import Entities
import Services

/// Where a catalog of tasks reads: a connection to the index as it was at one moment, or tables that
/// were made in memory.
///
/// It is used by its catalog alone, with that one's lock held.
final class TaskSource: Sendable {
  let database: Database
  private let borrowed: Borrowed?
  private let connections: Connections?

  /// All tables are there.
  init(memory database: Database) {
    self.database = database
    (borrowed, connections) = (nil, nil)
  }

  /// Nil where there is no index.
  init?(_ connections: Connections) {
    guard let borrowed = connections.borrow() else { return nil }
    self.borrowed = borrowed
    self.connections = connections
    database = borrowed.database
    do throws(DatabaseError) {
      try database.run("BEGIN")
      // What is read from here on is of this moment.
      _ = try database.meta(Schema.Meta.changes)
    } catch {
      try? database.run("ROLLBACK")
      connections.meet(error, borrowed.current)
      return nil
    }
  }

  deinit {
    guard let borrowed else { return }
    do {
      try borrowed.database.run("COMMIT")
      connections?.giveBack(borrowed)
    } catch {
      // A connection that cannot end its reading is good for nothing more.
    }
  }

  /// Nil where the index turned out to be no good.
  func asking<Value>(_ body: (Database) throws(DatabaseError) -> Value) -> Value? {
    do throws(DatabaseError) {
      return try body(database)
    } catch {
      meet(error)
      return nil
    }
  }

  func meet(_ error: DatabaseError) {
    if let borrowed { connections?.meet(error, borrowed.current) }
  }

  func records(_ keys: [TaskKey]) throws(DatabaseError) -> [TaskRecord] {
    let rows = TaskRows(database: database)
    var records: [TaskRecord] = []
    records.reserveCapacity(keys.count)
    for key in keys {
      guard let record = try rows.record(key) else { throw DatabaseError.wrongCount }
      records.append(record)
    }
    return records
  }
}
