package import Entities
package import Services
package import Viper

// Sync, read from top to bottom: what it shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct SyncState: ListState {
  var rowCount = 0
  var selected: Int?
  /// No remote is named yet: the screen says how.
  var isNotSetUp = false
  /// In a few words: "up to date", "fetching…".
  var summary = ""
  var message = Message()
}

/// One fact of the vault and its remote: a word that says what it is, and the fact.
struct SyncRow: Equatable {
  enum Tone: Equatable { case plain, quiet, warning }

  var label: String
  var text: String
  var tone = Tone.plain
  /// What Enter opens.
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
  /// Stops a sync that runs; else goes back.
  case leave

  static var activate: Self? { .open }
}

/// What the presenter shows its state on.
typealias SyncView = ListView<SyncState>

/// What the screen reports to, and asks for its rows.
typealias SyncPresenting = ListPresenting<SyncState, SyncCommand, SyncRow>

/// What is known of a vault's sync.
package struct SyncFacts: Equatable, Sendable {
  /// Nil before it was read.
  var status: SyncStatus?
  /// Nil while none runs.
  var progress: SyncProgress?
  /// The remote was asked a while ago, and that is not over.
  var isWaiting = false
  /// What the last one did in this run of the program.
  package var report: SyncReport?
  /// Why the last one did not come to its end.
  package var failure: SyncFailure?
  /// The report is of one that took back what another did.
  var isUndone = false

  package init() {}

  package var isRunning: Bool { progress != nil }

  /// Notes in which two texts are marked.
  package var conflicts: [NotePath] {
    if let report, !report.isDryRun { return report.conflicts }
    return setUp?.conflicts ?? []
  }
}

// As far as it is shown.
extension SyncFacts {
  /// Why a sync did not come to its end.
  enum Trouble: Equatable {
    case offline
    /// What the remote wants to know, as “your password”.
    case needs(String)
    case person
    case other
  }

  private var setUp: SyncStatus.Facts? {
    if case .setUp(let facts)? = status { facts } else { nil }
  }

  /// Nothing is wrong where all was as it should, or a person wanted it so.
  var trouble: Trouble? {
    switch failure {
    case nil, .cancelled?, .nothingToUndo?, .notSetUp?, .locked?: nil
    case .offline?, .timedOut?: .offline
    case .needs(let need)?: .needs(need.thing)
    case .asks?, .keysDiffer?, .notByHandYet?, .notLetIn?, .unknownHost?: .person
    case .some: .other
    }
  }

  /// What it does now, while one runs.
  var step: String? { progress?.message }
  var problem: String? { failure?.message }
  /// What waits for a person's word: all of the last sync, or with no problem the rest of it.
  var question: AskedBySync? {
    if case .asks(let question)? = failure { return AskedBySync(question: question) }
    return failure == nil ? report?.question.map(AskedBySync.init) : nil
  }
  var cameCount: Int { report?.came.count ?? 0 }
  var wentCount: Int { report?.went.count ?? 0 }
  var markedCount: Int { report?.conflicts.count ?? 0 }
  var isDryRun: Bool { report?.isDryRun == true }
  /// Notes that were fetched and wait for the passphrase; nil where the vault was not locked.
  var lockedCount: Int? { if case .locked(let waiting)? = failure { waiting } else { nil } }

  var isRead: Bool { status != nil }
  var isNotSetUp: Bool { status == .notSetUp }
  /// Of the main remote; empty without one.
  var url: String { setUp?.url ?? "" }
  var isUnfinished: Bool { setUp?.isUnfinished == true }
  var waitingCount: Int { setUp?.waiting.count ?? 0 }
  var isInStep: Bool { setUp?.isInStep == true }
}

/// What a sync does not do unasked.
struct AskedBySync {
  let question: SyncQuestion

  /// The question, then what it is about.
  var lines: [String] { [question.message] + question.list }
}

/// What git or ssh ask.
struct CredentialPrompt {
  enum Form { case line, secret, hostKey, consent, notice }

  var form: Form
  var text: String
  /// What was answered just before did not do.
  var isRepeated: Bool
}

@MainActor
package protocol SyncInteractorOutput: AnyObject {
  func syncChanged()
  /// One came to its end, or was refused.
  func syncEnded(byPerson: Bool)
}

/// Where this module can go, and what it asks.
@MainActor
package protocol SyncWireframe: Asking {
  func open(_ note: NoteID)
  /// Whether the vault is to be synced without being asked.
  var syncsByItself: Bool { get set }
}

/// Where the questions of git and ssh are shown.
@MainActor
package protocol CredentialWireframe: Asking {
  /// Takes the question away, which counts as cancelled.
  func withdrawQuestion()
}
