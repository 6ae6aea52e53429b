import Synchronization

/// The folded rows of the index in use, kept from one filter to the next.
final class FoldedCache: Sendable {
  private struct Kept {
    var name: [UInt8]
    var changes: Int64?
    var rows: FoldedRows
  }

  private let kept = Mutex<Kept?>(nil)

  /// As `borrowed` sees the index.
  func rows(_ borrowed: Borrowed) throws(DatabaseError) -> FoldedRows {
    let name = borrowed.current.name
    let changes = try borrowed.database.meta(Schema.Meta.changes)
    let known = kept.withLock { $0?.name == name ? $0 : nil }
    if let known, known.changes == changes { return known.rows }
    let rows = try (known?.rows ?? FoldedRows()).updated(from: borrowed.database)
    kept.withLock { $0 = Kept(name: name, changes: changes, rows: rows) }
    return rows
  }
}
