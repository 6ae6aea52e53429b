package import Entities
package import Services
package import Viper

// Imports: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct ImportsState: SummarizedState {
  var rowCount = 0
  var selected: Int?
  /// A short status.
  var summary = ""
  /// The text shown when there are no rows.
  var emptyText = ""
  var message = Message()
}

/// An archive that was found, an item of the plan, or a line of the report.
struct ImportsRow: Equatable {
  enum Tone: Equatable { case plain, quiet, warning }

  /// A word for the action: what the import does with the item.
  var act: String
  var text: String
  /// The item's name in the archive.
  var detail = ""
  var tone = Tone.plain
}

enum ImportsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Plans the selected archive, starts the planned import, or opens an imported note.
  case go
  /// Asks for a file or folder.
  case choose
  case chooseFormat
  case chooseFolder
  case chooseAgain
  case chooseSplit
  case flatten
  case keepAllFields
  case keepIDs
  case reload
  case undo
  /// Stops the running work; without any, goes back.
  case close

  static var activate: Self? { .go }
}

/// The view that the presenter updates.
typealias ImportsView = ListView<ImportsState>

/// The presenter as the view sees it.
typealias ImportsPresenting = ListPresenting<ImportsState, ImportsCommand, ImportsRow>

/// The options of an import, as display values.
struct ImportChoices {
  static let formats = ImportFormat.allCases.map(\.title)
  static let again = ImportRequest.Again.allCases.map(\.title)
  static let splitLevels = ImportRequest.splitLevels

  let request: ImportRequest

  var folder: NotePath? { request.folder }
  /// What happens to notes imported before; nil for the default.
  var again: String? { request.again == .skip ? nil : request.again.rawValue }
  var splitLevel: Int? { request.splitLevel }
  var isFlat: Bool { request.isFlat }
  var keepsAllFields: Bool { request.keepsAllFields }
  var keepsIDs: Bool { request.keepsIDs }
}

/// An option that a person changes. A number is the index of an answer.
enum ImportChoice {
  case format(Int), again(Int), split(Int), folder(NotePath)
  case flatten, keepAllFields, keepIDs
}

/// A planned import, as display values.
package struct PlannedImport: Equatable, Sendable {
  let plan: ImportPlan

  package init(_ plan: ImportPlan) { self.plan = plan }

  var format: String { plan.format.title }
  var folder: NotePath { plan.folder }
  var knownCount: Int { plan.notes.count { $0.fate == .known || $0.fate == .changed } }
  var noteCount: Int { plan.notes.count - knownCount }
  var fileCount: Int { plan.files.count(where: \.isNew) }
  var bringsNothing: Bool { plan.changeCount == 0 }
}

/// A finished import, as display values.
package struct DoneImport: Equatable, Sendable {
  let format: String
  let report: ImportReport

  package init(_ report: ImportReport, of plan: ImportPlan) {
    (self.report, format) = (report, plan.format.title)
  }

  var madeCount: Int { report.made.count }
  var fileCount: Int { report.files.count }
  var updatedCount: Int { report.updated.count }
  var knownCount: Int { report.known }
  var problemCount: Int { report.problems.count }
  var looseCount: Int { report.brokenLinks.count }
  var wasStopped: Bool { report.wasStopped }
}

/// An archive or folder of another program, as display values.
struct FoundArchive: Equatable, Sendable {
  var path: NotePath
  var program: String
}

/// The stage of an import.
enum ImportPhase: Equatable, Sendable {
  /// Nothing is chosen; these archives were found.
  case open([FoundArchive])
  case reading(Int, of: Int?)
  case planned(PlannedImport)
  case importing(Int, of: Int?)
  case done(DoneImport)
  case failed(String, wasStopped: Bool)
  case takingBack
  /// Undone: how many files were removed, or already gone, and why others stayed or it stopped.
  case takenBack(Int, stayed: [String], gone: Int, failure: String?)

  /// Whether something is being read or written.
  var isUnderWay: Bool {
    switch self {
    case .reading, .importing, .takingBack: true
    case .open, .planned, .done, .failed, .takenBack: false
    }
  }
}

@MainActor
protocol ImportsInteractorOutput: AnyObject {
  func importChanged()
  /// Reports a problem to the person.
  func importReported(_ problem: String)
}

/// The screens that this module can open, and its questions.
@MainActor
package protocol ImportsWireframe: Asking {
  func open(_ note: NoteID)
  /// Returns the path that the typed text means.
  func path(typed: String) -> NotePath
}
