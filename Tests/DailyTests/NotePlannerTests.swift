import Daily
import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@Suite("The text of a new note, and where the note goes")
struct NotePlannerTests {
  private struct Foreign: ForeignSettings {
    var settings: ObsidianSettings
    func obsidian() async -> ObsidianSettings { settings }
    var templateFolder: String? { settings.templateFolder }
  }

  private let day = Day(20_514)  // 2026-03-02

  private func planner(
    _ texts: [String: String] = [:], _ settings: [SettingName: String] = [:],
    _ foreign: ObsidianSettings = ObsidianSettings()
  ) -> NotePlanner {
    let store = MemoryNoteStore(texts)
    var values = SettingValues()
    values.values = settings
    return NotePlanner(
      store: store, index: MemoryIndex(store), foreign: Foreign(settings: foreign),
      settings: values, clock: StillClock())
  }

  @Test("A daily note's template is filled in for the day, with the current time")
  func daily() async {
    var foreign = ObsidianSettings()
    foreign.dailyTemplate = "Day"
    foreign.templateFolder = "Forms"
    foreign.dateFormat = "DD.MM.YYYY"
    let plan = await planner(
      ["Forms/Day.md": "{{date}} {{time}} {{date:dddd}} {{title}}"], [:], foreign
    ).plan(.daily(day.advanced(by: 1)))
    #expect(plan.note == NoteID("2026-03-03.md"))
    #expect(
      String(decoding: plan.text.bytes, as: UTF8.self) == "03.03.2026 10:30 Tuesday 2026-03-03")
    #expect(plan.problem == nil)
  }

  @Test("A locked daily note counts as the day's note")
  func locked() async {
    let plan = await planner(["2026-03-02.md.age": "closed"]).plan(.daily(day))
    #expect(plan.note == NoteID("2026-03-02.md.age"))
  }

  @Test("A unique note is named after the minute, or the next one if the name is taken")
  func unique() async {
    let taken = ["202603021030.md": "a", "202603021031.md.age": "b", "x/202603021030.md": "c"]
    #expect(await planner(taken).plan(.unique(folder: nil)).note == NoteID("202603021032.md"))
    let inside = await planner(taken).plan(.unique(folder: NotePath("x")))
    #expect(inside.note == NoteID("x/202603021031.md"))
    #expect(inside.problem == nil)
  }

  @Test("Obsidian's settings for unique notes apply: folder, name and template")
  func uniqueByObsidian() async {
    var foreign = ObsidianSettings()
    foreign.newNoteFolder = "Inbox"
    #expect(
      await planner([:], [:], foreign).plan(.unique(folder: nil)).note
        == NoteID("Inbox/202603021030.md"))
    (foreign.uniqueFolder, foreign.uniqueFormat) = ("Zettel", "YYYY-MM-DD HHmm")
    foreign.uniqueTemplate = "Z"
    let plan = await planner(["Templates/Z.md": "# {{title}}"], [:], foreign)
      .plan(.unique(folder: nil))
    #expect(plan.note == NoteID("Zettel/2026-03-02 1030.md"))
    #expect(plan.text.bytes == Array("# 2026-03-02 1030".utf8))
    let alone = await planner([:], [:], foreign).plan(.unique(folder: nil))
    #expect(alone.text.bytes.isEmpty)
    #expect(alone.problem?.contains("There is no template “Z”") == true)
  }

  @Test(
    "A format that gives no valid name is reported, and one without minutes gives a single name",
    arguments: [("YYYY/MM", "202603021030"), ("[.]YYYY", "202603021030"), ("YYYY", "2026")])
  func uniqueFormats(format: String, name: String) async {
    var foreign = ObsidianSettings()
    foreign.uniqueFormat = format
    let plan = await planner([:], [:], foreign).plan(.unique(folder: nil))
    #expect(plan.note == NoteID(NotePath("\(name).md")))
    #expect((plan.problem != nil) == (name != "2026"))
    let second = await planner(["2026.md": ""], [:], foreign).plan(.unique(folder: nil))
    #expect((second.note == nil) == (name == "2026"))
  }

  @Test("New notes go to the configured folder, else to Obsidian's, else to the top")
  func folders() async {
    var foreign = ObsidianSettings()
    #expect(await planner().newNoteFolder() == NotePath(""))
    foreign.newNoteFolder = "Inbox"
    #expect(await planner([:], [:], foreign).newNoteFolder() == NotePath("Inbox"))
    #expect(
      await planner([:], [.newNoteFolder: "mine"], foreign).newNoteFolder() == NotePath("mine"))
    foreign.newNoteFolder = "../out"
    #expect(await planner([:], [:], foreign).newNoteFolder() == NotePath(""))
    #expect(
      await planner([:], [.newNoteFolder: ".mine"], foreign).newNoteFolder() == NotePath(""))
    foreign.createsNotesNextToOpenOne = true
    #expect(
      await planner([:], [:], foreign).newNoteFolder(beside: NoteID("a/b.md")) == NotePath("a"))
  }

  @Test("The templates are the notes in the templates folder")
  func templates() async throws {
    let found = try await planner([
      "Templates/B.md": "", "Templates/A.md": "", "Templated.md": "", "x.md": "",
    ]).templates()
    #expect(found.map(\.title).sorted() == ["A", "B"])
  }

  @Test("A template is found by its path or name, and a text too large for one is refused")
  func named() async throws {
    let large = String(repeating: "x", count: NotePlanner.largestTemplate + 1)
    let planner = planner(["Templates/A.md": "a", "b.md": "b", "Templates/L.md": large])
    #expect(try await planner.template(named: "A") == NoteID("Templates/A.md"))
    #expect(try await planner.template(named: "b") == NoteID("b.md"))
    await #expect(throws: NoteStoreError.notFound(NotePath("c"))) {
      try await planner.template(named: "c")
    }
    await #expect(throws: (any Error).self) {
      try await planner.text(of: NoteID("Templates/L.md"), title: "")
    }
  }

  @Test("Errors in Obsidian's files are reported once the note is open")
  func problems() async {
    var foreign = ObsidianSettings()
    foreign.problems = [".obsidian/app.json is not a JSON object."]
    #expect(await planner([:], [:], foreign).plan(.daily(day)).problem == foreign.problems[0])
  }
}
