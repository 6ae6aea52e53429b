package import Entities
import Synchronization

/// The new names that this program gave to notes. A note that was rewritten as it moved can be
/// recognized by nothing else.
package final class RecentOwnRenames: Sendable {
  private struct State {
    var count = 0
    var names: [NoteID: (note: NoteID, number: Int)] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of moves so far. An editor saves it with a note, because earlier ones do not
  /// concern it.
  package var count: Int { state.withLock { $0.count } }

  /// Records moves before the notes move. It is read only when a file is missing.
  package func willMove(_ moves: [NoteMove]) {
    state.withLock { state in
      for move in moves { state.names[move.to] = nil }
      for move in moves where move.from != move.to {
        state.count += 1
        state.names[move.from] = (move.to, state.count)
      }
    }
  }

  /// The last name that a note got in the moves after `count`; nil if it got none.
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
