import Commands
import Entities
import Services
import TestSupport
import Testing

@MainActor
@Suite("attach")
struct AttachCommandTests {
  private let outside = TemporaryFolder()
  private let scene = CommandScene(["a.md": "# A\n", "b.png": "other"])

  init() {
    outside.write("b.png", "picture")
    outside.write("c.zip", "packed")
    outside.write(".hidden.png", "x")
  }

  private func text(_ path: String) async -> String? { await scene.store.text(of: NoteID(path)) }

  @Test("Attached files get free names and links at the end of the note")
  func attach() async {
    #expect(await scene.run("attach", "A", outside.path("b.png"), outside.path("c.zip")) == .done)
    #expect(scene.results == "b 2.png\nc.zip\n")
    #expect(await text("a.md") == "# A\n![[b 2.png]]\n[[c.zip]]\n")
    #expect(await text("b 2.png") == "picture")
    #expect(await text("b.png") == "other")
    #expect(await text("c.zip") == "packed")
  }

  @Test("A file that is already in the vault with the same bytes and name is reused")
  func again() async {
    await scene.run("attach", "A", outside.path("b.png"))
    #expect(await scene.run("attach", "A", outside.path("b.png"), "--json") == .done)
    #expect(scene.results.contains(#""path":"b 2.png""#))
    #expect(scene.results.contains(#""made":false"#))
    #expect(await scene.store.ids.count == 3)
  }

  @Test("--dry-run prints the changes and writes nothing")
  func trial() async {
    #expect(
      await scene.run("attach", "A", outside.path("b.png"), outside.path("c.zip"), "--dry-run")
        == .done)
    #expect(
      scene.lines.filter { $0.hasPrefix("diff") } == [
        "diff --git a/a.md b/a.md", "diff --git a/b 2.png b/b 2.png", "diff --git a/c.zip b/c.zip",
      ])
    #expect(scene.messages == ["notes-tui: dry run: nothing was changed."])
    #expect(await scene.store.ids.count == 2)
    #expect(await text("a.md") == "# A\n")
  }

  @Test(
    "If one file cannot be attached, none is, and nothing is written",
    arguments: [("none.png", ExitCode.notFound), ("", .failed), (".hidden.png", .failed)])
  func refused(name: String, code: ExitCode) async {
    #expect(await scene.run("attach", "A", outside.path("c.zip"), outside.path(name)) == code)
    #expect(scene.results == "")
    #expect(await scene.store.ids.count == 2)
    #expect(await text("a.md") == "# A\n")
    #expect(await scene.run("attach", "A") == .usage)
  }

  @Test("If the note cannot be written, the copies stay, and the message says so")
  func noteFails() async {
    await scene.store.link(NoteID("a.md"), to: "/elsewhere")
    #expect(await scene.run("attach", "A", outside.path("c.zip")) == .failed)
    #expect(scene.messages.last?.contains("“undo” takes them away") == true)
    #expect(await text("c.zip") == "packed")
    #expect(await text("a.md") == "# A\n")
  }
}
