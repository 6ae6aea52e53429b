import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Tasks of all notes")
struct TaskIndexTests {
  private let folder = TemporaryFolder()

  private func makeIndex(_ files: MemoryVault, isIndexed: Bool = true) async -> VaultIndex {
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    if isIndexed { _ = await index.reconciled() }
    return index
  }

  private func makeFiles() -> MemoryVault {
    let files = MemoryVault()
    files.write(
      "b.md", "# Shop\n\n- [ ] milk 📅 2026-03-03\n- [x] bread\n- [ ] Éclairs #party\n", seconds: 5)
    files.write("a/work.md", "#work/deep\n\n- [ ] report 📅 2026-03-02\n- [ ] later\n", seconds: 3)
    files.write("a/x/old.md", "* [/] begun 📅 2025-12-31\n* [-] dropped 📅 2026-03-02\n", seconds: 9)
    files.write("none.md", "nothing to do", seconds: 1)
    return files
  }

  private func request(_ change: (inout TaskRequest) -> Void) -> TaskRequest {
    var request = TaskRequest()
    change(&request)
    return request
  }

  @Test("Open tasks are sorted by day, with undated tasks last", arguments: [true, false])
  func ordered(_ isIndexed: Bool) async throws {
    let index = await makeIndex(makeFiles(), isIndexed: isIndexed)
    let catalog = try await index.tasks.tasks(TaskRequest())
    let places = catalog.tasks(in: 0..<10).map { "\($0.note.path.text):\($0.line)" }
    #expect(
      places == ["a/x/old.md:1", "a/work.md:3", "b.md:3", "a/work.md:4", "b.md:5"])
    #expect(catalog.count == 5)
    let day = try #require(Day(year: 2026, month: 3, day: 2))
    #expect(catalog.position(of: day) == 1)
    #expect(catalog.position(of: day.advanced(by: 1)) == 2)
    #expect(catalog.position(of: nil) == 3)
    #expect(
      catalog.counts(in: DaySpan(day, nil)) == [day: 1, day.advanced(by: 1): 1])
    #expect(catalog.tasks(in: 0..<10).map(\.title) == ["old", "work", "Shop", "work", "Shop"])
  }

  @Test("Requests select among the tasks", arguments: [true, false])
  func chosen(_ isIndexed: Bool) async throws {
    let index = await makeIndex(makeFiles(), isIndexed: isIndexed)
    let cases: [(TaskRequest, [String])] = [
      (request { $0.status = .done }, ["a/x/old.md:2", "b.md:4"]),
      (request { $0.tag = "WORK" }, ["a/work.md:3", "a/work.md:4"]),
      (request { $0.tag = "#party" }, ["b.md:5"]),
      (request { $0.tag = "wor" }, []),
      (request { $0.folder = NotePath("a/x") }, ["a/x/old.md:1"]),
      (request { $0.folder = NotePath("a") }, ["a/x/old.md:1", "a/work.md:3", "a/work.md:4"]),
      (
        request { $0.folder = NotePath("") },
        ["a/x/old.md:1", "a/work.md:3", "b.md:3", "a/work.md:4", "b.md:5"]
      ),
      (request { $0.words = "ecl SHO" }, ["b.md:5"]),
      (request { $0.words = "lkS" }, []),
      (request { $0.priority = .high }, []),
      (request { $0.leftOut = NotePath("a") }, ["b.md:3", "b.md:5"]),
      (
        request { $0.leftOut = NotePath("a/x") },
        ["a/work.md:3", "b.md:3", "a/work.md:4", "b.md:5"]
      ),
      (
        request { $0.leftOut = NotePath("b") },
        ["a/x/old.md:1", "a/work.md:3", "b.md:3", "a/work.md:4", "b.md:5"]
      ),
      (
        request {
          $0.leftOut = NotePath("a/x")
          $0.folder = NotePath("a")
        }, ["a/work.md:3", "a/work.md:4"]
      ),
      (
        request {
          $0.leftOut = NotePath("a")
          $0.status = .all
        }, ["b.md:3", "b.md:4", "b.md:5"]
      ),
      (
        request {
          $0.leftOut = NotePath("a")
          $0.status = .done
        }, ["b.md:4"]
      ),
      (
        request { $0.closedMarks = ["/", "x"] }, ["a/work.md:3", "b.md:3", "a/work.md:4", "b.md:5"]
      ),
    ]
    for (request, expected) in cases {
      #expect(try await index.tasks.count(request) == expected.count)
      let catalog = try await index.tasks.tasks(request)
      let found = catalog.tasks(in: 0..<10).map { "\($0.note.path.text):\($0.line)" }
      #expect(found == expected, "\(request)")
    }
  }

  @Test("Tasks with reminders are found alone, open ones by their index", arguments: [true, false])
  func reminding(_ isIndexed: Bool) async throws {
    let files = makeFiles()
    files.write(
      "r.md", "- [ ] call ⏰ 2026-03-02 21:00 (@2026-03-03)\n- [x] rang ⏰ 2026-03-02\n- [ ] ⏰\n",
      seconds: 2)
    let index = await makeIndex(files, isIndexed: isIndexed)
    let rows: [(TaskRequest, [[String]])] = [
      (request { $0.hasReminder = true }, [["2026-03-02 21:00", "2026-03-03"]]),
      (
        request {
          $0.hasReminder = true
          $0.closedMarks = [" "]
        }, []
      ),
      (
        request {
          $0.hasReminder = true
          $0.status = .all
        }, [["2026-03-02 21:00", "2026-03-03"], ["2026-03-02"]]
      ),
    ]
    for (request, reminders) in rows {
      let catalog = try await index.tasks.tasks(request)
      #expect(catalog.tasks(in: 0..<10).map(\.facts.reminders) == reminders)
      #expect(try await index.tasks.count(request) == reminders.count)
    }
  }

  @Test("The first frame gets its tasks from the index alone, and has none without an index")
  func atHand() async throws {
    let files = makeFiles()
    let index = await makeIndex(files)
    #expect(index.tasks.knownTasks(TaskRequest())?.count == 5)
    #expect(index.tasks.knownTasks(request { $0.leftOut = NotePath("a") })?.count == 2)
    let other = VaultIndex(files: files, folder: TemporaryFolder().bytes, clock: UTCClock())
    #expect(other.tasks.knownTasks(TaskRequest()) == nil)
  }

  @Test("A list requested earlier does not show later changes")
  func snapshot() async throws {
    let files = makeFiles()
    let index = await makeIndex(files)
    let before = try await index.tasks.tasks(TaskRequest())
    files.write("b.md", "- [ ] one\n- [ ] two\n", seconds: 20)
    _ = try await index.refresh([NoteID("b.md")])
    #expect(before.tasks(in: 2..<3).map(\.facts.due) == [Day(year: 2026, month: 3, day: 3)])
    let after = try await index.tasks.tasks(TaskRequest())
    #expect(after.tasks(in: 3..<5).map(\.line) == [1, 2])
    #expect(before.count == 5)
  }

  @Test("Created and changed notes are counted by day")
  func activity() async throws {
    let files = MemoryVault()
    let day = try #require(Day(year: 2026, month: 3, day: 2))
    let noon = CivilCalendar.moment(day.time).seconds + 43_200
    files.write("a.md", "---\ncreated: 2026-02-27\n---\n", seconds: noon)
    files.write("b.md", "text", seconds: noon - 86_400)
    let index = await makeIndex(files)
    let all = try await index.activity.activity(in: DaySpan(nil, day), clock: UTCClock())
    #expect(all[day] == DayActivity(created: 0, changed: 1))
    #expect(all[day.advanced(by: -1)] == DayActivity(created: 1, changed: 1))
    #expect(all[day.advanced(by: -3)] == DayActivity(created: 1))
    let last = try await index.activity.activity(in: DaySpan(day, day), clock: UTCClock())
    #expect(last == [day: DayActivity(created: 0, changed: 1)])
  }
}
