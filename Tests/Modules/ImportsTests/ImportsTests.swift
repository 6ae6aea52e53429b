import Entities
import FakeTerminal
import Lists
import Services
import Terminal
import TestSupport
import Testing
import Undo
import Viper

@testable import Imports

@MainActor
@Suite("An import")
struct ImportsTests {
  private let work = Work()
  private let wireframe = FakeWireframe()
  private let imports = GivenImports()
  private let changes = Changes()

  private final class Changes { var notes: [NoteID] = [] }

  private static let archive = ImportSource(path: NotePath("/h/Notes.enex"), format: .evernote)

  private static let plan: ImportPlan = {
    var plan = ImportPlan(
      ImportRequest(format: .evernote, sources: [archive.path]), format: .evernote,
      folder: NotePath("Notes"))
    plan.notes = [
      .init(id: "1", title: "Tea", path: NotePath("Notes/Tea.md"), fate: .new, digest: 1),
      .init(id: "2", title: "a/b", path: NotePath("Notes/a b.md"), fate: .known, digest: 2),
    ]
    plan.files = [.init(id: "f", path: NotePath("Notes/p.png"), size: 3, isNew: true)]
    plan.problems = [ImportNotice(of: "Old", "It is encrypted.")]
    return plan
  }()

  private static let report: ImportReport = {
    var report = ImportReport()
    report.made = [NotePath("Notes/Tea.md")]
    report.files = [NotePath("Notes/p.png")]
    report.known = 1
    report.brokenLinks = [ImportNotice(of: "Notes/Tea.md", "The link “x” leads to nothing.")]
    return report
  }()

  private func module(
    _ source: NotePath? = nil, takingBack outcome: UndoneSteps.Outcome? = nil
  ) -> Module<any Screen> {
    ImportsBuilder.make(
      imports: imports, work: work, bringing: source, wireframe: wireframe,
      undoing: ImportUndoing(begin: { _ in nil }, takeBackLast: { outcome })
    ) { [changes] in changes.notes += $0 }
  }

  private func screen(
    _ source: NotePath? = nil, takingBack outcome: UndoneSteps.Outcome? = nil
  ) async throws -> ImportsScreen {
    let module = module(source, takingBack: outcome)
    module.lifeCycle.moduleIsReady(
      RouteHandle(name: "Imports") { [wireframe] _ in
        wireframe.opened.append(NoteID("closed"))
      })
    await work.whenIdle()
    return try #require(module.view as? ImportsScreen)
  }

  private func press(_ screen: ImportsScreen, _ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  private func lines(_ screen: ImportsScreen, rows: Int = 5) -> [String] {
    FakeFrame.drawing(screen, columns: 50, rows: rows).lines
  }

  @Test("Found archives are offered; Enter plans, imports, and opens the imported notes")
  func wholeWay() async throws {
    imports.set {
      $0.found = [Self.archive]
      $0.plan = .success(Self.plan)
      $0.report = Self.report
    }
    let screen = try await screen()
    #expect(lines(screen, rows: 1) == ["> /h/Notes.enex  Evernote"])
    await press(screen, "Enter")
    #expect(imports.asked == [ImportRequest(format: .evernote, sources: [Self.archive.path])])
    #expect(
      lines(screen) == [
        "> problem It is encrypted. (Old)",
        "  new     Notes/Tea.md",
        "  known   Notes/a b.md  a/b",
        "  file    Notes/p.png",
        "",
      ])
    #expect(
      screen.state.message.text
        == "Evernote: 1 note and 1 file would come into Notes; 1 note is here already. "
        + "Enter brings it.")
    #expect(changes.notes.isEmpty)
    await press(screen, "Enter")
    #expect(
      lines(screen, rows: 3) == [
        "> loose   The link “x” leads to nothing. (Notes/…",
        "  new     Notes/Tea.md",
        "  file    Notes/p.png",
      ])
    #expect(changes.notes == [NoteID("Notes/Tea.md")])
    await press(screen, "j", "j", "Enter")
    #expect(wireframe.opened.isEmpty)
    await press(screen, "k", "Enter")
    #expect(wireframe.opened == [NoteID("Notes/Tea.md")])
  }

  @Test("The screen shows a few of many similar lines and how many more there are")
  func folded() async throws {
    var (plan, report) = (Self.plan, Self.report)
    plan.problems = (0..<30).map { ImportNotice(of: "N\($0)", "It is encrypted.") }
    report.brokenLinks = (0..<30).map {
      ImportNotice(of: "N\($0).md", "The link “x” leads to nothing.")
    }
    imports.set { [plan, report] in
      $0.found = [Self.archive]
      $0.plan = .success(plan)
      $0.report = report
    }
    let screen = try await screen()
    await press(screen, "Enter")
    var shown = lines(screen, rows: 14)
    #expect(shown.count { $0.contains("It is encrypted.") } == 10)
    #expect(shown[10] == "  problem and 20 more like this one")
    #expect(shown[11] == "  new     Notes/Tea.md")
    await press(screen, "Enter")
    shown = lines(screen, rows: 14)
    #expect(shown.count { $0.contains("The link “x” leads") } == 10)
    #expect(shown[10] == "  loose   and 20 more like this one")
    #expect(screen.state.message.text.contains("30 links to nothing"))
  }

  @Test("A path is asked for, and each choice plans again")
  func choices() async throws {
    imports.set { $0.plan = .success(Self.plan) }
    let screen = try await screen()
    #expect(lines(screen, rows: 1)[0].contains("No notes of other programs were found"))
    for key: Key in ["f", "i", "a", "A"] {
      await press(screen, key)
      #expect(screen.state.message.text == "Choose a file or folder first: o.")
    }
    wireframe.answers = [
      .typed("~/x.enex"), .chosen("3"), .typed("/Old stuff/ "), .chosen("2"), .cancelled,
    ]
    await press(screen, "o", "f", "i", "a", "A", "I", "f", "F5")
    var wanted = ImportRequest(sources: [NotePath("typed ~/x.enex")])
    var all = [wanted]
    wanted.format = ImportFormat.allCases[2]
    all.append(wanted)
    wanted.folder = NotePath("Old stuff")
    all.append(wanted)
    wanted.again = .copy
    all.append(wanted)
    wanted.keepsAllFields = true
    all.append(wanted)
    wanted.keepsIDs = true
    all += [wanted, wanted]
    #expect(imports.asked == all)
    #expect(wireframe.questions.map(\.title) == ["Import", "Format", "Import", "Again", "Format"])
  }

  @Test("An unreadable file is reported, and another file can be named")
  func failure() async throws {
    imports.set { $0.found = [Self.archive] }
    let screen = try await screen()
    await press(screen, "Enter")
    #expect(screen.state.message == Message(ImportError.unknown("x").message, isWarning: true))
    wireframe.answers = [.cancelled]
    await press(screen, "Enter")
    #expect(wireframe.questions.map(\.title) == ["Import"])
  }

  @Test("Nothing is imported when nothing is new")
  func nothingNew() async throws {
    var plan = Self.plan
    plan.notes[0].fate = .known
    plan.files = []
    imports.set { [plan] in
      $0.found = [Self.archive]
      $0.plan = .success(plan)
      $0.report = Self.report
    }
    let screen = try await screen()
    for _ in 0..<2 {
      await press(screen, "Enter")
      #expect(screen.state.message.text.hasPrefix("Nothing in it is new."))
    }
    #expect(changes.notes.isEmpty)
  }

  @Test("Esc on a plan returns to the archives; a name that is too long still shows its program")
  func backToArchives() async throws {
    let long = ImportSource(
      path: NotePath("/h/" + String(repeating: "long", count: 20) + ".enex"), format: .evernote)
    imports.set {
      $0.found = [long]
      $0.plan = .success(Self.plan)
    }
    let screen = try await screen()
    #expect(lines(screen, rows: 1).first?.hasSuffix("…  Evernote") == true)
    await press(screen, "Enter", "Esc")
    #expect(wireframe.opened.isEmpty)
    #expect(lines(screen, rows: 1).first?.hasSuffix("…  Evernote") == true)
    await press(screen, "Esc")
    #expect(wireframe.opened == [NoteID("closed")])
  }

  @Test("Esc stops a running import, and otherwise goes back")
  func stops() async throws {
    imports.set {
      $0.found = [Self.archive]
      $0.plan = .success(Self.plan)
      $0.steps = [ImportProgress(notes: 0), ImportProgress(notes: 100)]
    }
    let screen = try await screen()
    // The test does not wait between these keys.
    _ = screen.handle(.key("Enter"))
    _ = screen.handle(.key("o"))
    #expect(screen.state.message.text == "Esc stops it first.")
    _ = screen.handle(.key("Esc"))
    #expect(screen.state.summary == "stopping…")
    await work.whenIdle()
    #expect(!imports.wasWanted)
    #expect(screen.state.message.text == ImportError.stopped.message)
    #expect(wireframe.opened.isEmpty)
    await press(screen, "Esc")
    #expect(wireframe.opened == [NoteID("closed")])
  }

  @Test("A stopped import says how to go on with it")
  func stopsImport() async throws {
    imports.set {
      $0.found = [Self.archive]
      $0.plan = .success(Self.plan)
      $0.report = Self.report
    }
    let screen = try await screen()
    await press(screen, "Enter")
    imports.set { $0.steps = [ImportProgress(notes: 1, of: 2)] }
    _ = screen.handle(.key("Enter"))
    _ = screen.handle(.key("Esc"))
    await work.whenIdle()
    #expect(screen.state.summary == "stopped")
    #expect(
      screen.state.message.text.hasSuffix(
        "were imported, 1 note here already, 1 link to nothing. F5 goes on."))
  }

  @Test("The last import is undone, and files that remain are listed")
  func undo() async throws {
    let without = try await screen()
    await press(without, "u")
    #expect(without.state.message.text == "No import is known that could be taken back.")
    var outcome = UndoneSteps.Outcome()
    outcome.files = [.init(act: .removed, path: NotePath("Notes/Tea.md"))]
    outcome.refusals = [.refused(NotePath("b.md"), reason: "it was edited since it was made")]
    outcome.missing = 2
    let screen = try await screen(takingBack: outcome)
    await press(screen, "u")
    #expect(
      screen.state.message.text
        == "Taken back: 1 file removed. 1 file stayed, edited since. "
        + "2 imported files were already gone."
    )
    #expect(lines(screen, rows: 1)[0].hasPrefix("> left    b.md was left as it is: it was edited"))
    #expect(changes.notes == [NoteID("Notes/Tea.md")])
  }

  @Test("The archives are offered again after an import is undone")
  func archivesAfterUndo() async throws {
    imports.set { $0.found = [Self.archive] }
    var outcome = UndoneSteps.Outcome()
    outcome.files = [.init(act: .removed, path: NotePath("Notes/Tea.md"))]
    let all = try await screen(takingBack: outcome)
    await press(all, "u")
    #expect(all.state.message.text == "Taken back: 1 file removed.")
    #expect(lines(all, rows: 1) == ["> /h/Notes.enex  Evernote"])

    outcome.refusals = [.refused(NotePath("b.md"), reason: "it was edited since it was made")]
    let some = try await screen(takingBack: outcome)
    await press(some, "u")
    #expect(lines(some, rows: 1)[0].hasPrefix("> left    b.md"))
    await press(some, "Esc")
    #expect(lines(some, rows: 1) == ["> /h/Notes.enex  Evernote"])
    #expect(wireframe.opened.isEmpty)
  }

  @Test("An import opened with an archive shows at once what it would import")
  func begunWithArchive() async throws {
    imports.set { ($0.found, $0.plan) = ([Self.archive], .success(Self.plan)) }
    let screen = try await screen(Self.archive.path)
    #expect(imports.asked == [ImportRequest(format: .evernote, sources: [Self.archive.path])])
    #expect(lines(screen).contains { $0.contains("new     Notes/Tea.md") })
  }

  @Test("Removing a reading import ends the reading and frees every part")
  func freed() async {
    imports.set {
      $0.plan = .success(Self.plan)
      $0.found = [Self.archive]
    }
    let probe = LeakProbe()
    do {
      let module = ImportsBuilder.make(
        imports: imports, work: work, bringing: nil, wireframe: FakeWireframe(),
        undoing: ImportUndoing(begin: { _ in nil }, takeBackLast: { nil })
      ) { _ in }
      probe.watch(module)
      module.lifeCycle.moduleIsReady(RouteHandle(name: "Imports") { _ in })
      await work.whenIdle()
      _ = (module.view as? ImportsScreen)?.handle(.key("Enter"))
      module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
    }
    #expect(probe.leaks.isEmpty)
  }
}

@MainActor
private final class FakeWireframe: ImportsWireframe {
  var opened: [NoteID] = []
  var questions: [Question] = []
  var answers: [Answer] = []

  func open(_ note: NoteID) { opened.append(note) }

  func path(typed: String) -> NotePath { NotePath("typed \(typed)") }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    questions.append(question)
    answer(answers.isEmpty ? .cancelled : answers.removeFirst())
  }
}
