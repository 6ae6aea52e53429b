import Lists
import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Search

@MainActor
@Suite("The screen that replaces text in many notes")
struct ReplaceScreenTests {
  private let work = Work()
  private let wireframe = FakeWireframe()
  private let changes: GivenChanges
  private let rewriting = HeardRewriting()
  private let memory = SearchMemory()
  private let presenter: ReplacePresenter
  private let screen: ReplaceScreen

  private static func piece(_ line: Int) -> NoteChange.Piece {
    NoteChange.Piece(
      range: 4..<8, old: Array("milk".utf8), new: Array("beer".utf8), line: line,
      context: "buy milk now", contextRange: 4..<8)
  }

  init() {
    changes = GivenChanges([
      NoteChange(note: NoteID("a.md"), title: "A", pieces: [Self.piece(1), Self.piece(5)]),
      NoteChange(note: NoteID("b.md"), title: "B", pieces: [Self.piece(2)]),
    ])
    let interactor = ReplaceInteractor(
      notes: changes, rewriting: rewriting, memory: memory, work: work)
    presenter = ReplacePresenter(
      interactor: interactor, start: ReplaceStart(query: "milk", clock: StillClock()),
      didChange: wireframe.notesWereRewritten)
    screen = ReplaceScreen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "Replace") { _ in })
  }

  private func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  private var lines: [String] { FakeFrame.drawing(screen, columns: 60, rows: 12).lines }

  @Test("Every change is shown before any is made, and Enter makes them")
  func replaces() async {
    await press("b", "e", "e", "r", "Enter")
    #expect(await changes.asked == ["milk by beer"])
    #expect(screen.chrome.state == "3 of 3 in 2 notes")
    #expect(lines[3].contains("A"))
    #expect(lines[4].contains("[x]") && lines[4].contains("- buy milk now"))
    #expect(lines[5].contains("+ buy beer now"))
    #expect(await rewriting.heard == [])
    await press("Enter")
    #expect(await rewriting.heard == ["rewrite [\"a.md\", \"b.md\"]"])
    #expect(wireframe.takeAsked() == ["rewritten [\"a.md\", \"b.md\"]"])
    #expect(screen.chrome.message.hasPrefix("Replaced 3 matches in 2 notes."))
    await press("u")
    #expect(await rewriting.heard.last == "undo [\"a.md\", \"b.md\"]")
    #expect(screen.chrome.message == "Undone in 2 notes.")
  }

  @Test("Space leaves out a change, and with none left there is nothing to do")
  func leavesOut() async {
    await press("Enter", "Space", "Down", "Space", "Enter")
    #expect(await rewriting.heard == ["rewrite [\"b.md\"]"])
    await press("Tab", "Enter", "Space", "Down", "Space", "Down", "Space", "Enter")
    #expect(screen.chrome.message == "All matches are left out: nothing to replace.")
    #expect(await rewriting.heard.count == 1)
  }

  @Test("Typing again discards the results")
  func forgets() async {
    await press("Enter")
    #expect(screen.chrome.state == "3 of 3 in 2 notes")
    await press("Esc", "x")
    #expect(screen.chrome.state == "")
    #expect(lines.contains { $0.contains("Enter shows every change") })
  }

  @Test("A failure of the search or the disk is reported, and the rest goes on")
  func fails() async {
    await changes.fail(next: .tooHard("a.md"))
    await press("Enter")
    #expect(screen.chrome.message == NoteIndexError.tooHard("a.md").message)
    await press("Enter")
    await rewriting.fail(next: .noSpace(NotePath("a.md")))
    await press("Enter")
    #expect(screen.chrome.message == NoteStoreError.noSpace(NotePath("a.md")).message)
    #expect(wireframe.asked == [])
    await press("Enter")
    #expect(await rewriting.heard == ["rewrite [\"a.md\", \"b.md\"]"])
  }

  @Test("An empty search is reported, and nothing is searched")
  func nothing() async {
    await press("S-Tab", "C-u", "Enter")
    #expect(screen.chrome.message == "There is nothing to search for.")
    #expect(await changes.asked == [])
  }
}
