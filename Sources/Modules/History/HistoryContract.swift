package import Entities
package import Viper

// The versions of one note: the screen's state, its commands and its protocols. The screen calls
// them “Versions”.

/// The content of the detail pane.
enum HistoryAspect: Equatable, Sendable, CaseIterable {
  /// The changes from the version before to the selected one.
  case change
  /// The changes from the selected version to the current note.
  case since
  /// The version's whole text.
  case text
}

/// The screen's state, without its rows.
struct HistoryState: ListState {
  enum Detail: Equatable {
    case none
    /// Rows laid out for the pane's size.
    case rows(DetailRows)
    /// A remark instead of rows: nothing differs, or the reason that nothing can be shown.
    case remark(String, isWarning: Bool)
  }

  var title = ""
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  var aspect = HistoryAspect.change
  /// Whether the detail pane has the keys.
  var isReading = false
  /// The marked hunk, which can be applied while the detail has the keys.
  var hunk: Int?
  var detailTitle = ""
  var detail = Detail.none
  /// The first visible row of the detail.
  var top = 0
  var message = Message()
}

/// The size of the detail while it has the keys.
struct HistoryRoom: Equatable, Sendable {
  var rows = 0
  var columns = 0
}

/// A version as display values.
struct HistoryRow: Equatable {
  var date: String
  var size: String
  /// Text such as `+3`; empty for none or not counted yet.
  var added: String
  var removed: String
  /// The writer, if it was not a person in this program.
  var writer: String
  /// Whether the note has this text now.
  var isNow: Bool
}

/// A line of a text or of a comparison.
struct HistoryLine: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case same, added, removed
    /// A remark of the program: lines left out, a missing line ending.
    case remark
  }

  var kind: Kind
  var text: String
  /// The number of its hunk, counted from the top.
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
  /// Moves the keys to the detail, and back.
  case read
  case nextAspect
  case toggleText
  case restore
  case moveHunk(Int)
  case takeHunk
  case undo
  case reload
  /// Goes back from the detail to the list, and from the list out of the screen.
  case back
  /// Scrolls the detail, whichever part has the keys.
  case scroll(Int)
  /// The window has a new size.
  case resize(HistoryRoom)

  static var activate: Self? { .read }
}

typealias HistoryView = ListView<HistoryState>
typealias HistoryPresenting = ListPresenting<HistoryState, HistoryCommand, HistoryRow>

/// A version as display values.
package struct HistoryItem: Equatable, Sendable {
  let version: NoteVersion
  /// The counts of lines added and removed; nil until counted.
  var added: Int?
  var removed: Int?
  /// Whether the note has this text now.
  var isNow = false

  /// The name that a person types for this version.
  package var name: String { version.name }
  package var savedAt: Timestamp { version.savedAt }
  package var size: Int { version.size }

  /// The writer; nil if unknown.
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

  /// The writer, if it was not a person in this program; empty otherwise.
  var otherWriter: String { version.writer.kind == .screen ? "" : writer ?? "" }
}

/// The reason that a hunk was not applied; nothing was changed.
enum HunkRefusal: Equatable, Sendable {
  /// The note already has the hunk's text.
  case isThere
  /// The note has changed in the lines of the hunk.
  case differs
  case noteIsGone
}

@MainActor
protocol HistoryInteractorOutput: AnyObject {
  /// The note was changed from outside, so it must be compared again.
  func noteChanged()
  func versionsChanged()
  func loadingEnded(problems: [String])
  func versionWasShown(_ lines: [HistoryLine], of index: Int, as aspect: HistoryAspect)
  /// The version was restored. `created` is true if the note did not exist any more.
  func noteWasRestored(_ note: NoteID, to version: HistoryItem, created: Bool)
  func hunkWasTaken(_ note: NoteID)
  func hunkWasRefused(_ refusal: HunkRefusal)
  func restoreWasUndone(_ note: NoteID)
  func nothingToUndo()
  /// A change failed; nothing was changed.
  func failed(_ message: String)
  /// The requested version cannot be shown.
  func showingFailed(_ message: String)
}

/// The questions of this module; it opens no other screen.
package typealias HistoryWireframe = Asking
