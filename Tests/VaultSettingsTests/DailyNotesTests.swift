import Entities
import Testing
import VaultSettings

@Suite("Paths of daily notes")
struct DailyNotesTests {
  private func settings(_ values: [SettingName: String]) -> SettingValues {
    var settings = SettingValues()
    settings.values = values
    return settings
  }

  @Test("Without settings daily notes are at the top, named by the day")
  func usual() throws {
    let notes = DailyNotes(SettingValues())
    let day = try #require(Day(year: 2026, month: 3, day: 2))
    #expect(notes.note(of: day) == NoteID("2026-03-02.md"))
    #expect(notes.day(of: NoteID("2026-03-02.md")) == day)
    #expect(notes.day(of: NoteID("2026-03-02.md.age")) == day)
    #expect(notes.day(of: NoteID("2026-03-02.txt")) == day)
    #expect(notes.day(of: NoteID("old/2026-03-02.md")) == nil)
    #expect(notes.day(of: NoteID("Plan.md")) == nil)
    #expect(notes.templateFolder == NotePath("Templates"))
    #expect(notes.template == nil)
  }

  @Test("The person's settings override Obsidian's")
  func order() throws {
    var foreign = ObsidianSettings()
    foreign.dailyFolder = "Journal"
    foreign.dailyFormat = "YYYY/MM/DD"
    foreign.dailyTemplate = "Templates/Day"
    foreign.templateFolder = "Forms"
    let day = try #require(Day(year: 2026, month: 3, day: 2))
    let theirs = DailyNotes(SettingValues(), foreign)
    #expect(theirs.note(of: day) == NoteID("Journal/2026/03/02.md"))
    #expect(theirs.day(of: NoteID("Journal/2026/03/02.md")) == day)
    #expect(theirs.template == "Templates/Day")
    #expect(theirs.templateFolder == NotePath("Forms"))
    let ours = DailyNotes(
      settings([.dailyFolder: "/Log/", .dailyFormat: "[d]YYYYMMDD"]), foreign)
    #expect(ours.note(of: day) == NoteID("Log/d20260302.md"))
    #expect(ours.template == "Templates/Day")
  }

  @Test(
    "A format that cannot tell days apart or leads elsewhere is reported and not used",
    arguments: [
      "YYYY-MM", "[Today]", "../YYYY-MM-DD", "YYYY//MM-DD", ".YYYY-MM-DD", "HH:mm", "dddd",
      "YYYY-MM-DD/[..]", "[\u{1}]YYYY-MM-DD", "/YYYY-MM-DD",
    ])
  func badFormats(format: String) {
    let notes = DailyNotes(settings([.dailyFormat: format]))
    #expect(notes.note(of: Day(0)) == NoteID("1970-01-01.md"))
    #expect(notes.problems.count == 1)
  }

  @Test("A folder outside the vault is not accepted")
  func badFolder() {
    let notes = DailyNotes(settings([.dailyFolder: "../outside", .templateFolder: "a/../b"]))
    #expect(notes.folder == NotePath(""))
    #expect(notes.templateFolder == NotePath("Templates"))
  }

  @Test("A format that includes the extension does not get it twice")
  func ending() {
    let notes = DailyNotes(settings([.dailyFormat: "YYYY-MM-DD[.md]"]))
    #expect(notes.note(of: Day(0)) == NoteID("1970-01-01.md"))
    #expect(notes.day(of: NoteID("1970-01-01.md")) == Day(0))
  }

  @Test("A template is looked up by its path, then among the templates")
  func places() {
    let notes = DailyNotes(settings([.templateFolder: "Forms"]))
    #expect(
      notes.candidates(ofTemplate: "Day") == [
        NoteID("Day.md"), NoteID("Day"), NoteID("Forms/Day.md"), NoteID("Forms/Day"),
      ])
    #expect(
      notes.candidates(ofTemplate: "a/Day.txt") == [NoteID("a/Day.txt"), NoteID("Forms/a/Day.txt")])
    #expect(notes.candidates(ofTemplate: "../Day") == [])
  }
}
