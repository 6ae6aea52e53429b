import CSystem
import Entities
import Glibc

/// Title, first words and path of all notes, folded and in one block, so that a list of a hundred
/// thousand is filtered with every key.
///
/// What the index says under an id never changes, so that only new ids have to be folded.
struct FoldedRows: Sendable {
  /// Ascending.
  private(set) var ids: [Int64] = []
  private var starts: [Int] = [0]
  private var titleEnds: [Int] = []
  private var bytes: [UInt8] = []
  private static let end = UInt8(ascii: "\n")

  init() {}

  /// Must come with ascending ids.
  mutating func append(
    _ id: Int64, title: UnsafeRawBufferPointer, snippet: UnsafeRawBufferPointer,
    path: UnsafeRawBufferPointer
  ) {
    ids.append(id)
    FoldedText.append(title, to: &bytes)
    titleEnds.append(bytes.count)
    bytes.append(Self.end)
    FoldedText.append(snippet, to: &bytes)
    bytes.append(Self.end)
    FoldedText.append(path, to: &bytes)
    bytes.append(Self.end)
    starts.append(bytes.count)
  }

  mutating func append(_ id: Int64, _ row: NoteSummary) {
    var (title, snippet) = (row.title, row.snippet)
    title.withUTF8 { title in
      snippet.withUTF8 { snippet in
        row.id.path.bytes.withUnsafeBytes { path in
          append(
            id, title: UnsafeRawBufferPointer(title), snippet: UnsafeRawBufferPointer(snippet),
            path: path)
        }
      }
    }
  }

  private mutating func append(_ other: FoldedRows, at place: Int) {
    let shift = bytes.count - other.starts[place]
    ids.append(other.ids[place])
    bytes += other.bytes[other.starts[place]..<other.starts[place + 1]]
    titleEnds.append(other.titleEnds[place] + shift)
    starts.append(bytes.count)
  }

  /// As the index stands now; what was known is not folded again.
  func updated(from database: Database) throws(DatabaseError) -> FoldedRows {
    var now: [Int64] = []
    let all = try database.query("SELECT id FROM note INDEXED BY note_folder")
    while try all.next() { now.append(all.int(0)) }
    now.sort()
    if now == ids { return self }
    var updated = FoldedRows()
    updated.bytes.reserveCapacity(bytes.count + 4096)
    var old = 0
    let columns = "SELECT id, title, snippet, path FROM note"
    // A whole table is read faster than most of its rows one by one.
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
    // Not nested, for the row's own sake: each is copied as it is folded.
    let id = rows.int(0)
    ids.append(id)
    rows.withBytes(1) { FoldedText.append($0, to: &bytes) }
    titleEnds.append(bytes.count)
    bytes.append(Self.end)
    rows.withBytes(2) { FoldedText.append($0, to: &bytes) }
    bytes.append(Self.end)
    rows.withBytes(3) { FoldedText.append($0, to: &bytes) }
    bytes.append(Self.end)
    starts.append(bytes.count)
  }

  /// The ids of the rows in which all these words stand, ascending.
  func matches(_ words: [[UInt8]]) -> [Int64] {
    let longest = words.indices.max { words[$0].count < words[$1].count }
    guard let longest else { return ids }
    var others = words
    let first = others.remove(at: longest)
    return bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return [] }
      var (found, row, position) = ([Int64](), 0, 0)
      while position < all.count {
        let hit = csystem_find(base + position, all.count - position, first, first.count)
        if hit < 0 { break }
        row = rowOf(position + hit, from: row)
        let range = starts[row]..<starts[row + 1]
        // No word has a line's end in it: where the first was found, all of it stands in this row.
        let isMatch = others.allSatisfy {
          csystem_find(base + range.lowerBound, range.count, $0, $0.count) >= 0
        }
        if isMatch { found.append(ids[row]) }
        position = range.upperBound
      }
      return found
    }
  }

  /// The row that a byte stands in, which is `from` or behind it.
  private func rowOf(_ place: Int, from: Int) -> Int {
    var step = 1
    while from + step < ids.count, starts[from + step] <= place { step *= 2 }
    var (low, high) = (from + step / 2, min(from + step, ids.count))
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }

  /// These ids, which ascend, from A to Z by their titles.
  func sortedByTitle(_ chosen: [Int64]) -> [Int64] {
    var places: [Int] = []
    places.reserveCapacity(chosen.count)
    var place = 0
    for id in chosen {
      while place < ids.count, ids[place] < id { place += 1 }
      if place < ids.count, ids[place] == id { places.append(place) }
    }
    bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return }
      places.sort { left, right in
        let (leftLength, rightLength) = (
          titleEnds[left] - starts[left], titleEnds[right] - starts[right]
        )
        let order = memcmp(base + starts[left], base + starts[right], min(leftLength, rightLength))
        if order != 0 { return order < 0 }
        return leftLength != rightLength ? leftLength < rightLength : left < right
      }
    }
    return places.map { ids[$0] }
  }
}
