import Entities
import Services
import TestSupport
import Testing
import UseCases

@Suite("Tasks as use cases")
struct TaskCasesTests {
  private let notes = MemoryNoteStore(["a.md": "- [ ] one\n"])
  private let note = NoteID("a.md")

  private func cases(_ trouble: TroubledStore.Trouble? = nil) -> TaskCases {
    .of(notes, through: trouble.map { TroubledStore(notes, $0) })
  }

  private var one: TaskRecord {
    var facts = TaskFacts()
    facts.words = "one"
    return TaskRecord(note: note, title: "a", line: 1, facts: facts)
  }

  private static let troubles: [(TroubledStore.Trouble, NoteStoreError)] = [
    (
      .reading(.notPermitted(NotePath("a.md"), action: "read")),
      .notPermitted(NotePath("a.md"), action: "read")
    ),
    (.reading(.locked(NotePath("a.md"))), .locked(NotePath("a.md"))),
    (.saving(.noSpace(NotePath("a.md"))), .noSpace(NotePath("a.md"))),
    (.readOnly, .refused(NotePath("a.md"), reason: "the vault was opened with --read-only")),
  ]

  @Test(
    "A task in a note that cannot be read or saved is refused and unchanged", arguments: troubles)
  func refused(trouble: TroubledStore.Trouble, error: NoteStoreError) async {
    await #expect(throws: error) { try await cases(trouble).change(one, .toggle) }
    await #expect(throws: error) { try await cases(trouble).add("two", due: nil, to: note) }
    #expect(await notes.text(of: note) == "- [ ] one\n")
  }

  @Test("Either all of several tasks are changed or none", arguments: ["- [ ] never\n", "text\n"])
  func allOrNone(second: String) async throws {
    let text = "- [ ] one\n\(second)"
    await notes.change(note, to: text)
    var other = one
    (other.line, other.facts.words) = (2, "never")
    await #expect(throws: NoteStoreError.self) {
      try await cases().change([one, other], in: note, .toggle)
    }
    #expect(await notes.text(of: note) == text)
  }

  @Test("A concurrent change by another program stays with a ticked task and with a new one")
  func otherWriter() async throws {
    _ = try await cases(.otherWriter).change(one, .toggle)
    #expect(await notes.text(of: note) == "- [x] one\nothers\n")
    _ = try await cases(.otherWriter).add("two", due: nil, to: note)
    #expect(await notes.text(of: note)?.contains("two\nothers\n") == true)
  }

  @Test("A change and a new task can be undone, and a note created for the task is trashed")
  func undo() async throws {
    let receipt = try await cases().change(one, .toggle)
    #expect(try await cases().undo(receipt) == [note])
    #expect(await notes.text(of: note) == "- [ ] one\n")
    let added = try await cases().add("two", due: nil)
    #expect(try await cases().undo(added) == [NoteID("Tasks.md")])
    #expect(await notes.ids == [note])
  }
}
