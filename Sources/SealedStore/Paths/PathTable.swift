import Entities
import Files

/// The known files by their paths in the vault's tree.
///
/// Two files may have the same path, because two programs made them, or a file was copied. Then the
/// one with the smallest id has it, and the others get numbers, like new notes.
struct PathTable {
  private struct Known {
    var record: PathRecord
    /// The number of the change that last added or changed it.
    var change: Int
    /// The last scan of the whole folder that found it.
    var look = 0
  }

  private var known: [SealedID: Known] = [:]
  /// The files by path; nil until needed.
  private var holders: [NotePath: SealedID]?
  /// The files whose path differs from the one in their text.
  private var numbered: [SealedID: NotePath] = [:]
  private var folderSet: Set<NotePath>?
  /// The number of changes: a scan that began before a change must not undo it.
  private(set) var changes = 0
  private var looks = 0
  /// The folder's time of change at the last complete scan; nil before the first.
  var folderTime: Timestamp?
  /// Paths that became free and are not reported yet, up to a limit.
  private var freedPaths: Set<NotePath> = []
  private static let mostFreedPaths = 1000

  // MARK: - One file

  /// Reserves room for this number of files.
  mutating func reserve(_ count: Int) { known.reserveCapacity(count) }

  func record(of id: SealedID) -> PathRecord? { known[id]?.record }

  /// Whether the file is known with these facts.
  func isKnown(_ id: SealedID, _ facts: SealedFacts) -> Bool {
    record(of: id).map { $0.facts == facts && $0.isLasting } ?? false
  }

  /// The files that were unreadable at the last attempt.
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
    if freedPaths.count < Self.mostFreedPaths { freedPaths.insert(path) }
  }

  mutating func takeFreedPaths() -> Set<NotePath> {
    defer { freedPaths = [] }
    return freedPaths
  }

  // MARK: - All files

  /// The records by file.
  var records: [SealedID: PathRecord] { known.mapValues(\.record) }

  /// Begins a scan of the whole folder: each file found is then reported by `see`.
  mutating func beginScan() { looks += 1 }

  /// Records that a file was found. Returns false if its facts are not known.
  mutating func see(_ id: SealedID, _ facts: SealedFacts) -> Bool {
    known[id]?.look = looks
    return isKnown(id, facts)
  }

  /// Removes the files that the scan did not find, except for those added after change `start`.
  /// Returns them.
  mutating func forgetUnseen(after start: Int) -> [SealedID] {
    let unseen = known.filter { $1.look != looks && $1.change <= start }.map(\.key)
    for id in unseen { remove(id) }
    return unseen
  }

  // MARK: - Paths

  /// Returns the file at a path, and its record.
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

  /// Passes all files with their paths to `body`, unordered.
  mutating func forEach(_ body: (NotePath, PathRecord) -> Void) {
    settle()
    for (id, one) in known { body(numbered[id] ?? one.record.path, one.record) }
  }

  /// Returns the folders that are not empty, with those above them; the vault's own is the empty path.
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

  /// Assigns each file its path. Of several with the same one, the smallest id gets it.
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
  /// Returns the names in a folder: of notes, attachments and folders.
  mutating func names(in folder: NotePath) -> Set<[UInt8]> {
    let start = folder.bytes.isEmpty ? [] : folder.bytes + [slash]
    var names: Set<[UInt8]> = []
    forEach { path, _ in
      guard path.bytes.starts(with: start) else { return }
      names.insert(Array(path.bytes[start.count...].prefix { $0 != slash }))
    }
    return names
  }

  /// Whether a path is free: no file has it or the path of a folder above it, and no folder has it.
  mutating func isFree(_ path: NotePath) -> Bool {
    if isTaken(path) || fileAbove(path) != nil { return false }
    return !folders().contains(path)
  }

  /// Returns a file that has the path of one of this path's folders.
  mutating func fileAbove(_ path: NotePath) -> NotePath? {
    var folder = path.folder
    while !folder.bytes.isEmpty {
      if isTaken(folder) { return folder }
      folder = folder.folder
    }
    return nil
  }
}
