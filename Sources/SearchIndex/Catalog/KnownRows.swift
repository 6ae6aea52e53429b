import Entities
import Services
import Synchronization

/// Rows of the list that were read from the index as it stands, for all catalogs of that one: those
/// that stand on the screen stand there with the next letter of a filter too, more often than not.
final class KnownRows: Sendable {
  static let most = 1000

  private let rows = Mutex<[Int64: NoteSummary]>([:])

  /// Nil where one of them is not known.
  func all(_ ids: [Int64]) -> [NoteSummary]? {
    rows.withLock { rows in
      var found: [NoteSummary] = []
      found.reserveCapacity(ids.count)
      for id in ids {
        guard let row = rows[id] else { return nil }
        found.append(row)
      }
      return found
    }
  }

  /// Those of them that are known.
  func some(_ ids: [Int64]) -> [Int64: NoteSummary] {
    rows.withLock { rows in
      var found: [Int64: NoteSummary] = [:]
      for id in ids { found[id] = rows[id] }
      return found
    }
  }

  func keep(_ read: [Int64: NoteSummary]) {
    guard !read.isEmpty else { return }
    rows.withLock { rows in
      if rows.count + read.count > Self.most { rows = [:] }
      rows.merge(read) { $1 }
    }
  }
}
