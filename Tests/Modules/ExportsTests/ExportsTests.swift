import Entities
import FakeTerminal
import Lists
import NoteQueries
import Services
import Synchronization
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Exports

@MainActor
@Suite("An export")
struct ExportsTests {
  private let work = Work()
  private let wireframe = FakeWireframe()
  private let exports = GivenExports()

  private func screen(of subject: ExportSubject? = nil) throws -> ExportsScreen {
    let module = ExportsBuilder.make(
      ExportsServices(exports, clock: ManualClock(), work: work) { DailyNotes(SettingValues()) },
      of: subject, named: "notes", in: NotePath("/h"), wireframe: wireframe)
    module.lifeCycle.moduleIsReady(
      RouteHandle(name: "Exports") { [wireframe] _ in wireframe.hasClosed = true })
    return try #require(module.view as? ExportsScreen)
  }

  private func press(_ screen: ExportsScreen, _ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  private func lines(_ screen: ExportsScreen, rows: Int = 8) -> [String] {
    FakeFrame.drawing(screen, columns: 60, rows: rows).lines.filter { !$0.isEmpty }
  }

  @Test("The choices are shown; Enter shows the plan, Enter again writes it")
  func wholeWay() async throws {
    let screen = try screen()
    #expect(
      lines(screen) == [
        "  Format         HTML: a site of pages",
        "  Notes          all notes",
        "  Linked notes   none",
        "  Attachments    those that the notes use",
        "  Write to       ~/notes-html",
        "> → See what would be exported",
      ])
    await press(screen, "Enter")
    #expect(
      screen.chrome.message
        == "HTML: 2 notes and 1 file would go to ~/notes-html; 1 note left out. Enter writes.")
    #expect(lines(screen).suffix(2) == ["> → Export", "  Old.md  It is locked."])
    await press(screen, "Enter")
    #expect(
      screen.chrome.message
        == "HTML: 2 notes and 1 file went to ~/notes-html; 1 problem, listed below.")
    #expect(lines(screen).suffix(2) == ["> → Export again", "  Tea.md  A picture is missing."])
    #expect(exports.carriedOut == 1)
    await press(screen, "Esc")
    #expect(wireframe.hasClosed)
  }

  @Test("Each choice is asked for, changes what is requested, and drops the plan")
  func choices() async throws {
    let screen = try screen()
    wireframe.answers = [
      .chosen("1"), .chosen("1"), .typed("Work"), .chosen("2"), .chosen("3"), .typed("~/book"),
    ]
    await press(screen, "f", "n", "L", "a", "o")
    #expect(
      lines(screen).dropLast() == [
        "  Format         EPUB: a book",
        "  Notes          those in Work/",
        "  Linked notes   those up to 2 links away",
        "  Attachments    none",
        "  Write to       typed ~/book",
      ])
    await press(screen, "Enter")
    var wanted = ExportRequest(.epub, to: NotePath("typed ~/book"))
    wanted.folder = NotePath("Work")
    wanted.linkedSteps = 2
    wanted.attachments = ExportRequest.Attachments.none
    #expect(exports.asked == [wanted])
    wireframe.answers = [.chosen("0")]
    await press(screen, "f")
    #expect(lines(screen)[5] == "> → See what would be exported")
    #expect(lines(screen)[4] == "  Write to       typed ~/book", "what a person chose stays")
  }

  @Test("A search that cannot be read changes nothing, and the reason is shown")
  func badQuery() async throws {
    let screen = try screen()
    wireframe.answers = [.chosen("2"), .typed("tag:")]
    await press(screen, "n")
    #expect(screen.chrome.tone == .warning && !screen.chrome.message.isEmpty)
    #expect(lines(screen)[1] == "  Notes          all notes")
  }

  @Test("Notes chosen on another screen are exported, and others can be chosen instead")
  func subject() async throws {
    let screen = try screen(of: ExportSubject(name: "“Tea”") { [NoteID("Tea.md")] })
    #expect(lines(screen)[1] == "  Notes          “Tea”")
    await press(screen, "Enter")
    #expect(exports.asked.map(\.notes) == [[NoteID("Tea.md")]])
    wireframe.answers = [.chosen("1")]
    await press(screen, "n", "Enter")
    #expect(exports.asked.last?.notes == [])
  }

  @Test("Locked notes are written only after the person agreed", arguments: ["no", "yes"])
  func agreement(answer: String) async throws {
    exports.set { $0.plan.unlocked = 1 }
    let screen = try screen()
    wireframe.answers = [.chosen(answer)]
    await press(screen, "Enter", "Enter")
    #expect(exports.agreed == (answer == "yes" ? [true] : []))
  }

  @Test("A failure is shown with its reason, and Enter tries again")
  func failure() async throws {
    exports.set { $0.problem = .taken(NotePath("/h/notes-html")) }
    let screen = try screen()
    await press(screen, "Enter")
    #expect(screen.chrome.message == "/h/notes-html is there already. Name one that is not.")
    #expect(screen.chrome.tone == .warning)
    exports.set { $0.problem = nil }
    await press(screen, "Enter")
    #expect(lines(screen)[5] == "> → Export")
  }

  @Test("u takes the last export back, and what it leaves is listed; without one it says so")
  func undo() async throws {
    let screen = try screen()
    await press(screen, "u")
    #expect(screen.chrome.message == "This screen has no export to take back.")
    exports.set {
      $0.undone.files = 2
      $0.undone.left = [ExportNotice(of: NotePath("/h/notes-html/a.html"), "It was changed since.")]
    }
    await press(screen, "Enter", "Enter", "u")
    #expect(exports.takenBack == [GivenExports.receipt])
    #expect(screen.chrome.message == "Taken back: 2 files removed; 1 left, listed below.")
    #expect(screen.chrome.tone == .warning)
    #expect(
      lines(screen).suffix(2) == [
        "> → See what would be exported", "  /h/notes-html/a.html  It was changed since.",
      ])
    exports.set { $0.undone = UndoneExport() }
    await press(screen, "u")
    #expect(screen.chrome.message == "Taken back: 0 files removed.")
    await press(screen, "u")
    #expect(screen.chrome.message == "This screen has no export to take back.")
  }

  @Test("An export that stays is handed over when its screen is left; one that was undone is not")
  func handedOver() async throws {
    func leave(after keys: Key...) async throws {
      let module = ExportsBuilder.make(
        ExportsServices(exports, clock: ManualClock(), work: work) { DailyNotes(SettingValues()) },
        of: nil, named: "notes", in: NotePath("/h"), wireframe: wireframe)
      let screen = try #require(module.view as? ExportsScreen)
      for key in keys { await press(screen, key) }
      module.lifeCycle.moduleWasRemoved()
    }
    try await leave(after: "Enter", "Enter", "u")
    #expect(wireframe.undoable == nil)
    try await leave(after: "Enter", "Enter")
    let export = try #require(wireframe.undoable)
    #expect(export.target == "~/notes-html")
    try await export.takeBack()
    #expect(exports.takenBack == [GivenExports.receipt, GivenExports.receipt])
    exports.set {
      $0.undone.files = 1
      $0.undone.left = ["a", "b"].map { ExportNotice(of: NotePath($0), "It was changed since.") }
    }
    let remains = await #expect(throws: ExportRemains.self) { try await export.takeBack() }
    #expect(remains?.message == "1 file removed. Left: a, and 1 more. It was changed since.")
  }

  @Test("Esc stops a running export, keys that change something wait, and Esc then goes back")
  func stops() async throws {
    exports.set { $0.step = ExportProgress(notes: 0, of: 2) }
    let screen = try screen()
    // The test does not wait between these keys.
    for key: Key in ["Enter", "f", "u"] { _ = screen.handle(.key(key)) }
    #expect(screen.chrome.message == "Esc stops it first.")
    #expect(lines(screen)[5] == "> → Esc stops")
    _ = screen.handle(.key("Esc"))
    await work.whenIdle()
    #expect(screen.chrome.message == "Stopped; nothing was written.")
    #expect(screen.chrome.tone == .news && !wireframe.hasClosed)
    await press(screen, "Esc")
    #expect(wireframe.hasClosed)
  }

  @Test("A canceled or empty answer changes no choice")
  func cancelled() async throws {
    let screen = try screen()
    let before = lines(screen)
    wireframe.answers = [.cancelled, .chosen("1"), .typed(""), .typed("")]
    await press(screen, "f", "n", "o")
    #expect(lines(screen) == before)
  }

  @Test("Removing a working export ends the work and frees every part")
  func freed() async {
    exports.set { $0.step = ExportProgress(notes: 0, of: 2) }
    let probe = LeakProbe()
    do {
      let module = ExportsBuilder.make(
        ExportsServices(exports, clock: ManualClock(), work: work) { DailyNotes(SettingValues()) },
        of: nil, named: "notes", in: NotePath("/h"), wireframe: FakeWireframe())
      probe.watch(module)
      module.lifeCycle.moduleIsReady(RouteHandle(name: "Exports") { _ in })
      _ = (module.view as? ExportsScreen)?.handle(.key("Enter"))
      #expect(module.lifeCycle.hasUnfinishedWork)
      module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
    }
    #expect(probe.leaks.isEmpty)
  }
}

@MainActor
private final class FakeWireframe: ExportsWireframe {
  var answers: [Answer] = []
  var hasClosed = false

  var undoable: UndoableExport?

  func path(typed: String) -> NotePath { NotePath("typed \(typed)") }

  func canTakeBack(_ export: UndoableExport) { undoable = export }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    answer(answers.isEmpty ? .cancelled : answers.removeFirst())
  }
}

/// Exports that answer what a test says.
private final class GivenExports: NoteExports {
  struct Given {
    var plan = ExportPlan(ExportRequest(.html, to: NotePath("/")))
    var problem: ExportError?
    var asked: [ExportRequest] = []
    var agreed: [Bool] = []
    /// Reported by a plan that goes on until it is stopped.
    var step: ExportProgress?
    var undone = UndoneExport()
    var takenBack: [ExportReceipt] = []
  }

  static let receipt = ExportReceipt(NotePath("/h/notes-html"))

  private let given: Mutex<Given>

  init() {
    var start = Given()
    let day = Timestamp(seconds: 0)
    start.plan.notes = ["Tea.md", "Cup.md"].map {
      ExportedNote(path: NotePath($0), title: $0, created: day, modified: day)
    }
    start.plan.files = [.init(path: NotePath("p.png"), size: 3, modified: day)]
    start.plan.leftOut = [ExportNotice(of: NotePath("Old.md"), "It is locked.")]
    given = Mutex(start)
  }

  func set(_ change: (inout Given) -> Void) { given.withLock { change(&$0) } }
  var asked: [ExportRequest] { given.withLock { $0.asked } }
  var agreed: [Bool] { given.withLock { $0.agreed } }
  var carriedOut: Int { agreed.count }
  var takenBack: [ExportReceipt] { given.withLock { $0.takenBack } }

  func takeBack(_ receipt: ExportReceipt) async -> UndoneExport {
    set { $0.takenBack.append(receipt) }
    return given.withLock { $0.undone }
  }

  func plan(
    _ request: ExportRequest, watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportPlan {
    set { $0.asked.append(request) }
    if let problem = given.withLock({ $0.problem }) { throw problem }
    if let step = given.withLock({ $0.step }) {
      while watch(step) { await Task.yield() }
      throw .stopped
    }
    return given.withLock {
      $0.plan.request = request
      return $0.plan
    }
  }

  func carryOut(
    _ plan: ExportPlan, watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportReport {
    set { $0.agreed.append(plan.request.mayLeaveLock) }
    var report = ExportReport()
    (report.notes, report.files) = (plan.notes.count, plan.files.count)
    report.problems = [ExportNotice(of: NotePath("Tea.md"), "A picture is missing.")]
    report.receipt = Self.receipt
    return report
  }
}
