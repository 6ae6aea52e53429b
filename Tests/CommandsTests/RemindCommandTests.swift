import Entities
import OpenVault
import OwnCommands
import Services
import TestSupport
import Testing
import UseCases

@testable import Commands

@MainActor
@Suite("Reminders on the command line")
struct RemindCommandTests {
  private let scene = CommandScene(["a.md": "# A\n- [ ] call Ann\n"])

  private struct OneTask: TaskIndex {
    func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
      var facts = TaskFacts()
      facts.words = "call Ann"
      facts.reminders = ["2026-03-02 10:00"]
      return WholeTaskCatalog([TaskRecord(note: NoteID("a.md"), title: "A", line: 2, facts: facts)])
    }
  }

  private func use(_ program: FakeOwnProgram, hooks: String = "", isInHook: Bool = false) {
    scene.tasks = OneTask()
    scene.own = OwnCommandAccess(
      file: { OwnCommandFile(Array(hooks.utf8), path: "/c") }, program: program, isInHook: isInHook)
  }

  private func words(_ program: FakeOwnProgram) -> [String] {
    program.started.map { start in
      start.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
  }

  @Test("What is due is printed once, as rows or as JSON")
  func prints() async {
    use(FakeOwnProgram(""))
    #expect(await scene.run("remind") == .done)
    #expect(scene.results == "2026-03-02 10:00\tcall Ann\ta.md:2\n")
    #expect(await scene.run("remind") == .done)
    #expect(scene.results == "")
    scene.state.reminders = StoredValue(ReminderLog())
    #expect(await scene.run("remind", "--json-lines") == .done)
    #expect(
      scene.results
        == #"{"time":"2026-03-02 10:00","text":"call Ann","path":"a.md","line":2}"#
        + "\n")
  }

  @Test("Done marks the task, and undo opens it again")
  func done() async {
    use(FakeOwnProgram("done\n"))
    #expect(await scene.run("remind") == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "# A\n- [x] call Ann\n")
    #expect(await scene.run("undo") == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "# A\n- [ ] call Ann\n")
  }

  @Test("Hooks run for what rang, but not for what a hook started", arguments: [false, true])
  func hooks(isInHook: Bool) async {
    let program = FakeOwnProgram("")
    use(
      program, hooks: "name = r\nwhen = remind\nrun = play {line} {path}\n", isInHook: isInHook)
    #expect(await scene.run("remind") == .done)
    let played = words(program).filter { $0.hasPrefix("play") }
    #expect(played == (isInHook ? [] : ["play 2 /vault/a.md"]))
  }

  @Test("Where nothing can be shown the command fails, and the reminder is due again")
  func fails() async {
    use(FakeOwnProgram("", error: .notFound("notify-send")))
    #expect(await scene.run("remind") == .failed)
    #expect(scene.messages.count == 1 && scene.messages[0].contains("notify-send is not installed"))
    use(FakeOwnProgram(""))
    #expect(await scene.run("remind") == .done)
    #expect(scene.results.contains("call Ann"))
  }

  @Test("The hint quotes the vault for systemd and for cron")
  func hint() {
    let text = ReminderHint(vault: #"/a "b" 100% $x y's"#).text
    #expect(
      text.contains(#"ExecStart=/usr/bin/env notes-tui remind --vault "/a \"b\" 100%% $$x y's""#))
    #expect(text.contains(#"* * * * * notes-tui remind --vault '/a "b" 100\% $x y'\''s'"#))
  }
}
