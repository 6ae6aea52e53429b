import Entities
import Services
import TestSupport
import Testing

@testable import Commands

@MainActor
@Suite("Commands with --expect and --expect-version")
struct GuardedCommandTests {
  private let scene = CommandScene(["a.md": "# A\n", "b.md": "# B\n"])

  @Test("A note with another version than expected is not changed, and the exit code is 6")
  func version() async throws {
    let seen = try await scene.store.read(NoteID("a.md")).stamp.version
    await scene.store.change(NoteID("a.md"), to: "# A\nnew\n")
    for command in [["append", "a", "x"], ["write", "a", "x"], ["trash", "a"]] {
      #expect(await scene.run(command + ["--expect-version", seen]) == .unexpected, "\(command)")
    }
    #expect(await scene.store.text(of: NoteID("a.md")) == "# A\nnew\n")
    let now = try await scene.store.read(NoteID("a.md")).stamp.version
    #expect(await scene.run("append", "a", "x", "--expect-version", now) == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "# A\nnew\nx\n")
  }

  @Test(
    "If more or fewer notes would change than expected, none does, and the exit code is 6",
    arguments: ["0", "1", "3"])
  func count(expected: String) async {
    #expect(await scene.run("trash", "a", "b", "--expect", expected) == .unexpected)
    #expect(scene.results == "")
    #expect(
      scene.messages == ["notes-tui: 2 notes would change, not \(expected). Nothing was written."])
    #expect(await scene.store.ids.count == 2)
  }

  @Test("If the number is as expected, the notes change, and the vault is opened once")
  func changes() async {
    #expect(await scene.run("trash", "a", "b", "--expect", "2") == .done)
    #expect(await scene.store.ids.isEmpty)
    #expect(scene.openings == 1)
  }

  @Test("Other failures are reported as themselves, not as unexpected")
  func fails() async {
    #expect(await scene.run("append", "nothing", "x", "--expect", "1") == .notFound)
    #expect(await scene.run("append", "a", "x", "--expect", "some") == .usage)
  }
}
