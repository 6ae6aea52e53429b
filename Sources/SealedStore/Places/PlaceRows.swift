import Entities
import Files

/// A sealed file as a table keeps it: plain numbers, and a place that stands elsewhere.
struct PlaceRow {
  let id: SealedID
  var facts: SealedFacts
  var textSize: Int
  var mark: FileMark
  /// Where its place begins among all places, and how long it is.
  var start: Int
  var length: Int
  /// When it came or changed last, in changes.
  var change = 0
  /// The last look at the whole folder that saw it.
  var look = 0
  var isGone = false
  /// There is a fault of it.
  var isFaulty = false
}

/// All that is known of sealed files, end to end in two blocks: nothing is made for each of them before
/// somebody asks for it.
struct PlaceRows {
  private(set) var rows: [PlaceRow] = []
  private var places: [UInt8] = []
  private var byID = RowIndex(rows: 0)
  private var faults: [SealedID: SealedFault] = [:]
  /// How many bytes of places nobody has any more.
  private var wasted = 0

  init() {}

  /// Takes over what was read as a whole; ids must differ.
  init(_ rows: [PlaceRow], places: [UInt8]) {
    self.rows = rows
    self.places = places
    indexIDs()
  }

  private mutating func indexIDs() {
    byID = RowIndex(rows: rows.count)
    for row in rows.indices { byID.insert(row, rows[row].id.hashValue) }
  }

  /// Its row, also of one that is gone.
  private func anyRow(of id: SealedID) -> Int? {
    rows.withUnsafeBufferPointer { rows in byID.first(id.hashValue) { rows[$0].id == id } }
  }

  func row(of id: SealedID) -> Int? {
    anyRow(of: id).flatMap { rows[$0].isGone ? nil : $0 }
  }

  subscript(row: Int) -> PlaceRow { rows[row] }

  func record(_ row: Int) -> PlaceRecord {
    let known = rows[row]
    var record = PlaceRecord(
      facts: known.facts, place: place(row), textSize: known.textSize, mark: known.mark)
    if known.isFaulty { record.fault = faults[known.id] }
    return record
  }

  func fault(_ row: Int) -> SealedFault? { rows[row].isFaulty ? faults[rows[row].id] : nil }

  func place(_ row: Int) -> NotePath {
    NotePath(bytes: Array(places[rows[row].start..<(rows[row].start + rows[row].length)]))
  }

  /// The bytes of all places, where rows say that theirs stand.
  func withPlaces<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
    try places.withUnsafeBytes(body)
  }

  /// Keeps what is known of a file; answers with its row, and with where it was until now if that is
  /// another place.
  mutating func set(
    _ id: SealedID, _ record: PlaceRecord, change: Int
  ) -> (row: Int, left: NotePath?, isNewPlace: Bool) {
    faults[id] = record.fault
    guard let row = anyRow(of: id) else {
      if byID.isFull { indexIDs() }
      let row = rows.count
      rows.append(
        PlaceRow(
          id: id, facts: record.facts, textSize: record.textSize, mark: record.mark,
          start: places.count, length: record.place.bytes.count, change: change,
          isFaulty: record.fault != nil))
      places += record.place.bytes
      byID.insert(row, id.hashValue)
      return (row, nil, true)
    }
    let wasGone = rows[row].isGone
    let old = place(row)
    if old != record.place {
      wasted += rows[row].length
      rows[row].start = places.count
      rows[row].length = record.place.bytes.count
      places += record.place.bytes
    }
    rows[row].facts = record.facts
    rows[row].textSize = record.textSize
    rows[row].mark = record.mark
    rows[row].change = change
    rows[row].isGone = false
    rows[row].isFaulty = record.fault != nil
    let isSame = old == record.place
    return (row, isSame || wasGone ? nil : old, !isSame || wasGone)
  }

  mutating func remove(_ row: Int) {
    faults[rows[row].id] = nil
    rows[row].isGone = true
    rows[row].isFaulty = false
    wasted += rows[row].length
  }

  mutating func see(_ row: Int, look: Int) { rows[row].look = look }

  /// Whether most of what it holds is of files that are gone, or of places that they left.
  var isWorn: Bool { wasted > places.count / 2 + (64 << 10) }

  /// The same without all that. Rows have other numbers after it.
  mutating func tidy() {
    var fresh: [PlaceRow] = []
    var paths: [UInt8] = []
    fresh.reserveCapacity(rows.count)
    for var row in rows where !row.isGone {
      let path = places[row.start..<(row.start + row.length)]
      row.start = paths.count
      paths += path
      fresh.append(row)
    }
    (rows, places, wasted) = (fresh, paths, 0)
    indexIDs()
  }
}
