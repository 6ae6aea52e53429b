import Boards
import Entities
import Markdown
import Pictures
import Services
import TestSupport
import Testing
import UseCases
import Viper

@testable import Agenda
@testable import Board
@testable import NoteList
@testable import Preview

/// Ticking the same task in the list, the preview, the agenda, a board and on the command line.
@MainActor
@Suite("Tasks in every interface")
struct TaskMouthTests {
  private nonisolated static let path = NotePath("a.md")

  private nonisolated static let troubles: [NoteStoreError] = [
    .notPermitted(path, action: "write"), .noSpace(path), .changedOutside(path),
    .tooLarge(path, bytes: 1 << 30), .failed(path, action: "write", reason: "no reason"),
  ]

  private nonisolated static let text = "---\nkanban-plugin: board\n---\n## To do\n\n- [ ] one\n\n"

  @Test(
    "A note that cannot be saved stays, with the same message in every interface",
    arguments: troubles)
  func refused(error: NoteStoreError) async {
    await expect(.saving(error), says: error.message)
  }

  @Test("A note in a read-only vault stays, with the same message in every interface")
  func readOnly() async {
    await expect(
      .readOnly, says: "a.md was left as it is: the vault was opened with --read-only.")
  }

  @Test("A note that cannot be read stays, with the same message in every interface")
  func unreadable() async {
    let error = NoteStoreError.notPermitted(Self.path, action: "read")
    await expect(.reading(error), says: error.message)
  }

  @Test("A simultaneous change by another program is preserved with the ticked task")
  func otherWriter() async {
    let ticked = Self.text.replacing("[ ]", with: "[x]")
    await expect(.otherWriter, says: nil, leaving: ticked + "others\n")
  }

  @Test("A task that is gone is not ticked, with the same message in every interface")
  func gone() async {
    // A board reports its missing card instead.
    for mouth in Mouth.allCases where mouth != .board && mouth != .commandLine {
      let notes = MemoryNoteStore(["a.md": Self.text])
      let said = await mouth.tick(notes, through: notes) { await notes.change($0, to: "none\n") }
      #expect(said == NoteStoreError.changedOutside(Self.path).message, "\(mouth)")
      #expect(await notes.text(of: NoteID("a.md")) == "none\n", "\(mouth)")
    }
  }

  private func expect(
    _ trouble: TroubledStore.Trouble, says message: String?, leaving left: String = text
  ) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["a.md": Self.text])
      let said = await mouth.tick(notes, through: TroubledStore(notes, trouble))
      #expect(said == message, "\(mouth)")
      #expect(await notes.text(of: NoteID("a.md")) == left, "\(mouth)")
    }
  }
}

private enum Mouth: CaseIterable {
  case list, preview, agenda, board, commandLine

  /// Returns the message of a failure. `before` runs once the task is shown.
  @MainActor
  func tick(
    _ notes: MemoryNoteStore, through store: any NoteStore,
    before: (NoteID) async -> Void = { _ in }
  ) async -> String? {
    let (work, listener, note) = (Work(), Listener(), NoteID("a.md"))
    let cases = TaskCases.of(notes, through: store)
    // Weak references would lose these objects.
    var kept: [AnyObject] = []
    defer { withExtendedLifetime(kept) {} }
    switch self {
    case .list:
      let scope = NoteListScope(work)
      scope.output = listener
      let rows = NoteListRows(MemoryIndex(notes), scope)
      let ticking = TaskTicking(cases, NoteChangeRunner(rows, scope))
      kept = [scope, rows, ticking]
      ticking.find(of: note)
      await work.whenIdle()
      await before(note)
      ticking.tick(0)
    case .preview:
      let preview = PreviewInteractor(
        store: notes, index: nil, links: nil, tasks: cases, work: work)
      kept = [preview]
      preview.output = listener
      preview.load(note)
      await work.whenIdle()
      await before(note)
      preview.toggle(42, of: note)
    case .agenda:
      let clock = StillClock()
      let agenda = AgendaInteractor(
        cases, clock: clock, scheduler: StillScheduler(), weekStart: .monday, work: work)
      kept = [agenda]
      agenda.output = listener
      var facts = TaskFacts()
      facts.words = "one"
      await before(note)
      agenda.toggle(agenda.item(TaskRecord(note: note, title: "a", line: 6, facts: facts)))
    case .board:
      let board = BoardInteractor(note, BoardCases(store: store, tasks: cases), work: work)
      kept = [board]
      board.output = listener
      board.load()
      await work.whenIdle()
      if listener.failure != nil { break }
      board.carryOut(.tick(BoardSpot(column: 0, card: 0), board.cases.ticking))
    case .commandLine:
      let scene = CommandScene(["a.md": ""])
      scene.troubled = store
      _ = await scene.run("task", "done", "a.md", "6")
      return scene.messages.last.map { $0.replacing("notes-tui: ", with: "") }
    }
    await work.whenIdle()
    return listener.failure
  }
}

private final class StillScheduler: Scheduler {
  let runsByItself = false

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> Timer {
    Timer {}
  }
}

@MainActor
private final class Listener: NoteListInteractorOutput, PreviewInteractorOutput,
  AgendaInteractorOutput, BoardInteractorOutput
{
  private(set) var failure: String?

  func failed(_ failure: NoteListFailure) { self.failure = failure.message }
  func couldNot(_ message: String) { failure = message }
  func failed(_ message: String) { failure = message }
  // The note's text is read again afterwards.
  func refused(_ failure: BoardFailure) { self.failure = BoardWords.failure(failure) }
  func failed(_ failure: BoardFailure) { self.failure = BoardWords.failure(failure) }

  func notesChanged() {}
  func did(_ deed: NoteListOutcome) {}
  func didLoad(_ text: PreviewText, of note: NoteID) {}
  func didFail(_ message: String, of note: NoteID) {}
  func didRead(_ text: PreviewText, of source: any PreviewSource) {}
  func didDraw(_ picture: DrawnPicture, for wish: PictureRequest, of note: NoteID?) {}
  func didAllowPictures() {}
  func didToggle(_ note: NoteID) {}
  func mayEdit(_ embed: PreviewEmbed) {}
  func didTakeBack(_ note: NoteID) {}
  func didFind(_ part: String, line: Int?) {}
  func tasksChanged() {}
  func loadingEnded() {}
  func did(_ deed: AgendaOutcome, changing notes: [NoteID]) {}
  func moved(_ task: AgendaItem) {}
  func nothingToUndo() {}
  func dayChanged() {}
  func read(_ board: BoardText, titled title: String) {}
  func did(_ change: BoardChange, leaving board: BoardText) {}
  func tookBack(_ change: BoardChange, leaving board: BoardText) {}
}
