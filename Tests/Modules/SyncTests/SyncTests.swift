import Entities
import FakeTerminal
import Lists
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Sync

@MainActor
@Suite("Sync")
struct SyncTests {
  private let work = Work()
  private let wireframe = FakeWireframe()

  private func screen(_ sync: GivenSync) async throws -> SyncScreen {
    let interactor = SyncInteractor(sync: sync, work: work)
    let module = SyncBuilder.make(interactor: interactor, clock: StillClock(), wireframe: wireframe)
    module.lifeCycle.moduleIsReady(RouteHandle(name: "Sync") { _ in })
    module.lifeCycle.moduleWillAppear()
    module.lifeCycle.moduleDidAppear()
    await work.whenIdle()
    return try #require(module.view as? SyncScreen)
  }

  private func press(_ key: Key, on screen: SyncScreen) async {
    #expect(screen.handle(.key(key)))
    await work.whenIdle()
  }

  private func lines(_ screen: SyncScreen, rows: Int = 6) -> [String] {
    FakeFrame.drawing(screen, columns: 60, rows: rows).lines
  }

  @Test("The list begins with problems that need the person")
  func shows() async throws {
    let status = SyncStatus.ready(
      waiting: ["new.md"].map { NotePath($0) }, conflicts: ["a.md"].map { NotePath($0) })
    let screen = try await screen(GivenSync(status))
    #expect(
      lines(screen) == [
        "> conflict    a.md",
        "  remote      origin, git@example.org:ann/notes.git",
        "  branch      main",
        "  last sync   never on this device",
        "  to send     new.md",
        "",
      ])
    #expect(screen.chrome.state == "1 conflict")
  }

  @Test("A problem that needs more than a sentence shows its steps below")
  func steps() async throws {
    let failure = SyncFailure.keysDiffer("Two keys.", steps: ["Do this.", "Then that."])
    let screen = try await screen(GivenSync(.ready(), answers: [.failure(failure)]))
    await press("s", on: screen)
    #expect(screen.state.message.text == "Two keys.")
    #expect(
      Array(lines(screen)[..<3]) == [
        "> problem     Two keys.", "  step 1      Do this.", "  step 2      Then that.",
      ])
    await press("j", on: screen)
    #expect(screen.state.message.text == "Do this.")
  }

  @Test("Enter opens the note of a row")
  func opens() async throws {
    let screen = try await screen(GivenSync(.ready(conflicts: [NotePath("a.md")])))
    await press("Enter", on: screen)
    #expect(wireframe.opened == [NoteID("a.md")])
    await press("j", on: screen)
    await press("Enter", on: screen)
    #expect(wireframe.opened.count == 1)
  }

  @Test("A sync reports what was sent and received, and can be undone")
  func syncs() async throws {
    var report = SyncReport()
    report.came = [SyncChange(NotePath("b.md"), .changed), SyncChange(NotePath("c.md"), .removed)]
    report.went = [SyncChange(NotePath("a.md"), .added)]
    report.events = [.merged(NotePath("b.md"))]
    var back = SyncReport()
    back.came = [SyncChange(NotePath("b.md"), .changed)]
    let sync = GivenSync(.ready(), answers: [.success(report), .success(back)])
    let screen = try await screen(sync)
    await press("s", on: screen)
    #expect(screen.state.message.text == "Synced: 2 files came, 1 file went.")
    #expect(
      Array(lines(screen, rows: 7)[3...]) == [
        "  info        b.md: merged.",
        "  came        b.md",
        "  came        c.md, deleted",
        "  went        a.md, new",
      ])
    await press("u", on: screen)
    #expect(screen.state.message.text == "Taken back: 1 file as before the last sync.")
    #expect(sync.calls == [.sync(SyncRequest(by: .person)), .undo])
  }

  @Test("A silent remote is reported after ten seconds, and Esc stops the sync")
  func waits() async throws {
    let (sync, scheduler) = (HangingSync(), ManualScheduler())
    let interactor = SyncInteractor(sync: sync, work: work, scheduler: scheduler)
    let module = SyncBuilder.make(interactor: interactor, clock: StillClock(), wireframe: wireframe)
    module.lifeCycle.moduleIsReady(RouteHandle(name: "Sync") { _ in })
    let screen = try #require(module.view as? SyncScreen)
    #expect(screen.handle(.key("s")))
    await sync.hasBegun()
    while screen.state.summary != "fetching…" { await Task.yield() }
    scheduler.advance(by: .seconds(9))
    #expect(screen.state.summary == "fetching…")
    scheduler.advance(by: .seconds(2))
    #expect(screen.state.summary == "waiting for the remote; Esc stops it")
    #expect(interactor.facts.isRunning)
    #expect(screen.handle(.key("Esc")))
    await work.whenIdle()
    #expect(!interactor.facts.isRunning && !interactor.facts.isWaiting)
    #expect(screen.state.message.text.hasPrefix("The sync was stopped."))
  }

  @Test("A sync asks before changes it does not make by itself, and makes them after a yes")
  func asks() async throws {
    let question = SyncQuestion.vanished(notes: 30, of: 50)
    let sync = GivenSync(.ready(), answers: [.failure(.asks(question)), .success(SyncReport())])
    let screen = try await screen(sync)
    wireframe.answers = [.chosen("yes")]
    await press("s", on: screen)
    #expect(
      wireframe.asked.first?.text
        == "30 of 50 notes are gone since the last sync. Are they to be deleted everywhere?")
    #expect(
      sync.calls == [
        .sync(SyncRequest(by: .person)), .sync(SyncRequest(by: .person, agreed: [question])),
      ])
    #expect(screen.state.message.text == "Synced: nothing changed.")
  }

  @Test(
    "A question lists its files one per line, and the screen shows those that do not fit the box")
  func asksWithList() async throws {
    let settings = (1...44).map { "alias.a\($0)=!x" }
    let question = SyncQuestion.programs(settings)
    let sync = GivenSync(.ready(), answers: [.failure(.asks(question))])
    let screen = try await screen(sync)
    wireframe.answers = [.chosen("no")]
    await press("s", on: screen)
    let asked = try #require(wireframe.asked.first?.text.split(separator: "\n"))
    #expect(
      asked.count == 12 && asked[1] == "  alias.a1=!x" && asked[11].hasPrefix("  and 34 more"))
    let failure = screen.state.rowCount
    #expect(failure >= 45)
  }

  @Test(
    "A change that needs an answer does not hold up the others, and the question comes after them")
  func asksLate() async throws {
    var report = SyncReport()
    report.went = [SyncChange(NotePath("a.md"), .added)]
    report.question = .large([NotePath("film.mp4")])
    let question = SyncQuestion.large([NotePath("film.mp4")])
    let sync = GivenSync(.ready(), answers: [.success(report), .success(SyncReport())])
    let screen = try await screen(sync)
    wireframe.answers = [.chosen("yes")]
    await press("s", on: screen)
    #expect(wireframe.asked.first?.text.contains("\n  film.mp4") == true)
    #expect(
      sync.calls == [
        .sync(SyncRequest(by: .person)), .sync(SyncRequest(by: .person, agreed: [question])),
      ])
  }

  @Test("The answer no ends the sync and does not count as an answer later")
  func refuses() async throws {
    let question = SyncQuestion.programs(["core.fsmonitor=x"])
    let sync = GivenSync(
      .ready(), answers: [.failure(.asks(question)), .failure(.asks(question))])
    let screen = try await screen(sync)
    wireframe.answers = [.chosen("no"), .chosen("no")]
    await press("s", on: screen)
    #expect(screen.state.message.text == "Nothing was synced.")
    await press("s", on: screen)
    #expect(sync.calls == [.sync(SyncRequest(by: .person)), .sync(SyncRequest(by: .person))])
  }

  @Test("Without a remote Enter and s ask for one, and then whether to sync automatically")
  func setsUp() async throws {
    let sync = GivenSync(answers: [.success(SyncReport())])
    let screen = try await screen(sync)
    #expect(lines(screen)[0] == "  This vault is synced with nothing yet.")
    wireframe.answers = [.typed(""), .typed("/stick/notes.git"), .chosen("yes")]
    await press("s", on: screen)
    #expect(sync.calls == [])
    await press("Enter", on: screen)
    #expect(sync.calls == [.setUp("/stick/notes.git", SyncRequest(by: .person))])
    #expect(wireframe.syncsByItself)
  }

  @Test("A failure is reported in full, and stays on the screen")
  func fails() async throws {
    let failure = SyncFailure.offline(remote: "origin", reason: "no route to host")
    let screen = try await screen(GivenSync(.ready(ahead: 2), answers: [.failure(failure)]))
    await press("s", on: screen)
    #expect(screen.state.message == Message(failure.message, isWarning: true))
    #expect(screen.chrome.state == "not synced")
    #expect(lines(screen)[0].hasPrefix("> problem     origin cannot be reached: no route"))
    await press("j", on: screen)
    await press("k", on: screen)
    #expect(screen.state.message == Message(failure.message, isWarning: true))
  }

  @Test("If even the state cannot be read, the screen shows that failure")
  func failsAtOnce() async throws {
    let sync = GivenSync(failing: .gitMissing)
    let screen = try await screen(sync)
    #expect(lines(screen)[0].hasPrefix("> problem     git was not found. Install it"))
    #expect(screen.chrome.state == "not synced")
  }

  @Test("A sync begun elsewhere without a remote leads to the screen that asks for one")
  func notSetUp() async throws {
    let sync = GivenSync(answers: [.failure(.notSetUp)])
    let interactor = SyncInteractor(sync: sync, work: work)
    interactor.sync(isDryRun: false)
    await work.whenIdle()
    #expect(interactor.facts.failure == .notSetUp)
    let module = SyncBuilder.make(interactor: interactor, clock: StillClock(), wireframe: wireframe)
    module.lifeCycle.moduleIsReady(RouteHandle(name: "Sync") { _ in })
    let screen = try #require(module.view as? SyncScreen)
    #expect(lines(screen)[0] == "  This vault is synced with nothing yet.")
    #expect(screen.chrome.state == "not set up")
  }

  @Test("A preview of a sync is shown and labeled as one")
  func dryRun() async throws {
    var report = SyncReport()
    report.isDryRun = true
    report.went = [SyncChange(NotePath("a.md"), .changed)]
    let sync = GivenSync(.ready(), answers: [.success(report)])
    let screen = try await screen(sync)
    await press("w", on: screen)
    #expect(sync.calls == [.sync(SyncRequest(by: .person, isDryRun: true))])
    #expect(screen.state.message.text == "A sync would do this: 1 file went.")
    #expect(lines(screen)[3] == "  would go    a.md")
  }

  @Test("Every part of a removed sync screen is freed, and the vault's sync goes on")
  func freed() async {
    let probe = LeakProbe()
    let interactor = SyncInteractor(sync: GivenSync(.ready()), work: work)
    do {
      let module = SyncBuilder.make(
        interactor: interactor, clock: StillClock(), wireframe: FakeWireframe())
      probe.watch(module)
      module.lifeCycle.moduleIsReady(RouteHandle(name: "Sync") { _ in })
      module.lifeCycle.moduleWillAppear()
      module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
      #expect(probe.leaks.count == 3)
    }
    #expect(probe.leaks == [])
    interactor.sync(isDryRun: false)
    await work.whenIdle()
    #expect(interactor.facts.report == SyncReport())
  }
}

@MainActor
private final class FakeWireframe: SyncWireframe {
  var opened: [NoteID] = []
  var asked: [Question] = []
  var answers: [Answer] = []
  var syncsByItself = false

  func open(_ note: NoteID) { opened.append(note) }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    asked.append(question)
    answer(answers.isEmpty ? .cancelled : answers.removeFirst())
  }
}

/// Fetches until it is cancelled.
private final class HangingSync: VaultSync {
  private let (began, feed) = AsyncStream<Void>.makeStream()

  func hasBegun() async { for await _ in began { return } }

  func status() async throws(SyncFailure) -> SyncStatus { .ready() }

  func sync(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> Services.SyncReport {
    progress(.fetching)
    feed.yield()
    try? await Task.sleep(for: .seconds(600))
    throw .cancelled
  }

  func setUp(
    _ setUp: SyncSetUp, _ request: SyncRequest,
    progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> Services.SyncReport { throw .notSetUp }

  func undoLast() async throws(SyncFailure) -> Services.SyncReport { throw .nothingToUndo }
}
