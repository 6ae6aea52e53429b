package import Entities
import Synchronization

/// The notes of a vault that were opened last.
package protocol RecentNotes: Sendable {
  /// The latest first; some may be gone by now.
  func recent() async -> [NoteID]

  /// Where that cannot be kept it is forgotten: no more than convenience is lost.
  func wasOpened(_ note: NoteID) async
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
}
