package import Entities
import Synchronization

/// The notes of a vault that were opened last.
package protocol RecentNotes: Sendable {
  /// The latest first; some may be gone by now.
  func recent() async -> [NoteID]

  /// Where that cannot be kept it is forgotten: no more than convenience is lost.
  func wasOpened(_ note: NoteID) async

  /// Notes go by other names, and stand where they stood.
  func follow(_ moves: [NoteMove]) async
}

/// Remembers for as long as it lives.
package final class PassingRecentNotes: RecentNotes {
  package static let most = 30
  private let notes = Mutex<[NoteID]>([])

  package init() {}

  package func recent() async -> [NoteID] { notes.withLock { $0 } }

  package func wasOpened(_ note: NoteID) async {
    notes.withLock { $0 = Array(([note] + $0.filter { $0 != note }).prefix(Self.most)) }
  }

  package func follow(_ moves: [NoteMove]) async {
    notes.withLock { $0 = Self.following(moves, $0) }
  }

  /// What stood under a new name before is a note that is gone.
  package static func following(_ moves: [NoteMove], _ notes: [NoteID]) -> [NoteID] {
    let targets = Dictionary(
      moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    let taken = Set(targets.values)
    return notes.compactMap { targets[$0] ?? (taken.contains($0) ? nil : $0) }
  }
}
