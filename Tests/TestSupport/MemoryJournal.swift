package import Entities
package import Services
import Synchronization

/// A recovery journal in memory: what this run keeps, and what a test says an earlier run left.
package final class MemoryJournal: RecoveryJournal {
  private struct State {
    var notes: [NoteID: [UInt8]] = [:]
    var drafts: [Int: [UInt8]] = [:]
    var left: [RecoveredText] = []
    /// What is kept of large texts.
    var noteEdits: [NoteID: RecoveredEdits] = [:]
    var draftEdits: [Int: RecoveredEdits] = [:]
    var mostEdits = Int.max
    var failure: NoteStoreError?

    mutating func failIfAsked() throws(NoteStoreError) {
      guard let failure else { return }
      self.failure = nil
      throw failure
    }
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

  /// The same of a text that is kept as edits.
  package func keptEdits(_ note: NoteID) -> RecoveredEdits? {
    state.withLock { $0.noteEdits[note] }
  }
  package func keptEdits(draft: Int) -> RecoveredEdits? { state.withLock { $0.draftEdits[draft] } }

  /// After so many edits all are asked for again.
  package func take(mostEdits: Int) { state.withLock { $0.mostEdits = mostEdits } }

  /// Whether this run keeps nothing.
  package var isEmpty: Bool {
    state.withLock {
      $0.notes.isEmpty && $0.drafts.isEmpty && $0.noteEdits.isEmpty && $0.draftEdits.isEmpty
    }
  }

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    try state.withLock { (state) throws(NoteStoreError) in
      try state.failIfAsked()
      if let note { state.noteEdits[note] = nil } else { state.draftEdits[draft] = nil }
      if let note { state.notes[note] = bytes } else { state.drafts[draft] = bytes }
    }
  }

  package func keep(
    edits: [UInt8], since base: TextBase?, of note: NoteID?, draft: Int
  ) throws(NoteStoreError) {
    try state.withLock { (state) throws(NoteStoreError) in
      try state.failIfAsked()
      let kept = RecoveredEdits(base: base, edits: [edits])
      if let note { state.noteEdits[note] = kept } else { state.draftEdits[draft] = kept }
      if let note { state.notes[note] = nil } else { state.drafts[draft] = nil }
    }
  }

  package func keepMore(
    edits: [UInt8], of note: NoteID?, draft: Int
  ) throws(NoteStoreError) -> Bool {
    try state.withLock { (state) throws(NoteStoreError) in
      try state.failIfAsked()
      let old = note.map { state.noteEdits[$0] } ?? state.draftEdits[draft]
      guard var kept = old, kept.edits.count < state.mostEdits else { return false }
      kept.edits.append(edits)
      if let note { state.noteEdits[note] = kept } else { state.draftEdits[draft] = kept }
      return true
    }
  }

  package func forget(_ note: NoteID?, draft: Int) {
    state.withLock { state in
      if let note {
        state.notes[note] = nil
        state.noteEdits[note] = nil
        state.left.removeAll { $0.note == note }
      } else {
        state.drafts[draft] = nil
        state.draftEdits[draft] = nil
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
      }.min { $0.savedAt < $1.savedAt }
    }
  }
}
