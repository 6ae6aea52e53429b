import CSQLite
import Regex

/// One connection to an SQLite file, with its prepared statements.
///
/// It is for one thread at a time.
///
/// ```swift
/// let rows = try database.query("SELECT id, title FROM note WHERE path = ?", .bytes(path))
/// while try rows.next() { show(rows.int(0), rows.text(1)) }
/// ```
/// `@unchecked Sendable`: a connection is never shared without a lock. `Connections` gives each to
/// one caller and takes it back when that one is done; a catalog uses its own with its lock held,
/// except while it is the catalog's only owner: when it is made and when it is released. A build,
/// or a scan into memory, makes one and uses it on the same thread, or passes it to one catalog.
final class Database: @unchecked Sendable {
  enum Mode {
    /// An index in use, maybe by several processes.
    case shared
    /// A new file that is not in use yet: as fast as possible, and worthless after a crash.
    case building
  }

  /// The log of some tens of notes.
  private static let longLog = 256 << 10

  let raw: OpaquePointer
  private let mode: Mode
  /// Encrypts the file; nil for a plain one.
  private let files: SealedFiles?
  private var statements: [String: Statement] = [:]
  private var knowsWords = false

  /// The file must exist: the caller makes it, readable only by this user.
  init(path: [UInt8], _ mode: Mode, in files: SealedFiles?) throws(DatabaseError) {
    csqlite_prepare()
    var raw: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let answer = (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      sqlite3_open_v2($0.baseAddress, &raw, flags, files?.name)
    }
    guard let raw, answer == SQLITE_OK else {
      let error = DatabaseError(answer, raw)
      sqlite3_close_v2(raw)
      throw error
    }
    self.raw = raw
    self.mode = mode
    self.files = files
    // Someone else may have written the file. A build writes to FTS5's internal tables.
    csqlite_distrust_schema(raw)
    if mode == .shared { csqlite_defend(raw) }
    switch mode {
    case .shared:
      sqlite3_busy_timeout(raw, 5000)
      // A command leaves its log and the companion files when it ends: removing them would take
      // three waits for the disk, and the next command would make them again.
      csqlite_leave_log(raw)
      // A log that starts over is truncated to this length.
      try execute(
        """
        PRAGMA synchronous = NORMAL; PRAGMA cell_size_check = ON;
        PRAGMA journal_size_limit = \(Self.longLog);
        """)
    case .building:
      try execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;
        """)
    }
  }

  deinit {
    statements.removeAll()
    if hasLongLog { csqlite_empty_log_at_end(raw) }
    // If statements are still in use, it is closed with the last of them.
    sqlite3_close_v2(raw)
  }

  /// Whether the last connection must shorten the log, because a new one reads all of it.
  var hasLongLog: Bool { mode == .shared && logSize > Self.longLog }

  /// In bytes.
  var logSize: Int64 { csqlite_log_size(raw) }

  /// Copies the log into the file, as far as there are no readers of the old state; returns true if
  /// that was all of it.
  func copyLog() throws(DatabaseError) -> Bool {
    let rows = try query("PRAGMA wal_checkpoint(PASSIVE)")
    return try rows.next() && rows.int(1) == rows.int(2)
  }

  /// Runs statements without results, one after the other.
  func execute(_ sql: String) throws(DatabaseError) {
    let answer = sqlite3_exec(raw, sql, nil, nil, nil)
    guard answer == SQLITE_OK else { throw DatabaseError(answer, raw) }
  }

  /// Returns a reusable statement; it is prepared once.
  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] {
      if !known.isBusy { return known }
      return try Statement(sql, on: raw, in: files)
    }
    let new = try Statement(sql, on: raw, in: files)
    statements[sql] = new
    return new
  }

  func query(_ sql: String, _ values: Cell...) throws(DatabaseError) -> Rows {
    try query(sql, values)
  }

  func query(_ sql: String, _ values: [Cell]) throws(DatabaseError) -> Rows {
    let statement = try statement(sql)
    try statement.bind(values)
    return Rows(statement)
  }

  /// Returns the results of `read` for each row.
  func all<Value>(
    _ sql: String, _ values: Cell..., read: (borrowing Rows) -> Value
  ) throws(DatabaseError) -> [Value] {
    try query(sql, values).all(read)
  }

  /// Runs one statement without results.
  func run(_ sql: String, _ values: Cell...) throws(DatabaseError) { try run(sql, values) }

  func run(_ sql: String, _ values: [Cell]) throws(DatabaseError) {
    let statement = try statement(sql)
    try statement.bind(values)
    try statement.run()
  }

  /// Returns the first column of the first row as a number; nil without a row, or if it is NULL.
  func number(_ sql: String, _ values: Cell...) throws(DatabaseError) -> Int64? {
    try number(sql, values)
  }

  func number(_ sql: String, _ values: [Cell]) throws(DatabaseError) -> Int64? {
    let rows = try query(sql, values)
    return try rows.next() && !rows.isNull(0) ? rows.int(0) : nil
  }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(raw)) }

  /// Runs `body` as a whole or not at all. Takes the write lock immediately, so that what `body`
  /// reads is still true when it writes.
  func transaction<Value>(
    _ body: () throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    try whole("BEGIN IMMEDIATE", body)
  }

  /// Runs several reads of one state of the index.
  func snapshot<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    try whole("BEGIN", body)
  }

  private func whole<Value>(
    _ begin: String, _ body: () throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    try run(begin)
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // Fails if SQLite has rolled back already.
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Makes the table `words` usable. Listing notes does not need it, and is faster without.
  func prepareWords() throws(DatabaseError) {
    if knowsWords { return }
    try WordTokenizer.register(on: raw)
    knowsWords = true
  }
}

/// An error of SQLite, with its code and message.
struct DatabaseError: Error, Equatable {
  /// SQLite's extended error code.
  let code: Int32
  let reason: String

  init(code: Int32, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The last error of a connection, or without one the standard message of the code.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = connection.map(sqlite3_extended_errcode) ?? code
    let words = connection.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)
    reason = words.map { String(cString: $0) } ?? "error \(code)"
  }

  /// The index contradicts itself.
  static let wrongCount = DatabaseError(code: SQLITE_CORRUPT, reason: "notes are missing from it")

  static let missing = DatabaseError(code: SQLITE_CORRUPT, reason: "its file is gone")

  private var kind: Int32 { code & 0xff }

  /// Whether the file is damaged, so that it must be made again.
  var isDamage: Bool {
    switch kind {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_MISMATCH, SQLITE_CONSTRAINT: true
    case SQLITE_IOERR: code == SQLITE_IOERR | 2 << 8  // the file is too short
    // A missing table in the right version; a wrong query has other messages.
    case SQLITE_ERROR: reason.hasPrefix("no such ") || reason.hasPrefix("vtable constructor")
    default: false
    }
  }

  /// Whether another process is using it.
  var isBusy: Bool { kind == SQLITE_BUSY || kind == SQLITE_LOCKED }

  /// Whether it was interrupted on request.
  var isInterrupt: Bool { kind == SQLITE_INTERRUPT }
}

/// The libraries of the index, with their versions.
package enum IndexLibraries {
  package static var versions: [String] {
    ["SQLite \(String(cString: sqlite3_libversion()))", "PCRE2 \(RegexPattern.version)"]
  }
}
