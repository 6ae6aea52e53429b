import Entities
import FakeTerminal
import Lists
import Services
import Terminal
import TestSupport
import Viper

@testable import History

/// The parts of a note's versions over notes and versions in memory.
@MainActor
final class HistoryBench {
  let clock = StillClock()
  let work = Work()
  let note = NoteID("work/plan.md")
  let store: MemoryNoteStore
  let versions: MemoryVersions
  let wireframe = FakeWireframe()
  let parent = FakeParent()
  let interactor: HistoryInteractor
  let presenter: HistoryPresenter
  let screen: HistoryScreen
  private(set) var wasRemoved = false

  /// Versions a minute apart, the last of them now; `present` is what the note says, nil for gone.
  init(_ texts: [String] = [], present: String?) async throws {
    store = MemoryNoteStore(present.map { ["work/plan.md": $0] } ?? [:], clock: clock)
    versions = MemoryVersions(clock: clock)
    let cases = HistoryCases(versions: versions, store: store)
    interactor = HistoryInteractor(note: note, cases: cases, work: work)
    presenter = HistoryPresenter(
      interactor: interactor, wireframe: wireframe,
      date: { [clock] in HistoryDates.text(for: $0, clock: clock) },
      didChange: parent.historyDidChange)
    screen = HistoryScreen(presenter: presenter)
    for (index, text) in texts.enumerated() {
      let moment = clock.now.advanced(by: .seconds(-60 * (texts.count - 1 - index)))
      try await versions.keep(
        NoteState(
          note: note, bytes: Array(text.utf8), written: moment, by: VersionWriter(.screen)))
    }
  }

  func start() async {
    presenter.moduleIsReady(
      RouteHandle(name: "History") { [weak self] _ in self?.wasRemoved = true })
    await work.whenIdle()
  }

  func press(_ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  func frame(_ columns: Int = 60, _ rows: Int = 18) -> FakeFrame {
    FakeFrame.drawing(screen, columns: columns, rows: rows)
  }

  func confirm() async {
    wireframe.questions.answer(.chosen("yes"))
    await work.whenIdle()
  }
}

@MainActor
final class FakeWireframe: HistoryWireframe {
  var asked: [String] = []
  let questions = AskedQuestions()
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    asked.append(question.text)
    questions.take(question, then: answer)
  }
}

@MainActor
final class FakeParent {
  var changed: [NoteID] = []
  func historyDidChange(_ note: NoteID) { changed.append(note) }
}
