import Entities
import Testing
import Viper

@testable import Preview

@MainActor
@Suite("Preview: what is shown, and which part of it")
struct PreviewPresenterTests {
  let interactor = FakeInteractor()
  let view = FakeView()
  let presenter: PreviewPresenter
  let note = NoteID("daily/diary.md")

  init() {
    presenter = PreviewPresenter(interactor: interactor)
    presenter.view = view
  }

  private func load(_ count: Int, of note: NoteID? = nil, isCut: Bool = false) {
    presenter.didLoad(
      PreviewText(lines: (0..<count).map { "line \($0)" }, isCut: isCut), of: note ?? self.note)
  }

  @Test("At first there is no note")
  func nothing() {
    #expect(view.state == PreviewState())
    #expect(interactor.heard == [])
  }

  @Test("A note is loaded once, and its lines are rows of the data source")
  func shows() {
    presenter.show(note)
    presenter.show(note)
    #expect(interactor.heard == ["load daily/diary.md"])
    load(3)
    #expect(view.state.title == "diary")
    #expect(view.state.content == .text)
    #expect(view.state.lineCount == 3)
    #expect(view.reloads == 1)
    #expect(presenter.line(at: 2) == PreviewLine(text: "line 2"))
  }

  @Test("The old text stays until the new one is there; no note is shown at once")
  func keepsOld() {
    presenter.show(note)
    load(3)
    presenter.show(NoteID("other.md"))
    #expect(view.state.lineCount == 3)
    presenter.show(nil)
    #expect(view.state == PreviewState())
    #expect(interactor.heard.last == "load nothing")
  }

  @Test("What may come next is prepared; what changed is forgotten, shown or not")
  func prepares() {
    presenter.show(note)
    presenter.prepare([NoteID("b.md"), NoteID("c.md")])
    presenter.noteDidChange(NoteID("c.md"))
    presenter.noteDidChange(note)
    #expect(
      interactor.heard == [
        "load daily/diary.md", "prepare b.md c.md", "forget c.md", "forget daily/diary.md",
        "load daily/diary.md",
      ])
  }

  @Test("A note that was read ahead is shown at once, and never as it was before a save")
  func neverStale() async {
    let (store, work) = (ReadingStore(), Work())
    let other = NoteID("other.md")
    await store.set("other.md", "before")
    let presenter = PreviewPresenter(interactor: PreviewInteractor(store: store, work: work))
    presenter.view = view
    presenter.prepare([other])
    await work.whenIdle()
    presenter.show(other)
    #expect(presenter.line(at: 0).text == "before")
    await work.whenIdle()
    presenter.show(note)
    await work.whenIdle()

    presenter.prepare([other])
    await work.whenIdle()
    await store.set("other.md", "after")
    presenter.noteDidChange(other)
    presenter.show(other)
    #expect(presenter.line(at: 0).text != "before")
    await work.whenIdle()
    #expect(presenter.line(at: 0).text == "after")
  }

  @Test("An error stands in the pane, and the next note takes its place")
  func fails() {
    presenter.show(note)
    presenter.didFail("It is gone.", of: note)
    #expect(view.state.content == .problem("It is gone."))
    #expect(view.state.lineCount == 0)
    load(1, of: NoteID("other.md"))
    #expect(view.state.content == .text)
  }

  @Test("A change to the shown note reads it again and keeps the place; to another it does not")
  func changes() {
    presenter.show(note)
    load(20)
    presenter.scroll(by: 7)
    presenter.noteDidChange(NoteID("other.md"))
    presenter.noteDidChange(note)
    #expect(interactor.heard.filter { $0.hasPrefix("load") }.count == 2)
    load(20)
    #expect(view.state.firstLine == 7)
    load(4)
    #expect(view.state.firstLine == 3)
    load(20, of: NoteID("other.md"))
    #expect(view.state.firstLine == 0)
  }

  @Test("Remarks say that a note is empty or goes on")
  func remarks() {
    load(0)
    #expect(presenter.line(at: 0) == PreviewLine(text: "This note is empty.", isRemark: true))
    load(2, isCut: true)
    #expect(view.state.lineCount == 3)
    #expect(presenter.line(at: 2).isRemark)
  }

  @Test(
    "Scrolling goes by rows of the pane and stops at the ends",
    arguments: [
      ([PreviewCommand.scroll(1)], 0, 1),
      ([.scroll(2)], 0, 2),
      ([.scroll(3)], 1, 0),
      ([.scroll(8), .scroll(-1)], 2, 1),
      ([.scroll(-4)], 0, 0),
      ([.page(1)], 1, 0),
      ([.page(2), .page(-1)], 1, 0),
      ([.toEnd], 8, 2),
      ([.scroll(500)], 8, 2),
      ([.toEnd, .scroll(-500)], 0, 0),
      ([.toEnd, .toStart], 0, 0),
    ])
  func scrolls(commands: [PreviewCommand], line: Int, row: Int) {
    // Ten lines of three rows each in a pane of four rows.
    view.rowsPerLine = 3
    load(10)
    for command in commands { presenter.handle(command) }
    #expect(view.state.firstLine == line)
    #expect(view.state.hiddenRows == row)
  }

  @Test("A text that is written beside is asked for no more than its lines, from the one in sight")
  func source() {
    presenter.show(note)
    load(3)
    presenter.show(FakeSource(lineCount: 1_000_000), from: 500_000, hiddenBytes: 0)
    #expect(interactor.heard == ["load daily/diary.md", "load nothing"])
    #expect(view.state.title == "draft" && view.state.firstLine == 500_000)
    #expect(view.state.lineCount == 1_000_000 && view.state.hiddenRows == 0)
    #expect(presenter.line(at: 500_001) == PreviewLine(text: "written 500001"))
    presenter.handle(.scroll(2))
    #expect(view.state.firstLine == 500_002)
    presenter.handle(.toEnd)
    #expect(view.state.firstLine == 999_996)
    view.rowsPerLine = 4
    presenter.show(FakeSource(lineCount: 9), from: 20, hiddenBytes: 25)
    #expect(view.state.firstLine == 8 && view.state.hiddenRows == 2, "no line behind the last")
    presenter.show(FakeSource(lineCount: 0), from: 0, hiddenBytes: 0)
    #expect(view.state.firstLine == 0 && view.state.lineCount == 1)
    presenter.show(note)
    load(2)
    #expect(presenter.line(at: 1) == PreviewLine(text: "line 1"))
    presenter.moduleWasRemoved()
    presenter.show(FakeSource(lineCount: 9), from: 0, hiddenBytes: 0)
    #expect(presenter.line(at: 1) == PreviewLine(text: "line 1"))
  }

  @Test("A larger window moves the end back into sight")
  func grows() {
    load(10)
    presenter.handle(.toEnd)
    #expect(view.state.firstLine == 6)
    view.visibleRows = 8
    presenter.handle(.scroll(0))
    #expect(view.state.firstLine == 2)
  }

  @Test("Scrolling without a note, or a short one, moves nothing")
  func short() {
    presenter.scroll(by: 3)
    #expect(view.state.firstLine == 0)
    load(2)
    presenter.scroll(by: 3)
    presenter.handle(.toEnd)
    #expect(view.state.firstLine == 0)
  }

  @Test("R6 once removed it ends its interactor and asks for nothing more")
  func removed() {
    presenter.show(note)
    presenter.moduleWasRemoved()
    presenter.show(NoteID("other.md"))
    presenter.noteDidChange(note)
    #expect(interactor.heard == ["load daily/diary.md", "end"])
  }
}

@MainActor
final class FakeInteractor: PreviewInteracting {
  weak var output: (any PreviewInteractorOutput)?
  private(set) var heard: [String] = []
  func load(_ note: NoteID?) { heard.append("load \(note?.path.text ?? "nothing")") }
  func prepare(_ notes: [NoteID]) {
    heard.append("prepare \(notes.map(\.path.text).joined(separator: " "))")
  }
  func forget(_ note: NoteID) { heard.append("forget \(note.path.text)") }
  func end() { heard.append("end") }
}

@MainActor
final class FakeView: PreviewView {
  private(set) var state = PreviewState(title: "never shown")
  private(set) var reloads = 0
  var rowsPerLine = 1
  var visibleRows = 4
  func show(_ state: PreviewState) { self.state = state }
  func reloadRows() { reloads += 1 }
  func mayShow(_ lines: [String]) {}
  func rowCount(ofLine index: Int) -> Int { rowsPerLine }
  func row(ofLine index: Int, withByte byte: Int) -> Int { min(byte / 10, rowsPerLine - 1) }
}

/// A text of any length.
struct FakeSource: PreviewSource {
  var title = "draft"
  var lineCount: Int
  var text = "written"

  init(lineCount: Int) { self.lineCount = lineCount }

  func line(at index: Int) -> String { "\(text) \(index)" }
}
