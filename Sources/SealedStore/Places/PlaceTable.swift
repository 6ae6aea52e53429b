import Entities
import FileStore
import Files

/// Which file stands at which place of the vault's tree, as far as is known.
///
/// Two files may say that they belong to one place, because two programs made them, or a file was
/// copied. Then the one with the smaller id has it, and the others get numbers, as if they were new.
struct PlaceTable {
  private(set) var rows = PlaceRows()
  /// By place; nil until somebody asks for one.
  private var byPlace: RowIndex?
  /// Those that have another place than they say, and who stands there.
  private var numbered: [SealedID: NotePath] = [:]
  private var numberedHolders: [NotePath: SealedID] = [:]
  private var isTangled = false
  private var folderSet: Set<NotePath>?
  /// Counts the changes: a look that began before one must not undo it.
  private(set) var changes = 0
  private var looks = 0
  /// When the folder's names last changed, as of the last look at all of it; nil before the first.
  var folderTime: Timestamp?
  /// Places that files have left and nobody was told of yet, as far as they are few.
  private var vacated: Set<NotePath> = []
  private static let mostVacated = 1000

  /// Takes over what an earlier run knew. Nothing else may be known yet.
  mutating func begin(with known: PlaceRows) {
    rows = known
    (byPlace, folderSet) = (nil, nil)
  }

  // MARK: - One file

  func record(of id: SealedID) -> PlaceRecord? { rows.row(of: id).map { rows.record($0) } }

  /// Whether it is known for as long as it has these facts.
  func isKnown(_ id: SealedID, _ facts: SealedFacts) -> Bool {
    guard let row = rows.row(of: id), rows[row].facts == facts else { return false }
    return rows.fault(row)?.isLasting ?? true
  }

  /// Those that could not be read when they were looked at.
  var unsettled: [SealedID] {
    rows.rows.indices.filter { rows.fault($0)?.isLasting == false }.map { rows[$0].id }
  }

  mutating func set(_ id: SealedID, _ record: PlaceRecord) {
    changes += 1
    let (row, left, isNewPlace) = rows.set(id, record, change: changes)
    guard isNewPlace else { return }
    folderSet = nil
    if let left { vacate(left) }
    if !numbered.isEmpty || isTangled { return isTangled = true }
    guard let index = byPlace else { return }
    if index.isFull { return byPlace = nil }
    let hash = Self.hash(record.place)
    if self.row(at: record.place, hash, but: row) != nil { isTangled = true }
    byPlace?.insert(row, hash)
  }

  mutating func remove(_ id: SealedID) {
    changes += 1
    guard let row = rows.row(of: id) else { return }
    vacate(numbered[id] ?? rows.place(row))
    rows.remove(row)
    folderSet = nil
    if !numbered.isEmpty { isTangled = true }
    if rows.isWorn {
      rows.tidy()
      byPlace = nil
    }
  }

  private mutating func vacate(_ place: NotePath) {
    if vacated.count < Self.mostVacated { vacated.insert(place) }
  }

  mutating func takeVacated() -> Set<NotePath> {
    defer { vacated = [] }
    return vacated
  }

  // MARK: - A look at all of them

  /// Begins a look at the whole folder: what is seen is told one by one.
  mutating func beginLook() { looks += 1 }

  /// False where it is not known as it is now.
  mutating func see(_ id: SealedID, _ facts: SealedFacts) -> Bool {
    guard let row = rows.row(of: id) else { return false }
    rows.see(row, look: looks)
    return rows[row].facts == facts && rows.fault(row)?.isLasting ?? true
  }

  /// Takes out what was not seen, unless it came after so many changes; answers with what it was.
  mutating func forgetUnseen(after start: Int) -> [SealedID] {
    let unseen = rows.rows.filter { !$0.isGone && $0.look != looks && $0.change <= start }
    for row in unseen { remove(row.id) }
    return unseen.map(\.id)
  }

  // MARK: - Places

  /// Who has a place, and what is known of it.
  mutating func holder(of place: NotePath) -> (id: SealedID, record: PlaceRecord)? {
    untangle()
    if let id = numberedHolders[place] { return record(of: id).map { (id, $0) } }
    guard let row = row(at: place, Self.hash(place)) else { return nil }
    return (rows[row].id, rows.record(row))
  }

  mutating func place(of id: SealedID) -> NotePath? {
    untangle()
    return numbered[id] ?? rows.row(of: id).map { rows.place($0) }
  }

  mutating func isTaken(_ place: NotePath) -> Bool {
    untangle()
    return isHeld(place)
  }

  private func isHeld(_ place: NotePath) -> Bool {
    numberedHolders[place] != nil || row(at: place, Self.hash(place)) != nil
  }

  /// Everything with its place, in no order. The bytes are gone after the call.
  mutating func forEach(
    _ body: (UnsafeRawBufferPointer, PlaceRow, SealedFault?) -> Void
  ) {
    untangle()
    rows.withPlaces { places in
      for (index, row) in rows.rows.enumerated() where !row.isGone {
        let fault = rows.fault(index)
        if !numbered.isEmpty, let place = numbered[row.id] {
          place.bytes.withUnsafeBytes { body($0, row, fault) }
        } else {
          body(
            UnsafeRawBufferPointer(rebasing: places[row.start..<(row.start + row.length)]), row,
            fault)
        }
      }
    }
  }

  /// The folders that something stands in, and those above them; the vault's own is the empty path.
  mutating func folders() -> Set<NotePath> {
    if let folderSet { return folderSet }
    var folders: Set<NotePath> = [NotePath(bytes: [])]
    var last = NotePath(bytes: [])
    forEach { place, _, _ in
      let length = place.lastIndex(of: slash) ?? 0
      if place.prefix(length).elementsEqual(last.bytes) { return }
      last = NotePath(bytes: Array(place.prefix(length)))
      var folder = last
      while folders.insert(folder).inserted { folder = folder.folder }
    }
    folderSet = folders
    return folders
  }

  private static func hash(_ place: NotePath) -> Int {
    place.bytes.withUnsafeBytes { hash($0) }
  }

  /// Another one in each run: whoever makes files cannot choose places that are slow to find.
  private static func hash(_ place: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: place)
    return hasher.finalize()
  }

  private func row(at place: NotePath, _ hash: Int, but other: Int = -1) -> Int? {
    place.bytes.withUnsafeBytes { row(at: $0, hash, but: other) }
  }

  private func row(at place: UnsafeRawBufferPointer, _ hash: Int, but other: Int = -1) -> Int? {
    byPlace?.first(hash) { index in
      let row = rows[index]
      guard index != other, !row.isGone, row.length == place.count,
        rows.withPlaces({ all in
          all[row.start..<(row.start + row.length)].elementsEqual(place)
        })
      else { return false }
      return numbered.isEmpty || numbered[row.id] == nil
    }
  }

  private mutating func untangle() {
    guard isTangled || byPlace == nil else { return }
    isTangled = false
    numbered = [:]
    numberedHolders = [:]
    folderSet = nil
    var others = indexPlaces(rows.rows.indices.filter { !rows[$0].isGone })
    if others.isEmpty { return }
    // Who comes first has the place: once more, in the order of their ids.
    let inOrder = rows.rows.indices.filter { !rows[$0].isGone }.sorted { rows[$0].id < rows[$1].id }
    others = indexPlaces(inOrder)
    for row in others {
      let place = rows.place(row)
      for name in NoteFileName.numbered(place.name.bytes).dropFirst() {
        let free = place.folder.appending(NotePath(bytes: name))
        if isHeld(free) { continue }
        numberedHolders[free] = rows[row].id
        numbered[rows[row].id] = free
        break
      }
    }
  }

  /// Gives each its place, as far as it is free; answers with the rest.
  private mutating func indexPlaces(_ order: [Int]) -> [Int] {
    byPlace = RowIndex(rows: order.count)
    var others: [Int] = []
    for row in order {
      let known = rows[row]
      let (hash, isFirst) = rows.withPlaces { all in
        let place = UnsafeRawBufferPointer(
          rebasing: all[known.start..<(known.start + known.length)])
        let hash = Self.hash(place)
        return (hash, self.row(at: place, hash) == nil)
      }
      if isFirst { byPlace?.insert(row, hash) } else { others.append(row) }
    }
    return others
  }
}
