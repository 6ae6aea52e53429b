import Entities
import Files

/// Which file belongs to which path of the vault's tree, as far as is known.
///
/// Two files may say that they belong to one path, because two programs made them, or a file was
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
  /// The files by path; nil until they are needed.
  private var holders: [NotePath: SealedID]?
  /// Those with another path than they say.
  private var numbered: [SealedID: NotePath] = [:]
  private var folderSet: Set<NotePath>?
  /// Counts the changes: a look that began before one must not undo it.
  private(set) var changes = 0
  private var looks = 0
  /// When the folder's names last changed, as of the last look at all of it; nil before the first.
  var folderTime: Timestamp?
  /// Paths that files have left and that are not reported yet, if they are few.
  private var vacated: Set<NotePath> = []
  private static let mostVacated = 1000

  // MARK: - One file

  /// Reserves room for this number of files.
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
    let left = known.updateValue(Known(record: record, change: changes), forKey: id)?.record.path
    if left == record.path { return }
    folderSet = nil
    if let left { vacate(left) }
    guard numbered.isEmpty, holders?[record.path] == nil else { return holders = nil }
    if let left { holders?[left] = nil }
    holders?[record.path] = id
  }

  mutating func remove(_ id: SealedID) {
    changes += 1
    guard let path = known.removeValue(forKey: id)?.record.path else { return }
    vacate(numbered[id] ?? path)
    folderSet = nil
    if numbered.isEmpty { holders?[path] = nil } else { holders = nil }
  }

  private mutating func vacate(_ path: NotePath) {
    if vacated.count < Self.mostVacated { vacated.insert(path) }
  }

  mutating func takeVacated() -> Set<NotePath> {
    defer { vacated = [] }
    return vacated
  }

  // MARK: - All of them

  /// What each file says of itself.
  var records: [SealedID: PathRecord] { known.mapValues(\.record) }

  /// Begins a look at the whole folder: each seen file is added one by one.
  mutating func beginLook() { looks += 1 }

  /// False where it is not known as it is now.
  mutating func see(_ id: SealedID, _ facts: SealedFacts) -> Bool {
    known[id]?.look = looks
    return isKnown(id, facts)
  }

  /// Takes out what was not seen, unless it came after change `start`; answers with what it was.
  mutating func forgetUnseen(after start: Int) -> [SealedID] {
    let unseen = known.filter { $1.look != looks && $1.change <= start }.map(\.key)
    for id in unseen { remove(id) }
    return unseen
  }

  // MARK: - Paths

  /// The file at a path, and what is known of it.
  mutating func holder(of path: NotePath) -> (id: SealedID, record: PathRecord)? {
    settle()
    guard let id = holders?[path] else { return nil }
    return record(of: id).map { (id, $0) }
  }

  mutating func path(of id: SealedID) -> NotePath? {
    settle()
    return numbered[id] ?? record(of: id)?.path
  }

  mutating func isTaken(_ path: NotePath) -> Bool {
    settle()
    return holders?[path] != nil
  }

  /// All files with their paths, in no order.
  mutating func forEach(_ body: (NotePath, PathRecord) -> Void) {
    settle()
    for (id, one) in known { body(numbered[id] ?? one.record.path, one.record) }
  }

  /// The folders that are not empty, and those above them; the vault's own is the empty path.
  mutating func folders() -> Set<NotePath> {
    settle()
    if let folderSet { return folderSet }
    var folders: Set<NotePath> = [NotePath(bytes: [])]
    forEach { path, _ in
      var folder = path.folder
      while folders.insert(folder).inserted { folder = folder.folder }
    }
    folderSet = folders
    return folders
  }

  /// Gives each its path. Of several at one, the first has it in the order of their ids.
  private mutating func settle() {
    if holders != nil { return }
    (numbered, folderSet) = ([:], nil)
    var holders: [NotePath: SealedID] = [:]
    holders.reserveCapacity(known.count)
    var others: [SealedID] = []
    for (id, one) in known {
      let path = one.record.path
      guard let other = holders.updateValue(id, forKey: path) else { continue }
      holders[path] = min(id, other)
      others.append(max(id, other))
    }
    for id in others.sorted() {
      guard let path = record(of: id)?.path else { continue }
      for name in NoteFileName.numbered(path.name.bytes).dropFirst() {
        let free = path.folder.appending(NotePath(bytes: name))
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
    forEach { path, _ in
      guard path.bytes.starts(with: start) else { return }
      names.insert(Array(path.bytes[start.count...].prefix { $0 != slash }))
    }
    return names
  }

  /// Whether something may get this path: neither it nor a folder above it is taken by a file, and
  /// no folder has its name.
  mutating func isFree(_ path: NotePath) -> Bool {
    if isTaken(path) || fileAbove(path) != nil { return false }
    return !folders().contains(path)
  }

  /// A file at the path of one of this path's folders.
  mutating func fileAbove(_ path: NotePath) -> NotePath? {
    var folder = path.folder
    while !folder.bytes.isEmpty {
      if isTaken(folder) { return folder }
      folder = folder.folder
    }
    return nil
  }
}
