import Entities
import TestSupport
import Testing

@testable import SearchIndex

@Suite("The notes of a day")
struct ActiveNoteTests {
  private let folder = TemporaryFolder()

  @Test(
    "The notes of a day are those created, last changed, or with a task completed on it",
    arguments: [true, false])
  func notes(_ isIndexed: Bool) async throws {
    let files = MemoryVault()
    let day = try #require(Day(year: 2026, month: 3, day: 2))
    let noon = CivilCalendar.moment(day.time).seconds + 43_200
    files.write("made.md", "---\ncreated: 2026-03-02\n---\n", seconds: noon + 864_000)
    files.write("changed.md", "---\ncreated: 2026-02-27\n---\n# Changed\n", seconds: noon)
    files.write("new.md", "text", seconds: noon + 60)
    files.write(
      "tasks.md", "- [x] one ✅ 2026-03-02\n- [x] two ✅ 2026-03-02\n- [x] old ✅ 2026-03-01\n",
      seconds: noon + 200_000)
    files.write("night.md", "text", seconds: noon + 43_199)
    files.write("next.md", "text", seconds: noon + 43_200)
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    if isIndexed { _ = await index.reconciled() }
    let found = try await index.activity.notes(on: day, clock: UTCClock())
    func note(
      _ path: String, _ title: String, made: Bool, changed: Bool, done: Int = 0
    ) -> ActiveNote {
      ActiveNote(
        id: NoteID(path), title: title, wasMade: made, wasChanged: changed, doneTasks: done)
    }
    #expect(
      found == [
        note("made.md", "made", made: true, changed: false),
        note("tasks.md", "tasks", made: false, changed: false, done: 2),
        note("night.md", "night", made: true, changed: true),
        note("new.md", "new", made: true, changed: true),
        note("changed.md", "Changed", made: false, changed: true),
      ])
    #expect(try await index.activity.notes(on: day.advanced(by: -9), clock: UTCClock()) == [])
  }
}
