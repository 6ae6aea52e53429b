import Entities
import OpenVault
import Services
import TestSupport
import Testing

@testable import Commands

@MainActor
@Suite("Dry runs")
struct DryRunTests {
  private nonisolated static let changing: [(words: [String], lines: [String])] = [
    (["write", "Alpha", "new"], ["--- a/a.md", "+++ b/a.md", "-# Alpha", "+new"]),
    (["write", "new/c", "x"], ["--- /dev/null", "+++ b/new/c.md", "+x"]),
    (["write", "Alpha", "--empty"], ["--- a/a.md", "+++ b/a.md", "-# Alpha"]),
    (["append", "Beta", "x"], ["--- a/b.md", "+++ b/b.md", "+x"]),
    (
      ["trash", "a.md", "b.md"],
      ["--- a/a.md", "+++ /dev/null", "-# Alpha", "--- a/b.md", "+++ /dev/null", "-# Beta"]
    ),
    (["new", "T"], ["--- /dev/null", "+++ b/T.md", "+# T"]),
    (["new", "B", "--body", "x"], ["--- /dev/null", "+++ b/B 2.md\t", "+# B", "+", "+x"]),
    (["restore", "old.md"], ["--- /dev/null", "+++ b/old.md", "+# Old"]),
    (["daily", "x"], ["--- /dev/null", "+++ b/2026-03-02.md", "+x"]),
  ]

  @Test(
    "--dry-run prints the changes, says that it is a dry run, and changes nothing (line N16)",
    arguments: changing)
  func changing(words: [String], lines: [String]) async throws {
    let scene = CommandScene(["a.md": "# Alpha\n", "b.md": "# Beta\n", "old.md": "# Old\n"])
    _ = try await scene.store.trash(NoteID("old.md"))
    let before = await texts(of: scene)
    let done = await scene.state.done.load()
    #expect(await scene.run(words + ["--dry-run"]) == .done, "\(scene.messages)")
    #expect(scene.changedLines == lines)
    #expect(scene.messages.last == "notes-tui: dry run: nothing was changed.")
    #expect(await texts(of: scene) == before)
    #expect(await scene.state.done.load() == done)
    #expect(try await scene.store.trashed().count == 1)
  }

  private func texts(of scene: CommandScene) async -> [NoteID: String?] {
    var texts: [NoteID: String?] = [:]
    for id in await scene.store.ids { texts[id] = await scene.store.text(of: id) }
    return texts
  }

  @Test("Every command that changes notes has --dry-run (line N16)")
  func all() {
    for spec in CommandTable.all where spec.vault >= .changes {
      #expect(spec.options.contains(.dryRun), "\(spec.name.rawValue)")
      #expect(spec.options.count { $0 == .dryRun } == 1, "\(spec.name.rawValue)")
    }
  }

  @Test("write --empty empties a note; an empty text alone is refused (line N6)")
  func empty() async {
    let scene = CommandScene(["a.md": "old"])
    #expect(await scene.run("write", "a.md", "--empty") == .done)
    #expect(await scene.store.text(of: NoteID("a.md")) == "")
    #expect(await scene.run("write", "a.md", "x", "--empty") == .usage)
    #expect(await scene.run("write", "a.md") == .usage)
    #expect(scene.messages.first?.hasSuffix("To empty the note, add --empty.") == true)
  }
}
