import Entities

/// A state of a sealed note.
struct SeenState: Equatable {
  var mark: FileMark
  /// The file's own modification time.
  var modified: Timestamp
  /// The note's path in the vault.
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
  var last: SeenState
  /// The marks of earlier states, the oldest first.
  var earlier: [FileMark] = []
  /// This person deleted it for good here.
  var isDeleted = false
  /// It was reported as a copy of another note's file, and accepted.
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

/// The records of all sealed notes. A state found in the folder becomes the latest only if nothing
/// speaks against it: an earlier state that someone restored remains an earlier one.
struct KnownVersionsTable: Equatable {
  private(set) var entries: [SealedID: SeenEntry] = [:]
  var began: Timestamp?
  /// Whether part of the record could not be read.
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
      // A state that this program restored itself is the latest again.
      entries[id]?.earlier.removeAll { $0 == state.mark }
      entries[id]?.push(state)
    case .deleted(let id): entries[id]?.isDeleted = true
    case .began(let time): began = time
    case .damaged: isDamaged = true
    }
  }

  mutating func acceptCopy(_ id: SealedID) { entries[id]?.isAcceptedCopy = true }

  /// The whole record as events, always in the same order.
  var events: [KnownVersions.Event] {
    var events: [KnownVersions.Event] = []
    if let began { events.append(.began(began)) }
    if isDamaged { events.append(.damaged) }
    return events
      + entries.sorted { $0.key < $1.key }.map { .entry($0.key, $0.value) }
  }
}

/// Identifies a sealed file by the authentication code of its header. Each save makes a new one, since
/// each file has keys of its own; only a copy has the same. It cannot be forged without the keys.
struct FileMark: Hashable, Sendable {
  let bits: UInt64

  /// The mark of a file that cannot be opened.
  static let none = FileMark(bits: 0)

  init(bits: UInt64) { self.bits = bits }

  /// Eight bytes suffice: a vault has far fewer files.
  init(headerCode: [UInt8]) {
    bits = headerCode.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
