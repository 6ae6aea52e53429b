import Commands
import Entities
import OpenVault
import Services
import TestSupport
import Testing

@MainActor
@Suite("Commands that write notes")
struct WritingCommandTests {
  @Test("new makes a note with a heading, tags and a body, and prints its path")
  func new() async {
    let scene = CommandScene()
    scene.input = "one\ntwo"
    #expect(
      await scene.run("new", "Plan B", "--tag", "#work", "--tag", "q1", "--body", "-") == .done)
    #expect(scene.results == "Plan B.md\n")
    #expect(
      await scene.store.text(of: NoteID("Plan B.md"))
        == "---\ntags: [work, q1]\n---\n# Plan B\n\none\ntwo\n")
    #expect(scene.messages == [])
  }

  private nonisolated static let texts: [(words: [String], path: String, text: String)] = [
    (["T"], "T.md", "# T\n"), (["T", "--body", "x"], "T.md", "# T\n\nx\n"),
    (["--body", "# Head\nx\n"], "Head.md", "# Head\nx\n"),
    (["--body", "\n\nfirst line\n"], "first line.md", "\n\nfirst line\n"),
    (["T", "--folder", "a/b"], "a/b/T.md", "# T\n"),
    (["T\nU"], "T\nU.md", "# T U\n"),
  ]

  @Test(
    "A new note's file is named after its title, or else after its first line", arguments: texts)
  func names(words: [String], path: String, text: String) async {
    let scene = CommandScene()
    #expect(await scene.run(["new"] + words) == .done)
    #expect(await scene.store.text(of: NoteID(path)) == text)
  }

  @Test("--unique names the file after the current minute, and TITLE is the heading")
  func unique() async {
    let scene = CommandScene()
    await scene.run("new", "--unique")
    #expect(scene.results == "202603021030.md\n")
    await scene.run("new", "T", "--unique", "--folder", "a")
    #expect(scene.results == "a/202603021030.md\n")
    await scene.run("new", "--unique", "--body", "x")
    #expect(scene.results == "202603021031.md\n")
    #expect(await scene.store.text(of: NoteID("202603021030.md")) == "")
    #expect(await scene.store.text(of: NoteID("a/202603021030.md")) == "# T\n")
    #expect(await scene.store.text(of: NoteID("202603021031.md")) == "x\n")
  }

  private nonisolated static let refused: [[String]] = [
    ["new"], ["new", "T", "--tag", "1984"], ["new", "T", "--tag", "a b"],
    ["new", "T", "--tag", "a]"], ["new", "T", "--tag", ""], ["new", "T", "--tag", "a\nb: c"],
  ]

  @Test("An invalid note or tag gives exit code 2, and nothing is made", arguments: refused)
  func refuses(words: [String]) async {
    let scene = CommandScene()
    #expect(await scene.run(words) == .usage)
    #expect(await scene.store.ids == [])
    #expect(scene.messages.count == 1)
  }

  @Test("Without --folder, a setting chooses the folder of a new note")
  func newNoteFolder() async {
    let scene = CommandScene()
    scene.settings = MemorySettings("new-note-folder = in/box\n")
    await scene.run("new", "T")
    #expect(scene.results == "in/box/T.md\n")
    await scene.run("new", "T", "--folder", "/")
    #expect(scene.results == "T.md\n")
  }

  @Test("write replaces a note's text exactly, and prints nothing")
  func write() async {
    let scene = CommandScene(["a.md": "# Alpha\nold\n"])
    #expect(await scene.run("write", "Alpha", "new\r\n\u{0}x") == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "new\r\n\u{0}x")
    #expect(scene.results == "" && scene.messages == [])
  }

  @Test("write makes a missing note, also from standard input")
  func writeNew() async {
    let scene = CommandScene(["plan for later.md": "x\n"])
    scene.input = "made\n"
    #expect(await scene.run("write", "plan") == .done)
    #expect(await scene.store.text(of: NoteID("plan.md")) == "made\n")
    #expect(await scene.run("write", "new/todo.md", "-") == .done)
    #expect(await scene.store.text(of: NoteID("new/todo.md")) == "made\n")
    #expect(await scene.store.text(of: NoteID("plan for later.md")) == "x\n")
  }

  @Test(
    "write refuses an empty standard input; - and '' write an empty text (line N6)")
  func emptyInput() async {
    let scene = CommandScene(["a.md": "old"])
    #expect(await scene.run("write", "a.md") == .usage)
    #expect(scene.messages.first?.contains("standard input is empty") == true)
    #expect(await scene.store.text(of: NoteID("a.md")) == "old")
    for text in ["-", ""] {
      #expect(await scene.run("write", "a.md", text) == .done)
      #expect(await scene.store.text(of: NoteID("a.md")) == "")
      await scene.store.change(NoteID("a.md"), to: "old")
    }
  }

  @Test("undo --read-only is refused before it looks for a command (line N25)")
  func readOnlyUndo() async {
    let scene = CommandScene(["a.md": "old"])
    #expect(await scene.run("append", "a.md", "x") == .done)
    #expect(await scene.run("--read-only", "undo") == .usage)
    #expect(scene.messages == ["notes-tui: with --read-only nothing is undone."])
  }

  @Test("move and new name a folder that they make, but not an existing folder (line N24)")
  func madeFolder() async {
    let scene = CommandScene(["a.md": "old"])
    scene.folders = ["/vault", "/vault/there"]
    #expect(await scene.run("new", "T", "--folder", "typo") == .done)
    #expect(scene.messages == ["notes-tui: the folder typo was made."])
    #expect(await scene.run("new", "U", "--folder", "there") == .done)
    #expect(scene.messages == [])
    #expect(await scene.run("move", "a.md", "slip") == .done)
    #expect(scene.messages == ["notes-tui: the folder slip was made."])
  }

  @Test(
    "Notes are written only inside the vault", arguments: ["/tmp/x.md", "../x.md", ".hidden", "a/"])
  func outside(path: String) async {
    let scene = CommandScene()
    scene.folder = "/vault"
    #expect(await scene.run("write", path, "x") != .done)
    #expect(await scene.store.ids == [])
  }

  @Test(
    "append refuses a note in another encoding, and names the command to convert it (line 2 N14)")
  func foreignEncodings() async throws {
    let wide: [UInt8] = [0xff, 0xfe, 0x61, 0, 0x0a, 0]
    let latin: [UInt8] = [0xe9, 0x74, 0xe9, 0x0a]
    let scene = CommandScene(["utf8.md": "é\n"])
    for (name, bytes) in [("wide", wide), ("latin", latin), ("zero", [0x61, 0, 0x0a])] {
      _ = try await scene.store.create(bytes, at: NoteID("\(name).md"))
    }
    #expect(await scene.run("append", "wide", "x") == .failed)
    #expect(scene.messages.last?.contains("UTF-16. Convert it: iconv -f UTF-16") == true)
    #expect(try await scene.store.read(NoteID("wide.md")).bytes == wide)
    #expect(await scene.run("append", "zero", "x") == .failed)
    #expect(try await scene.store.read(NoteID("zero.md")).bytes == [0x61, 0, 0x0a])
    #expect(await scene.run("append", "latin", "é") == .failed)
    #expect(scene.messages.last?.contains("iconv -f LATIN1") == true)
    #expect(await scene.run("append", "latin", "x") == .done)
    #expect(try await scene.store.read(NoteID("latin.md")).bytes == latin + [0x78, 0x0a])
    #expect(await scene.run("append", "utf8", "é") == .done)
  }

  private nonisolated static let appended: [(old: String, added: String, wanted: String)] = [
    ("a\n", "b", "a\nb\n"), ("a", "b", "a\nb\n"), ("", "b", "b\n"), ("a\r\n", "b", "a\r\nb\r\n"),
    ("a\n", "b\n", "a\nb\n"), ("a\n", "", "a\n"), ("a", "b\nc\n", "a\nb\nc\n"),
  ]

  @Test("append puts text on its own lines, with the note's line ends", arguments: appended)
  func append(old: String, added: String, wanted: String) async {
    let scene = CommandScene(["a.md": old])
    #expect(await scene.run("append", "a.md", added) == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == wanted)
  }

  @Test("append retries if the note changes meanwhile")
  func appendAgain() async {
    let scene = CommandScene(["a.md": "a\n"])
    await scene.store.fail(next: .changedOutside(NotePath("a.md")))
    #expect(await scene.run("append", "a.md", "b") == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "a\nb\n")
  }

  @Test("rename leaves folder and extension, prints the new path, and updates links")
  func rename() async {
    let scene = CommandScene(["work/old.txt": "x\n", "b.md": "[[old]]\n"])
    scene.links = MemoryLinks([
      LinkRecord(
        source: NoteID("b.md"), sourceTitle: "b", line: 1, context: "[[old]]", written: "[[old]]",
        target: NoteID("work/old.txt"), isEmbed: false)
    ])
    #expect(await scene.run("rename", "old", "New: Name", "--json") == .done)
    #expect(
      scene.results
        == #"{"path":"work/New Name.txt","from":"work/old.txt","rewritten":["b.md"]}"# + "\n")
    #expect(await scene.store.text(of: NoteID("work/New Name.txt")) == "x\n")
  }

  @Test("rename also changes the title in the note's text")
  func retitle() async {
    let scene = CommandScene(["a.md": "# Alpha\nx\n"])
    #expect(await scene.run("rename", "Alpha", "Plan: B") == .done)
    #expect(scene.results == "Plan B.md\n" && scene.messages == [])
    #expect(await scene.store.text(of: NoteID("Plan B.md")) == "# Plan: B\nx\n")
    #expect(await scene.run("rename", "Plan: B", " ") == .usage)
  }

  @Test("Text that cannot be merged with another change is saved as a copy, and the exit code is 6")
  func conflict() async {
    let scene = CommandScene(["a.md": "a\n"])
    for _ in 0..<20 { await scene.store.fail(next: .changedOutside(NotePath("a.md"))) }
    #expect(await scene.run("append", "a.md", "b") == .conflict)
    #expect(await scene.store.text(of: NoteID("a.md")) == "a\n")
    let beside = NoteID("a (conflict 2026-03-02 1030).md")
    #expect(await scene.store.text(of: beside) == "b")
    #expect(scene.messages.count == 1 && scene.messages[0].contains(beside.path.text))
  }

  @Test("move puts a note into a folder; / is the top folder")
  func move() async {
    let scene = CommandScene(["a.md": "x\n"])
    #expect(await scene.run("move", "a", "deep/er") == .done)
    #expect(scene.results == "deep/er/a.md\n")
    #expect(await scene.run("move", "a", "/") == .done)
    #expect(scene.results == "a.md\n")
    #expect(await scene.store.ids == [NoteID("a.md")])
  }

  @Test("A taken name is refused, and both notes stay")
  func taken() async {
    let scene = CommandScene(["a.md": "1\n", "b.md": "2\n"])
    #expect(await scene.run("rename", "a", "b") == .failed)
    #expect(await scene.store.ids.count == 2)
    #expect(scene.messages.count == 1)
  }

  @Test("A note that a pinned note is joined into is pinned")
  func pins() async {
    var arrangement = ListArrangement()
    arrangement.pins = [NoteID("a.md"), NoteID("z.md")]
    let texts = ["a.md": "a", "b.md": "b"]
    let scene = CommandScene(texts)
    scene.state.arrangement = StoredValue(arrangement)
    await scene.changes.give(joined: texts)
    #expect(await scene.run("join", "b", "a", "--dry-run") == .done)
    #expect(scene.state.arrangement.value() == arrangement)
    #expect(await scene.run("join", "b", "a") == .done)
    #expect(scene.state.arrangement.value().pins == [NoteID("b.md"), NoteID("z.md")])
  }

  @Test("trash moves all notes, or none if one is missing; restore brings them back")
  func trashAndRestore() async {
    let scene = CommandScene(["a.md": "# Alpha\n", "b.md": "2\n"])
    #expect(await scene.run("trash", "a", "nowhere") == .notFound)
    #expect(await scene.store.ids.count == 2)
    #expect(await scene.run("trash", "Alpha", "b", "a.md") == .done)
    #expect(scene.results == "" && scene.messages == [])
    #expect(await scene.store.ids == [])
    await scene.run("restore")
    #expect(Set(scene.lines) == ["2026-03-02 10:30\tAlpha\ta.md", "2026-03-02 10:30\tb\tb.md"])
    #expect(await scene.run("restore", "alpha") == .done)
    #expect(scene.results == "a.md\n")
    #expect(await scene.run("restore", "alpha") == .notFound)
    #expect(await scene.run("restore", "b.md", "--json") == .done)
    #expect(scene.results.contains(#""path":"b.md""#))
    #expect(await scene.store.ids.count == 2)
  }

  @Test("Versions are listed, shown and restored by a prefix of their name")
  func history() async throws {
    let scene = CommandScene(["a.md": "now\n"])
    try await scene.versions.keep(Array("first\n".utf8), of: NoteID("a.md"))
    try await scene.versions.keep(Array("second\n".utf8), of: NoteID("a.md"))
    await scene.run("history", "a")
    #expect(
      scene.lines == ["v2\t2026-03-02 10:30\t7\tscreen", "v1\t2026-03-02 10:30\t6\tscreen"])
    #expect(await scene.run("history", "show", "a", "v1") == .done)
    #expect(scene.results == "first\n")
    #expect(await scene.run("history", "restore", "a", "v1") == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "first\n")
    #expect(await scene.run("history", "show", "a", "9") == .notFound)
    #expect(await scene.run("history", "show", "a", "v") == .ambiguous)
    #expect(scene.messages.count == 4 && scene.results == "")
    #expect(await scene.run("history", "nowhere") == .notFound)
    #expect(scene.messages.count == 1)
    await scene.store.remove(NoteID("a.md"))
    try await scene.index.discard()
    #expect(await scene.run("history", "show", "a.md", "v2") == .done)
    #expect(scene.results == "second\n")
  }

  @Test(
    "A read-only vault is not changed, and a message says so",
    arguments: [
      ["new", "T"], ["write", "a", "x"], ["append", "a", "x"], ["rename", "a", "b"],
      ["move", "a", "f"], ["trash", "a"],
    ])
  func readOnly(words: [String]) async {
    let scene = CommandScene(["a.md": "x\n"])
    scene.isReadOnly = true
    // A note that already has the text would not be a change.
    await scene.store.change(NoteID("a.md"), to: "y\n")
    #expect(await scene.run(words) == .failed)
    #expect(await scene.store.ids == [NoteID("a.md")])
    #expect(await scene.store.text(of: NoteID("a.md")) == "y\n")
    #expect(scene.messages.count == 1 && scene.messages[0].contains("--read-only"))
  }

  @Test("init makes a vault at the given path, and reports a failure")
  func initialise() async {
    let scene = CommandScene()
    #expect(await scene.run("init", "n") == .done)
    #expect(await scene.vaults.made == ["/vault/n"])
    scene.vaults = MemoryVaults(failing: .notPermitted("/vault/n"))
    #expect(await scene.run("init", "n") == .failed)
    #expect(scene.messages.count == 1)
  }
}
