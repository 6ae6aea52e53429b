import Entities
import FakeTerminal
import Terminal

/// Plays a script in this process, on the terminal in memory.
@MainActor
final class FakeStage: Stage {
  private let host: ScriptHost
  private let sandbox: Sandbox
  private let clock = ManualClock()
  private let scheduler: ManualScheduler
  private var driver = FakeDriver()
  private var app: (any ScriptedApp)?

  init(host: ScriptHost, sandbox: Sandbox) {
    self.host = host
    self.sandbox = sandbox
    scheduler = ManualScheduler(turning: clock)
  }

  var sandboxes: [Sandbox] { [sandbox] }
  var frame: FakeFrame { driver.frame }

  var ending: Ending? {
    guard let app, let code = app.exitCode else { return nil }
    return Ending(code: code, message: app.endMessage)
  }

  func start(_ arguments: [String], size: Size, clock time: CivilTime) async throws(StepFailure) {
    clock.set(to: time)
    driver = FakeDriver(size: size)
    do {
      let app = try host.launch(
        ScriptLaunch(
          arguments: arguments, driver: driver, sandbox: sandbox, clock: clock,
          scheduler: scheduler))
      self.app = app
      app.start()
    } catch {
      throw StepFailure("the app could not be started: \(error)")
    }
    try await idle()
  }

  func send(_ input: Input) async throws(StepFailure) {
    driver.send(input.events)
    try await settleEvents()
  }

  func resize(to size: Size) async throws(StepFailure) {
    driver.resize(to: size)
    try await settleEvents()
  }

  func setClock(_ time: CivilTime) async throws(StepFailure) {
    clock.set(to: time)
    try await idle()
  }

  func tick(_ duration: Duration) async throws(StepFailure) {
    // Timer by timer: the effects of one are finished before the next one fires.
    var rest = duration
    var fired = 0
    while let delay = scheduler.nextDelay, delay <= rest {
      fired += 1
      if fired > 10_000 { throw StepFailure("timers fire without end", frame) }
      scheduler.advance(by: delay)
      rest -= delay
      try await idle()
    }
    scheduler.advance(by: rest)
    try await idle()
  }

  func waitForIdle() async throws(StepFailure) { try await idle() }

  func report() async throws(StepFailure) -> SyncReport? {
    guard let app else { return nil }
    // The last task to finish may retain its module for one more turn.
    for _ in 0..<100 where !app.leaks.isEmpty { await Task.yield() }
    return SyncReport(stack: app.moduleStack, leaks: app.leaks, isIdle: app.isIdle)
  }

  func run(_ arguments: [String], clock: CivilTime) async throws(StepFailure) -> String {
    sandbox.output(await host.run(arguments, sandbox).output)
  }

  func close() { app = nil }

  private func settleEvents() async throws(StepFailure) {
    guard let app, app.exitCode == nil else { return }
    app.process(driver.events())
    try await idle()
  }

  /// Waits until the app reports that it is idle. The limit turns an endless wait into a failure
  /// with a location.
  private func idle() async throws(StepFailure) {
    guard let app else { return }
    let patience = host.patience
    let becameIdle = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, _>) in
      let answer = FirstAnswer(continuation)
      let limit = Task {
        try? await Task.sleep(for: patience)
        answer.give(false)
      }
      Task {
        await app.whenIdle()
        answer.give(true)
        limit.cancel()
      }
    }
    if !becameIdle { throw StepFailure("the app did not become idle within \(patience)", frame) }
  }
}

/// Resumes a continuation with the first of two answers.
@MainActor
private final class FirstAnswer {
  private var continuation: CheckedContinuation<Bool, Never>?

  init(_ continuation: CheckedContinuation<Bool, Never>) {
    self.continuation = continuation
  }

  func give(_ answer: Bool) {
    continuation?.resume(returning: answer)
    continuation = nil
  }
}

/// Plays a script in this process and shows each frame on a real terminal, for a person to watch.
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
    // Text is typed one key at a time.
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

  /// Paints the frame on a window as large as the terminal, cropped if necessary.
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
