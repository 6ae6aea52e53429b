import Entities
import OpenVault
import Services
import TestSupport
import Testing
import Viper

@testable import Links

@MainActor
@Suite("Renaming headings and blocks")
struct PartRenamerTests {
  private let work = Work()
  private let changes = GivenChanges()
  private let rewriting = HeardRewriting()
  private let listener = Listener()
  private let renamer: PartRenamer
  private let note = NoteID("a.md")

  init() {
    let cases = LinkCases(.inMemory(rewriting: rewriting, changes: changes))
    renamer = PartRenamer(cases: cases, work: work)
  }

  private func rename(_ part: String, to words: String) async {
    renamer.rename(part, of: note, to: words, then: listener.hear)
    await work.whenIdle()
  }

  private func undo() async {
    renamer.undo()
    await work.whenIdle()
  }

  private func give(_ notes: String...) async {
    await changes.give(
      notes.map { NoteChange(note: NoteID($0), title: $0, pieces: []) })
  }

  @Test(
    "A heading or block and all links to it change in one step, and the last step is undone first")
  func renames() async {
    await give("a.md", "b.md")
    await rename("Old", to: "New")
    await give("a.md")
    await rename("^id", to: "^other")
    #expect(await changes.asked == ["a.md#Old to New", "a.md#^id to ^other"])
    await undo()
    await undo()
    await undo()
    #expect(
      await rewriting.heard == [
        #"rewrite ["a.md", "b.md"]"#, #"rewrite ["a.md"]"#, #"undo ["a.md"]"#,
        #"undo ["a.md", "b.md"]"#,
      ])
    #expect(
      listener.events == ["renamed a.md b.md", "renamed a.md", "back a.md", "back a.md b.md"])
  }

  @Test("A failure is reported in the service's words, and a failed undo can be tried again")
  func fails() async {
    await give("a.md")
    await changes.fail(next: .refused("No such part."))
    await rename("Old", to: "New")
    await rewriting.fail(next: .changedOutside(note.path))
    await rename("Old", to: "New")
    #expect(await rewriting.heard == [])
    await undo()
    let failures = [
      "failed: No such part.", "failed: \(NoteStoreError.changedOutside(note.path).message)",
    ]
    #expect(listener.events == failures)
    await rename("Old", to: "New")
    await rewriting.fail(next: .noSpace(note.path))
    await undo()
    await undo()
    #expect(
      listener.events.dropFirst(2) == [
        "renamed a.md", "failed: \(NoteStoreError.noSpace(note.path).message)", "back a.md",
      ])
  }

  @MainActor
  private final class Listener {
    var events: [String] = []

    func hear(_ renaming: PartRenaming) {
      switch renaming {
      case .renamed(let notes): events.append("renamed \(words(notes))")
      case .tookBack(let notes): events.append("back \(words(notes))")
      case .failed(let message): events.append("failed: \(message)")
      }
    }

    private func words(_ notes: [NoteID]) -> String {
      notes.map(\.path.text).joined(separator: " ")
    }
  }
}
