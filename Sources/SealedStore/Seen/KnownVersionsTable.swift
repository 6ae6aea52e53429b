import Entities

/// A state of a sealed note.
struct SeenState: Equatable {
  var mark: FileMark
  /// When the file was last written, as it says.
  var modified: Timestamp
  /// Where in the vault it belonged.
  var path: NotePath

  init(mark: FileMark, modified: Timestamp, path: NotePath) {
    (self.mark, self.modified, self.path) = (mark, modified, path)
  }

  init(_ record: PathRecord) {
    self.init(mark: record.mark, modified: record.facts.modified, path: record.path)
  }
}

/// The record of one sealed note.
struct SeenEntry: Equatable {
  /// The latest state.
  var last: SeenState
  /// The marks of those before it, the oldest first.
  var earlier: [FileMark] = []
  /// This person let it go for good here.
  var isDeleted = false
  /// That it is a copy of another note's file was reported and accepted.
  var isAcceptedCopy = false

  /// Enough for a note that is saved all day for weeks.
  static let mostEarlier = 4096

  func knows(_ mark: FileMark) -> Bool { last.mark == mark || earlier.contains(mark) }

  mutating func push(_ state: SeenState) {
    if earlier.count >= Self.mostEarlier {
      earlier.removeFirst(earlier.count - Self.mostEarlier * 3 / 4)
    }
    earlier.append(last.mark)
    last = state
    (isDeleted, isAcceptedCopy) = (false, false)
  }
}

/// The records of all sealed notes. A state found in the folder becomes the latest state only where
/// nothing speaks against it: an earlier one that somebody put there stays an earlier one.
struct KnownVersionsTable: Equatable {
  private(set) var entries: [SealedID: SeenEntry] = [:]
  var began: Timestamp?
  /// A part of what was remembered could not be read.
  var isDamaged = false

  mutating func take(_ event: KnownVersions.Event) {
    switch event {
    case .entry(let id, let entry): entries[id] = entry
    case .found(let id, let state):
      guard let entry = entries[id] else { return entries[id] = SeenEntry(last: state) }
      if !entry.knows(state.mark), state.modified >= entry.last.modified {
        entries[id]?.push(state)
      }
    case .written(let id, let state):
      guard let entry = entries[id] else { return entries[id] = SeenEntry(last: state) }
      if entry.last.mark == state.mark {
        entries[id]?.isDeleted = false
        return
      }
      // What this program puts back itself is the latest again.
      entries[id]?.earlier.removeAll { $0 == state.mark }
      entries[id]?.push(state)
    case .deleted(let id): entries[id]?.isDeleted = true
    case .began(let time): began = time
    case .damaged: isDamaged = true
    }
  }

  mutating func acceptCopy(_ id: SealedID) { entries[id]?.isAcceptedCopy = true }

  /// All of it, in an order that is the same each time.
  var events: [KnownVersions.Event] {
    var events: [KnownVersions.Event] = []
    if let began { events.append(.began(began)) }
    if isDamaged { events.append(.damaged) }
    return events
      + entries.sorted { $0.key < $1.key }.map { .entry($0.key, $0.value) }
  }
}

/// Tells one sealed file from every other, by the code of its header: each save makes a new one, since
/// each file has keys of its own, and only a copy has the same. It cannot be chosen without the
/// keys.
struct FileMark: Hashable, Sendable {
  let bits: UInt64

  /// Of a file that cannot be opened.
  static let none = FileMark(bits: 0)

  init(bits: UInt64) { self.bits = bits }

  /// Its first eight bytes do: a vault has far fewer files.
  init(headerCode: [UInt8]) {
    bits = headerCode.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
