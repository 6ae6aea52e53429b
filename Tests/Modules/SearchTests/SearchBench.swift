import Entities
import FakeTerminal
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import VaultSettings
import Viper

@testable import Search

/// Writes down where the search wanted to go.
@MainActor
final class FakeWireframe: SearchWireframe {
  private(set) var asked: [String] = []
  let questions = AskedQuestions()

  func takeAsked() -> [String] {
    defer { asked = [] }
    return asked
  }

  func open(_ note: NoteID, atLine line: Int?) {
    asked.append("\(note.path.text)" + (line.map { ":\($0)" } ?? ""))
  }
  let preview = FakePreview()
  func embedPreview(in route: RouteHandle) -> (any SearchRequiredPreview)? { preview }
  func openReplace(_ start: ReplaceStart) { asked.append("replace \(start.wanted)") }
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    if case .line(let now) = question.kind { asked.append("name instead of “\(now)”?") }
    questions.take(question, then: answer)
  }
  func notesWereRewritten(_ notes: [NoteID]) {
    asked.append("rewritten \(notes.map(\.path.text))")
  }
}

@MainActor
final class FakePreview: SearchRequiredPreview {
  private(set) var shown: [String] = []

  func preview(_ note: NoteID?, atLine line: Int?) {
    shown.append((note?.path.text ?? "none") + (line.map { ":\($0)" } ?? ""))
  }
}

/// A search's screen over what a test gives it.
@MainActor
final class SearchBench {
  let work = Work()
  let wireframe = FakeWireframe()
  let memory = SearchMemory()
  let search: MemorySearch
  let saved: StoredValue<[SavedSearch]>
  let presenter: SearchPresenter
  let screen: SearchScreen
  private(set) var isClosed = false

  init(
    _ search: MemorySearch = MemorySearch(), in notes: (any NoteSearch)? = nil,
    saved: [SavedSearch] = [], dateForm: DateForm = .auto
  ) {
    self.search = search
    self.saved = StoredValue(saved)
    let clock = StillClock()
    let interactor = SearchInteractor(
      cases: SearchCases(notes: notes ?? search, searches: self.saved, clock: clock), work: work)
    presenter = SearchPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: { dateForm },
      memory: memory)
    screen = SearchScreen(presenter: presenter)
  }

  func start() async {
    presenter.moduleIsReady(RouteHandle(name: "Search") { [weak self] _ in self?.isClosed = true })
    await work.whenIdle()
  }

  func type(_ text: String) async {
    for character in text { _ = screen.handle(.key(Key(.character(character)))) }
    await work.whenIdle()
  }

  func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  func mouse(_ action: MouseEvent.Action, row: Int) {
    _ = screen.handle(.mouse(MouseEvent(action, at: Point(row: row, column: 5))))
  }

  func name(_ name: String) async {
    wireframe.questions.answer(.typed(name))
    await work.whenIdle()
  }

  func lines(_ columns: Int = 60, _ rows: Int = 10) -> [String] {
    FakeFrame.drawing(screen, columns: columns, rows: rows).lines
  }

  /// The rows that are marked as chosen, without what stands around them.
  var chosen: [String] { lines().filter { $0.hasPrefix(">") } }
}
