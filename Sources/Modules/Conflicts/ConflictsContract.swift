package import Comparing
import CopyNames
package import Entities
package import Services
package import Viper

// Conflicts: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct ConflictsState: SummarizedState {
  var rowCount = 0
  var selected: Int?
  /// A short status: "3 conflicts", "reading…".
  var summary = ""
  var isLoading = true
  var awaitsRows = false
  var message = Message()
}

/// A conflicting copy, or a note with conflict marks, as display values.
struct ConflictsRow: Equatable {
  enum Tone: Equatable { case plain, quiet, warning }

  /// The path of the file.
  var name: String
  /// The program that made the copy.
  var program: String
  /// The outcome of merging.
  var outcome: String
  var tone = Tone.plain
  var date: String
}

enum ConflictsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Shows the difference of a copy, or opens a note at its first conflict mark.
  case show
  case merge
  case mergeClean
  /// Asks for a title and turns the copy into a note of its own.
  case keep
  case undo
  case openNote
  case reload
  case close

  static var activate: Self? { .show }
}

/// The view that the presenter updates.
typealias ConflictsView = ListView<ConflictsState>

/// The presenter as the view sees it.
typealias ConflictsPresenting = ListPresenting<ConflictsState, ConflictsCommand, ConflictsRow>

/// The known conflicts of a vault.
package struct ConflictsFacts: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    /// Not assessed yet.
    case unknown
    case clean
    /// The count of conflicts that would be marked.
    case conflicts(Int)
    case failed(String)
  }

  package struct Copy: Equatable, Sendable {
    package var copy: ConflictCopy
    package var outcome = Outcome.unknown
  }

  var copies: [Copy] = []
  var marked: [MarkedNote] = []
  /// Remains of a sync that are reported but are not conflicts.
  var remains: [SyncRemains] = []
  package var isLoading = false
  /// Whether a merge or an undo is running.
  var isWorking = false

  package var count: Int { copies.count + marked.count }

  /// Returns the count of conflicts, including those that a sync reports. Copies that a person may
  /// have made do not count; only the screen lists them.
  package func count(with synced: [NotePath]) -> Int {
    copies.count { $0.copy.isSure } + Set(marked.map(\.note.path)).union(synced).count
  }

  /// The copies that one key merges together.
  var clean: [ConflictCopy] {
    copies.filter { $0.outcome == .clean && $0.copy.isSure }.map(\.copy)
  }
}

/// A conflict or a remark with the values that its row needs.
struct ConflictItem {
  /// The path of the file.
  var path: NotePath
  /// The copy, if it can be merged.
  var copy: NoteID?
  /// The copy's note, or the note with marks; `line` is that of the first mark.
  var note: NoteID?
  var line: Int?
  var program: String
  /// Whether the copy's name shows that a program made it.
  var isSure = true
  var outcome = ConflictsFacts.Outcome.unknown
  var remains: SyncRemains?
  var modified: Timestamp?
}

extension ConflictsFacts {
  var items: [ConflictItem] {
    copies.map { copy in
      ConflictItem(
        path: copy.copy.copy.path, copy: copy.copy.copy, note: copy.copy.note,
        program: copy.copy.program.name, isSure: copy.copy.isSure, outcome: copy.outcome,
        modified: copy.copy.modified)
    }
      + marked.map {
        ConflictItem(
          path: $0.note.path, note: $0.note, line: $0.line, program: "marked",
          outcome: .conflicts($0.conflicts), modified: $0.modified)
      } + remains.map { ConflictItem(path: $0.path, program: $0.program, remains: $0) }
  }
}

/// The result of merging a copy into its note.
package struct MergePreview: Equatable, Sendable {
  let copy: NoteID
  let note: NotePath
  /// The lines that would change; empty if the note already has all of the copy's text.
  let lines: [DifferenceLine]
  /// The count of conflicts that would be marked.
  let conflicts: Int
}

/// The result of changes to copies, for a message.
package struct MergeSummary: Equatable, Sendable {
  let receipt: ConflictReceipt

  /// The note that a copy became, if that was the change.
  var remaining: NotePath? { (receipt.renamed?.moves.first?.to ?? receipt.made)?.path }
  var merged: [NotePath] { receipt.merged.map(\.copy.path) }
  var marked: [NotePath] { receipt.marked.map(\.path) }
  var left: [(copy: NotePath, reason: String)] {
    receipt.left.map { ($0.copy.copy.path, $0.reason) }
  }
  var trashedCount: Int { receipt.trashed.count }
  var touched: [NotePath] { receipt.touched.map(\.path) }
}

@MainActor
package protocol ConflictsInteractorOutput: AnyObject {
  func conflictsChanged()
  func mergeWasPreviewed(_ preview: MergePreview, toMerge: Bool)
  func copiesWereMerged(_ summary: MergeSummary)
  func mergeWasTakenBack(_ summary: MergeSummary)
  func conflictsFailed(_ message: String)
}

extension ConflictsInteractorOutput {
  package func mergeWasPreviewed(_ preview: MergePreview, toMerge: Bool) {}
  package func copiesWereMerged(_ summary: MergeSummary) {}
  package func mergeWasTakenBack(_ summary: MergeSummary) {}
  package func conflictsFailed(_ message: String) {}
}

/// The screens that this module can open, and its questions.
@MainActor
package protocol ConflictsWireframe: Asking {
  /// Opens the note; nil opens it at its start.
  func open(_ note: NoteID, atLine line: Int?)
  /// Shows the lines; calls `then` when the view is closed.
  func showDifference(
    _ lines: [DifferenceLine], titled title: String, then: @escaping @MainActor () -> Void)
}
