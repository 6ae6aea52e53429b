import Entities
import Files
import Services
import Synchronization
import TestSupport
import Testing
import UseCases
import VaultLayers

@testable import FileStore

@Suite("Changing tasks in their notes")
struct TaskWritingTests {
  private let today = Day(CivilTime(year: 2026, month: 11, day: 22))

  private func make(_ texts: [String: String]) -> (store: MemoryNoteStore, writing: TaskCases) {
    let store = MemoryNoteStore(texts)
    return (store, cases(store))
  }

  private func cases(
    _ store: MemoryNoteStore = MemoryNoteStore(), through layer: (any NoteStore)? = nil,
    rewriting: (any NoteRewriting)? = nil
  ) -> TaskCases {
    .of(
      store, through: layer, texts: MarkdownTaskTexts(), rewriting: rewriting,
      clock: StillClock(Timestamp(seconds: 1_795_343_400)))
  }

  /// Lets another program write a note right before it is saved.
  private struct MeddledStore: LayeredStore {
    let notes: MemoryNoteStore
    let meddle: @Sendable () async -> Void

    func save(
      _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
    ) async throws(NoteStoreError) -> NoteStamp {
      await meddle()
      return try await store.save(text, to: id, replacing: stamp)
    }
  }

  @Test(
    "A new task gets its own line whatever another program inserts before it (line D1)",
    arguments: ["- [ ] a\n", "words\n", ""])
  func addedMeanwhile(text: String) async throws {
    let store = MemoryNoteStore(["a.md": text])
    let meddled = MeddledStore(notes: store) {
      guard await store.text(of: NoteID("a.md")) == text else { return }
      await store.change(NoteID("a.md"), to: "- [ ] theirs\n" + text)
    }
    let writing = cases(store, through: meddled)
    _ = try await writing.add(
      "new", due: nil, priority: .normal, to: NoteID("a.md"))
    let lines = try #require(await store.text(of: NoteID("a.md"))).split(separator: "\n")
    let wanted = ["- [ ] theirs", "- [ ] new"] + text.split(separator: "\n").map(String.init)
    #expect(lines.map(String.init).sorted() == wanted.sorted())
  }

  /// Another program creates each note just before it is created here.
  private struct MadeMeanwhile: LayeredStore {
    let notes: MemoryNoteStore

    func create(
      _ text: any ByteSource, at id: NoteID
    ) async throws(NoteStoreError) -> NoteStamp {
      await notes.change(id, to: "- [ ] theirs\n")
      return try await store.create(text, at: id)
    }
  }

  @Test("The first task goes into the note that another program creates at the same time (line N1)")
  func madeMeanwhile() async throws {
    let store = MemoryNoteStore()
    let writing = cases(store, through: MadeMeanwhile(notes: store))
    _ = try await writing.add("mine", due: nil, priority: .normal, to: nil)
    #expect(await store.text(of: NoteID("Tasks.md")) == "- [ ] theirs\n- [ ] mine\n")
  }

  /// What a list that read `text` knows about the task in a line.
  private func record(_ text: String, line: Int) throws -> TaskRecord {
    let task = try #require(
      MarkdownTaskTexts().tasks(in: Array(text.utf8)).first { $0.line == line })
    return TaskRecord(note: NoteID("a.md"), title: "a", line: line, facts: task.facts)
  }

  private static let text = "# A\n- [ ] b\n- [x] c\r\n```\n- [ ] code\n```\n- [ ] b"

  @Test("All tasks of a text are listed with their lines, except those in code")
  func places() {
    let places = MarkdownTaskTexts().tasks(in: Array(Self.text.utf8))
    #expect(places.map(\.line) == [2, 3, 7])
    let lines = places.map { String(decoding: Array(Self.text.utf8)[$0.range], as: UTF8.self) }
    #expect(lines == ["- [ ] b\n", "- [x] c\r\n", "- [ ] b"])
  }

  @Test("A task is toggled in its line, and undo restores every byte")
  func toggles() async throws {
    let (store, writing) = make(["a.md": Self.text])
    let receipt = try await writing.change(record(Self.text, line: 3), .toggle)
    #expect(
      await store.text(of: NoteID("a.md"))
        == "# A\n- [ ] b\n- [ ] c\r\n```\n- [ ] code\n```\n- [ ] b")
    _ = try await writing.undo(receipt)
    #expect(await store.text(of: NoteID("a.md")) == Self.text)
  }

  @Test(
    "The next occurrence of a recurring task uses the line ending of the other lines",
    arguments: [
      ("- [ ] a 🔁 every day 📅 2026-11-22", "\n"), ("x\r\n- [ ] a 🔁 every day 📅 2026-11-22", "\r\n"),
    ])
  func recurring(text: String, end: String) async throws {
    let (store, writing) = make(["a.md": text])
    let line = text.hasPrefix("x") ? 2 : 1
    let receipt = try await writing.change(record(text, line: line), .toggle)
    let head = line == 2 ? "x\r\n" : ""
    #expect(
      await store.text(of: NoteID("a.md"))
        == "\(head)- [ ] a 🔁 every day 📅 2026-11-23\(end)"
        + "- [x] a 🔁 every day 📅 2026-11-22 ✅ 2026-11-22")
    _ = try await writing.undo(receipt)
    #expect(await store.text(of: NoteID("a.md")) == text)
  }

  @Test(
    "A task that is deleted when done is restored by undo, even in a locked note",
    arguments: ["a.md", "a.md.age"], [("", ""), ("x\n", ""), ("", "y\n"), ("x\n", "y\n")])
  func goes(note: String, around: (String, String)) async throws {
    let text = around.0 + "- [ ] a 🏁 delete\n" + around.1
    let (store, writing) = make([note: text])
    var record = try record(text, line: around.0.isEmpty ? 1 : 2)
    record.note = NoteID(note)
    let receipt = try await writing.change(record, .toggle)
    #expect(await store.text(of: record.note) == around.0 + around.1)
    _ = try await writing.undo(receipt)
    #expect(await store.text(of: record.note) == text)
  }

  @Test(
    "A moved task is found in the nearest line with the same text",
    arguments: [
      ("new\n\n- [ ] a\n", "new\n\n- [x] a\n"),
      ("- [ ] a\n\n\n\n- [ ] a\n", "- [ ] a\n\n\n\n- [x] a\n"),
      ("- [ ] b\n- [ ] c\n", nil), ("", nil), ("- [x] a\n", nil),
      ("1\n2\n- [ ] a\n4\n- [ ] a\n", nil), ("```\n- [ ] a\n```\n", nil),
    ])
  func moved(now: String, expected: String?) async throws {
    let (store, writing) = make(["a.md": now])
    let task = try record("1\n2\n3\n- [ ] a\n", line: 4)
    do {
      _ = try await writing.change(task, .toggle)
      #expect(await store.text(of: NoteID("a.md")) == expected)
    } catch {
      #expect(expected == nil && error == .changedOutside(NotePath("a.md")))
      #expect(await store.text(of: NoteID("a.md")) == now)
    }
  }

  /// Counts how often notes are saved.
  private final class CountedStore: LayeredStore {
    let notes: MemoryNoteStore
    private let count = Mutex(0)

    init(_ store: MemoryNoteStore) { notes = store }

    var saves: Int { count.withLock { $0 } }

    func save(
      _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
    ) async throws(NoteStoreError) -> NoteStamp {
      count.withLock { $0 += 1 }
      return try await store.save(text, to: id, replacing: stamp)
    }
  }

  private static let severalRows: [(text: String, lines: [Int], after: String)] = [
    ("- [ ] a\n- [ ] b\nx\n- [ ] c", [4, 1, 2], "- [x] a\n- [x] b\nx\n- [x] c"),
    ("- [ ] a 🏁 delete\n- [ ] b 🏁 delete\nx\n", [1, 2], "x\n"),
    ("- [ ] a 🏁 delete\nx\n- [ ] b 🏁 delete\n", [1, 3], "x\n"),
    ("- [ ] a\n- [ ] b 🏁 delete\n- [ ] c\n", [1, 2, 3], "- [x] a\n- [x] c\n"),
    ("- [ ] a 🏁 delete\n- [ ] b\n", [1, 2], "- [x] b\n"),
    ("x\n- [ ] a 🏁 delete\n- [ ] b 🏁 delete\n", [2, 3], "x\n"),
    ("- [ ] a 🏁 delete\n- [ ] b 🏁 delete", [1, 2], ""),
    (
      "- [ ] a 🔁 every day 📅 2026-11-22\n- [ ] b\n", [1, 2],
      "- [ ] a 🔁 every day 📅 2026-11-23\n- [x] a 🔁 every day 📅 2026-11-22 ✅ 2026-11-22\n- [x] b\n"
    ),
  ]

  @Test(
    "Several tasks of a note are changed in one save and undone at once",
    arguments: ["a.md", "a.md.age"], severalRows)
  func several(note: String, row: (text: String, lines: [Int], after: String)) async throws {
    let store = CountedStore(MemoryNoteStore([note: row.text]))
    let writing = cases(store.notes, through: store)
    let tasks = try row.lines.map { line in
      var task = try record(row.text, line: line)
      task.note = NoteID(note)
      return task
    }
    let receipt = try await writing.change(tasks, in: NoteID(note), .toggle)
    #expect(await store.notes.text(of: NoteID(note)) == row.after)
    #expect(store.saves == 1)
    _ = try await writing.undo(receipt)
    #expect(await store.notes.text(of: NoteID(note)) == row.text)
  }

  @Test("A task with an unknown recurrence rule is ticked and gets no next occurrence")
  func unclear() async throws {
    let text = "- [ ] a 🔁 every blue moon 📅 2026-11-22"
    let (store, writing) = make(["a.md": "\(text)\n"])
    _ = try await writing.change(record("\(text)\n", line: 1), .toggle)
    let done = "\(text.replacing("[ ]", with: "[x]")) ✅ \(today.text)\n"
    #expect(await store.text(of: NoteID("a.md")) == done)
  }

  @Test("A task is rescheduled, and nothing is written if nothing changes")
  func others() async throws {
    let text = "- [ ] a\n"
    let (store, writing) = make(["a.md": text])
    let task = try record(text, line: 1)
    #expect(try await writing.change(task, .reschedule(nil)).changes.isEmpty)
    _ = try await writing.change(task, .reschedule(today))
    #expect(await store.text(of: NoteID("a.md")) == "- [ ] a 📅 2026-11-22\n")
  }

  private static let additions: [(String, String, Int)] = [
    ("", "- [ ] new\n", 1), ("# A\n", "# A\n- [ ] new\n", 2), ("# A", "# A\n- [ ] new", 2),
    ("- [ ] a\n\nwords\n", "- [ ] a\n- [ ] new\n\nwords\n", 2),
    ("- [ ] a\r\n  more\r\n\r\nb", "- [ ] a\r\n  more\r\n- [ ] new\r\n\r\nb", 3),
    ("- [ ] a\n  - [x] b\n", "- [ ] a\n  - [x] b\n- [ ] new\n", 3),
    ("- [ ] a", "- [ ] a\n- [ ] new", 2),
  ]

  @Test("A new task goes after the last task, or else at the end", arguments: additions)
  func adds(before: String, after: String, line: Int) async throws {
    let (store, writing) = make(["a.md": before])
    let added = try await writing.add(
      "new", due: nil, priority: .normal, to: NoteID("a.md"))
    #expect(await store.text(of: NoteID("a.md")) == after)
    #expect(added.line == line && added.note == NoteID("a.md"))
    _ = try await writing.undo(try #require(added.receipt))
    #expect(await store.text(of: NoteID("a.md")) == before)
  }

  @Test(
    "A day at the end of the words is distinguished from names that resemble it (use polish)",
    arguments: [
      ("call Ann in 2 weeks", "call Ann", "2026-12-06"),
      ("call Ann tomorrow", "call Ann", "2026-11-23"),
      ("Rent on 1 dec", "Rent", "2026-12-01"), ("Tea Friday", "Tea", "2026-11-27"),
      ("Tea the day after tomorrow", "Tea", "2026-11-24"), ("pay 2026-12-24", "pay", "2026-12-24"),
      ("walk next week", "walk", "2026-11-29"), ("lunch with May", nil, nil), ("buy sun", nil, nil),
      ("tomorrow", nil, nil), ("in 2 weeks", nil, nil), ("stay 3 days", nil, nil), ("", nil, nil),
    ])
  func dayAtEnd(words: String, rest: String?, day: String?) {
    let found = MarkdownTaskTexts().dayAtEnd(of: words, today: today)
    #expect(found?.rest == rest)
    #expect(found.flatMap { MarkdownTaskTexts().day($0.day, today: today)?.text } == day)
  }

  @Test("The tasks note is created with the first task that belongs to no other note")
  func taskNote() async throws {
    let (store, writing) = make([:])
    let first = try await writing.add(
      " one\ntwo ", due: today, priority: .high, to: nil)
    #expect(first == TaskReceipt(note: NoteID("Tasks.md"), line: 1, receipt: nil))
    let second = try await writing.add("three", due: nil, priority: .normal, to: nil)
    #expect(second.line == 2)
    #expect(
      await store.text(of: NoteID("Tasks.md")) == "- [ ] one two ⏫ 📅 2026-11-22\n- [ ] three\n")
  }

  @Test("Empty words, a missing note and code at the end are refused")
  func refuses() async throws {
    let (store, writing) = make(["a.md": "```\nx\n"])
    for (words, note) in [(" \n", "a.md"), ("new", "a.md"), ("new", "gone.md")] {
      await #expect(throws: NoteStoreError.self) {
        try await writing.add(words, due: nil, priority: .normal, to: NoteID(note))
      }
    }
    #expect(await store.text(of: NoteID("a.md")) == "```\nx\n")
    #expect(await store.ids == [NoteID("a.md")])
  }

  @Test("A failed write is reported and leaves the note unchanged")
  func fails() async throws {
    let (store, writing) = make(["a.md": "- [ ] a\n"])
    await store.fail(next: .notPermitted(NotePath("a.md"), action: "read"))
    await #expect(throws: NoteStoreError.notPermitted(NotePath("a.md"), action: "read")) {
      try await writing.change(record("- [ ] a\n", line: 1), .toggle)
    }
    #expect(await store.text(of: NoteID("a.md")) == "- [ ] a\n")
  }

  @Test("A task change in one note does not wait for a rewrite of other notes (line D1)")
  func besideRewriting() async throws {
    let bench = Bench()
    let state = TemporaryFolder()
    let journal = state.bytes + Array("/moves".utf8)
    let moves = FolderMoves(bench.vault, journal: journal, rewriter: .links { _ in [] })
    let writing = cases(through: bench.store, rewriting: moves)
    bench.folder.write("a.md", "- [ ] a\n")
    let other = try MoveJournal(journal, .real)
    let added = try await writing.add(
      "new", due: nil, priority: .normal, to: NoteID("a.md"))
    _ = try await writing.change(record("- [ ] a\n", line: 1), .toggle)
    #expect(bench.folder.text("a.md") == "- [x] a\n- [ ] new\n")
    #expect(state.names(in: "moves") == ["lock"])
    try other.remove()
    #expect(added.receipt?.lines.count == 1)
  }

  @Test("A task in a locked note is changed and restored through the store")
  func locked() async throws {
    let store = MemoryNoteStore(["a.md.age": "- [ ] a\n"])
    let refusing = MemoryRewriting(MemoryNoteStore())
    let writing = cases(store, rewriting: refusing)
    var task = try record("- [ ] a\n", line: 1)
    task.note = NoteID("a.md.age")
    let receipt = try await writing.change(task, .toggle)
    #expect(await store.text(of: task.note) == "- [x] a\n")
    _ = try await writing.undo(receipt)
    #expect(await store.text(of: task.note) == "- [ ] a\n")
  }

  @Test("A toggled task in a file can be undone although the note has grown since")
  func onFiles() async throws {
    let bench = Bench()
    let state = TemporaryFolder()
    let moves = FolderMoves(
      bench.vault, journal: state.bytes + Array("/moves".utf8), rewriter: .links { _ in [] })
    let writing = cases(through: bench.store, rewriting: moves)
    bench.folder.write("a.md", "- [ ] a 🔁 every day 📅 2026-11-22\n- [ ] b\n")
    let task = try record("- [ ] a 🔁 every day 📅 2026-11-22\n", line: 1)
    let receipt = try await writing.change(task, .toggle)
    let after = try #require(bench.folder.text("a.md"))
    #expect(after.hasPrefix("- [ ] a 🔁 every day 📅 2026-11-23\n- [x] a"))
    bench.folder.write("a.md", "top\n" + after)
    _ = try await writing.undo(receipt)
    #expect(bench.folder.text("a.md") == "top\n- [ ] a 🔁 every day 📅 2026-11-22\n- [ ] b\n")
  }
}
