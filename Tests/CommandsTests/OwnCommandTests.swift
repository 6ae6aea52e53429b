import Entities
import OwnCommands
import TestSupport
import Testing
import UseCases

@testable import Commands

@MainActor
@Suite("Own commands and hooks on the command line")
struct OwnCommandTests {
  private let scene = CommandScene(["a.md": "# A\n"])

  private func use(
    _ file: String, _ program: FakeOwnProgram, isInHook: Bool = false
  ) {
    scene.own = OwnCommandAccess(
      file: { OwnCommandFile(Array(file.utf8), path: "/c") }, program: program,
      isInHook: isInHook)
  }

  private func words(_ program: FakeOwnProgram) -> [String] {
    program.started.map { start in
      start.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
  }

  private static let hooks = """
    name = saves
    when = save
    run = saved {path}
    name = news
    when = new
    run = made {path}
    """

  private nonisolated static let commands: [([String], [String])] = [
    (["append", "a", "x"], ["saved /vault/a.md"]),
    (["new", "B"], ["made /vault/B.md"]),
    (["append", "a", "x", "--dry-run"], []),
    (["show", "a"], []),
    (["append", "none", "x"], []),
  ]

  @Test("A command starts the hooks of what it did to notes", arguments: commands)
  func hooks(command: [String], started: [String]) async {
    let program = FakeOwnProgram("")
    use(Self.hooks, program)
    await scene.run(command)
    #expect(words(program) == started)
    #expect(program.started.filter { !$0.isHook } == [])
  }

  @Test("What a hook does starts no hook")
  func nested() async {
    let program = FakeOwnProgram("")
    use(Self.hooks, program, isInHook: true)
    #expect(await scene.run("append", "a", "x") == .done)
    #expect(program.started == [])
  }

  @Test("A hook that fails is reported, and the command is done all the same")
  func failing() async {
    use(Self.hooks, FakeOwnProgram("", error: .signal("saved", 9)))
    #expect(await scene.run("append", "a", "x") == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "# A\nx\n")
    #expect(
      scene.messages
        == ["notes-tui: “saves”: saved was ended by signal 9. Nothing was changed."])
  }

  private static let edit = """
    name = add
    run = x {path}
    gives = edits
    """
  private static let json = #"[{"note":"a.md","append":"y"}]"#

  @Test("With --expect, the program runs once, and its edits are tried first")
  func guarded() async {
    let program = FakeOwnProgram(Self.json)
    use(Self.edit, program)
    #expect(await scene.run("run", "add", "a", "--expect", "2") == .unexpected)
    #expect(await scene.store.text(of: NoteID("a.md")) == "# A\n")
    #expect(await scene.run("run", "add", "a", "--expect", "1") == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "# A\ny\n")
    #expect(words(program) == ["x /vault/a.md", "x /vault/a.md"])
  }

  private nonisolated static let refusals: [([String], ExitCode, String)] = [
    (
      ["run", "none"], .notFound,
      "notes-tui: you have no command “none”. “notes-tui run” lists those in the file commands."
    ),
    (
      ["run", "add"], .failed, "notes-tui: “add”: {path} needs a note. Select one first."
    ),
    (
      ["run", "ask", "--answer", "x"], .usage, "notes-tui: an answer is NAME=TEXT, not “x”."
    ),
    (["run", "ask"], .usage, "notes-tui: “Which?” needs an answer: --answer word=…"),
  ]

  @Test("A command that cannot run says why", arguments: refusals)
  func refused(command: [String], code: ExitCode, message: String) async {
    let ask = "name = ask\nrun = x {word}\nask = word line \"Which?\"\n"
    use(Self.edit + "\n" + ask, FakeOwnProgram(Self.json))
    #expect(await scene.run(command) == code)
    #expect(scene.messages == [message])
  }
}
