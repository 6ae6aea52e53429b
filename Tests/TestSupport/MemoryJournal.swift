package import Entities
package import Services
import Synchronization

/// A recovery journal in memory: what this run keeps, and what a test says an earlier run left.
package final class MemoryJournal: RecoveryJournal {
  private struct State {
    var notes: [NoteID: [UInt8]] = [:]
    var drafts: [Int: [UInt8]] = [:]
    var left: [RecoveredText] = []
    var failure: NoteStoreError?
  }

  private let state: Mutex<State>

  /// `left`: what an earlier run kept, drafts by the number in each.
  package init(left: [RecoveredText] = []) {
    state = Mutex(State(left: left))
  }

  /// The next `keep` fails so.
  package func fail(next error: NoteStoreError) {
    state.withLock { $0.failure = error }
  }

  /// What this run keeps of a note now.
  package func kept(_ note: NoteID) -> [UInt8]? { state.withLock { $0.notes[note] } }
  package func kept(draft: Int) -> [UInt8]? { state.withLock { $0.drafts[draft] } }

  /// Whether this run keeps nothing.
  package var isEmpty: Bool { state.withLock { $0.notes.isEmpty && $0.drafts.isEmpty } }

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    try state.withLock { (state) throws(NoteStoreError) in
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      if let note { state.notes[note] = bytes } else { state.drafts[draft] = bytes }
    }
  }

  package func forget(_ note: NoteID?, draft: Int) {
    state.withLock { state in
      if let note {
        state.notes[note] = nil
        state.left.removeAll { $0.note == note }
      } else {
        state.drafts[draft] = nil
        state.left.removeAll { $0.note == nil && $0.draft == draft }
      }
    }
  }

  package func unsavedNotes() -> [NoteID] {
    state.withLock { $0.left.compactMap(\.note).sorted { $0.path < $1.path } }
  }

  package func recovered(_ note: NoteID?) -> RecoveredText? {
    state.withLock { state in
      state.left.filter { left in
        left.note == note && (note != nil || left.draft.map { state.drafts[$0] == nil } ?? true)
      }.min { $0.kept < $1.kept }
    }
  }
}
