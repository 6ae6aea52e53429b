import Entities
import FakeTerminal
import Lists
import Terminal
import TestSupport
import Testing
import Viper

@testable import {{Name}}

@MainActor
@Suite("{{Words}}")
struct {{Name}}Tests {
  private let interactor = FakeInteractor()
  private let wireframe = FakeWireframe()
  private let presenter: {{Name}}Presenter
  private let screen: {{Name}}Screen

  init() {
    presenter = {{Name}}Presenter(interactor: interactor, wireframe: wireframe)
    screen = {{Name}}Screen(presenter: presenter)
  }

  private func fill(_ titles: [String]) {
    presenter.moduleIsReady(RouteHandle(name: "{{Name}}") { _ in })
    interactor.titles = titles
    interactor.output?.rowsChanged()
    interactor.output?.loadingEnded(problems: [])
  }

  @Test("It loads when it is ready and shows its rows, the first one selected")
  func shows() {
    fill(["Apples", "Pears"])
    let frame = FakeFrame.drawing(screen, columns: 20, rows: 3)
    #expect(interactor.loads == 1)
    #expect(frame.lines == ["> Apples", "  Pears", ""])
  }

  @Test("Enter opens the selected row", arguments: [(["Enter"], "0"), (["j", "Enter"], "1")])
  func opens(keys: [Key], note: String) {
    fill(["Apples", "Pears"])
    for key in keys { #expect(screen.handle(.key(key))) }
    #expect(wireframe.opened == [NoteID(note)])
  }

  @Test("Nothing to show is said, and Enter does nothing then")
  func empty() {
    fill([])
    _ = screen.handle(.key("Enter"))
    #expect(wireframe.opened.isEmpty)
    #expect(FakeFrame.drawing(screen, columns: 24, rows: 2).lines[0] == "  Nothing here yet.")
  }

  @Test("Removed, it stops its work")
  func stops() {
    presenter.moduleWasRemoved()
    #expect(interactor.hasStopped)
  }

  @Test("The interactor holds the notes of the store, the latest first")
  func lists() async {
    let work = Work()
    let store = MemoryNoteStore(["a.md": "# Apples", "b.md": "# Pears"])
    let interactor = {{Name}}Interactor(store: store, work: work)
    interactor.load()
    await work.whenIdle()
    #expect((0..<interactor.count).map(interactor.title) == ["Pears", "Apples"])
    #expect(interactor.note(at: 1) == NoteID("a.md"))
  }

  @Test("Stopped, it takes no more notes")
  func takesNoMore() async {
    let work = Work()
    let store = MemoryNoteStore(["a.md": ""])
    let interactor = {{Name}}Interactor(store: store, work: work)
    interactor.load()
    interactor.stop()
    await work.whenIdle()
    #expect(interactor.count == 0)
  }

  @Test("Dropped, it is freed in all its parts")
  func freed() {
    let probe = LeakProbe()
    do {
      let builder = {{Name}}Builder(store: MemoryNoteStore(), work: Work())
      let module = builder.make(wireframe: FakeWireframe())
      probe.watch(module)
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

@MainActor
private final class FakeInteractor: {{Name}}Interacting {
  weak var output: (any {{Name}}InteractorOutput)?
  var titles: [String] = []
  var loads = 0
  var hasStopped = false
  var count: Int { titles.count }

  func title(at index: Int) -> String { titles[index] }
  func note(at index: Int) -> NoteID { NoteID("\(index)") }
  func load() { loads += 1 }
  func stop() { hasStopped = true }
}

@MainActor
private final class FakeWireframe: {{Name}}Wireframe {
  var opened: [NoteID] = []
  func open(_ note: NoteID) { opened.append(note) }
}
