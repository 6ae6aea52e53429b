import Commands
import Entities
import Services
import TestSupport
import Testing

@MainActor
@Suite("Task commands")
struct TaskCommandTests {
  @Test("task add puts a task after the last one or into a new task note, and prints its line")
  func add() async {
    let scene = CommandScene(["a.md": "# A\n- [ ] one\n\nend\n"])
    #expect(await scene.run("task", "add", "two", "words", "--to", "a.md") == .done)
    #expect(scene.results == "a.md:3\n")
    #expect(
      await scene.store.text(of: NoteID("a.md")) == "# A\n- [ ] one\n- [ ] two words\n\nend\n")
    #expect(await scene.run("task", "add", "x", "--due", "tomorrow", "--json") == .done)
    #expect(
      scene.results == "{\"path\":\"Tasks.md\",\"line\":1,\"text\":\"x\",\"due\":\"2026-03-03\"}\n")
    #expect(await scene.store.text(of: NoteID("Tasks.md")) == "- [ ] x 2026-03-03\n")
    #expect(await scene.run("task", "add", "y") == .done)
    #expect(scene.results == "Tasks.md:2\n")
  }

  private nonisolated static let refused: [(words: [String], code: ExitCode, says: String)] = [
    (["task", "add", " "], .usage, "needs words"),
    (["task", "add"], .usage, "TEXT"),
    (["task", "add", "x", "--due", "soon"], .usage, "not a date: “soon”"),
    (["task", "add", "x", "--priority", "urgent"], .usage, "highest"),
    (["task", "add", "x", "--to", "gone"], .notFound, "gone"),
    (["task", "done", "a.md", "1"], .notFound, "line 1 of a.md is not a task"),
    (["task", "done", "a.md", "2", "9"], .notFound, "line 9"),
    (["task", "done", "a.md", "ON"], .ambiguous, "fits 2 tasks"),
    (["task", "done", "a.md", "three"], .notFound, "no open task “three”"),
    (["task", "done", "gone.md", "1"], .notFound, "gone"),
    (["task", "done", "a.md", "never"], .failed, "This cannot be changed"),
    (["task", "done", "a.md", "2", "never"], .failed, "This cannot be changed"),
    (["task", "reschedule", "a.md", "tomorrow"], .usage, "NOTE:LINE"),
    (["task", "reschedule", "a.md:2", "soon"], .usage, "not a date: “soon”"),
    (["task", "reschedule", "a.md:1", "tomorrow"], .notFound, "not a task"),
  ]

  @Test(
    "An impossible change is refused with its reason and exit code, and changes nothing",
    arguments: refused)
  func refuses(words: [String], code: ExitCode, says: String) async {
    let text = "# A\n- [ ] one\n- [ ] one more\n- [x] three\n- [ ] never\n- [ ] one and three"
    let scene = CommandScene(["a.md": text.replacing("one and three", with: "two")])
    #expect(await scene.run(words) == code)
    #expect(scene.messages.joined(separator: " ").contains(says))
    #expect(await scene.store.ids == [NoteID("a.md")])
    #expect(
      await scene.store.text(of: NoteID("a.md")) == text.replacing("one and three", with: "two"))
  }

  @Test("task done ticks tasks by line and by words, and leaves done tasks alone")
  func done() async {
    let scene = CommandScene(["a.md": "- [ ] one\n- [ ] Two words\n- [x] three\n- [ ] four\n"])
    #expect(await scene.run("task", "done", "a.md", "1", "two WORDS", "3", "1") == .done)
    #expect(scene.results == "")
    #expect(
      await scene.store.text(of: NoteID("a.md"))
        == "- [x] one\n- [x] Two words\n- [x] three\n- [ ] four\n")
    #expect(await scene.run("task", "done", "a.md", "four", "--json-lines") == .done)
    #expect(
      scene.results == "{\"path\":\"a.md\",\"line\":4,\"text\":\"four\",\"due\":null}\n")
  }

  @Test("task reschedule prints the line, and “none” removes the date")
  func reschedule() async {
    let scene = CommandScene(["a.md": "- [ ] one\n"])
    #expect(await scene.run("task", "reschedule", "a.md:1", "tomorrow", "--json") == .done)
    #expect(
      scene.results
        == "{\"path\":\"a.md\",\"line\":1,\"text\":\"one\",\"due\":\"2026-03-03\"}\n")
    #expect(await scene.store.text(of: NoteID("a.md")) == "- [ ] 2026-03-03one\n")
    #expect(await scene.run("task", "reschedule", "a.md:1", "None") == .done)
  }

  @Test("A read-only vault refuses all task commands")
  func readOnly() async {
    let scene = CommandScene(["a.md": "- [ ] one\n"])
    scene.isReadOnly = true
    for words in [
      ["task", "add", "x"], ["task", "add", "x", "--to", "a.md"], ["task", "done", "a.md", "1"],
      ["task", "reschedule", "a.md:1", "tomorrow"],
    ] {
      #expect(await scene.run(words) == .failed)
      #expect(scene.messages.count == 1)
    }
    #expect(await scene.store.text(of: NoteID("a.md")) == "- [ ] one\n")
  }
}
