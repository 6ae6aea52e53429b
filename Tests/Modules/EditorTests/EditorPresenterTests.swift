import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

@MainActor
@Suite("The editor's presenter: saving, leaving, asking")
struct EditorPresenterTests {
  private let note = EditorBench.note

  private func save(_ bench: EditorBench) async {
    bench.press("C-s")
    await bench.settle()
  }

  // MARK: - Saving

  @Test("Z6 C3 Ctrl-S writes the file and notifies the parent by id, once for each save")
  func save() async {
    let bench = await EditorBench.marked("one|")
    bench.type("!")
    #expect(bench.chrome.state.hasSuffix("modified"))
    await save(bench)
    #expect(await bench.saved() == "one!")
    #expect(bench.parent.heard == ["saved a.md"])
    #expect(bench.message == "Saved a.md." && bench.chrome.state.hasSuffix("saved"))
    await save(bench)
    #expect(bench.message == "Nothing to save.")
    #expect(bench.parent.heard == ["saved a.md"])
  }

  @Test("Autosave hears of every change, and of a save only if nothing is left to save")
  func autosave() async {
    let bench = await EditorBench.marked("one|")
    bench.press("Left", "x", "C-z")
    #expect(bench.wireframe.autosave.heard == ["changed", "changed"])
    bench.type("1")
    bench.press("C-s", "2")
    await bench.settle()
    #expect(bench.wireframe.autosave.heard.last == "changed")
    await save(bench)
    #expect(bench.wireframe.autosave.heard.last == "saved")
  }

  @Test("A save that ends before the frame after the last letter leaves nothing to store")
  func savedBeforeTheFrame() async {
    let bench = await EditorBench.marked("one|")
    bench.work.loopBegins()
    bench.type("!")
    bench.press("C-s")
    while bench.parent.heard.isEmpty {
      bench.work.takeTurn()
      await Task.yield()
    }
    bench.work.takeTurn()
    #expect(bench.wireframe.autosave.heard == ["changed", "saved"])
    bench.work.loopEnded()
    await bench.settle()
  }

  @Test("An automatic save reports nothing, and a conflict it finds waits for Ctrl-S")
  func inPassing() async {
    let bench = await EditorBench.marked("one|")
    bench.wireframe.duties?.autosave()
    #expect(bench.message == "")
    bench.type("!")
    bench.wireframe.duties?.autosave()
    await bench.settle()
    #expect(await bench.saved() == "one!")
    #expect(bench.message == "" && bench.parent.heard == ["saved a.md"])
    await bench.store.change(note, to: "theirs")
    bench.type("?")
    bench.wireframe.duties?.autosave()
    await bench.settle()
    #expect(bench.wireframe.asked == [])
    #expect(bench.message == "Changed by another program; not saved yet. C-s decides.")
    await save(bench)
    #expect(bench.wireframe.asked == ["conflict a?"])
  }

  @Test("Autosave stores unsaved text when it is due")
  func keepsWhenTold() async {
    let bench = await EditorBench.marked("one|")
    bench.type("!")
    bench.wireframe.duties?.keepUnsavedText()
    await bench.settle()
    #expect(bench.kept() == "one!")
    #expect(await bench.saved() == "one")
  }

  @Test("A conflict asks and stores the text meanwhile; keeping both saves it as a second note")
  func conflict() async {
    let bench = await EditorBench.marked("one|")
    bench.type("!")
    await bench.store.change(note, to: "theirs")
    await save(bench)
    await bench.settle()
    #expect(bench.wireframe.asked == ["conflict a?"])
    #expect(bench.kept() == "one!")
    bench.wireframe.answer(.chosen("both"))
    await bench.settle()
    #expect(await bench.saved() == "theirs")
    #expect(await bench.saved("a (conflict 2026-03-02 1030).md") == "one!")
    #expect(bench.message.hasPrefix("Both are kept; this is a (conflict"))
    #expect(bench.parent.heard == ["saved a (conflict 2026-03-02 1030).md"])
    #expect(bench.journal.isEmpty && !bench.wasRemoved)
  }

  // MARK: - Leaving

  @Test("Esc leaves a clean note at once, and saves a changed one first")
  func close() async {
    let clean = await EditorBench.on("one")
    clean.press("Esc")
    #expect(clean.wasRemoved && clean.parent.heard == [])
    let changed = await EditorBench.marked("one|")
    changed.press("!", "Esc")
    #expect(!changed.wasRemoved, "not before it is on the disk")
    await changed.settle()
    #expect(changed.wasRemoved)
    #expect(await changed.saved() == "one!")
    #expect(changed.journal.isEmpty)
  }

  @Test("Text typed between Esc and the end of its save is saved too before the editor closes")
  func typedWhileLeaving() async {
    let bench = await EditorBench.marked("one|")
    bench.press("1", "Esc", "2")
    await bench.settle()
    #expect(bench.wasRemoved)
    #expect(await bench.saved() == "one12")
  }

  @Test("Esc during a save closes with the text typed since")
  func closeWhileSaving() async {
    let bench = await EditorBench.marked("one|")
    bench.press("1", "C-s", "2", "Esc")
    await bench.settle()
    #expect(bench.wasRemoved)
    #expect(await bench.saved() == "one12")
    #expect(bench.journal.isEmpty)
  }

  @Test("A note that cannot be saved stays open; a second Esc asks, and leaving stores the text")
  func cannotSave() async {
    let bench = await EditorBench.marked("one|")
    await bench.store.fail(next: .noSpace(NotePath("a.md")))
    bench.press("!", "Esc")
    await bench.settle()
    #expect(!bench.wasRemoved)
    #expect(bench.message.hasPrefix("The disk is full"))
    #expect(bench.screen.chrome.tone == .warning)
    #expect(bench.kept() == "one!")
    bench.press("Esc")
    #expect(bench.wireframe.asked == ["leave a?"])
    #expect(!bench.wasRemoved)
    bench.wireframe.answer(.chosen("leave"))
    #expect(bench.wasRemoved)
    #expect(bench.kept() == "one!")
    #expect(await bench.saved() == "one")
  }

  @Test("A note that can be neither saved nor recorded closes only after its loss is accepted")
  func cannotKeep() async {
    let bench = await EditorBench.marked("one|")
    let error = NoteStoreError.noSpace(NotePath("a.md"))
    await bench.store.fail(next: error)
    bench.journal.fail(next: error)
    bench.press("!", "Esc")
    await bench.settle()
    bench.journal.fail(next: error)
    bench.press("Esc")
    #expect(bench.wireframe.asked == ["lose a?"])
    #expect(bench.message == "Unsaved text could not be kept. \(error.message)")
    bench.journal.fail(next: error)
    bench.wireframe.answer(.chosen("leave"))
    #expect(!bench.wasRemoved)
    bench.journal.fail(next: error)
    #expect(
      bench.presenter.programWillEnd() == "Unsaved text could not be kept: \(error.message)")
    bench.journal.fail(next: error)
    bench.wireframe.answer(.chosen("lose"))
    #expect(bench.wasRemoved)
  }

  @Test("Unsaved text is stored however the editor closes: with its module or with the program")
  func keptAtTheEnd() async {
    let removed = await EditorBench.marked("one|")
    removed.type("!")
    removed.presenter.moduleWasRemoved()
    #expect(removed.kept() == "one!")
    let ended = await EditorBench.marked("one|")
    ended.type("?")
    #expect(ended.presenter.programWillEnd() == nil)
    #expect(ended.kept() == "one?")
    let clean = await EditorBench.on("one")
    #expect(clean.presenter.programWillEnd() == nil)
    clean.presenter.moduleWasRemoved()
    #expect(clean.journal.isEmpty)
  }

  @Test("M1 a parent can ask whether its editor has unsaved changes")
  func input() async {
    let bench = await EditorBench.on("one")
    let input: any EditorInput = bench.presenter
    #expect(!input.isEdited)
    bench.type("x")
    #expect(input.isEdited)
  }

  // MARK: - Versions

  @Test("A problem with versions is reported after a save, once for all editors")
  func versionProblems() async {
    let versions = MemoryVersions()
    let news = VersionProblems(versions)
    let bench = EditorBench(.note(note), ["a.md": "one"], news: news)
    await bench.open()
    bench.press("x", "C-s")
    await bench.settle()
    #expect(bench.message == "Saved a.md.")
    await versions.setProblems(["The versions of “a” were damaged.", "Begun again."])
    bench.press("y", "C-s")
    await bench.settle()
    #expect(bench.message == "Saved a.md. The versions of “a” were damaged. (and 1 more)")
    #expect(bench.screen.chrome.tone == .warning)
    let other = EditorBench(.note(note), ["a.md": "one"], news: news)
    await other.open()
    other.press("z", "C-s")
    await other.settle()
    #expect(other.message == "Saved a.md.")
  }

  // MARK: - Links and looks

  @Test("K13 the link at the cursor is followed; elsewhere a message says that there is none")
  func followLink() async {
    let bench = await EditorBench.marked("see [[Pl|an]] now")
    bench.press("C-]")
    #expect(bench.wireframe.asked == ["open notes://editor/Plan"])
    bench.press("End", "C-]")
    #expect(bench.message == "There is no link to a note at the cursor.")
    #expect(bench.wireframe.asked.count == 1)
  }

  @Test("K13 a changed note is saved with what is typed meanwhile before its link is followed")
  func followLinkAfterSave() async {
    let bench = await EditorBench.marked("[[Pl|an]]")
    bench.press("x", "C-]", "y")
    #expect(bench.wireframe.asked == [])
    await bench.settle()
    #expect(bench.wireframe.asked == ["open notes://editor/Plxan"])
    #expect(await bench.saved() == "[[Plxyan]]")
    await bench.store.fail(next: .noSpace(NotePath("a.md")))
    bench.press("z", "C-]")
    await bench.settle()
    #expect(bench.wireframe.asked.count == 1, "it stays where its text is")
    #expect(bench.kept() == "[[Plxyzan]]")
  }

  @Test("F6 and M-v open the versions once the text is saved", arguments: ["F6", "M-v"])
  func versions(key: Key) async {
    let bench = await EditorBench.marked("te|xt")
    bench.press("x", key)
    #expect(bench.wireframe.asked == [])
    await bench.settle()
    #expect(bench.wireframe.asked == ["versions of a.md"])
    #expect(await bench.saved() == "texxt")
  }

  @Test("M-w scrolls long lines sideways with the cursor in view, and wraps them again")
  func wrap() async {
    let bench = await EditorBench.marked("aaaa bbbb cccc dddd|", columns: 11, rows: 3)
    #expect(bench.frame(11, 3).lines == ["aaaa bbbb", "cccc dddd", ""])
    bench.press("M-w")
    #expect(bench.message == "Long lines scroll sideways.")
    #expect(bench.frame(11, 3).lines == [" cccc dddd", "", ""])
    #expect(bench.cursor == Point(row: 0, column: 10))
    bench.press("Home")
    #expect(bench.frame(11, 3).lines[0] == "aaaa bbbb c")
    bench.press("M-w")
    #expect(bench.message == "Long lines wrap.")
    #expect(bench.frame(11, 3).lines == ["aaaa bbbb", "cccc dddd", ""])
  }
}
