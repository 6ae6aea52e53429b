import Entities
import Glibc
import Synchronization
import VaultSettings

/// Title, first words and path of all notes, folded and in one block, so that a list of a hundred
/// thousand can be filtered with every key press.
///
/// The row of an id never changes, so only new ids have to be folded.
struct FoldedRows: Sendable {
  /// Ascending.
  private(set) var ids: [Int64] = []
  private var starts: [Int] = [0]
  private var titleEnds: [Int] = []
  private var bytes: [UInt8] = []
  /// The letters in each row.
  private var letters: [LetterSet] = []
  /// The letters in the titles alone.
  private var titleLetters: [LetterSet] = []
  private static let end = UInt8(ascii: "\n")

  init() {}

  /// Ids must ascend.
  mutating func append(_ id: Int64, _ row: NoteSummary) {
    ids.append(id)
    add(row.title)
    titleEnds.append(bytes.count - 1)
    add(row.snippet)
    row.id.path.bytes.withUnsafeBytes { add($0) }
    endRow()
  }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private mutating func add(_ text: UnsafeRawBufferPointer) {
    FoldedText.append(text, to: &bytes)
    bytes.append(Self.end)
  }

  private mutating func endRow() {
    let start = starts[starts.count - 1]
    letters.append(LetterSet(bytes[start...]))
    titleLetters.append(LetterSet(bytes[start..<titleEnds[titleEnds.count - 1]]))
    starts.append(bytes.count)
  }

  private mutating func append(_ other: FoldedRows, at row: Int) {
    let shift = bytes.count - other.starts[row]
    ids.append(other.ids[row])
    bytes += other.bytes[other.starts[row]..<other.starts[row + 1]]
    titleEnds.append(other.titleEnds[row] + shift)
    letters.append(other.letters[row])
    titleLetters.append(other.titleLetters[row])
    starts.append(bytes.count)
  }

  /// Returns the current rows; known ones are not folded again.
  func updated(from database: Database) throws(DatabaseError) -> FoldedRows {
    let now = try database.idsByAge()
    if now == ids { return self }
    var updated = FoldedRows()
    updated.bytes.reserveCapacity(bytes.count + 4096)
    var old = 0
    let columns = "SELECT id, title, snippet, path FROM note"
    // Reading a whole table is faster than most of its rows one by one.
    if ids.isEmpty {
      let rows = try database.query("\(columns) ORDER BY id")
      while try rows.next() { updated.append(rows) }
      return updated
    }
    for id in now {
      while old < ids.count, ids[old] < id { old += 1 }
      if old < ids.count, ids[old] == id {
        updated.append(self, at: old)
      } else {
        let rows = try database.query("\(columns) WHERE id = ?", .int(id))
        if try rows.next() { updated.append(rows) }
      }
    }
    return updated
  }

  private mutating func append(_ rows: borrowing Rows) {
    ids.append(rows.int(0))
    rows.withBytes(1) { add($0) }
    titleEnds.append(bytes.count - 1)
    rows.withBytes(2) { add($0) }
    rows.withBytes(3) { add($0) }
    endRow()
  }

  /// Returns the ids of the rows with all these words, ascending.
  func matches(_ words: [[UInt8]]) -> [Int64] { ids(at: indices(of: words)) }

  /// Returns the rows with all these words, ascending; if `among` is given, only from these.
  func indices(of words: [[UInt8]], among: [UInt32]? = nil) -> [UInt32] {
    let wanted = LetterSet(words.joined())
    let likely: [UInt32] =
      if let among {
        among.filter { letters[Int($0)].contains(wanted) }
      } else {
        letters.indices.filter { letters[$0].contains(wanted) }.map(UInt32.init)
      }
    return self.likely(likely, with: words) { starts[$0 + 1] }
  }

  /// Returns those of the rows with the words' letters that contain the words before `end`.
  private func likely(
    _ rows: [UInt32], with words: [[UInt8]], end: (Int) -> Int
  ) -> [UInt32] {
    // For words of one letter the letters are enough.
    let hard = words.filter { !$0.isEmpty && !Self.isLetter($0) }.sorted { $0.count > $1.count }
    if hard.isEmpty { return rows }
    return bytes.withUnsafeBytes { bytes in
      rows.filter { row in
        let text = UnsafeRawBufferPointer(rebasing: bytes[starts[Int(row)]..<end(Int(row))])
        return hard.allSatisfy { RawFinder.firstOffset(of: $0, in: text) != nil }
      }
    }
  }

  private static func isLetter(_ word: [UInt8]) -> Bool {
    word.count == 1 && LetterSet.hasOwnBit(word[0])
  }

  /// Returns the ids at these indices.
  func ids(at indices: [UInt32]) -> [Int64] {
    indices.count == ids.count ? ids : indices.map { ids[Int($0)] }
  }

  /// Returns those of these ascending rows that have all the words in their titles.
  func indices(among indices: [UInt32], titled words: [[UInt8]]) -> [UInt32] {
    if words.isEmpty { return [] }
    let wanted = LetterSet(words.joined())
    let likely = indices.filter { titleLetters[Int($0)].contains(wanted) }
    return self.likely(likely, with: words) { titleEnds[$0] }
  }

  /// Returns the title of a row, folded.
  func title(at row: Int) -> ArraySlice<UInt8> { bytes[starts[row]..<titleEnds[row]] }

  /// Returns these ascending ids, sorted by title or name.
  func sorted(_ chosen: [Int64], by order: NoteOrder) -> [Int64] {
    var indices: [(row: Int, key: Range<Int>)] = []
    indices.reserveCapacity(chosen.count)
    var index = 0
    for id in chosen {
      while index < ids.count, ids[index] < id { index += 1 }
      guard index < ids.count, ids[index] == id else { continue }
      indices.append((index, order == .name ? name(of: index) : starts[index]..<titleEnds[index]))
    }
    bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return }
      indices.sort { left, right in
        let (one, other) = (left.key, right.key)
        let order = memcmp(
          base + one.lowerBound, base + other.lowerBound, min(one.count, other.count))
        if order != 0 { return order < 0 }
        return one.count != other.count ? one.count < other.count : left.row < right.row
      }
    }
    return indices.map { ids[$0.row] }
  }

  /// Returns the range of a row's file name, without `.md`: the row ends with the path.
  private func name(of row: Int) -> Range<Int> {
    let row = starts[row]..<starts[row + 1] - 1
    let start = bytes[row].lastIndex { $0 == UInt8(ascii: "/") || $0 == Self.end }
    let name = (start.map { $0 + 1 } ?? row.lowerBound)..<row.upperBound
    return bytes[name].suffix(3).elementsEqual(".md".utf8)
      ? name.lowerBound..<name.upperBound - 3 : name
  }
}

/// The letters in a text, with which most rows without a word are ruled out quickly.
private struct LetterSet: Sendable {
  /// One for each of a to z and 0 to 9; other bytes share the rest.
  private var bits: UInt64 = 0

  init(_ text: some Sequence<UInt8>) {
    for letter in text { bits |= 1 << Self.bit(of: letter) }
  }

  func contains(_ other: LetterSet) -> Bool { bits & other.bits == other.bits }

  /// Whether the letter has a bit that it shares with no other.
  static func hasOwnBit(_ letter: UInt8) -> Bool { bit(of: letter) < 36 }

  private static func bit(of letter: UInt8) -> UInt64 {
    switch letter {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(letter - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(letter - UInt8(ascii: "0") + 26)
    default: UInt64(letter % 28 + 36)
    }
  }
}

/// The folded rows of the index in use, cached from one filter to the next, and the latest answers:
/// a typed letter only narrows the previous answer, and a deleted one restores it.
final class FoldedCache: Sendable {
  private struct Entry {
    /// The index, and its number of changes.
    var current: IndexFolder.Current?
    var changes: Int64?
    var rows: FoldedRows
    var answers: [Answer] = []

    func isOf(_ index: IndexSnapshot) -> Bool {
      current?.name == index.current?.name && changes == index.changes
    }

    /// Returns the smallest answer that contains all matches of these words.
    func nearest(to words: [[UInt8]]) -> Answer? {
      answers.filter { $0.holds(words) }.min { $0.indices.count < $1.indices.count }
    }

    mutating func remember(_ words: [[UInt8]], _ indices: [UInt32]) {
      answers.removeAll { $0.words == words }
      answers.insert(Answer(words: words, indices: indices), at: 0)
      if answers.count > FoldedCache.mostAnswers { answers.removeLast() }
    }
  }

  private struct Answer {
    var words: [[UInt8]]
    /// Rows, ascending.
    var indices: [UInt32]

    /// Whether all matches of other words are in this answer, whose words are parts of those.
    func holds(_ others: [[UInt8]]) -> Bool {
      words.allSatisfy { word in others.contains { FoldedText.contains(word, in: $0) } }
    }
  }

  /// The most answers, which need at most four bytes for each note.
  private static let mostAnswers = 8

  private let cached = Mutex<Entry?>(nil)
  /// Held while rows are read and folded; other readers wait.
  private let reading = Mutex(())

  func rows(_ index: IndexSnapshot) throws(DatabaseError) -> FoldedRows {
    try reading.withLock { (_) throws(DatabaseError) in
      let known = cached.withLock { $0?.current?.name == index.current?.name ? $0 : nil }
      if let known, known.changes == index.changes { return known.rows }
      let rows = try (known?.rows ?? FoldedRows()).updated(from: index.database)
      cached.withLock { $0 = Entry(current: index.current, changes: index.changes, rows: rows) }
      return rows
    }
  }

  /// Returns the rows with all these words, ascending, and all rows. Nil indices mean all.
  func matches(
    _ words: [[UInt8]], _ index: IndexSnapshot
  ) throws(DatabaseError) -> (indices: [UInt32]?, all: FoldedRows) {
    let all = try rows(index)
    if words.isEmpty { return (nil, all) }
    let nearest = cached.withLock { $0?.isOf(index) == true ? $0?.nearest(to: words) : nil }
    let indices =
      nearest?.words == words
      ? nearest?.indices ?? [] : all.indices(of: words, among: nearest?.indices)
    cached.withLock { if $0?.isOf(index) == true { $0?.remember(words, indices) } }
    return (indices, all)
  }

  /// Returns all ids by age if the rows are already folded.
  func knownIDs(_ index: IndexSnapshot) -> [Int64]? {
    cached.withLock { $0?.isOf(index) == true ? $0?.rows.ids : nil }
  }
}
