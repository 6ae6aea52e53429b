import Synchronization

/// The folded rows of the index in use, kept from one filter to the next, and the latest answers: a
/// letter that is typed only narrows the one before, and one that is taken back brings it again.
final class FoldedCache: Sendable {
  private struct Kept {
    var name: [UInt8]
    var changes: Int64?
    var rows: FoldedRows
    var answers: [Answer] = []

    /// The smallest answer among which all that fits these words is.
    func nearest(to words: [[UInt8]]) -> Answer? {
      answers.filter { $0.holds(words) }.min { $0.places.count < $1.places.count }
    }

    mutating func remember(_ words: [[UInt8]], _ places: [UInt32]) {
      answers.removeAll { $0.words == words }
      answers.insert(Answer(words: words, places: places), at: 0)
      if answers.count > FoldedCache.mostAnswers { answers.removeLast() }
    }
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

  /// The rows in which all these words stand, ascending, and all rows. Nil: that is all of them.
  func matches(
    _ words: [[UInt8]], _ borrowed: Borrowed
  ) throws(DatabaseError) -> (places: [UInt32]?, all: FoldedRows) {
    let all = try rows(borrowed)
    if words.isEmpty { return (nil, all) }
    let changes = try borrowed.database.meta(Schema.Meta.changes)
    let isCurrent = { (kept: Kept?) in
      kept?.name == borrowed.current.name && kept?.changes == changes
    }
    let nearest = kept.withLock { isCurrent($0) ? $0?.nearest(to: words) : nil }
    let places =
      nearest?.words == words
      ? nearest?.places ?? [] : all.places(of: words, among: nearest?.places)
    kept.withLock { if isCurrent($0) { $0?.remember(words, places) } }
    return (places, all)
  }

  /// All ids by age, where the rows are folded already.
  func knownIDs(_ index: IndexFolder.Current, changes: Int64?) -> [Int64]? {
    kept.withLock { kept in
      guard let kept, kept.name == index.name, kept.changes == changes else { return nil }
      return kept.rows.ids
    }
  }
}
