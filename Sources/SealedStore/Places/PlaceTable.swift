import Bytes
import Entities
import FileStore

/// Which file stands at which place of the vault's tree, as far as is known.
///
/// Two files may say that they belong to one place, because two programs made them, or a file was
/// copied. Then the one with the smaller id has it, and the others get numbers, as if they were new.
struct PlaceTable {
  private(set) var records: [SealedID: PlaceRecord] = [:]
  private var holders: [NotePath: SealedID] = [:]
  /// Those that have another place than they say.
  private var numbered: [SealedID: NotePath] = [:]
  private var isTangled = false
  /// Counts the changes: a look that began before one must not undo it.
  private(set) var changes = 0
  private var changed: [SealedID: Int] = [:]
  /// When the folder's names last changed, as of the last look at all of it; nil before the first.
  var folderTime: Timestamp?
  /// Places that files have left and nobody was told of yet, as far as they are few.
  private var vacated: Set<NotePath> = []
  private static let mostVacated = 1000

  mutating func set(_ id: SealedID, _ record: PlaceRecord) {
    changes += 1
    changed[id] = changes
    let old = records.updateValue(record, forKey: id)
    if old?.place == record.place { return }
    if let old { vacate(old.place) }
    if !numbered.isEmpty || isTangled { return isTangled = true }
    if let old { holders[old.place] = nil }
    if let other = holders.updateValue(id, forKey: record.place), other != id { isTangled = true }
  }

  mutating func remove(_ id: SealedID) {
    changes += 1
    changed[id] = nil
    guard let old = records.removeValue(forKey: id) else { return }
    vacate(numbered[id] ?? old.place)
    if !numbered.isEmpty || isTangled { return isTangled = true }
    holders[old.place] = nil
  }

  private mutating func vacate(_ place: NotePath) {
    if vacated.count < Self.mostVacated { vacated.insert(place) }
  }

  mutating func takeVacated() -> Set<NotePath> {
    defer { vacated = [] }
    return vacated
  }

  /// Takes out what a look that began after so many changes did not find.
  mutating func keepOnly(_ found: Set<SealedID>, seenAfter start: Int) {
    for id in Array(records.keys) where !found.contains(id) && changed[id, default: 0] <= start {
      remove(id)
    }
  }

  /// Who has a place, and what is known of it.
  mutating func holder(of place: NotePath) -> (id: SealedID, record: PlaceRecord)? {
    untangle()
    guard let id = holders[place], let record = records[id] else { return nil }
    return (id, record)
  }

  mutating func place(of id: SealedID) -> NotePath? {
    untangle()
    return numbered[id] ?? records[id]?.place
  }

  /// Everything with its place, in no order.
  mutating func forEach(_ body: (NotePath, PlaceRecord) -> Void) {
    untangle()
    for (id, record) in records { body(numbered[id] ?? record.place, record) }
  }

  private mutating func untangle() {
    guard isTangled else { return }
    isTangled = false
    holders = [:]
    holders.reserveCapacity(records.count)
    numbered = [:]
    var others: [SealedID] = []
    for id in records.keys.sorted() {
      guard let place = records[id]?.place else { continue }
      if holders[place] == nil { holders[place] = id } else { others.append(id) }
    }
    for id in others {
      guard let place = records[id]?.place else { continue }
      for name in NoteFileName.numbered(place.name.bytes).dropFirst() {
        let free = place.folder.appending(NotePath(bytes: name))
        if holders[free] != nil { continue }
        holders[free] = id
        numbered[id] = free
        break
      }
    }
  }
}

extension PlaceTable {
  /// The names in a folder: of notes, of attachments, and of the folders in it.
  mutating func names(in folder: NotePath) -> Set<[UInt8]> {
    untangle()
    let start = folder.bytes.isEmpty ? [] : folder.bytes + [UInt8(ascii: "/")]
    var names: Set<[UInt8]> = []
    for place in holders.keys where place.bytes.starts(with: start) {
      names.insert(Array(place.bytes[start.count...].prefix { $0 != UInt8(ascii: "/") }))
    }
    return names
  }

  /// The folders that something stands in, and those above them; the vault's own is the empty path.
  mutating func folders() -> Set<NotePath> {
    untangle()
    var folders: Set<NotePath> = [NotePath(bytes: [])]
    for place in holders.keys {
      var folder = place.folder
      while folders.insert(folder).inserted { folder = folder.folder }
    }
    return folders
  }

  /// Whether something may get this place: neither it nor a folder above it is taken by a file, and
  /// no folder has its name.
  mutating func isFree(_ place: NotePath) -> Bool {
    untangle()
    if holders[place] != nil || fileAbove(place) != nil { return false }
    let inside = place.bytes + [UInt8(ascii: "/")]
    return !holders.keys.contains { $0.bytes.starts(with: inside) }
  }

  /// A file that stands where a folder of this path would have to be.
  mutating func fileAbove(_ place: NotePath) -> NotePath? {
    untangle()
    var folder = place.folder
    while !folder.bytes.isEmpty {
      if holders[folder] != nil { return folder }
      folder = folder.folder
    }
    return nil
  }
}
