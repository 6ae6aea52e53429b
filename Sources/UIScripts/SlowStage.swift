import Entities
import FakeTerminal
import Terminal

/// Plays in this process and shows each frame on a real terminal, for a person to watch.
@MainActor
final class SlowStage: Stage {
  private let stage: any Stage
  private let terminal: any Driver
  private let pause: () async -> Void

  init(_ stage: any Stage, on terminal: any Driver, pause: @escaping () async -> Void) {
    self.stage = stage
    self.terminal = terminal
    self.pause = pause
  }

  var sandboxes: [Sandbox] { stage.sandboxes }
  var frame: FakeFrame { stage.frame }
  var ending: Ending? { stage.ending }

  func start(_ arguments: [String], size: Size, clock: CivilTime) async throws(StepFailure) {
    try await stage.start(arguments, size: size, clock: clock)
    try await show()
  }

  func send(_ input: Input) async throws(StepFailure) {
    // A person types one key after the other.
    guard case .text(let text) = input else {
      try await stage.send(input)
      return try await show()
    }
    for character in text {
      try await stage.send(.text(String(character)))
      try await show()
    }
  }

  func resize(to size: Size) async throws(StepFailure) {
    try await stage.resize(to: size)
    try await show()
  }

  func setClock(_ time: CivilTime) async throws(StepFailure) {
    try await stage.setClock(time)
    try await show()
  }

  func tick(_ duration: Duration) async throws(StepFailure) {
    try await stage.tick(duration)
    try await show()
  }

  func waitForIdle() async throws(StepFailure) {
    try await stage.waitForIdle()
    try await show()
  }

  func report() async throws(StepFailure) -> SyncReport? { try await stage.report() }

  func run(_ arguments: [String], clock: CivilTime) async throws(StepFailure) -> String {
    try await stage.run(arguments, clock: clock)
  }

  func close() { stage.close() }

  /// Paints the frame on a window as large as the terminal; what has no room is cut.
  private func show() async throws(StepFailure) {
    let window = terminal.makeWindow(Rect(terminal.size))
    let frame = stage.frame
    window.erase(.plain)
    for row in 0..<min(frame.size.rows, terminal.size.rows) {
      for column in 0..<min(frame.size.columns, terminal.size.columns) {
        let cell = frame.rows[row][column]
        if cell.isContinuation { continue }
        let width = frame.isWide(row, column) ? 2 : 1
        if column + width > terminal.size.columns { continue }
        window.put(
          cell.text, width: width, at: Point(row: row, column: column), style: cell.style)
      }
    }
    let cursor = frame.cursor.flatMap { Rect(terminal.size).contains($0) ? $0 : nil }
    terminal.present([window], cursor: cursor)
    await pause()
    for event in terminal.events() {
      if [.key("C-c"), .key("q"), .key("Esc"), .closed].contains(event) {
        throw StepFailure("stopped by hand")
      }
    }
  }
}
