import Comparing
package import CopyNames
import Entities
package import Services

/// What a person does with conflicts: see the copies that other programs left and what merging each
/// would make, merge them, keep one as a note, and take that back. The screen's interactor and the
/// command line both use it.
package struct ConflictCases: Sendable {
  private let conflicts: any NoteConflicts

  package init(_ conflicts: any NoteConflicts) {
    self.conflicts = conflicts
  }

  package func all() async throws(NoteIndexError) -> FoundConflicts {
    FoundConflicts(
      copies: try await conflicts.copies(), marked: try await conflicts.marked(),
      remains: await conflicts.remains())
  }

  /// The copies alone: no text is searched for marks.
  package func copies() async throws(NoteIndexError) -> [ConflictCopy] {
    try await conflicts.copies()
  }

  /// What merging each would do. Nothing is written.
  package func assess(_ copies: some Sequence<ConflictCopy>) async -> [ConflictsFacts.Copy] {
    var assessed: [ConflictsFacts.Copy] = []
    for copy in copies {
      assessed.append(ConflictsFacts.Copy(copy: copy, outcome: await outcome(of: copy)))
    }
    return assessed
  }

  private func outcome(of copy: ConflictCopy) async -> ConflictsFacts.Outcome {
    do throws(NoteStoreError) {
      let merge = try await conflicts.merged(copy)
      return merge.isClean ? .clean : .conflicts(merge.conflicts)
    } catch {
      return .failed(error.message)
    }
  }

  /// What merging it would make of its note. Nothing is written.
  func preview(_ copy: ConflictCopy) async throws(NoteStoreError) -> MergePreview {
    let merge = try await conflicts.merged(copy)
    let lines =
      merge.before == merge.after
      ? [] : LineDifference.listing(of: TextLines(merge.before), TextLines(merge.after))
    return MergePreview(
      copy: copy.copy, note: copy.note.path, lines: lines, conflicts: merge.conflicts)
  }

  /// With `cleanOnly`, copies that would leave marks are left as they are.
  package func merge(
    _ copies: [ConflictCopy], cleanOnly: Bool
  ) async throws(NoteStoreError) -> ConflictReceipt {
    try await conflicts.merge(copies, cleanOnly: cleanOnly)
  }

  /// Makes a note of its own of a copy.
  func keep(
    _ copy: ConflictCopy, as title: String
  ) async throws(NoteStoreError) -> ConflictReceipt {
    try await conflicts.keep(copy, as: title)
  }

  func undo(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID] {
    try await conflicts.undo(receipt)
  }
}

package struct FoundConflicts: Sendable {
  package var copies: [ConflictCopy] = []
  package var marked: [MarkedNote] = []
  /// Reported, but no conflict.
  package var remains: [SyncRemains] = []

  package init(
    copies: [ConflictCopy] = [], marked: [MarkedNote] = [], remains: [SyncRemains] = []
  ) {
    (self.copies, self.marked, self.remains) = (copies, marked, remains)
  }
}
