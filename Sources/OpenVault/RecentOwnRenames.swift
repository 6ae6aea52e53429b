package import Entities
import Synchronization

/// New names that this program gave notes: a note that was rewritten as it moved is
/// recognized by nothing else.
package final class RecentOwnRenames: Sendable {
  private struct State {
    var count = 0
    var names: [NoteID: (note: NoteID, number: Int)] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// How many moves there were. An editor keeps it when it opens a note: what moved before was another note.
  package var count: Int { state.withLock { $0.count } }

  /// Recorded before the notes move; read only when a file is missing.
  package func will(_ moves: [NoteMove]) {
    state.withLock { state in
      for move in moves { state.names[move.to] = nil }
      for move in moves where move.from != move.to {
        state.count += 1
        state.names[move.from] = (move.to, state.count)
      }
    }
  }

  /// The name that a note got last, of those after `count` moves; nil where it got none.
  package func name(of note: NoteID, since count: Int) -> NoteID? {
    state.withLock { state in
      var (last, seen) = (note, Set([note]))
      while let next = state.names[last], next.number > count, seen.insert(next.note).inserted {
        last = next.note
      }
      return last == note ? nil : last
    }
  }
}
