import Synchronization

/// The folded rows of the index in use, kept from one filter to the next, and the latest answers: a
/// letter that is typed only narrows the one before, and one that is taken back brings it again.
final class FoldedCache: Sendable {
  private struct Kept {
    /// Which index it is of, and how often that was changed before.
    var current: IndexFolder.Current?
    var changes: Int64?
    var rows: FoldedRows
    var answers: [Answer] = []

    func isOf(_ index: IndexSnapshot) -> Bool {
      current?.name == index.current?.name && changes == index.changes
    }

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

  func rows(_ index: IndexSnapshot) throws(DatabaseError) -> FoldedRows {
    try reading.withLock { (_) throws(DatabaseError) in
      let known = kept.withLock { $0?.current?.name == index.current?.name ? $0 : nil }
      if let known, known.changes == index.changes { return known.rows }
      let rows = try (known?.rows ?? FoldedRows()).updated(from: index.database)
      kept.withLock { $0 = Kept(current: index.current, changes: index.changes, rows: rows) }
      return rows
    }
  }

  /// The rows in which all these words stand, ascending, and all rows. Nil: that is all of them.
  func matches(
    _ words: [[UInt8]], _ index: IndexSnapshot
  ) throws(DatabaseError) -> (places: [UInt32]?, all: FoldedRows) {
    let all = try rows(index)
    if words.isEmpty { return (nil, all) }
    let nearest = kept.withLock { $0?.isOf(index) == true ? $0?.nearest(to: words) : nil }
    let places =
      nearest?.words == words
      ? nearest?.places ?? [] : all.places(of: words, among: nearest?.places)
    kept.withLock { if $0?.isOf(index) == true { $0?.remember(words, places) } }
    return (places, all)
  }

  /// All ids by age, where the rows are folded already.
  func knownIDs(_ index: IndexSnapshot) -> [Int64]? {
    kept.withLock { $0?.isOf(index) == true ? $0?.rows.ids : nil }
  }
}
