package import Entities
package import Services
package import Viper

// An import, read from top to bottom: what it shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct ImportsState: ListState {
  var rowCount = 0
  var selected: Int?
  /// How far it is, in a few words.
  var summary = ""
  /// Shown instead of rows.
  var emptyText = ""
  var message = Message()
}

/// An archive that was found, a note or file of the plan, or something that the report says.
struct ImportsRow: Equatable {
  enum Tone: Equatable { case plain, quiet, warning }

  /// What is done with it, in a word.
  var act: String
  var text: String
  /// Beside the text: what it is called where it comes from.
  var detail = ""
  var tone = Tone.plain
}

enum ImportsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Reads the archive that is selected, brings what was planned, or opens a note that came.
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
  /// Stops what is under way, else goes back.
  case close

  static var activate: Self? { .go }
}

/// What the presenter shows its state on.
typealias ImportsView = ListView<ImportsState>

/// What the screen reports to, and asks for its rows.
typealias ImportsPresenting = ListPresenting<ImportsState, ImportsCommand, ImportsRow>

/// What is chosen for an import, as far as it is shown.
struct ImportChoices {
  static let formats = ImportFormat.allCases.map(\.title)
  static let again = ImportRequest.Again.allCases.map(\.title)
  static let splitLevels = ImportRequest.splitLevels

  let request: ImportRequest

  var folder: NotePath? { request.folder }
  /// What is done with notes that came before, where that is not the usual.
  var again: String? { request.again == .skip ? nil : request.again.rawValue }
  var splitLevel: Int? { request.splitLevel }
  var isFlat: Bool { request.isFlat }
  var keepsAllFields: Bool { request.keepsAllFields }
  var keepsIDs: Bool { request.keepsIDs }
}

/// A choice that a person makes; a number counts the answers of its question.
enum ImportChoice {
  case format(Int), again(Int), split(Int), folder(NotePath)
  case flatten, keepAllFields, keepIDs
}

/// What would come, as far as it is said.
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

/// What came, as far as it is said.
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
  var looseCount: Int { report.loose.count }
  var wasStopped: Bool { report.wasStopped }
}

/// An archive or a folder of another program, as far as it is shown.
struct FoundArchive: Equatable, Sendable {
  var path: NotePath
  var program: String
}

/// How far an import is.
enum ImportPhase: Equatable, Sendable {
  /// Nothing is chosen; what was found is offered.
  case open([FoundArchive])
  case reading(Int, of: Int?)
  case planned(PlannedImport)
  case importing(Int, of: Int?)
  case done(DoneImport)
  case failed(String, wasStopped: Bool)
  case takingBack
  /// How many files, why others stayed, how many were gone, and what stopped it early.
  case takenBack(Int, stayed: [String], gone: Int, failure: String?)

  /// Something is read or written.
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
  /// Something that a person should know.
  func importReported(_ problem: String)
}

/// Where this module can go, and what it asks.
@MainActor
package protocol ImportsWireframe: Asking {
  func open(_ note: NoteID)
  /// The path that a person means who types this.
  func path(typed: String) -> NotePath
}
