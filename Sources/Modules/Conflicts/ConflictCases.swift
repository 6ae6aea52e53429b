import Comparing
package import CopyNames
import Entities
package import Services

/// The use cases for conflicts: list the copies that other programs left, preview merges, merge
/// copies, turn one into a note, and undo. Shared by the screen's interactor and the command line.
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

  /// Returns the copies only; does not search texts for conflict marks.
  package func copies() async throws(NoteIndexError) -> [ConflictCopy] {
    try await conflicts.copies()
  }

  /// Returns the outcome of merging each copy, without writing.
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

  /// Returns the result of merging the copy, without writing.
  func preview(_ copy: ConflictCopy) async throws(NoteStoreError) -> MergePreview {
    let merge = try await conflicts.merged(copy)
    let lines =
      merge.before == merge.after
      ? [] : LineDifference.listing(of: TextLines(merge.before), TextLines(merge.after))
    return MergePreview(
      copy: copy.copy, note: copy.note.path, lines: lines, conflicts: merge.conflicts)
  }

  /// Merges the copies. With `cleanOnly`, skips those that would leave conflict marks.
  package func merge(
    _ copies: [ConflictCopy], cleanOnly: Bool
  ) async throws(NoteStoreError) -> ConflictReceipt {
    try await conflicts.merge(copies, cleanOnly: cleanOnly)
  }

  /// Turns the copy into a note of its own.
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
  /// Remains of a sync that are reported but are not conflicts.
  package var remains: [SyncRemains] = []

  package init(
    copies: [ConflictCopy] = [], marked: [MarkedNote] = [], remains: [SyncRemains] = []
  ) {
    (self.copies, self.marked, self.remains) = (copies, marked, remains)
  }
}
