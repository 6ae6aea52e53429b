import Entities
import FakeTerminal
import Terminal

/// The environment that plays a script: it accepts the user's input and has the screen's content.
/// Every call returns when the app is idle.
@MainActor
protocol Stage: AnyObject {
  /// The homes in which files are written and checked: two if two terminals play in parallel.
  var sandboxes: [Sandbox] { get }

  var frame: FakeFrame { get }

  /// The app's end; nil while it runs, and before it starts.
  var ending: Ending? { get }

  /// Starts the app, with `clock` as the current time.
  func start(_ arguments: [String], size: Size, clock: CivilTime) async throws(StepFailure)
  func send(_ input: Input) async throws(StepFailure)
  func resize(to size: Size) async throws(StepFailure)
  func setClock(_ time: CivilTime) async throws(StepFailure)
  func tick(_ duration: Duration) async throws(StepFailure)

  /// Lets the app notice changes to its files.
  func waitForIdle() async throws(StepFailure)

  /// Returns the app's report; nil if it has ended and cannot answer.
  func report() async throws(StepFailure) -> SyncReport?

  func run(_ arguments: [String], clock: CivilTime) async throws(StepFailure) -> String

  /// Ends the app if it still runs, and releases everything.
  func close()
}

/// A single action of the user at the terminal.
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

  /// Returns the keys that type a text; a newline is Enter.
  static func keys(typing text: String) -> [Key] {
    // By scalars, as a terminal sends them; combining marks are joined on arrival.
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n", "\r": Key(.enter)
      case "\t": Key(.tab)
      default: Key(.character(Character(scalar)))
      }
    }
  }
}

/// The app's exit code and message.
struct Ending: Equatable {
  var code: Int32
  var message: String
}

/// The reason that a step failed, with its frame.
struct StepFailure: Error, Equatable {
  var message: String
  /// The frame as rows; the first row that differs is marked.
  var frames: [Shot]

  struct Shot: Equatable {
    /// The title, if there are two frames.
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
