import Comparing
import Daily
import Entities
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Requests

@MainActor
@Suite("Requests")
struct RequestsTests {
  private let work = Work()
  private let clock = StillClock()
  private let wireframe = FakeWireframe()
  private let store: MemoryNoteStore
  private let vault: VaultServices
  private let written = Written()
  private let screen: RequestsScreen
  private let presenter: RequestsPresenter

  init() {
    store = MemoryNoteStore(["Plan.md": "# Plan\n"])
    vault = .inMemory(store, rewriting: MemoryRewriting(store))
    let planner = NotePlanner(
      store: store, index: MemoryIndex(store), foreign: NoForeignSettings(),
      settings: SettingValues(), clock: clock)
    let interactor = RequestsInteractor(
      cases: RequestsCases(vault, planner: planner, clock: clock), work: work)
    presenter = RequestsPresenter(
      interactor: interactor, wireframe: wireframe, date: { _ in "10:30" },
      didWrite: written.add)
    screen = RequestsScreen(presenter: presenter)
  }

  private func start(_ kinds: AskedWriting.Kind...) async throws {
    for kind in kinds {
      let writing = AskedWriting(
        arrived: clock.now, kind: kind, target: .note(NotePath("Plan.md")),
        content: Array("more".utf8))
      try await vault.state.asked.change { $0.add(writing) }
    }
    presenter.moduleIsReady(RouteHandle(name: "Requests") { _ in })
    presenter.moduleWillAppear()
    await work.whenIdle()
  }

  private func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  private var asked: AskedWritings { vault.state.asked.value() }
  private func text() async -> String? { await store.text(of: NoteID("Plan.md")) }

  @Test("It shows what would be done, the latest first")
  func rows() async throws {
    try await start(.make, .append, .prepend, .replace)
    #expect(
      (0..<4).map { presenter.row(at: $0).title } == [
        "replace the text of “Plan.md”", "add to the start of “Plan.md”",
        "add to the end of “Plan.md”", "new note “Plan.md”",
      ])
    #expect(presenter.row(at: 0).date == "10:30")
    #expect(screen.chrome.state == "4 requests")
  }

  @Test("Enter shows what would be written, and writes nothing")
  func preview() async throws {
    try await start(.append)
    await press("Enter")
    #expect(wireframe.titles == ["Plan.md"])
    #expect(
      wireframe.lines == [DifferenceLine(.same, "# Plan"), DifferenceLine(.added, "more")])
    #expect(await text() == "# Plan\n")
    #expect(asked.items.count == 1)
  }

  @Test("An accepted request is written once and asked about no more")
  func accepts() async throws {
    try await start(.append)
    _ = screen.handle(.key("a"))
    await press("a")
    #expect(await text() == "# Plan\nmore\n")
    #expect(asked == AskedWritings())
    #expect(written.notes == [NoteID("Plan.md")])
    #expect(screen.chrome.message == "Written to Plan.md.")
  }

  @Test("What is always accepted is agreed to; to replace a text is asked about each time")
  func always() async throws {
    try await start(.append, .replace)
    await press("A")
    #expect(screen.state.message.isWarning)
    #expect(await text() == "# Plan\n")
    #expect(asked.items.count == 2)
    await press("j", "A")
    #expect(await text() == "# Plan\nmore\n")
    #expect(asked.items.map(\.kind) == [.replace])
    #expect(asked.agreed == [.append])
  }

  @Test("A refused request is gone, and nothing is written")
  func refuses() async throws {
    try await start(.append)
    await press("x")
    #expect(await text() == "# Plan\n")
    #expect(asked == AskedWritings())
    #expect(screen.chrome.message == "Refused; nothing was written.")
  }

  @Test("A request that cannot be written is reported and still waits")
  func fails() async throws {
    try await start(.append)
    await store.fail(next: .notPermitted(NotePath("Plan.md"), action: "read"))
    await press("a")
    #expect(screen.state.message.isWarning)
    #expect(asked.items.count == 1)
    #expect(screen.chrome.state == "1 request")
  }

  @Test("Removed, it takes no more answers and is freed in all its parts")
  func freed() async {
    let probe = LeakProbe()
    do {
      let planner = NotePlanner(
        store: store, index: MemoryIndex(store), foreign: NoForeignSettings(),
        settings: SettingValues(), clock: clock)
      let module = RequestsBuilder.make(
        cases: RequestsCases(vault, planner: planner, clock: clock), work: work,
        date: { _ in "" }, wireframe: FakeWireframe(), didWrite: { _ in })
      probe.watch(module)
      module.lifeCycle.moduleWillAppear()
      module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

@MainActor
private final class Written {
  private(set) var notes: [NoteID] = []

  func add(_ note: NoteID) { notes.append(note) }
}

@MainActor
private final class FakeWireframe: RequestsWireframe {
  private(set) var titles: [String] = []
  private(set) var lines: [DifferenceLine] = []

  func show(difference: [DifferenceLine], titled title: String) {
    titles.append(title)
    lines += difference
  }
}
