package import Entities
package import Viper

// Exports: the screen's state, its commands and its protocols. The use cases are those of
// `NoteExports`, which `notes-tui export` awaits too.

/// The screen's state, without its rows.
struct ExportsState: SummarizedState {
  var rowCount = 0
  var selected: Int?
  /// A short status.
  var summary = ""
  var message = Message()
}

/// A choice with its value, the row that goes on, or a line about a note.
enum ExportsRow: Equatable {
  case choice(name: String, value: String)
  case action(String)
  case notice(path: String, reason: String, isProblem: Bool)
}

/// What a person chooses before an export, in the order of the rows.
enum ExportChoice: CaseIterable, Sendable {
  case format, notes, linked, files, destination
}

enum ExportsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Changes the selected choice, or goes on: plans the export, then writes it.
  case go
  case change(ExportChoice)
  /// Takes the last export of this screen back.
  case undo
  /// Stops the running work; without any, goes back.
  case close

  static var activate: Self? { .go }
}

typealias ExportsView = ListView<ExportsState>
typealias ExportsPresenting = ListPresenting<ExportsState, ExportsCommand, ExportsRow>

/// The notes that an export is about.
enum ExportedNotes: Equatable, Sendable {
  case all
  case given
  case folder(NotePath)
  case query(String)
}

/// A line about a note.
struct ExportLine: Equatable, Sendable {
  var path: String
  var reason: String
}

/// A planned export, as display values.
struct PlannedExport: Equatable, Sendable {
  var notes: Int
  var files: Int
  var leftOut: [ExportLine]
  /// What the person must agree to, because notes would leave a lock; nil if none would.
  var agreement: String?
}

/// The stage of an export.
enum ExportPhase: Equatable, Sendable {
  /// Nothing is planned for the current choices.
  case open
  case reading(Int, of: Int)
  case planned(PlannedExport)
  case writing(Int, of: Int)
  case done(notes: Int, files: Int, problems: [ExportLine])
  case failed(String, wasStopped: Bool)
  case takingBack
  /// Taken back: how many files were removed, and what was left.
  case takenBack(files: Int, left: [ExportLine])

  var isUnderWay: Bool {
    switch self {
    case .reading, .writing, .takingBack: true
    case .open, .planned, .done, .failed, .takenBack: false
    }
  }
}

/// Notes to export that were chosen on another screen.
package struct ExportSubject: Sendable {
  /// What they are called: “Plan”, or 3 marked notes.
  package var name: String
  /// Called off the main actor.
  package var notes: @Sendable () -> [NoteID]

  package init(name: String, notes: @escaping @Sendable () -> [NoteID]) {
    (self.name, self.notes) = (name, notes)
  }
}

/// An export that was not taken back when its screen was left.
package struct UndoableExport: Sendable {
  /// Where it is.
  package var target: String
  /// Removes what it made, except what was changed since: throws an `ExportRemains` then.
  package var takeBack: @Sendable () async throws -> Void

  init(target: String, takeBack: @escaping @Sendable () async throws -> Void) {
    (self.target, self.takeBack) = (target, takeBack)
  }
}

/// Files of an export that were not removed.
struct ExportRemains: ExplainedError, Equatable {
  var removed: Int
  var left: Int
  var first: ExportLine

  init(removed: Int, left: Int, _ first: ExportLine) {
    (self.removed, self.left, self.first) = (removed, left, first)
  }

  var message: String { ExportsWords.remains(self) }
}

@MainActor
protocol ExportsInteractorOutput: AnyObject {
  func exportChanged()
}

/// The questions of this module, and the paths that are typed as answers.
@MainActor
package protocol ExportsWireframe: Asking {
  /// Returns the path that the typed text means.
  func path(typed: String) -> NotePath
  /// Lets the list's undo take the export back, and says so.
  func canTakeBack(_ export: UndoableExport)
}
