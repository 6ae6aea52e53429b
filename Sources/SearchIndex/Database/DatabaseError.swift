import CSQLite

/// What SQLite refused, with its own number and words.
struct DatabaseError: Error, Equatable {
  /// SQLite's extended number.
  let code: Int32
  let reason: String

  init(code: Int32, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The last failure of a connection, or what the number alone says without one.
  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = connection.map(sqlite3_extended_errcode) ?? code
    let words = connection.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(code)
    reason = words.map { String(cString: $0) } ?? "error \(code)"
  }

  /// The index contradicts itself.
  static let wrongCount = DatabaseError(code: SQLITE_CORRUPT, reason: "notes are missing from it")

  static let missing = DatabaseError(code: SQLITE_CORRUPT, reason: "its file is gone")

  private var kind: Int32 { code & 0xff }

  /// The file is not what it should be: only making it again helps.
  var isDamage: Bool {
    switch kind {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_MISMATCH, SQLITE_CONSTRAINT: true
    case SQLITE_IOERR: code == SQLITE_IOERR | 2 << 8  // the file is too short
    // A table that is missing under the right version; a query that is wrong says other words.
    case SQLITE_ERROR: reason.hasPrefix("no such ") || reason.hasPrefix("vtable constructor")
    default: false
    }
  }

  /// Another process has it for now.
  var isBusy: Bool { kind == SQLITE_BUSY || kind == SQLITE_LOCKED }

  /// Someone asked for it to stop.
  var isInterrupt: Bool { kind == SQLITE_INTERRUPT }
}
