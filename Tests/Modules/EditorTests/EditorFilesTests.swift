import Entities
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import VaultSettings
import Viper

@testable import Editor

@Suite("Vim's commands for files")
@MainActor
struct EditorFilesTests {
  private func bench(
    _ texts: [String: String] = ["a.md": "one\ntwo\nthree\n"],
    _ opening: EditorOpening = .note(EditorBench.note), settings: [SettingName: String] = [:]
  ) async -> EditorBench {
    let bench = EditorBench(opening, texts, settings: settings, keymap: .vim)
    await bench.open(columns: 80)
    return bench
  }

  private func run(_ bench: EditorBench, _ line: String) async {
    bench.type(":\(line)")
    bench.press("Enter")
    await bench.settle()
  }

  /// Saves as autosave does.
  private func autosave(_ bench: EditorBench) async {
    bench.presenter.autosave()
    await bench.settle()
  }

  private func text(_ bench: EditorBench) -> String {
    String(decoding: bench.interactor.text.bytes, as: UTF8.self)
  }

  private func message(_ bench: EditorBench) -> String { bench.presenter.state.message.text }

  // MARK: - Writing

  @Test(
    "A line writes a copy, some lines, or appends, and says what it did",
    arguments: [
      ("w new", "new.md", "one\ntwo\nthree\n", "Wrote 3 lines to new.md, a new note."),
      ("2,3w new", "new.md", "two\nthree\n", "Wrote 2 lines to new.md, a new note."),
      ("w x/new", "x/new.md", "one\ntwo\nthree\n", "Wrote 3 lines to x/new.md, a new note."),
      ("w b", "b.md", "bee\n", "E13: File exists (add ! to override)"),
      (
        "w! b", "b.md", "one\ntwo\nthree\n",
        "Wrote 3 lines to b.md. Its versions have what it said before."
      ),
      ("w >> b", "b.md", "bee\none\ntwo\nthree\n", "Appended 3 lines to b.md."),
      ("1w >> b", "b.md", "bee\none\n", "Appended 1 line to b.md."),
      ("w >> new", "new.md", nil, "E212: Can't open file for writing (! makes the note)"),
      ("w! >> new", "new.md", "one\ntwo\nthree\n", "Appended 3 lines to new.md."),
      ("w .new", ".new.md", nil, "“.new” is not a name for a note."),
      ("w >>", "a.md", "one\ntwo\nthree\n", EditorWords.cannotAppendToItself),
      ("1,2w! a", "a.md", "one\ntwo\nthree\n", EditorWords.partCannotReplace),
    ] as [(String, String, String?, String)])
  func writes(line: String, path: String, written: String?, said: String) async {
    let bench = await bench(["a.md": "one\ntwo\nthree\n", "b.md": "bee\n"])
    await run(bench, line)
    #expect(await bench.store.text(of: NoteID(path)) == written)
    #expect(message(bench) == said)
    #expect(bench.presenter.note == EditorBench.note)
  }

  @Test("A copy goes on under its name, and the note stays as it was written last")
  func savesAs() async {
    let bench = await bench()
    bench.type("Ax")
    bench.press("Esc")
    await autosave(bench)
    #expect(await bench.store.text(of: EditorBench.note) == "onex\ntwo\nthree\n")
    await run(bench, "saveas copy")
    #expect(bench.presenter.note == NoteID("copy.md"))
    #expect(await bench.store.text(of: NoteID("copy.md")) == "onex\ntwo\nthree\n")
    #expect(await bench.store.text(of: EditorBench.note) == "one\ntwo\nthree\n")
    await run(bench, "saveas a")
    #expect(message(bench) == "E13: File exists (add ! to override)")
    #expect(bench.presenter.note == NoteID("copy.md"))
  }

  @Test("A new note gets the name of its first :w")
  func names() async {
    let bench = await bench([:], .newNote(folder: nil))
    bench.type("ihello")
    bench.press("Esc")
    await run(bench, "w greeting")
    #expect(bench.presenter.note == NoteID("greeting.md"))
    #expect(await bench.store.text(of: NoteID("greeting.md")) == "hello")
  }

  // MARK: - Going back

  @Test("Without saving, :q refuses in vim's words")
  func refuses() async {
    let bench = await bench(settings: [.saveAfterPause: "no"])
    bench.type("x")
    await run(bench, "q")
    #expect(message(bench) == "E37: No write since last change (add ! to override)")
    await run(bench, "e other")
    #expect(message(bench) == "E37: No write since last change (add ! to override)")
    await run(bench, "qa")
    #expect(bench.wireframe.asked.isEmpty)
    #expect(!bench.wasRemoved)
  }

  @Test(
    "What autosave wrote is dropped too, by one step that can be undone",
    arguments: [":q!", "ZQ", ":e!"])
  func goesBack(keys: String) async {
    let bench = await bench()
    bench.type("x")
    await run(bench, "w")
    bench.type("Aadded")
    bench.press("Esc")
    await autosave(bench)
    bench.type("jAmore")
    bench.press("Esc")
    await autosave(bench)
    #expect(await bench.store.text(of: EditorBench.note) == "neadded\ntwomore\nthree\n")
    bench.type(keys)
    bench.press("Enter")
    await bench.settle()
    #expect(text(bench) == "ne\ntwo\nthree\n")
    #expect(await bench.store.text(of: EditorBench.note) == "ne\ntwo\nthree\n")
    #expect(bench.wasRemoved == (keys != ":e!"))
    _ = bench.interactor.perform(.undo)
    #expect(text(bench) == "neadded\ntwomore\nthree\n")
  }

  @Test("Text that was not saved at all is dropped, and the note closes")
  func dropsUnsaved() async {
    let bench = await bench()
    bench.type("dd")
    await run(bench, "q!")
    #expect(bench.wasRemoved)
    #expect(await bench.store.text(of: EditorBench.note) == "one\ntwo\nthree\n")
    #expect(bench.wireframe.messages == [EditorWords.wentBack(inNoteNamed: "a")])
    #expect(bench.journal.kept(EditorBench.note) == nil)
  }

  @Test("What another program wrote in between stays")
  func others() async throws {
    let bench = await bench(["a.md": "one\n\ntwo\n\nthree\n"])
    bench.type("Amine")
    bench.press("Esc")
    await autosave(bench)
    await bench.store.change(EditorBench.note, to: "onemine\n\ntwo\n\nthree theirs\n")
    bench.presenter.noteChangedOutside()
    await bench.settle()
    await run(bench, "e!")
    #expect(text(bench) == "one\n\ntwo\n\nthree theirs\n")
    #expect(await bench.store.text(of: EditorBench.note) == "one\n\ntwo\n\nthree theirs\n")
  }

  @Test("Where another program wrote in the same lines, nothing is changed")
  func mixed() async {
    let bench = await bench(["a.md": "one\n\ntwo\n"])
    bench.type("Amine")
    bench.press("Esc")
    await autosave(bench)
    await bench.store.change(EditorBench.note, to: "onemine theirs\n\ntwo\n")
    bench.presenter.noteChangedOutside()
    await bench.settle()
    await run(bench, "q!")
    #expect(message(bench) == EditorWords.cannotGoBack)
    #expect(!bench.wasRemoved)
    #expect(text(bench) == "onemine theirs\n\ntwo\n")
  }

  @Test("A new note that was never written goes to the trash, with all of its text")
  func newNote() async {
    let bench = await bench([:], .newNote(folder: nil))
    bench.type("iidea")
    bench.press("Esc")
    await autosave(bench)
    bench.type("A more")
    bench.press("Esc")
    await run(bench, "q!")
    #expect(bench.wireframe.asked.last == "trash(asks: false) idea.md")
    #expect(await bench.store.text(of: NoteID("idea.md")) == "idea more")
    bench.wireframe.tellChange(.done("Moved."))
    #expect(bench.wasRemoved)
    #expect(bench.wireframe.messages == [EditorWords.newNoteIsTrashed(NoteID("idea.md"))])
  }

  @Test("A new note without text just closes")
  func emptyNote() async {
    let bench = await bench([:], .newNote(folder: nil))
    await run(bench, "q!")
    #expect(bench.wasRemoved)
    #expect(bench.wireframe.asked.isEmpty)
  }

  @Test("Writing a note that autosave wrote already makes it the one to go back to")
  func writtenTwice() async {
    let bench = await bench()
    bench.type("x")
    await autosave(bench)
    await run(bench, "w")
    bench.type("x")
    await run(bench, "e!")
    #expect(text(bench) == "ne\ntwo\nthree\n")
  }

  // MARK: - Opening

  @Test(
    "The app opens a note by its name; what was typed is saved first, though not as if by :w",
    arguments: [("e Nov", "named Nov"), ("e! Nov", "named Nov"), ("e a b#c", "named a b#c")])
  func opens(line: String, asked: String) async {
    let bench = await bench()
    bench.type("x")
    await run(bench, line)
    #expect(bench.wireframe.asked == [asked])
    let isForced = line.hasPrefix("e!")
    #expect(
      await bench.store.text(of: EditorBench.note)
        == (isForced ? "one\ntwo\nthree\n" : "ne\ntwo\nthree\n"))
    await run(bench, "e!")
    #expect(text(bench) == "one\ntwo\nthree\n")
  }

  @Test("Tab offers the notes that begin so")
  func completes() async {
    let bench = await bench(["a.md": "one\n", "September.md": "s\n", "Septic.md": "t\n"])
    bench.type(":e Sep")
    bench.press("Tab")
    await bench.settle()
    #expect(bench.presenter.state.keys?.prompt?.offer?.names.sorted() == ["September", "Septic"])
    bench.press("Esc")
    bench.type(":e zz")
    bench.press("Tab")
    await bench.settle()
    #expect(message(bench) == "No note has a name with “zz”.")
  }

  @Test("C-g and :f say which note this is, and :pwd its folder")
  func says() async {
    let bench = await bench()
    bench.type("j")
    bench.press("C-g")
    #expect(message(bench) == "\"a.md\" line 2 of 3 --66%-- col 1")
    bench.type("x")
    await run(bench, "f")
    #expect(message(bench) == "\"a.md\" [Modified] line 2 of 3 --66%-- col 1")
    await run(bench, "pwd")
    #expect(message(bench) == "/vault/")
  }

  // MARK: - The note as a whole

  @Test("The note is saved, then changed as the list does")
  func changes() async {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": "one\n"])
    await bench.open(columns: 80)
    bench.type("x")
    bench.press("M-Y")
    await bench.settle()
    #expect(await bench.store.text(of: EditorBench.note) == "xone\n")
    #expect(bench.wireframe.asked == ["rename a.md"])
    bench.wireframe.tellChange(.done("Renamed to “b”."))
    #expect(message(bench) == "Renamed to “b”. C-z undoes it.")
    bench.press("C-z")
    #expect(bench.wireframe.asked.last == "undo a.md")
    bench.wireframe.tellChange(.done("“b” is back."))
    #expect(message(bench) == "“b” is back.")
    bench.press("S-F8")
    await bench.settle()
    bench.wireframe.tellChange(.done("Moved “a” to the trash."))
    #expect(bench.wasRemoved)
    #expect(
      bench.wireframe.messages == ["Moved “a” to the trash. Press u in the list to undo."])
  }

  @Test("The path and a link are copied")
  func copies() async {
    let clipboard = FakeClipboard()
    let bench = EditorBench(.note(EditorBench.note), ["a.md": "one\n"], clipboard: clipboard)
    await bench.open(columns: 80)
    bench.presenter.changes.copyPath()
    #expect(clipboard.bytes == Array("/vault/a.md".utf8))
    bench.presenter.changes.copyLink()
    await bench.settle()
    #expect(clipboard.bytes == Array("[[a]]".utf8))
  }
}
