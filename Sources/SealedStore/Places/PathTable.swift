import Entities
import Files

/// Which file belongs to which path of the vault's tree, as far as is known.
///
/// Two files may say that they belong to one place, because two programs made them, or a file was
/// copied. Then the one with the smaller id has it, and the others get numbers, as if they were new.
struct PathTable {
  private struct Known {
    var record: PathRecord
    /// When it came or changed last, in changes.
    var change: Int
    /// The last look at the whole folder that saw it.
    var look = 0
  }

  private var known: [SealedID: Known] = [:]
  /// Who stands where; nil until somebody asks.
  private var holders: [NotePath: SealedID]?
  /// Those that have another place than they say.
  private var numbered: [SealedID: NotePath] = [:]
  private var folderSet: Set<NotePath>?
  /// Counts the changes: a look that began before one must not undo it.
  private(set) var changes = 0
  private var looks = 0
  /// When the folder's names last changed, as of the last look at all of it; nil before the first.
  var folderTime: Timestamp?
  /// Places that files have left and nobody was told of yet, as far as they are few.
  private var vacated: Set<NotePath> = []
  private static let mostVacated = 1000

  // MARK: - One file

  /// So many are about to be told of.
  mutating func reserve(_ count: Int) { known.reserveCapacity(count) }

  func record(of id: SealedID) -> PathRecord? { known[id]?.record }

  /// Whether it is known while it has these facts.
  func isKnown(_ id: SealedID, _ facts: SealedFacts) -> Bool {
    record(of: id).map { $0.facts == facts && $0.isLasting } ?? false
  }

  /// Those that could not be read when they were looked at.
  var unsettled: [SealedID] { known.filter { !$1.record.isLasting }.map(\.key) }

  mutating func set(_ id: SealedID, _ record: PathRecord) {
    changes += 1
    let left = known.updateValue(Known(record: record, change: changes), forKey: id)?.record.place
    if left == record.place { return }
    folderSet = nil
    if let left { vacate(left) }
    guard numbered.isEmpty, holders?[record.place] == nil else { return holders = nil }
    if let left { holders?[left] = nil }
    holders?[record.place] = id
  }

  mutating func remove(_ id: SealedID) {
    changes += 1
    guard let place = known.removeValue(forKey: id)?.record.place else { return }
    vacate(numbered[id] ?? place)
    folderSet = nil
    if numbered.isEmpty { holders?[place] = nil } else { holders = nil }
  }

  private mutating func vacate(_ place: NotePath) {
    if vacated.count < Self.mostVacated { vacated.insert(place) }
  }

  mutating func takeVacated() -> Set<NotePath> {
    defer { vacated = [] }
    return vacated
  }

  // MARK: - All of them

  /// What each file says of itself.
  var records: [SealedID: PathRecord] { known.mapValues(\.record) }

  /// Begins a look at the whole folder: what is seen is told one by one.
  mutating func beginLook() { looks += 1 }

  /// False where it is not known as it is now.
  mutating func see(_ id: SealedID, _ facts: SealedFacts) -> Bool {
    known[id]?.look = looks
    return isKnown(id, facts)
  }

  /// Takes out what was not seen, unless it came after so many changes; answers with what it was.
  mutating func forgetUnseen(after start: Int) -> [SealedID] {
    let unseen = known.filter { $1.look != looks && $1.change <= start }.map(\.key)
    for id in unseen { remove(id) }
    return unseen
  }

  // MARK: - Places

  /// Who has a place, and what is known of it.
  mutating func holder(of place: NotePath) -> (id: SealedID, record: PathRecord)? {
    settle()
    guard let id = holders?[place] else { return nil }
    return record(of: id).map { (id, $0) }
  }

  mutating func place(of id: SealedID) -> NotePath? {
    settle()
    return numbered[id] ?? record(of: id)?.place
  }

  mutating func isTaken(_ place: NotePath) -> Bool {
    settle()
    return holders?[place] != nil
  }

  /// Everything with its place, in no order.
  mutating func forEach(_ body: (NotePath, PathRecord) -> Void) {
    settle()
    for (id, one) in known { body(numbered[id] ?? one.record.place, one.record) }
  }

  /// The folders that are not empty, and those above them; the vault's own is the empty path.
  mutating func folders() -> Set<NotePath> {
    settle()
    if let folderSet { return folderSet }
    var folders: Set<NotePath> = [NotePath(bytes: [])]
    forEach { place, _ in
      var folder = place.folder
      while folders.insert(folder).inserted { folder = folder.folder }
    }
    folderSet = folders
    return folders
  }

  /// Gives each its place. Of several at one, the first has it in the order of their ids.
  private mutating func settle() {
    if holders != nil { return }
    (numbered, folderSet) = ([:], nil)
    var holders: [NotePath: SealedID] = [:]
    holders.reserveCapacity(known.count)
    var others: [SealedID] = []
    for (id, one) in known {
      let place = one.record.place
      guard let other = holders.updateValue(id, forKey: place) else { continue }
      holders[place] = min(id, other)
      others.append(max(id, other))
    }
    for id in others.sorted() {
      guard let place = record(of: id)?.place else { continue }
      for name in NoteFileName.numbered(place.name.bytes).dropFirst() {
        let free = place.folder.appending(NotePath(bytes: name))
        if holders[free] != nil { continue }
        holders[free] = id
        numbered[id] = free
        break
      }
    }
    self.holders = holders
  }
}

extension PathTable {
  /// The names in a folder: of notes, of attachments, and of the folders in it.
  mutating func names(in folder: NotePath) -> Set<[UInt8]> {
    let start = folder.bytes.isEmpty ? [] : folder.bytes + [slash]
    var names: Set<[UInt8]> = []
    forEach { place, _ in
      guard place.bytes.starts(with: start) else { return }
      names.insert(Array(place.bytes[start.count...].prefix { $0 != slash }))
    }
    return names
  }

  /// Whether something may get this place: neither it nor a folder above it is taken by a file, and
  /// no folder has its name.
  mutating func isFree(_ place: NotePath) -> Bool {
    if isTaken(place) || fileAbove(place) != nil { return false }
    return !folders().contains(place)
  }

  /// A file that stands where a folder of this path would have to be.
  mutating func fileAbove(_ place: NotePath) -> NotePath? {
    var folder = place.folder
    while !folder.bytes.isEmpty {
      if isTaken(folder) { return folder }
      folder = folder.folder
    }
    return nil
  }
}
