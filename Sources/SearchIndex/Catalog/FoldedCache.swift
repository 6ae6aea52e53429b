import Synchronization

/// The folded rows of the index in use, kept from one filter to the next.
final class FoldedCache: Sendable {
  private let kept = Mutex<(name: [UInt8], rows: FoldedRows)?>(nil)

  /// As `borrowed` sees the index.
  func rows(_ borrowed: Borrowed) throws(DatabaseError) -> FoldedRows {
    let name = borrowed.current.name
    let known = kept.withLock { $0?.name == name ? $0?.rows : nil }
    let rows = try (known ?? FoldedRows()).updated(from: borrowed.database)
    kept.withLock { $0 = (name, rows) }
    return rows
  }
}
