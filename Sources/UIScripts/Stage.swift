import Entities
import FakeTerminal
import Terminal

/// Where a script is played: it takes what a person does and answers with what the screen shows.
/// Every call returns when the app is idle.
@MainActor
protocol Stage: AnyObject {
  /// The homes in which files are written and checked: two where two terminals play side by side.
  var sandboxes: [Sandbox] { get }

  /// What the terminal shows now.
  var frame: FakeFrame { get }

  /// Nil while the app runs, and before it was started.
  var ending: Ending? { get }

  /// Starts the app; `clock` is what it takes for now.
  func start(_ arguments: [String], size: Size, clock: CivilTime) async throws(StepFailure)
  func send(_ input: Input) async throws(StepFailure)
  func resize(to size: Size) async throws(StepFailure)
  func setClock(_ time: CivilTime) async throws(StepFailure)
  func tick(_ duration: Duration) async throws(StepFailure)

  /// Lets the app notice what was done to its files.
  func waitForIdle() async throws(StepFailure)

  /// What the app says of itself; nil when it has ended and cannot be asked.
  func report() async throws(StepFailure) -> SyncReport?

  func run(_ arguments: [String], clock: CivilTime) async throws(StepFailure) -> String

  /// Ends the app if it still runs, and lets go of everything.
  func close()
}

/// What a person does at the terminal in one go.
enum Input: Equatable {
  case key(Key)
  case text(String)
  case paste(String)
  case mouse([MouseEvent])

  var events: [InputEvent] {
    switch self {
    case .key(let key): [.key(key)]
    case .text(let text): Self.keys(typing: text).map { .key($0) }
    case .paste(let text): [.paste(Array(text.utf8))]
    case .mouse(let events): events.map { .mouse($0) }
    }
  }

  /// The keys that type a text; a newline is Enter.
  static func keys(typing text: String) -> [Key] {
    // By scalars, since that is how a terminal sends them; marks join when they arrive.
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n", "\r": Key(.enter)
      case "\t": Key(.tab)
      default: Key(.character(Character(scalar)))
      }
    }
  }
}

/// How the app ended.
struct Ending: Equatable {
  var code: Int32
  var message: String
}

/// Why a step failed, and the frame it failed on.
struct StepFailure: Error, Equatable {
  var message: String
  /// The frame as rows; the first differing one is marked.
  var frames: [Shot]

  struct Shot: Equatable {
    /// What to call it, where there are two.
    var title: String
    var rows: [String]
    var markedRow: Int?
  }

  init(_ message: String, _ frame: FakeFrame? = nil, markedRow: Int? = nil) {
    self.message = message
    frames = frame.map { [Shot(title: "", frame: $0, markedRow: markedRow)] } ?? []
  }

  init(_ message: String, frames: [Shot]) {
    self.message = message
    self.frames = frames
  }
}

extension StepFailure.Shot {
  init(title: String, frame: FakeFrame, markedRow: Int?) {
    self.init(
      title: title, rows: frame.rows.indices.map(frame.rowText), markedRow: markedRow)
  }
}
