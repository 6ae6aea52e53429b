/// The ids of a catalog in its order. Where they were found among folded rows they are looked up as they
/// are asked for: of a hundred thousand that a letter leaves a screen shows forty.
struct OrderedIDs: Sendable {
  private let ids: [Int64]
  /// Places among `ids`; nil for all of them.
  private let places: [UInt32]?
  private let isAscending: Bool
  private var isReversed = false

  /// In any order.
  init(_ ids: [Int64]) {
    self.ids = ids
    (places, isAscending) = (nil, false)
  }

  init(ascending ids: [Int64]) {
    self.ids = ids
    (places, isAscending) = (nil, true)
  }

  /// `ids` ascend, and so do the places among them.
  init(at places: [UInt32], among ids: [Int64]) {
    self.ids = ids
    self.places = places.count == ids.count ? nil : places
    isAscending = true
  }

  var count: Int { places?.count ?? ids.count }

  var all: [Int64] { self[0..<count] }

  func reversed() -> OrderedIDs {
    var other = self
    other.isReversed.toggle()
    return other
  }

  subscript(range: Range<Int>) -> [Int64] {
    let range = range.clamped(to: 0..<count)
    if !isReversed, places == nil { return range.count == ids.count ? ids : Array(ids[range]) }
    return range.map(id(at:))
  }

  func firstIndex(of id: Int64) -> Int? {
    guard isAscending else {
      return ids.firstIndex(of: id).map { isReversed ? count - 1 - $0 : $0 }
    }
    func value(_ place: Int) -> Int64 { places.map { ids[Int($0[place])] } ?? ids[place] }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if value(middle) < id { low = middle + 1 } else { high = middle }
    }
    guard low < count, value(low) == id else { return nil }
    return isReversed ? count - 1 - low : low
  }

  private func id(at index: Int) -> Int64 {
    let index = isReversed ? count - 1 - index : index
    return places.map { ids[Int($0[index])] } ?? ids[index]
  }
}

extension Database {
  /// The ids of all notes, ascending. They are read from a small index: the notes themselves are ten
  /// times as much to go through.
  func idsByAge() throws(DatabaseError) -> [Int64] {
    var ids: [Int64] = []
    let rows = try query("SELECT id FROM note INDEXED BY note_folder")
    while try rows.next() { ids.append(rows.int(0)) }
    ids.sort()
    return ids
  }
}
