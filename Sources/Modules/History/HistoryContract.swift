package import Entities
package import Viper

// The versions of one note, read from top to bottom: what is shown, what can be done, who talks to
// whom. On the screen they are called “Versions”.

/// What the pane beside the list shows of the selected version.
enum HistoryAspect: Equatable, Sendable, CaseIterable {
  /// What it changed, against the version before it.
  case change
  /// What has changed since, up to the note as it is now.
  case since
  /// All of its text.
  case text
}

/// All that the screen shows apart from its rows.
struct HistoryState: ListState {
  enum Detail: Equatable {
    case none
    /// Laid out in the room that there is.
    case rows(DetailRows)
    /// Instead of rows: nothing is different, or why nothing can be shown.
    case remark(String, isWarning: Bool)
  }

  var title = ""
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  var aspect = HistoryAspect.change
  /// Whether keys go to the pane beside the list.
  var isReading = false
  /// The hunk that can be taken while the detail has the keys.
  var hunk: Int?
  var detailTitle = ""
  var detail = Detail.none
  /// The first visible row of the detail.
  var top = 0
  var message = Message()
}

/// The cells of the detail while it has the keys.
struct HistoryRoom: Equatable, Sendable {
  var rows = 0
  var columns = 0
}

/// One version, ready to be drawn.
struct HistoryRow: Equatable {
  var date: String
  var size: String
  /// `+3`, or nothing where none came or it is not known yet.
  var added: String
  var removed: String
  /// Who else than a person in this program.
  var writer: String
  /// The note says this now.
  var isNow: Bool
}

/// One line of a text or of what is different in it.
struct HistoryLine: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case same, added, removed
    /// Lines left out, a missing line ending: said by us.
    case remark
  }

  var kind: Kind
  var text: String
  /// The hunk that it belongs to, counted from the top.
  var hunk: Int?

  init(_ kind: Kind, _ text: String, hunk: Int? = nil) {
    self.kind = kind
    self.text = text
    self.hunk = hunk
  }
}

enum HistoryCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Gives the keys to the detail, and back.
  case read
  case nextAspect
  case toggleText
  case restore
  case moveHunk(Int)
  case takeHunk
  case undo
  case reload
  /// One step back: from the detail to the list, from there out.
  case back
  /// Scrolls the detail, wherever the keys are.
  case scroll(Int)
  /// The window has another size.
  case resize(HistoryRoom)

  static var activate: Self? { .read }
}

typealias HistoryView = ListView<HistoryState>
typealias HistoryPresenting = ListPresenting<HistoryState, HistoryCommand, HistoryRow>

/// A version, as far as those need it who show it.
package struct HistoryItem: Equatable, Sendable {
  let version: NoteVersion
  /// Lines that came and went with it; nil while that is not known.
  var added: Int?
  var removed: Int?
  /// Whether the note says this now.
  var isNow = false

  /// What a person types to name it.
  package var name: String { version.name }
  package var savedAt: Timestamp { version.savedAt }
  package var size: Int { version.size }

  /// Who wrote it; nil where that is not known.
  package var writer: String? {
    switch version.writer.kind {
    case .unknown: nil
    case .screen: "screen"
    case .command: version.writer.name
    case .sync: "sync"
    case .import: "import"
    case .otherProgram: "another program"
    }
  }

  /// Who else than a person in this program; empty where it was one, or is not known.
  var otherWriter: String { version.writer.kind == .screen ? "" : writer ?? "" }
}

/// Why a hunk was not taken; nothing was changed.
enum HunkRefusal: Equatable, Sendable {
  /// The note says the same there.
  case isThere
  /// It is there that the note says something else now.
  case differs
  case noteIsGone
}

@MainActor
protocol HistoryInteractorOutput: AnyObject {
  /// By others: it says something else now, so that it is compared again.
  func noteChanged()
  func versionsChanged()
  func loadingEnded(problems: [String])
  func versionWasShown(_ lines: [HistoryLine], of index: Int, as aspect: HistoryAspect)
  /// `created` where the note was gone and is a new one now.
  func noteWasRestored(_ note: NoteID, to version: HistoryItem, created: Bool)
  func hunkWasTaken(_ note: NoteID)
  func hunkWasRefused(_ refusal: HunkRefusal)
  func restoreWasUndone(_ note: NoteID)
  func nothingToUndo()
  /// Nothing was changed.
  func failed(_ message: String)
  /// The version that was asked for cannot be shown.
  func showingFailed(_ message: String)
}

/// No routes; questions only.
package typealias HistoryWireframe = Asking
