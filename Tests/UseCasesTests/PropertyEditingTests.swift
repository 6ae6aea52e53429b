import Entities
import NoteQueries
import OpenVault
import Services
import TestSupport
import Testing
import UseCases
import VaultSettings

@Suite("Properties as use cases")
struct PropertyEditingTests {
  private let notes = MemoryNoteStore(["a.md": "status: open\n", "b.md": "status: open\n"])
  private let a = NoteID("a.md")
  private let b = NoteID("b.md")

  private func cases(
    _ store: (any NoteStore)? = nil, _ rewriting: (any NoteRewriting)? = nil,
    finding found: GivenChanges = GivenChanges()
  ) -> PropertyEditing {
    var vault = VaultServices.inMemory(
      notes, rewriting: rewriting, changes: found, texts: LineTexts())
    vault.store = store ?? notes
    return PropertyEditing(vault, clock: StillClock())
  }

  private func set(_ value: String) -> PropertyEditing.Making {
    { _ in .set(name: "status", values: [value], type: .text) }
  }

  private static let troubles: [(TroubledStore.Trouble, NoteStoreError)] = [
    (
      .reading(.notPermitted(NotePath("a.md"), action: "read")),
      .notPermitted(NotePath("a.md"), action: "read")
    ),
    (.reading(.locked(NotePath("a.md"))), .locked(NotePath("a.md"))),
    (.saving(.noSpace(NotePath("a.md"))), .noSpace(NotePath("a.md"))),
    (.saving(.changedOutside(NotePath("a.md"))), .changedOutside(NotePath("a.md"))),
    (.readOnly, .refused(NotePath("a.md"), reason: "the vault was opened with --read-only")),
  ]

  @Test("One note that cannot be read or saved is refused and unchanged", arguments: troubles)
  func refused(trouble: TroubledStore.Trouble, error: NoteStoreError) async {
    await #expect(throws: PropertyFailure.store(error)) {
      try await cases(TroubledStore(notes, trouble)).change("status", in: [a], set("x"))
    }
    #expect(await notes.text(of: a) == "status: open\n")
  }

  @Test("A concurrent change by another program stays, and the property is changed too")
  func otherWriter() async throws {
    let cases = cases(TroubledStore(notes, .otherWriter))
    let outcome = try await cases.change("status", in: [a], set("x"))
    #expect(await notes.text(of: a) == "status: x\nothers\n")
    #expect(outcome.changes.found.map(\.old?.values) == [["open"]])
  }

  @Test("A note that cannot be read is skipped and named among several notes")
  func someLeft() async throws {
    let error = NoteStoreError.notPermitted(NotePath("a.md"), action: "read")
    let cases = cases(TroubledStore(notes, .reading(error), at: a))
    let outcome = try await cases.change("status", in: [a, b], set("x"))
    #expect(outcome.left == [PropertyChanges.Left(note: a, reason: error.message)])
    #expect(outcome.receipt?.notes == [b])
    #expect(await notes.text(of: a) == "status: open\n")
    #expect(await notes.text(of: b) == "status: x\n")
  }

  @Test("A full disk changes none of several notes")
  func fullDisk() async {
    let rewriting = MemoryRewriting(notes)
    await rewriting.fail(next: .noSpace(NotePath("b.md")))
    await #expect(throws: PropertyFailure.store(.noSpace(NotePath("b.md")))) {
      try await cases(nil, rewriting).change("status", in: [a, b], set("x"))
    }
    #expect(await notes.text(of: a) == "status: open\n")
  }

  @Test("Several notes are read again if another program changes one of them")
  func severalAskedAgain() async throws {
    let rewriting = MemoryRewriting(notes)
    await rewriting.fail(next: .changedOutside(NotePath("b.md")))
    let outcome = try await cases(nil, rewriting).change("status", in: [a, b], set("x"))
    #expect(outcome.receipt?.notes == [a, b])
  }

  @Test("Nothing is changed if the user saw different front matter", arguments: [1, 2])
  func seenOtherwise(count: Int) async throws {
    let cases = cases()
    let read = try await cases.read(Array([a, b].prefix(count)))
    await notes.change(a, to: "status: closed\n")
    await #expect(throws: PropertyFailure.changedMeanwhile(a)) {
      try await cases.carryOut(
        .set(name: "status", values: ["x"], type: .text), in: read.sheets)
    }
    #expect(await notes.text(of: a) == "status: closed\n")
    #expect(await notes.text(of: b) == "status: open\n")
  }

  @Test("A change is undone in one step", arguments: [1, 2])
  func undo(count: Int) async throws {
    let cases = cases()
    let outcome = try await cases.change(
      "status", in: Array([a, b].prefix(count)), set("x"))
    #expect(await notes.text(of: a) == "status: x\n")
    let back = try await cases.undo(try #require(outcome.receipt))
    #expect(back.notes.count == count)
    #expect(await notes.text(of: a) == "status: open\n")
  }

  @Test("A note that already has the value is not written")
  func isSoAlready() async throws {
    let outcome = try await cases().change("status", in: [a], set("open"))
    #expect(outcome.receipt == nil && outcome.changes.found.isEmpty)
  }

  @Test("A note found by a query that cannot be read is skipped and named")
  func foundUnreadable() async throws {
    let change = NoteChange(note: a, title: "a", pieces: [], of: [])
    let error = NoteStoreError.notPermitted(NotePath("a.md"), action: "read")
    let cases = cases(TroubledStore(notes, .reading(error)), finding: GivenChanges([change]))
    let set = PropertyChange.set(name: "status", values: ["x"], type: .text)
    let outcome = try await cases.change(set, in: .all)
    #expect(outcome.receipt == nil)
    #expect(outcome.left == [PropertyChanges.Left(note: a, reason: error.message)])
  }

  @Test("Words invalid for the type are refused, as are several values for a single one")
  func words() async throws {
    let typing = try await cases().typing(of: "pages", as: .number)
    #expect(throws: PropertyFailure.oneValue(name: "pages", .number)) {
      try typing.change(["1", "2"], of: nil)
    }
    #expect(throws: PropertyFailure.words("“pages” takes a number, and “x” is none.")) {
      try typing.change(typed: "x", of: nil)
    }
    #expect(try typing.change(typed: " ", of: nil) == nil)
  }
}
