import Services
import Synchronization
import Threads

/// A connection that a caller uses for a while.
struct Borrowed: Sendable {
  let database: Database
  let current: IndexFolder.Current
}

/// The open connections to the index in use. A free one is reused by the next caller.
final class Connections: Sendable {
  private struct State {
    var current: IndexFolder.Current?
    /// An unusable index that still exists.
    var bad: IndexFolder.Current?
    var free: [Database] = []
    var snapshots: [ObjectIdentifier: Snapshot] = [:]
    var isShorteningLog = false
    /// Problems that were not reported yet.
    var problems: [String] = []
    /// Why the index cannot be used, as it was last reported.
    var reported: String?
  }

  private struct Snapshot {
    weak var snapshot: IndexSnapshot?
  }

  private static let mostFree = 3
  private static let longestLog: Int64 = 8 << 20

  let folder: IndexFolder
  private let state = Mutex(State())

  init(_ folder: IndexFolder) { self.folder = folder }

  /// Returns the index in use; nil without one.
  func current() -> IndexFolder.Current? {
    let (known, bad) = state.withLock { ($0.current, $0.bad) }
    let now = folder.current(known: known)
    if now != known {
      // Closes connections to a replaced index; those in use are closed when they are returned.
      let old = state.withLock { state in
        defer { (state.current, state.free) = (now, []) }
        return state.free
      }
      withExtendedLifetime(old) {}
    }
    return now == bad ? nil : now
  }

  /// Runs `body` on a connection; returns nil if there is no usable index.
  func using<Value>(
    _ body: (Database) throws(DatabaseError) -> Value
  ) throws(NoteIndexError) -> Value? {
    guard let now = current() else { return nil }
    do throws(DatabaseError) {
      guard let database = try take(now) else { return nil }
      let value = try body(database)
      giveBack(Borrowed(database: database, current: now))
      return value
    } catch {
      if error.isInterrupt { throw .cancelled }
      if error.isBusy {
        throw .unusable(path: folder.text, reason: "another program keeps it busy")
      }
      handle(error, now)
      return nil
    }
  }

  /// Returns a connection for longer use; nil if there is no usable index.
  func borrow() -> Borrowed? {
    guard let now = current() else { return nil }
    do {
      return try take(now).map { Borrowed(database: $0, current: now) }
    } catch {
      handle(error, now)
      return nil
    }
  }

  /// Makes the connection available to others.
  func giveBack(_ borrowed: Borrowed) {
    state.withLock { state in
      if state.current == borrowed.current, state.free.count < Self.mostFree {
        state.free.append(borrowed.database)
      }
    }
  }

  /// Closes the free connections if their log must be shortened.
  func end() {
    let free = state.withLock { state in
      guard state.free.contains(where: \.hasLongLog) else { return [Database]() }
      defer { state.free = [] }
      return state.free
    }
    withExtendedLifetime(free) {}
  }

  func add(_ snapshot: IndexSnapshot) {
    state.withLock { $0.snapshots[ObjectIdentifier(snapshot)] = Snapshot(snapshot: snapshot) }
  }

  func remove(_ snapshot: ObjectIdentifier) {
    state.withLock { _ = $0.snapshots.removeValue(forKey: snapshot) }
  }

  /// Lets the log start over if it is long. SQLite overwrites it only once all of it is in the file
  /// and there are no readers; but a list takes its next snapshot before it releases the last, so
  /// that there always is one. Waits for the disk, in the background.
  func shortenLog() {
    let isDue = state.withLock { state in
      guard !state.isShorteningLog, state.free.last?.logSize ?? 0 > Self.longestLog else {
        return false
      }
      state.isShorteningLog = true
      return true
    }
    guard isDue else { return }
    let isStarted = DedicatedThread.start { [self] in
      _ = try? using { (database) throws(DatabaseError) in try shortenLog(database) }
      state.withLock { $0.isShorteningLog = false }
    }
    if !isStarted { state.withLock { $0.isShorteningLog = false } }
  }

  private func shortenLog(_ database: Database) throws(DatabaseError) {
    guard try database.copyLog() else { return }
    // While nothing can be written, a snapshot that is renewed reads the same as before.
    try database.transaction { () throws(DatabaseError) in
      let changes = try database.meta(Schema.Meta.changes)
      let snapshots = state.withLock { $0.snapshots.values.compactMap(\.snapshot) }
      for snapshot in snapshots where snapshot.changes == changes { try snapshot.renewSnapshot() }
    }
  }

  private func take(_ now: IndexFolder.Current) throws(DatabaseError) -> Database? {
    if let free = takeFree(now) { return free }
    return try open(now)
  }

  private func takeFree(_ now: IndexFolder.Current) -> Database? {
    state.withLock { $0.current == now ? $0.free.popLast() : nil }
  }

  /// Discards a damaged index and reports other errors.
  func handle(_ error: DatabaseError, _ now: IndexFolder.Current) {
    if error.isDamage {
      throwAway(now, "it is damaged (\(error.reason))")
    } else {
      note("The index in \(folder.text) cannot be used: \(error.reason).")
    }
  }

  private func open(_ now: IndexFolder.Current) throws(DatabaseError) -> Database? {
    let database: Database
    do {
      database = try Database(path: folder.path(of: now.name), .shared, in: folder.files)
    } catch {
      // Another process may have replaced it meanwhile.
      if folder.current(known: nil) != now { return nil }
      throw folder.size(of: now.name) == 0 ? .missing : error
    }
    let version = try database.number("PRAGMA user_version")
    guard version == Schema.version else {
      throwAway(now, "another version of notes-tui made it")
      return nil
    }
    guard try Schema.isOurs(database) else {
      throwAway(now, "its tables are not those of this program")
      return nil
    }
    return database
  }

  private func throwAway(_ bad: IndexFolder.Current, _ reason: String) {
    discard(bad)
    note("The index in \(folder.text) is rebuilt: \(reason).")
  }

  /// Stops using an index. If another process is building one, the removal is left to it.
  func discard(_ bad: IndexFolder.Current) {
    state.withLock { state in
      state.bad = bad
      state.free = []
    }
    if let lock = try? folder.lock() { removeBad(lock) }
  }

  /// Removes the unusable index if it is still the current one.
  func removeBad(_ lock: borrowing IndexLock) {
    guard let bad = state.withLock({ $0.bad }), folder.current(known: nil) == bad else { return }
    try? folder.forget(lock)
    folder.clear(lock)
  }

  /// Records a problem; the same one twice in a row is reported once.
  func note(_ problem: String) {
    state.withLock { state in
      if state.reported == problem { return }
      state.reported = problem
      state.problems.append(problem)
    }
  }

  func noteMissing(_ reason: String) {
    note("No index can be stored in \(folder.text): \(reason). Everything works, more slowly.")
  }

  /// Returns the problems that were not reported yet.
  func takeProblems() -> [String] {
    state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
  }
}

/// The source of a catalog: a connection to the index as it was at one moment, or tables in memory.
///
/// Its catalog uses it with a lock held, and `Connections` renews it only while it is not in use.
final class IndexSnapshot: Sendable {
  let database: Database
  /// Nil for tables in memory.
  let current: IndexFolder.Current?
  /// The number of changes of the index at that moment.
  let changes: Int64?
  private let connections: Connections?
  private let use = Mutex(())

  /// The database must contain all tables.
  init(memory database: Database) {
    self.database = database
    (current, changes, connections) = (nil, nil, nil)
  }

  /// Nil if there is no index.
  init?(_ connections: Connections) {
    guard let borrowed = connections.borrow() else { return nil }
    self.connections = connections
    database = borrowed.database
    current = borrowed.current
    do throws(DatabaseError) {
      try database.run("BEGIN")
      // The first read fixes the moment of the snapshot.
      changes = try database.meta(Schema.Meta.changes)
    } catch {
      try? database.run("ROLLBACK")
      connections.handle(error, borrowed.current)
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
      // A connection that cannot end its transaction is not reused.
    }
  }

  /// Returns nil if the index turned out to be unusable.
  func asking<Value>(_ body: (Database) throws(DatabaseError) -> Value) -> Value? {
    use.withLock { _ in
      do throws(DatabaseError) {
        return try body(database)
      } catch {
        if let current { connections?.handle(error, current) }
        return nil
      }
    }
  }

  /// Reads the same data from the index's file instead of the log. The caller holds the write lock,
  /// and all of the log is in the file.
  func renewSnapshot() throws(DatabaseError) {
    try use.withLockIfAvailable { (_) throws(DatabaseError) in
      try database.run("COMMIT")
      try database.run("BEGIN")
      _ = try database.meta(Schema.Meta.changes)
    }
  }
}
