import Synchronization

/// The folded rows of the index in use, kept from one filter to the next, and the latest answers: a
/// letter that is typed only narrows the one before, and one that is taken back brings it again.
final class FoldedCache: Sendable {
  private struct Kept {
    var name: [UInt8]
    var changes: Int64?
    var rows: FoldedRows
    var answers: [Answer] = []
  }

  private struct Answer {
    var words: [[UInt8]]
    /// Rows, ascending.
    var places: [UInt32]

    /// Whether all that fits other words is among these: each of its words stands in one of them.
    func holds(_ others: [[UInt8]]) -> Bool {
      words.allSatisfy { word in others.contains { FoldedText.stands(word, in: $0) } }
    }
  }

  /// An answer has four bytes for each note at most.
  private static let mostAnswers = 8

  private let kept = Mutex<Kept?>(nil)
  /// Held while rows are read and folded: whoever needs them meanwhile waits for that.
  private let reading = Mutex(())

  /// As `borrowed` sees the index.
  func rows(_ borrowed: Borrowed) throws(DatabaseError) -> FoldedRows {
    let changes = try borrowed.database.meta(Schema.Meta.changes)
    return try reading.withLock { (_) throws(DatabaseError) in
      let name = borrowed.current.name
      let known = kept.withLock { $0?.name == name ? $0 : nil }
      if let known, known.changes == changes { return known.rows }
      let rows = try (known?.rows ?? FoldedRows()).updated(from: borrowed.database)
      kept.withLock { $0 = Kept(name: name, changes: changes, rows: rows) }
      return rows
    }
  }

  /// The ids of the rows in which all these words stand, ascending, and the rows themselves.
  func matches(
    _ words: [[UInt8]], _ borrowed: Borrowed
  ) throws(DatabaseError) -> (ids: [Int64], all: FoldedRows) {
    let all = try rows(borrowed)
    if words.isEmpty { return (all.ids, all) }
    let changes = try borrowed.database.meta(Schema.Meta.changes)
    let isCurrent = { (kept: Kept?) in
      kept?.name == borrowed.current.name && kept?.changes == changes
    }
    let nearest = kept.withLock { kept -> Answer? in
      guard isCurrent(kept) else { return nil }
      return kept?.answers.filter { $0.holds(words) }.min { $0.places.count < $1.places.count }
    }
    let isKnown = nearest?.words == words
    let places =
      isKnown ? nearest?.places ?? [] : all.places(of: words, among: nearest?.places)
    kept.withLock { kept in
      guard isCurrent(kept) else { return }
      kept?.answers.removeAll { $0.words == words }
      kept?.answers.insert(Answer(words: words, places: places), at: 0)
      if let count = kept?.answers.count, count > Self.mostAnswers { kept?.answers.removeLast() }
    }
    return (all.ids(of: places), all)
  }
}
