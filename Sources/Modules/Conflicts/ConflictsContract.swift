package import Comparing
import CopyNames
package import Entities
package import Services
package import Viper

// Conflicts, read from top to bottom: what it shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct ConflictsState: ListState {
  var rowCount = 0
  var selected: Int?
  /// In a few words: "3 conflicts", "reading…".
  var summary = ""
  var isLoading = true
  var awaitsRows = false
  var message = Message()
}

/// A copy of a note, or a note in which two texts are marked.
struct ConflictsRow: Equatable {
  enum Tone: Equatable { case plain, quiet, warning }

  /// The file's path.
  var name: String
  /// Which program left it.
  var program: String
  /// What merging it would do.
  var outcome: String
  var tone = Tone.plain
  var date: String
}

enum ConflictsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// The difference of a copy; a note with marks at the first of them.
  case show
  case merge
  case mergeClean
  /// Asks for the title that the copy is to have as a note of its own.
  case keep
  case undo
  case openNote
  case reload
  case close

  static var activate: Self? { .show }
}

/// What the presenter shows its state on.
typealias ConflictsView = ListView<ConflictsState>

/// What the screen reports to, and asks for its rows.
typealias ConflictsPresenting = ListPresenting<ConflictsState, ConflictsCommand, ConflictsRow>

/// What is known of the conflicts in a vault.
package struct ConflictsFacts: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    /// Not looked at yet.
    case unknown
    case clean
    /// How many conflicts would be marked.
    case conflicts(Int)
    case failed(String)
  }

  package struct Copy: Equatable, Sendable {
    package var copy: ConflictCopy
    package var outcome = Outcome.unknown
  }

  var copies: [Copy] = []
  var marked: [MarkedNote] = []
  /// Reported, but no conflict.
  var remains: [SyncRemains] = []
  package var isLoading = false
  /// Something is being merged or taken back.
  var isWorking = false

  package var count: Int { copies.count + marked.count }

  /// With those that a sync knows of. A copy that a person may have made is offered by the screen, and
  /// troubles no one before.
  package func count(with synced: [NotePath]) -> Int {
    copies.count { $0.copy.isSure } + Set(marked.map(\.note.path)).union(synced).count
  }

  /// Those that one key merges.
  var clean: [ConflictCopy] {
    copies.filter { $0.outcome == .clean && $0.copy.isSure }.map(\.copy)
  }
}

/// A conflict or a remark for a row, with no more of it than its screen needs.
struct ConflictItem {
  /// The file's.
  var path: NotePath
  /// What can be merged.
  var copy: NoteID?
  /// The copy's, or the one with marks, the first of which is on this line.
  var note: NoteID?
  var line: Int?
  var program: String
  /// Whether the copy's name is none that a person gives.
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

/// What merging a copy would make of its note.
package struct MergePreview: Equatable, Sendable {
  let copy: NoteID
  let note: NotePath
  /// None where the note has all that the copy has.
  let lines: [DifferenceLine]
  /// How many would be marked.
  let conflicts: Int
}

/// What was done to copies, as far as it is said.
package struct MergeSummary: Equatable, Sendable {
  let receipt: ConflictReceipt

  /// The note of its own that a copy became, and nothing else was done.
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

/// Where this module can go, and what it asks.
@MainActor
package protocol ConflictsWireframe: Asking {
  /// Nil is the start of the note.
  func open(_ note: NoteID, atLine line: Int?)
  /// `then` is called once it was closed.
  func showDifference(
    _ lines: [DifferenceLine], titled title: String, then: @escaping @MainActor () -> Void)
}
