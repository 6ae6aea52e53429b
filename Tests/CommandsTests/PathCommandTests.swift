import App
import Entities
import OpenVault
import Services
import TestSupport
import Testing
import UseCases

@testable import Commands

@Suite("Paths on the command line")
@MainActor
struct PathCommandTests {
  private nonisolated static let places: [(path: String, folder: String, printed: String)] = [
    ("a.md", "/vault", "a.md"), ("work/b.md", "/vault", "work/b.md"),
    ("-x.md", "/vault", "./-x.md"),
    ("a.md", "/vault/work", "../a.md"), ("work/b.md", "/vault/work", "./b.md"),
    ("work/b.md", "/vault/work/deep", "../b.md"),
    ("home/c.md", "/vault/work/deep", "../../home/c.md"),
    ("work/b.md", "/", "/vault/work/b.md"), ("a.md", "/elsewhere", "/vault/a.md"),
    ("a.md", "/vaults", "/vault/a.md"),
  ]

  @Test(
    "A printed path leads from the current folder to the file, and finds the note again",
    arguments: places)
  func printed(path: String, folder: String, printed: String) async {
    let scene = CommandScene([path: "text of \(path)\n", "other/a.md": "other\n"])
    scene.folder = folder
    await scene.run("list", "--paths")
    #expect(scene.lines.contains(printed))
    #expect(await scene.run("show", printed) == .done)
    #expect(scene.results == "text of \(path)\n")
  }

  @Test("--absolute prints absolute paths, also as JSON")
  func absolute() async {
    let scene = CommandScene(["work/b.md": "x\n"])
    await scene.run("list", "--paths", "--absolute")
    #expect(scene.lines == ["/vault/work/b.md"])
    await scene.run("list", "--json", "--absolute")
    #expect(scene.results.contains(#""path":"/vault/work/b.md""#))
    await scene.run("rename", "b", "C", "--absolute")
    #expect(scene.lines == ["/vault/work/C.md"])
    await scene.run("list", "--json")
    #expect(scene.results.contains(#""path":"work/C.md""#))
  }

  @Test("With --null each path is exact and ends with a NUL")
  func null() async {
    let scene = CommandScene(["a\nb.md": "x\n"])
    await scene.run("list", "-0")
    #expect(scene.results == "a\nb.md\0")
    await scene.run("list", "--paths")
    #expect(scene.results == "a^Jb.md\n")
    await scene.run("new", "Fresh", "--null")
    #expect(scene.results == "Fresh.md\0")
    await scene.run("move", "Fresh", "work", "-0")
    #expect(scene.results == "work/Fresh.md\0")
    await scene.run("daily", "-0")
    #expect(scene.results == "2026-03-02.md\0")
  }

  @Test("path prints the vault's folder, or a note's file")
  func path() async {
    let scene = CommandScene(["work/b.md": "# Plan\n", "a\u{1b}.md": "x\n"])
    scene.vaultFolder = "/vault"
    #expect(await scene.run("path") == .done)
    #expect(scene.results == "/vault\n")
    #expect(scene.openings == 0)
    #expect(await scene.run("path", "b") == .done)
    #expect(scene.results == "/vault/work/b.md\n")
    await scene.run("path", "b", "-0")
    #expect(scene.results == "/vault/work/b.md\0")
    await scene.run("path", "a^[.md")
    #expect(scene.results == "/vault/a\u{1b}.md\n")
    scene.isTerminal = true
    await scene.run("path", "a^[.md")
    #expect(scene.results == "/vault/a^[.md\n")
    #expect(await scene.run("path", "nothing") == .notFound)
  }

  private nonisolated static let spelled = [
    ("a\u{1b}[2Jb.md", "a^[[2Jb.md"), ("x\ny.md", "x^Jy.md"), ("x\ny.md", "x%0Ay.md"),
    ("t\u{202e}u.md", "t<U+202E>u.md"),
  ]

  @Test(
    "A printed name with control characters finds its note again", arguments: spelled)
  func takenBack(name: String, printed: String) async {
    let scene = CommandScene([name: "odd\n", "plain.md": "plain\n"])
    #expect(await scene.run("show", printed) == .done)
    #expect(scene.results == "odd\n")
    #expect(await scene.run("write", printed, "new\n") == .done)
    #expect(await scene.store.ids.count == 2)
  }

  @Test("Two names that are printed alike are not confused")
  func alike() async {
    let scene = CommandScene(["a\u{1b}.md": "one\n", "a\u{7f}.md": "two\n", "b^J\n.md": "x\n"])
    #expect(await scene.run("show", "a^\u{5b}.md") == .done)
    #expect(scene.results == "one\n")
    #expect(await scene.run("show", "b^J^J.md") == .done)
  }

  // MARK: - undo

  @Test("undo says how many files are missing from their original paths")
  func gone() async throws {
    let scene = CommandScene([:])
    let steps = ["a.md", "b.md"].map {
      DoneCommand.Step.brought(NoteID(NotePath($0)), size: 1, digest: 2)
    }
    let command = DoneCommand("import", began: Timestamp(seconds: 1))
    try await scene.state.done.change { $0.add(steps + [.whole], of: command) }
    #expect(await scene.run("undo") == .done)
    #expect(
      scene.messages.last?.hasSuffix(
        "undone: import. No longer where the command put them: 2 files.")
        == true, "\(scene.messages)")
  }

  // MARK: - edit

  @Test("edit opens the note's own file in the editor, and saves the old text as a version")
  func edit() async {
    let scene = CommandScene(["work/b.md": "old\n"])
    var edited: [[UInt8]] = []
    scene.editor = UserEditor(
      edit: { path in
        edited.append(path)
        return nil
      },
      editPrivately: { _, _ in .failed("not asked") })
    #expect(await scene.run("edit", "b") == .done)
    #expect(edited == [Array("/vault/work/b.md".utf8)])
    #expect(await scene.run("history", "b") == .done)
    #expect(scene.lines.count == 1)
    #expect(await scene.run("edit", "nothing") == .notFound)
    #expect(await scene.run("--read-only", "edit", "b") == .failed)
    #expect(edited.count == 1)
  }

  @Test("A failure of the editor is reported with exit code 1")
  func editorFails() async {
    let scene = CommandScene(["b.md": "old\n"])
    scene.editor = UserEditor(
      edit: { _ in "ed ended with 3." }, editPrivately: { _, _ in .failed("not asked") })
    #expect(await scene.run("edit", "b") == .failed)
    #expect(scene.messages == ["notes-tui: ed ended with 3."])
  }

  @Test("Without an external editor, edit opens the note on the screen")
  func editOnScreen() async {
    let scene = CommandScene(["work/b #1.md": "old\n"])
    scene.vaultFolder = "/vault"
    #expect(await scene.run("edit", "b #1") == .done)
    #expect(scene.openedScreens.map(\.vault) == [NotePath("/vault")])
    #expect(scene.openedScreens.map(\.place) == ["notes://editor/work/b%20%231.md"])
    #expect(await scene.run("edit", "nothing") == .notFound)
    #expect(scene.openedScreens.count == 1)
  }
}
