import CSQLite
import Entities

/// A value for a statement.
enum Cell: Equatable {
  case int(Int64)
  case real(Double)
  case text(String)
  /// A text that may be invalid UTF-8.
  case utf8([UInt8])
  case bytes([UInt8])
  case null

  static func int(_ number: Int) -> Cell { .int(Int64(number)) }

  static func int(_ isSo: Bool) -> Cell { .int(isSo ? 1 : 0) }

  static func int(_ number: Int64?) -> Cell { number.map { .int($0) } ?? .null }

  static func real(_ number: Double?) -> Cell { number.map { .real($0) } ?? .null }

  static func text(_ text: String?) -> Cell { text.map { .text($0) } ?? .null }
}

/// A prepared statement. Parameters are counted from 1, columns from 0, as in SQLite.
final class Statement {
  fileprivate let raw: OpaquePointer
  private let connection: OpaquePointer
  /// The connection ends with its last statement, and needs these until then.
  private let files: SealedFiles?
  /// Whether its rows are being read, so that it cannot be used again.
  fileprivate(set) var isBusy = false

  init(
    _ sql: String, on connection: OpaquePointer, in files: SealedFiles? = nil
  ) throws(DatabaseError) {
    var raw: OpaquePointer?
    let answer = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, nil)
    guard let raw, answer == SQLITE_OK else { throw DatabaseError(answer, connection) }
    self.raw = raw
    self.connection = connection
    self.files = files
  }

  deinit { sqlite3_finalize(raw) }

  func bind(_ values: [Cell]) throws(DatabaseError) {
    for (index, value) in values.enumerated() {
      let answer = bind(Int32(index + 1), value)
      guard answer == SQLITE_OK else { throw DatabaseError(answer, connection) }
    }
  }

  private func bind(_ index: Int32, _ value: Cell) -> Int32 {
    switch value {
    case .int(let number): sqlite3_bind_int64(raw, index, number)
    case .real(let number): sqlite3_bind_double(raw, index, number)
    case .text(let text): bind(index, utf8: Array(text.utf8))
    case .utf8(let bytes): bind(index, utf8: bytes)
    case .bytes(let bytes):
      bytes.withUnsafeBytes {
        csqlite_bind_blob(raw, index, $0.baseAddress, sqlite3_uint64($0.count))
      }
    case .null: sqlite3_bind_null(raw, index)
    }
  }

  private func bind(_ index: Int32, utf8 bytes: [UInt8]) -> Int32 {
    bytes.withUnsafeBytes {
      csqlite_bind_text(raw, index, $0.baseAddress, sqlite3_uint64($0.count))
    }
  }

  /// Runs it to its end and resets it for the next values.
  func run() throws(DatabaseError) {
    var answer = sqlite3_step(raw)
    // Its changes may be written only after its last row.
    while answer == SQLITE_ROW { answer = sqlite3_step(raw) }
    guard answer == SQLITE_DONE else {
      let error = DatabaseError(answer, connection)
      sqlite3_reset(raw)
      throw error
    }
    sqlite3_reset(raw)
  }

  fileprivate func step() throws(DatabaseError) -> Bool {
    switch sqlite3_step(raw) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let answer: throw DatabaseError(answer, connection)
    }
  }
}

/// The rows of a statement, one at a time. Releasing this ends the reading.
struct Rows: ~Copyable {
  private let statement: Statement

  init(_ statement: Statement) {
    self.statement = statement
    statement.isBusy = true
  }

  deinit {
    sqlite3_reset(statement.raw)
    statement.isBusy = false
  }

  /// Returns false after the last row.
  borrowing func next() throws(DatabaseError) -> Bool { try statement.step() }

  /// Returns the results of `read` for each row.
  consuming func all<Value>(
    _ read: (borrowing Rows) -> Value
  ) throws(DatabaseError) -> [Value] {
    var all: [Value] = []
    while try next() { all.append(read(self)) }
    return all
  }

  /// The number of columns.
  var count: Int32 { sqlite3_column_count(statement.raw) }

  borrowing func int(_ column: Int32) -> Int64 { sqlite3_column_int64(statement.raw, column) }

  borrowing func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement.raw, column) == SQLITE_NULL
  }

  borrowing func text(_ column: Int32) -> String {
    // `withBytes` reads a blob; a text's blob is its UTF-8.
    withBytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  borrowing func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : text(column)
  }

  borrowing func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  borrowing func path(_ column: Int32) -> NotePath { NotePath(bytes: bytes(column)) }

  borrowing func time(_ column: Int32) -> Timestamp {
    Timestamp(wholeNanoseconds: int(column))
  }

  /// Passes the column's bytes without copying; they are valid until the next row.
  borrowing func withBytes<Value>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    let start = sqlite3_column_blob(statement.raw, column)
    let count = Int(sqlite3_column_bytes(statement.raw, column))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

extension Timestamp {
  /// Nanoseconds since 1970, as in the index. Times centuries away are clamped.
  var wholeNanoseconds: Int64 {
    let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if isBeyond { return seconds < 0 ? .min : .max }
    let (sum, isTooMuch) = whole.addingReportingOverflow(Int64(nanoseconds))
    return isTooMuch ? .max : sum
  }

  init(wholeNanoseconds: Int64) {
    let (seconds, rest) = wholeNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self =
      rest < 0
      ? Timestamp(seconds: seconds - 1, nanoseconds: Int32(rest + 1_000_000_000))
      : Timestamp(seconds: seconds, nanoseconds: Int32(rest))
  }
}
