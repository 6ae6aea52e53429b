package import Terminal

/// A terminal in memory that shows what ncurses would. Its keys come from a test or a script.
///
/// ```swift
/// let driver = FakeDriver(size: Size(columns: 60, rows: 8))
/// driver.send(.key("Enter"))
/// app.process(driver.events())
/// driver.frame.rowText(0)
/// ```
@MainActor
package final class FakeDriver: Driver {
  package private(set) var cursorShape = CursorShape.usual
  package private(set) var size: Size
  package let colors: ColorDepth
  package private(set) var frame: FakeFrame
  package private(set) var frameCount = 0
  /// The number of times that the app asked to repaint every cell.
  package private(set) var fullRepaintCount = 0
  package private(set) var answers: [(number: Int, report: String)] = []
  /// The notifications that the app sent to the terminal.
  package private(set) var notifications: [String] = []
  /// The text that the app last sent to the terminal's clipboard.
  package private(set) var clipboard: [UInt8]?
  private var queued: [InputEvent] = []

  package init(
    size: Size = Size(columns: 80, rows: 24), colors: ColorDepth = .full
  ) {
    self.size = size
    self.colors = colors
    frame = FakeFrame(size: size)
  }

  /// Queues events for the app's next call of `events()`.
  package func send(_ events: InputEvent...) {
    queued += events
  }

  package func send(_ events: [InputEvent]) {
    queued += events
  }

  /// Changes the terminal's size and queues the resize event.
  package func resize(to size: Size) {
    self.size = size
    frame = FakeFrame(size: size)
    queued.append(.resize(size))
  }

  package func makeWindow(_ frame: Rect) -> any Window {
    FakeWindow(frame, colors: colors)
  }

  package func events() -> [InputEvent] {
    defer { queued = [] }
    return queued
  }

  package func present(_ windows: [any Window], cursor: Point?) {
    var next = FakeFrame(size: size)
    for case let window as FakeWindow in windows {
      next.cover(with: window)
    }
    next.cursor = cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
    frame = next
    frameCount += 1
  }

  package func shapeCursor(_ shape: CursorShape) { cursorShape = shape }

  package func forgetScreen() {
    fullRepaintCount += 1
  }

  package func offerToClipboard(_ bytes: [UInt8]) -> Bool {
    guard ClipboardSequence.offering(bytes) != nil else { return false }
    clipboard = bytes
    return true
  }

  package func notify(_ number: UInt32, title: String, text: String) {
    notifications.append("\(title): \(text)")
  }

  package func answerSync(_ number: Int, with report: String) {
    answers.append((number, report))
  }
}

extension FakeFrame {
  @MainActor
  fileprivate mutating func cover(with window: FakeWindow) {
    let grid = window.grid
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        let cell = grid.rows[row][column]
        if cell.isContinuation { continue }
        let corner = Point(row: window.frame.row + row, column: window.frame.column + column)
        set(cell, isWide: grid.isWide(row, column), at: corner)
      }
    }
  }
}
