import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
private final class View: NoteListView {
  var state = NoteListState()
  var reloads = 0

  func show(_ state: NoteListState) { self.state = state }
  func reloadRows() { reloads += 1 }
  var visibleRows: Int { 10 }
}

private let three = ["a.md": "# Alpha\none", "b.md": "# Beta\ntwo", "c.md": "# Gamma\nthree"]

@MainActor
@Suite("The list's presenter: selection, messages and questions")
struct NoteListPresenterTests {
  private let view = View()

  private func bench(
    _ texts: [String: String] = three, journal: MemoryJournal = MemoryJournal()
  ) async -> ListBench {
    let bench = ListBench(texts, journal: journal)
    bench.presenter.view = view
    await bench.start()
    return bench
  }

  private func run(_ bench: ListBench, _ commands: NoteListCommand...) async {
    for command in commands {
      bench.presenter.handle(command)
      await bench.work.whenIdle()
    }
  }

  @Test("I2 the state has everything but the rows: counts, selection and the end of reading")
  func state() async {
    _ = await bench()
    #expect(
      view.state
        == NoteListState(rowCount: 3, total: 3, selected: 0, isLoading: false, filter: ""))
    #expect(view.reloads > 0)
  }

  @Test("New notes go to the person's folder, from a template or named after the minute")
  func newNotes() async {
    let bench = await bench(["a/b.md": "# B", "c.md": "# C"])
    await run(bench, .newFromTemplate, .newUnique)
    _ = bench.interactor.rows.limit(to: NotePath("a"))
    await bench.work.whenIdle()
    await run(bench, .newFromTemplate, .newUnique)
    #expect(
      bench.wireframe.asked == ["from a template", "unique", "from a template in a", "unique in a"])
  }

  @Test("A random note is never the selected one, and every note gets its turn")
  func random() async {
    let bench = await bench()
    var seen: Set<Int?> = []
    for _ in 0..<100 {
      let before = view.state.selected
      await run(bench, .openRandom)
      #expect(view.state.selected != before)
      seen.insert(view.state.selected)
    }
    #expect(seen == [0, 1, 2])
    #expect(bench.wireframe.asked.count == 100)
    await run(bench, .filter("Beta"), .openRandom, .openRandom)
    #expect(bench.wireframe.asked.suffix(2) == ["open b.md", "open b.md"])
    await run(bench, .filter("nothing of that"), .openRandom)
    #expect(bench.wireframe.asked.count == 102)
  }

  @Test("A restored note is selected once the rows have it, whatever rows come before")
  func wanted() async throws {
    let bench = await bench()
    await bench.store.change(NoteID("d.md"), to: "# Delta")
    bench.presenter.select(NoteID("d.md"))
    // These rows do not have the note yet.
    bench.presenter.notesChanged()
    #expect(view.state.selected.map { bench.titles[$0] } == "Gamma")
    _ = try await bench.index.refresh([NoteID("d.md")])
    bench.presenter.notesChangedOutside([NoteID("d.md")])
    await bench.work.whenIdle()
    #expect(view.state.selected.map { bench.titles[$0] } == "Delta")
    // The note is selected only once: a later move of the selection stays.
    await run(bench, .move(.lines(1)))
    bench.presenter.notesChanged()
    #expect(view.state.selected.map { bench.titles[$0] } == "Gamma")
  }

  @Test("Keys typed before the filter's rows arrive act on these rows")
  func typedAhead() async {
    let bench = await bench()
    for command in [NoteListCommand.beginFilter, .filter("alp"), .keepFilter, .open] {
      bench.presenter.handle(command)
    }
    #expect(bench.wireframe.asked == [])
    await bench.work.whenIdle()
    #expect(bench.wireframe.asked == ["open a.md"])
  }

  @Test("A key before the first rows acts on them, and the keys after it on the note it opened")
  func typedAheadOfRows() async {
    let bench = ListBench(three)
    bench.presenter.view = view
    for command in [NoteListCommand.move(.lines(1)), .open, .trash] {
      bench.presenter.handle(command)
    }
    #expect(bench.wireframe.asked == [])
    await bench.start()
    await bench.work.whenIdle()
    #expect(bench.wireframe.asked == ["open b.md"])
    #expect(view.state.rowCount == 3)
  }

  @Test("If the filter fails, keys act on the present rows")
  func typedAheadOfFailure() async {
    let bench = await bench()
    await bench.index.fail(next: .cancelled)
    for command in [NoteListCommand.filter("alp"), .open] { bench.presenter.handle(command) }
    await bench.work.whenIdle()
    #expect(bench.wireframe.asked == ["open c.md"])
    #expect(view.state.message.text == NoteIndexError.cancelled.message)
  }

  @Test("The first reading of all notes shows its progress in numbers until it ends")
  func progress() async {
    let bench = await bench()
    bench.presenter.readingProgressed(notes: 500, of: 1_000)
    #expect(view.state.progress == "reading 500 of 1000")
    bench.presenter.loadingEnded(problems: [])
    #expect(view.state.progress == "")
  }

  @Test("The selection moves within the list and stops at its ends")
  func moves() async {
    let bench = await bench()
    let steps: [(NoteListCommand, Int)] = [
      (.move(.lines(1)), 1), (.move(.lines(5)), 2), (.move(.lines(-1)), 1), (.move(.toStart), 0),
      (.move(.lines(-1)), 0), (.move(.toEnd), 2),
      (.select(1), 1), (.select(99), 2), (.move(.pages(-9)), 0),
    ]
    for (command, wanted) in steps {
      bench.presenter.handle(command)
      #expect(view.state.selected == wanted, "after \(command)")
    }
  }

  @Test("The selected note stays selected when rows around it come, move and go")
  func followsByName() async {
    let bench = await bench()
    await run(bench, .move(.lines(1)))
    bench.clock.advance(by: .seconds(9))
    await bench.store.change(NoteID("a.md"), to: "# Omega\nx")
    await run(bench, .reload)
    #expect(bench.titles == ["Omega", "Gamma", "Beta"])
    #expect(view.state.selected == 2)
    await bench.store.remove(NoteID("a.md"))
    await run(bench, .reload)
    #expect(view.state.selected == 1)
    await bench.store.remove(NoteID("b.md"))
    await run(bench, .reload)
    #expect(view.state.selected == 0, "the row is gone: the nearest one is selected")
    await bench.store.remove(NoteID("c.md"))
    await run(bench, .reload)
    #expect(view.state.selected == nil)
  }

  @Test("Z8 the preview hears of each newly selected note once, and of an empty selection")
  func previews() async {
    let bench = await bench()
    await run(
      bench, .move(.lines(1)), .move(.lines(9)), .move(.lines(1)), .filter("nope"), .dropFilter)
    #expect(
      bench.wireframe.preview.heard == [
        "show c.md", "show b.md", "show a.md", "show nothing", "show c.md",
      ])
  }

  @Test("Z6 M1 a saved note is read again, selected, and shown in the preview")
  func saved() async {
    let bench = await bench()
    await run(bench, .new)
    bench.clock.advance(by: .seconds(9))
    await bench.store.change(NoteID("new.md"), to: "# New\nx")
    bench.wireframe.editorOutput?.noteListShouldRefresh(NoteID("new.md"))
    await bench.work.whenIdle()
    #expect(bench.titles.first == "New")
    #expect(view.state.selected == 0)
    #expect(bench.wireframe.preview.heard == ["show c.md", "reload new.md", "show new.md"])
  }

  @Test("M1 a parent can select a note, even one that is not read yet")
  func input() async {
    let bench = ListBench(three)
    bench.presenter.view = view
    (bench.presenter as any NoteListInput).select(NoteID("a.md"))
    await bench.start()
    #expect(view.state.selected == 2)
    (bench.presenter as any NoteListInput).select(NoteID("b.md"))
    #expect(view.state.selected == 1)
    #expect(bench.wireframe.preview.heard == ["show a.md", "show b.md"])
    #expect(bench.wireframe.preview.beside == ["a.md", "c.md"])
  }

  @Test("The preview hears of every note that changed outside")
  func previewHears() async {
    let bench = await bench()
    bench.presenter.notesChangedOutside([NoteID("a.md"), NoteID("b.md")])
    await bench.work.whenIdle()
    #expect(bench.wireframe.preview.heard == ["show c.md", "reload a.md", "reload b.md"])
  }

  @Test("The wireframe gets each route request, with the selected note")
  func routes() async {
    let bench = await bench()
    await run(
      bench, .open, .move(.lines(1)), .peek, .new, .focusPreview, .togglePreview,
      .openHistory, .openLinks, .openScreen("tags"), .openScreen("agenda"), .editOutside,
      .openScreen("trash"),
      .openScreen("search"),
      .chooseVault,
      .quit)
    #expect(
      bench.wireframe.asked == [
        "open c.md", "peek b.md", "new", "focus preview", "slots moved",
        "versions of b.md", "links of b.md", "tags", "agenda", "edit b.md outside", "trash",
        "search",
        "vaults", "quit",
      ])
    #expect(!view.state.showsPreview)
  }

  @Test("An empty list opens, peeks and trashes nothing")
  func empty() async {
    let bench = await bench([:])
    await run(
      bench, .open, .peek, .trash, .rename, .moveToFolder, .move(.lines(1)), .move(.toEnd),
      .move(.toStart))
    #expect(bench.wireframe.asked == [])
    #expect(view.state.selected == nil)
  }

  @Test("Z4 trash asks first; only a yes trashes, once, the note the question named")
  func trash() async {
    let bench = await bench()
    await run(bench, .move(.lines(1)), .trash)
    #expect(bench.wireframe.asked == ["Move “Beta” to the trash?"])
    #expect(bench.titles.count == 3)
    await run(bench, .move(.lines(1)))
    bench.wireframe.questions.answer(.chosen("yes"))
    bench.wireframe.questions.answer(.chosen("yes"))
    await bench.work.whenIdle()
    #expect(bench.titles == ["Gamma", "Alpha"])
    #expect(view.state.message.text == "Moved “Beta” to the trash. Press u to bring it back.")
    await run(bench, .undo)
    #expect(view.state.message.text == "“Beta” is back.")
    #expect(view.state.selected == 1)
    await run(bench, .undo)
    #expect(view.state.message.text == "Nothing to undo. C-z again goes to the shell.")
    await run(bench, .move(.lines(1)))
    #expect(view.state.message.text == "")
  }

  @Test("A failure is shown as a warning, and the next message is normal")
  func failure() async {
    let bench = await bench()
    await bench.store.fail(next: .notPermitted(NotePath("c.md"), action: "move"))
    await run(bench, .trash)
    bench.wireframe.questions.answer(.chosen("yes"))
    await bench.work.whenIdle()
    #expect(view.state.message.isWarning)
    #expect(view.state.message.text.hasPrefix("No permission to move c.md."))
    await run(bench, .undo)
    #expect(!view.state.message.isWarning)
  }

  @Test("Unreadable folders are reported, the first by name")
  func problems() async {
    let bench = await bench()
    await bench.store.setProblems(["x is closed"])
    await run(bench, .reload)
    #expect(view.state.message.text == "x is closed" && view.state.message.isWarning)
    await bench.store.setProblems(["x is closed", "y", "z"])
    await run(bench, .reload)
    #expect(view.state.message.text == "x is closed (and 2 more)")
  }

  @Test("A stored draft is offered with its key")
  func draft() async {
    let left = RecoveredText(note: nil, bytes: [65], savedAt: Timestamp(seconds: 0), draft: -1)
    _ = await bench(journal: MemoryJournal(left: [left]))
    #expect(view.state.message.text == "Press R to open the unsaved text of a new note.")
  }

  @Test("Notes with unsaved text are reported, the first by name")
  func unsaved() async {
    let left = ["a", "b", "c", "d", "e"].map {
      RecoveredText(note: NoteID("\($0).md"), bytes: [65], savedAt: Timestamp(seconds: 0))
    }
    _ = await bench(journal: MemoryJournal(left: left))
    #expect(
      view.state.message.text
        == "Press R to open the unsaved text of “a”, “b”, “c” and 2 more.")
  }

  @Test("Unsaved texts open one after another, and from the start again while some are left")
  func oneAfterTheOther() async {
    let left = ["a.md", "c.md", nil].map {
      RecoveredText(
        note: $0.map { NoteID($0) }, bytes: [65], savedAt: Timestamp(seconds: 0), draft: -1)
    }
    let journal = MemoryJournal(left: left)
    let bench = await bench(journal: journal)
    #expect(
      view.state.message.text == "Press R to open the unsaved text of “a”, “c” and a new note.")
    for _ in 0..<4 { await run(bench, .openRecovered) }
    #expect(bench.wireframe.takeAsked() == ["open a.md", "open c.md", "recovered", "open a.md"])
    journal.forget(NoteID("a.md"), draft: 0)
    journal.forget(nil, draft: -1)
    for _ in 0..<2 { await run(bench, .openRecovered) }
    #expect(bench.wireframe.takeAsked() == ["open c.md", "open c.md"])
    journal.forget(NoteID("c.md"), draft: 0)
    await run(bench, .openRecovered)
    #expect(bench.wireframe.takeAsked() == [])
    #expect(view.state.message.text == "No unsaved text.")
  }

  @Test("A filter is typed, accepted and dropped, and its selected note stays selected")
  func filter() async {
    let bench = await bench()
    await run(bench, .beginFilter, .filter("a"), .filter("al"))
    #expect(view.state.isFiltering && view.state.filter == "al" && view.state.rowCount == 1)
    #expect(view.state.total == 3)
    await run(bench, .keepFilter)
    #expect(!view.state.isFiltering && view.state.filter == "al")
    await run(bench, .dropFilter)
    #expect(view.state.filter == "" && view.state.rowCount == 3)
    #expect(view.state.selected == 2)
  }

  @Test("Z3 a row consists of display values, with the filter's matches marked")
  func row() async {
    let bench = await bench()
    await run(bench, .filter("mm th"))
    #expect(
      bench.presenter.row(at: 0)
        == NoteListRow(title: "Gamma", name: "c", snippet: "three", isObstructed: false))
    func matches(_ text: String, before end: Int = .max) -> [Range<Int>] {
      bench.presenter.marking.matches(in: text, before: end)
    }
    #expect(matches("Gamma") == [2..<4])
    #expect(matches("three") == [0..<2])
    #expect(matches("three hammers", before: 8) == [0..<2])
    #expect(matches("three hämmers", before: 9) == [0..<2])
    #expect(matches("three hammers", before: 9) == [0..<2, 8..<10])
    #expect(bench.presenter.date(at: 0) == "10:29")
  }

  /// The list over one note, “Plan”, that cannot be read.
  private func bench(with obstacle: NoteObstacle) async -> ListBench {
    let bench = ListBench(["p": "# Plan"])
    await bench.store.obstruct(NoteID("p"), by: obstacle)
    bench.presenter.view = view
    await bench.start()
    return bench
  }

  @Test("A note that cannot be opened says why instead")
  func obstacle() async {
    let bench = await bench(with: .unreadable("is a pipe"))
    for command in [NoteListCommand.open, .peek] {
      bench.presenter.handle(command)
      #expect(view.state.message.text == "“Plan” is a pipe. It cannot be opened.")
      #expect(view.state.message.isWarning)
    }
    #expect(bench.wireframe.asked == [])
    #expect(bench.presenter.row(at: 0).isObstructed)
  }

  @Test("Z9 a locked note can be opened, peeked at, locked or unlocked; other actions need it open")
  func locked() async {
    let bench = await bench(with: .locked)
    let wireframe = bench.wireframe
    #expect(bench.presenter.row(at: 0).snippet == "locked")
    #expect(!bench.presenter.row(at: 0).isObstructed)
    for command in [NoteListCommand.open, .peek, .changeLock] { bench.presenter.handle(command) }
    #expect(wireframe.asked == ["open p", "peek p", "lock of p"])
    for command in [NoteListCommand.openHistory, .editOutside] {
      bench.presenter.handle(command)
      #expect(view.state.message.text == "“Plan” is locked. Enter asks for its passphrase.")
    }
    #expect(wireframe.asked.count == 3)
  }

  @Test("A link outside the vault opens after a question and cannot be peeked at")
  func outside() async {
    let bench = await bench(with: .outside)
    bench.presenter.handle(.peek)
    #expect(bench.wireframe.asked == [])
    #expect(
      view.state.message.text
        == "“Plan” \(NoteObstacle.outside.words). Enter asks whether to open it.")
    bench.presenter.handle(.open)
    #expect(bench.wireframe.asked == ["open p"])
    #expect(bench.presenter.row(at: 0).isObstructed)
  }
}
