import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper
import Lists
import VaultSettings

@testable import Trash

@MainActor
@Suite("Trash")
struct TrashTests {
  private let clock = StillClock()
  private let work = Work()
  private let store: MemoryNoteStore
  private let wireframe = FakeWireframe()
  private let parent = FakeParent()
  private let presenter: TrashPresenter
  private let screen: TrashScreen

  init() {
    store = MemoryNoteStore(
      ["a.md": "# Apples", "deep/b.md": "# Pears", "c.md": "# Plums"], clock: clock)
    let interactor = TrashInteractor(cases: TrashCases(store), work: work)
    presenter = TrashPresenter(
      interactor: interactor, wireframe: wireframe,
      date: { [clock] in ShortDate.text(for: $0, clock: clock) },
      didRestore: parent.trashDidRestore)
    screen = TrashScreen(presenter: presenter)
  }

  /// Trashes these an hour after one another and opens the screen.
  private func start(_ notes: String...) async throws {
    for note in notes {
      _ = try await store.trash(NoteID(note))
      clock.advance(by: .seconds(3_600))
    }
    presenter.moduleIsReady(RouteHandle(name: "Trash") { _ in })
    await work.whenIdle()
  }

  private func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  private func confirm() async {
    wireframe.questions.answer(.chosen("yes"))
    await work.whenIdle()
  }

  private func lines(_ columns: Int = 60, _ rows: Int = 4) -> [String] {
    FakeFrame.drawing(screen, columns: columns, rows: rows).lines
  }

  @Test("A row shows title, old folder and deletion time, the latest first")
  func rows() async throws {
    try await start("a.md", "deep/b.md")
    #expect(
      lines() == [
        "> Pears                      from deep                11:30",
        "  Apples                                              10:30", "", "",
      ])
    #expect(screen.chrome.state == "2 notes")
  }

  @Test(
    "A narrow window shortens the title, then drops the folder, then the date",
    arguments: [(20, false, false), (34, false, true), (50, true, true)])
  func narrow(width: Int, showsFolder: Bool, showsDate: Bool) async throws {
    try await start("deep/b.md")
    let line = lines(width)[0]
    #expect(line.hasPrefix("> Pears"))
    #expect(line.contains("from deep") == showsFolder)
    #expect(line.contains("10:30") == showsDate)
  }

  @Test(
    "Enter and r restore the note, say where, and notify the parent", arguments: ["Enter", "r"])
  func restores(key: Key) async throws {
    try await start("a.md", "deep/b.md")
    await press("j", key)
    #expect(await store.text(of: NoteID("a.md")) == "# Apples")
    #expect(screen.chrome.message == "“Apples” is back: a.md.")
    #expect(parent.restored == [NoteID("a.md")])
    #expect(lines()[0].hasPrefix("> Pears"))
    await press(key)
    #expect(lines()[0] == "  The trash is empty.")
  }

  @Test("A note whose name is taken is restored under another name, and that is reported")
  func restoresBeside() async throws {
    try await start("a.md")
    await store.change(NoteID("a.md"), to: "new")
    await press("r")
    #expect(screen.chrome.message == "“Apples” is back as a 2.md: its old name is taken.")
    #expect(parent.restored == [NoteID("a 2.md")])
  }

  @Test("d and E ask first, and delete nothing without a yes", arguments: ["d", "Del", "E"])
  func asks(key: Key) async throws {
    try await start("a.md", "c.md")
    await press(key)
    let what = key == "E" ? "all 2 notes in the trash" : "“Plums”"
    #expect(wireframe.asked.count == 1 && wireframe.asked[0].hasPrefix("Delete \(what) for good?"))
    #expect(await store.trashedPaths.count == 2)
    await confirm()
    #expect(await store.trashedPaths.count == (key == "E" ? 0 : 1))
  }

  @Test("A note trashed after the question is not deleted by its answer")
  func onlyWhatWasAsked() async throws {
    try await start("a.md")
    await press("E")
    _ = try await store.trash(NoteID("c.md"))
    await press("F5")
    await confirm()
    #expect(await store.trashedPaths.map(\.text) == [".trash/c.md"])
    #expect(screen.chrome.message == "Deleted “Apples” for good.")
  }

  @Test("A repeated yes deletes nothing more")
  func answersOnce() async throws {
    try await start("a.md", "c.md")
    await press("d")
    await confirm()
    await confirm()
    #expect(await store.trashedPaths.count == 1)
  }

  @Test("A failure is reported, and the trash is read again")
  func fails() async throws {
    try await start("a.md")
    await store.fail(next: .noSpace(NotePath("a.md")))
    await press("r")
    #expect(screen.chrome.message.hasPrefix("The disk is full"))
    #expect(screen.chrome.tone == .warning)
    #expect(lines()[0].hasPrefix("> Apples"))
    #expect(parent.restored.isEmpty)
  }

  @Test("A trash that cannot be read says why")
  func unreadable() async throws {
    await store.fail(next: .notPermitted(NotePath(".trash"), action: "read"))
    try await start()
    #expect(screen.chrome.message.hasPrefix("No permission to read .trash"))
    #expect(screen.chrome.state == "0 notes")
  }

  @Test("An empty trash says what it is for, and no key does harm")
  func empty() async throws {
    try await start()
    await press("Enter", "d", "j", "End", "PgDn")
    #expect(wireframe.asked.isEmpty)
    #expect(lines()[0] == "  The trash is empty.")
    await press("E")
    #expect(screen.chrome.message == "The trash is empty already.")
  }

  @Test("The trash draws in windows of any size", arguments: [1, 3, 20, 33, 34, 50, 200])
  func sizes(columns: Int) async throws {
    try await start("a.md", "c.md", "deep/b.md")
    for rows in [1, 2, 5] { #expect(lines(columns, rows)[0].hasPrefix(">")) }
    #expect(screen.handle(.mouse(MouseEvent(.press, at: Point(row: 1, column: 0)))))
    #expect(screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 1, column: 0)))))
  }

  @Test("Every part of a dropped trash is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      let module = TrashBuilder.make(
        cases: TrashCases(MemoryNoteStore()), work: Work(), date: { _ in "" },
        wireframe: FakeWireframe(), didRestore: { _ in })
      probe.watch(module)
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

@MainActor
private final class FakeWireframe: TrashWireframe {
  var asked: [String] = []
  let questions = AskedQuestions()
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    asked.append(question.text)
    questions.take(question, then: answer)
  }
}

@MainActor
private final class FakeParent {
  var restored: [NoteID] = []
  func trashDidRestore(_ note: NoteID) { restored.append(note) }
}
