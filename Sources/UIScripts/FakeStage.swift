import Entities
import FakeTerminal
import Terminal

/// Plays in this process, on the terminal in memory.
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
    // Timer by timer: what the first one led to is done before the next one fires.
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
    // The last task to finish may still hold its module for one turn.
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

  /// Idle is told by the app. The limit only turns an endless wait into a failure that says where.
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
