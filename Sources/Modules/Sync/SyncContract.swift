package import Entities
package import Services
package import Viper

// Sync: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct SyncState: SummarizedState {
  var rowCount = 0
  var selected: Int?
  /// Whether there is no remote yet, so that the screen explains how to set one up.
  var isNotSetUp = false
  /// A short status: "up to date", "fetching…".
  var summary = ""
  var message = Message()
}

/// A fact about the vault or its remote, with a label.
struct SyncRow: Equatable {
  enum Tone: Equatable { case plain, quiet, warning }

  var label: String
  var text: String
  var tone = Tone.plain
  /// The note that Enter opens.
  var note: NoteID?
}

enum SyncCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case open
  case sync
  case dryRun
  case undo
  case setUp
  case reload
  /// Stops a running sync; without one, goes back.
  case leave

  static var activate: Self? { .open }
}

/// The view that the presenter updates.
typealias SyncView = ListView<SyncState>

/// The presenter as the view sees it.
typealias SyncPresenting = ListPresenting<SyncState, SyncCommand, SyncRow>

/// The known state of a vault's sync.
package struct SyncFacts: Equatable, Sendable {
  /// The status; nil before it was read.
  var status: SyncStatus?
  /// The progress of a running sync; nil if none runs.
  var progress: SyncProgress?
  /// Whether a request to the remote has been running for a while.
  var isWaiting = false
  /// The report of the last sync in this run of the program.
  package var report: SyncReport?
  /// The reason that the last sync failed.
  package var failure: SyncFailure?
  /// Whether the report is about undoing a sync.
  var isUndone = false

  package init() {}

  package var isRunning: Bool { progress != nil }

  /// The notes with conflict marks.
  package var conflicts: [NotePath] {
    if let report, !report.isDryRun { return report.conflicts }
    return setUp?.conflicts ?? []
  }
}

// Values for display.
extension SyncFacts {
  /// The kind of a failure.
  enum Trouble: Equatable {
    case offline
    /// The remote asks for something, such as “your password”.
    case needs(String)
    case person
    case other
  }

  private var setUp: SyncStatus.Facts? {
    if case .setUp(let facts)? = status { facts } else { nil }
  }

  /// The kind of failure; nil if there is nothing to fix.
  var trouble: Trouble? {
    switch failure {
    case nil, .cancelled?, .nothingToUndo?, .notSetUp?, .locked?: nil
    case .offline?, .timedOut?: .offline
    case .needs(let need)?: .needs(need.thing)
    case .asks?, .keysDiffer?, .notByHandYet?, .notLetIn?, .unknownHost?: .person
    case .some: .other
    }
  }

  /// The current step of a running sync.
  var step: String? { progress?.message }
  var problem: String? { failure?.message }
  /// A question about all of the last sync or, if there was no problem, about the rest of it.
  var question: AskedBySync? {
    if case .asks(let question)? = failure { return AskedBySync(question: question) }
    return failure == nil ? report?.question.map(AskedBySync.init) : nil
  }
  var cameCount: Int { report?.came.count ?? 0 }
  var wentCount: Int { report?.went.count ?? 0 }
  var markedCount: Int { report?.conflicts.count ?? 0 }
  var isDryRun: Bool { report?.isDryRun == true }
  /// The count of fetched notes that wait for the passphrase; nil if the vault was not locked.
  var lockedCount: Int? { if case .locked(let waiting)? = failure { waiting } else { nil } }

  var isRead: Bool { status != nil }
  var isNotSetUp: Bool { status == .notSetUp }
  /// The address of the main remote; empty without one.
  var url: String { setUp?.url ?? "" }
  var isUnfinished: Bool { setUp?.isUnfinished == true }
  var waitingCount: Int { setUp?.waiting.count ?? 0 }
  var isInStep: Bool { setUp?.isInStep == true }
}

/// A question that a sync needs answered before it goes on.
struct AskedBySync {
  let question: SyncQuestion

  /// The question, then the items that it is about.
  var lines: [String] { [question.message] + question.list }
}

/// A question of git or ssh.
struct CredentialPrompt {
  enum Form { case line, secret, hostKey, consent, notice }

  var form: Form
  var text: String
  /// Whether the answer just before was refused.
  var isRepeated: Bool
}

@MainActor
package protocol SyncInteractorOutput: AnyObject {
  func syncChanged()
  /// A sync has ended or was refused.
  func syncEnded(byPerson: Bool)
}

/// The screens that this module can open, and its questions.
@MainActor
package protocol SyncWireframe: Asking {
  func open(_ note: NoteID)
  /// Whether the vault is synced automatically.
  var syncsByItself: Bool { get set }
}

/// The questions of git and ssh on the screen.
@MainActor
package protocol CredentialWireframe: Asking {
  /// Removes the question, which counts as canceled.
  func withdrawQuestion()
}
