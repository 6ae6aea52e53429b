package import CopyNames
package import Entities
package import Services
import Synchronization

/// Conflicts that a test names, with what merging each copy makes. What is merged is gone, and comes back.
package final class GivenConflicts: NoteConflicts {
  private struct State {
    var copies: [ConflictCopy] = []
    var marked: [MarkedNote] = []
    var merges: [ConflictCopy: MergedCopy] = [:]
    var failure: NoteStoreError?
    var requests: [[ConflictCopy]] = []
    var kept: [ConflictCopy] = []
    var remains: [SyncRemains] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func add(_ copy: ConflictCopy, _ merge: MergedCopy?) {
    state.withLock {
      $0.copies.append(copy)
      $0.merges[copy] = merge
    }
  }

  package func add(_ marked: MarkedNote) { state.withLock { $0.marked.append(marked) } }

  package func add(_ remains: SyncRemains) { state.withLock { $0.remains.append(remains) } }

  /// What the next merge or undo is refused with.
  package func fail(next error: NoteStoreError) { state.withLock { $0.failure = error } }

  /// What was asked to be merged.
  package var requests: [[ConflictCopy]] { state.withLock { $0.requests } }

  package func copies() async throws(NoteIndexError) -> [ConflictCopy] {
    state.withLock { $0.copies }
  }

  package func marked() async throws(NoteIndexError) -> [MarkedNote] {
    state.withLock { $0.marked }
  }

  package func remains() async -> [SyncRemains] { state.withLock { $0.remains } }

  package func merged(_ copy: ConflictCopy) async throws(NoteStoreError) -> MergedCopy {
    guard let merge = state.withLock({ $0.merges[copy] }) else { throw .locked(copy.copy.path) }
    return merge
  }

  package func merge(
    _ copies: [ConflictCopy], cleanOnly: Bool
  ) async throws(NoteStoreError) -> ConflictReceipt {
    try throwFailure()
    return state.withLock { state in
      state.requests.append(copies)
      var receipt = ConflictReceipt()
      for copy in copies {
        guard let merge = state.merges[copy], merge.isClean || !cleanOnly else {
          receipt.left.append(.init(copy, "both changed the same lines"))
          continue
        }
        receipt.merged.append(copy)
        if !merge.isClean { receipt.marked.append(copy.note) }
        receipt.trashed.append(
          TrashedNote(
            original: copy.copy, resting: NotePath(".trash").appending(copy.copy.path)))
      }
      state.copies.removeAll { receipt.merged.contains($0) }
      return receipt
    }
  }

  package func keep(
    _ copy: ConflictCopy, as title: String
  ) async throws(NoteStoreError) -> ConflictReceipt {
    try throwFailure()
    state.withLock { state in
      state.copies.removeAll { $0 == copy }
      state.kept.append(copy)
    }
    var receipt = ConflictReceipt()
    receipt.renamed = MoveReceipt(
      moves: [NoteMove(from: copy.copy, to: NoteID("\(title).md"))], rewritten: [])
    return receipt
  }

  package func undo(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID] {
    try throwFailure()
    state.withLock { state in
      state.copies += receipt.merged
      if receipt.renamed != nil, let copy = state.kept.popLast() { state.copies.append(copy) }
    }
    return receipt.touched
  }

  private func throwFailure() throws(NoteStoreError) {
    let failure = state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
    if let failure { throw failure }
  }
}
