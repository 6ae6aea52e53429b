import Synchronization

/// What a catalog reads from: a connection to the index as it was at one moment, or tables that were made
/// in memory.
///
/// Its catalog asks it with a lock held, and `Connections` starts its reading over only while no one asks.
final class IndexSnapshot: Sendable {
  let database: Database
  /// Nil for tables in memory.
  let current: IndexFolder.Current?
  /// How often the index was changed before.
  let changes: Int64?
  private let connections: Connections?
  private let use = Mutex(())

  /// All tables are there.
  init(memory database: Database) {
    self.database = database
    (current, changes, connections) = (nil, nil, nil)
  }

  /// Nil where there is no index.
  init?(_ connections: Connections) {
    guard let borrowed = connections.borrow() else { return nil }
    self.connections = connections
    database = borrowed.database
    current = borrowed.current
    do throws(DatabaseError) {
      try database.run("BEGIN")
      // What is read from here on is of this moment.
      changes = try database.meta(Schema.Meta.changes)
    } catch {
      try? database.run("ROLLBACK")
      connections.meet(error, borrowed.current)
      return nil
    }
    connections.add(self)
  }

  deinit {
    guard let current else { return }
    connections?.remove(ObjectIdentifier(self))
    do {
      try database.run("COMMIT")
      connections?.giveBack(Borrowed(database: database, current: current))
      connections?.shortenLog()
    } catch {
      // A connection that cannot end its reading is good for nothing more.
    }
  }

  /// Nil where the index turned out to be no good.
  func asking<Value>(_ body: (Database) throws(DatabaseError) -> Value) -> Value? {
    use.withLock { _ in
      do throws(DatabaseError) {
        return try body(database)
      } catch {
        if let current { connections?.meet(error, current) }
        return nil
      }
    }
  }

  /// Reads the same from the file of the index instead of from the log. The caller holds the right to write,
  /// and all of the log is in the file.
  func leaveLog() throws(DatabaseError) {
    try use.withLockIfAvailable { (_) throws(DatabaseError) in
      try database.run("COMMIT")
      try database.run("BEGIN")
      _ = try database.meta(Schema.Meta.changes)
    }
  }
}
