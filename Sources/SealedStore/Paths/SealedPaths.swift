import Entities
import FileStore
import Files
import Glibc
import Synchronization
import Threads

/// Maps sealed files to notes. Known facts are checked against the file each time, so that two
/// programs in one vault see each other's notes.
final class SealedPaths: Sendable {
  let folder: SealedFolder
  private let cache: PathCache
  /// The remembered states of the notes, if any.
  let seen: KnownVersions?
  private let state = Mutex(State())
  /// Locked during a scan of the whole folder: a second scan waits, and finds it done.
  private let looking = Mutex<Void>(())

  private struct State {
    var table = PathTable()
    var isLoaded = false
  }

  init(_ folder: SealedFolder, cache: PathCache, seen: KnownVersions? = nil) {
    self.folder = folder
    self.cache = cache
    self.seen = seen
  }

  /// Reads from the table of known files.
  func asking<Value: Sendable>(_ body: (inout PathTable) -> Value) -> Value {
    load()
    return state.withLock { body(&$0.table) }
  }

  private func load() {
    state.withLock { state in
      if state.isLoaded { return }
      state.isLoaded = true
      cache.read(into: &state.table)
    }
  }

  /// Adds changes, found or made by this program, to the table and the cache.
  func take(_ changes: [PathCache.Change], isOurs: Bool = false) {
    load()
    let written = state.withLock { state in
      for change in changes {
        switch change {
        case .set(let id, let record): state.table.set(id, record)
        case .remove(let id): state.table.remove(id)
        }
      }
      return changes.filter(\.isWorthKeeping)
    }
    cache.write(written) {
      let records = state.withLock { $0.table.records }
      return records.map { .set($0, $1) }.filter(\.isWorthKeeping)
    }
    seen?.add(changes.compactMap { $0.seen(isOurs) }) { allSeen() }
  }

  /// Returns all notes as events, for the record of known versions.
  func allSeen() -> [KnownVersions.Event] {
    let records = state.withLock { $0.table.records }
    return records.compactMap { $1.mark == .none ? nil : .found($0, SeenState($1)) }
  }

  // MARK: One file

  /// Returns the file at a path, if any. Throws if that is unknown.
  func find(
    _ path: NotePath
  ) throws(SealedFault) -> (id: SealedID, record: PathRecord)? {
    load()
    // Another program may change the file in the meantime; a few tries outlast that.
    for _ in 0..<4 {
      let root = try folder.openRoot()
      let (known, time) = state.withLock { ($0.table.holder(of: path), $0.table.folderTime) }
      if let known {
        guard let facts = try? Posix.facts(known.id.fileName, in: root.raw) else {
          if !Posix.exists(known.id.fileName, in: root.raw) { take([.remove(known.id)]) }
          continue
        }
        if known.record.isLasting, SealedFacts(facts) == known.record.facts { return known }
        look(at: known.id, in: root.raw)
        let now = state.withLock { $0.table.holder(of: path) }
        if let now, now.id == known.id { return now }
        continue
      }
      if time != nil, Self.time(of: root.raw) == time { return nil }
      if !survey().isRead { throw .system(SystemError(EIO)) }
    }
    return state.withLock { $0.table.holder(of: path) }
  }

  /// Reads the first line of a file again if it changed, and forgets a file that is gone.
  func look(at id: SealedID, in root: Int32, isOurs: Bool = false) {
    if let facts = try? Posix.facts(id.fileName, in: root),
      state.withLock({ $0.table.isKnown(id, SealedFacts(facts)) })
    {
      return
    }
    if let record = record(of: id, in: root) {
      take([.set(id, record)], isOurs: isOurs)
    } else {
      take([.remove(id)])
    }
  }

  /// Returns nil if no file has this name.
  private func record(of id: SealedID, in root: Int32) -> PathRecord? {
    let name = id.fileName
    for _ in 0..<10 {
      guard let facts = try? Posix.facts(name, in: root), facts.kind == .file else { return nil }
      do throws(SealedFault) {
        let opened = try folder.open(name, in: root)
        let head = try opened.head()
        return PathRecord(
          facts: SealedFacts(opened.facts), path: head.path, textSize: head.textSize,
          mark: head.mark)
      } catch {
        if error == .changed || error == .system(SystemError(ENOENT)) { continue }
        if case .notAFile = error { return nil }
        // The error counts only if the file has not changed in the meantime.
        guard let now = try? Posix.facts(name, in: root), now == facts else { continue }
        return PathRecord(facts: SealedFacts(facts), of: id, fault: error)
      }
    }
    return nil
  }

  static func time(of root: Int32) -> Timestamp? { try? Posix.facts(of: root).changed }

  /// Notes the folder's new time: changes by this program, made with the lock, need no scan.
  func folderChanged(from before: Timestamp?, _ root: Int32) {
    let after = Self.time(of: root)
    state.withLock { state in
      if state.table.folderTime == before, before != nil { state.table.folderTime = after }
    }
  }

  // MARK: All files

  struct Look {
    /// False if the folder could not be read completely.
    var isRead: Bool
    var problems: [String]
  }

  /// Scans the whole folder: unchanged files are known, the others are opened.
  @discardableResult
  func survey(isCancelled: () -> Bool = { false }) -> Look {
    load()
    return looking.withLock { _ in
      let start = state.withLock { $0.table.changes }
      let found = FlatFolder(
        folder.root, clock: folder.clock, visibleName: { SealedID.random().fileName }
      ) { name in
        SealedID.looksAlike(name)
      }.survey()
      guard let time = found.folders.first?.changed else {
        return Look(isRead: false, problems: found.problems)
      }
      var unknown: [SealedID] = []
      var strays: [NotePath] = []
      state.withLock { state in
        state.table.beginScan()
        for entry in found.entries where !entry.fact.isLink && entry.fact.obstacle == nil {
          guard let id = found.withPath(of: entry, { SealedID(fileName: $0) }) else {
            strays.append(found.path(of: entry))
            continue
          }
          if !state.table.see(id, SealedFacts(entry.fact)) { unknown.append(id) }
        }
      }
      var changes = open(unknown, isCancelled: isCancelled)
      if isCancelled() {
        take(changes)
        return Look(isRead: false, problems: found.problems)
      }
      changes += state.withLock { state in
        state.table.forgetUnseen(after: start).map { .remove($0) }
      }
      take(changes)
      state.withLock { $0.table.folderTime = time }
      seen?.begin(folder.clock.now) { allSeen() }
      let problems = strays.filter { !isCopy($0) }.map(Self.problem)
      return Look(isRead: true, problems: found.problems + problems)
    }
  }

  /// Opens many files on two threads: most of the work is decryption.
  private func open(_ ids: [SealedID], isCancelled: () -> Bool) -> [PathCache.Change] {
    guard !ids.isEmpty, let root = try? folder.openRoot() else { return [] }
    let raw = root.raw
    let next = Atomic(0)
    let found = Mutex<[PathCache.Change]>([])
    func work() {
      var own: [PathCache.Change] = []
      while !isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < ids.count else { break }
        let record = record(of: ids[index], in: raw)
        own.append(record.map { .set(ids[index], $0) } ?? .remove(ids[index]))
      }
      found.withLock { [own] in $0 += own }
    }
    DedicatedThread.withHelp {
      work()
    } _: { askForHelp in
      if ids.count > 8 { askForHelp() }
      work()
    }
    return found.withLock { $0 }
  }

  /// Whether it is a copy of a note here: it is listed as a conflict.
  private func isCopy(_ file: NotePath) -> Bool {
    SealedCopyName(file.bytes).map { copy in asking { $0.path(of: copy.id) } != nil } ?? false
  }

  private static func problem(_ file: NotePath) -> String {
    "\(file.text) is not a note of this vault, since its name was not made here; it was left alone."
  }
}

extension PathCache.Change {
  /// The event for the record of known versions. A missing file may be in the trash, so it makes none.
  fileprivate func seen(_ isOurs: Bool) -> KnownVersions.Event? {
    guard case .set(let id, let record) = self, record.mark != .none else { return nil }
    let state = SeenState(record)
    return isOurs ? .written(id, state) : .found(id, state)
  }

  /// Whether to save it. A file that could not be opened is checked at each start.
  fileprivate var isWorthKeeping: Bool {
    switch self {
    case .set(_, let record): record.obstacle == nil
    case .remove: true
    }
  }
}
