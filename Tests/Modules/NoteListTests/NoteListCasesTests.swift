import Entities
import Services
import TestSupport
import Testing

@testable import NoteList

@MainActor
@Suite("Use cases of notes, without a screen")
struct NoteListCasesTests {
  private let bench = ListBench(["a.md": "# Alpha", "b.md": "# Beta", "c.md": "# Gamma"])
  private var cases: NoteListCases { bench.cases }

  @Test("When trashing fails at one note, earlier notes are trashed and later notes stay")
  func half() async {
    let done = await cases.trash([NoteID("a.md"), NoteID("nope.md"), NoteID("c.md")])
    #expect(done.values.map(\.original) == [NoteID("a.md")])
    #expect(done.failure == .store(.notFound(NotePath("nope.md"))))
    #expect(await bench.store.text(of: NoteID("c.md")) != nil)
  }

  @Test("A canceled task trashes nothing more and says so")
  func cancelled() async {
    let cases = cases
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await cases.trash([NoteID("a.md"), NoteID("b.md")])
    }
    let done = await task.value
    #expect(done.values.isEmpty && done.failure == .index(.cancelled))
    #expect(await bench.store.ids.count == 3)
  }

  @Test("The result of a renaming undoes it")
  func renames() async throws {
    let moved = try await cases.rename(NoteID("a.md"), to: "Plan: B")
    #expect(moved.to == NoteID("Plan B.md") && moved.title == "Plan: B")
    let back = try await cases.takeBack(moved)
    #expect(back.to == NoteID("a.md") && back.title == "Alpha")
    #expect(await bench.store.text(of: NoteID("a.md")) == "# Alpha")
  }

  @Test("A taken name or a missing note is an error with the path, and nothing moves")
  func refuses() async {
    await #expect(throws: NoteStoreError.self) { try await cases.rename(NoteID("a.md"), to: "b") }
    await #expect(throws: NoteStoreError.notFound(NotePath("x.md"))) {
      try await cases.move(NoteID("x.md"), to: NotePath("deep"))
    }
    await #expect(throws: NoteStoreError.notFound(NotePath("no"))) {
      try await cases.move(.folder(NotePath("no")), to: NotePath("yes"))
    }
    #expect(await bench.store.ids.count == 3)
  }
}
