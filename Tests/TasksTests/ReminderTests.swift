import Entities
import Testing

@testable import Tasks

@Suite("When tasks remind")
struct ReminderTests {
  private static let lines: [(String, [String])] = [
    ("- [ ] call Ann ⏰ 2026-08-10 21:00", ["2026-08-10 21:00"]),
    ("- [ ] call Ann ⏰ 2026-08-10", ["2026-08-10"]),
    ("- [ ] call ⏰️ 9:30 📅 2026-08-10", ["9:30"]),
    ("- [ ] call ⏰ a day before at 9:00 or so 📅 2026-08-10", ["a day before at 9:00"]),
    ("- [ ] call (@2026-08-10 21:00) Ann", ["2026-08-10 21:00"]),
    (
      "- [ ] call [reminder::  2026-08-10T21:00 , 2  hours before]",
      ["2026-08-10T21:00", "2 hours before"]
    ),
    ("- [ ] call (reminder:: 1 week before) #home", ["1 week before"]),
    ("- [ ] call [due:: 2026-08-10T21:00]", ["due 21:00"]),
    ("- [ ] call 📅 2026-08-10 21:00", ["2026-08-10 21:00"]),
    ("- [ ] call 📅 2026-08-10", []), ("- [ ] the ⏰ rings", []), ("- [ ] ask (@ann) (@", []),
    ("- [ ] `⏰ 2026-08-10 21:00` is code", []), ("- [ ] on ⏰ 2026-02-30 21:00", []),
    ("- [ ] ⏰", []), ("- [ ] [reminder:: soon]", []), ("- [ ] [reminder:: ", []),
    ("- [ ] ⏰ 25:00 ⏰ 2026-08-10 24:00", ["2026-08-10"]), ("- [ ] ⏰ 99999 days before", []),
  ]

  @Test("A line says when it reminds", arguments: lines)
  func line(text: String, reminders: [String]) {
    #expect(TaskLine.facts(text.utf8.span, 0..<text.utf8.count)?.reminders == reminders)
  }

  private static let recurring: [(String, String)] = [
    (
      "- [ ] water ⏰ 2026-08-10 21:00 🔁 every day 📅 2026-08-11",
      "- [ ] water ⏰ 2026-08-11 21:00 🔁 every day 📅 2026-08-12"
    ),
    (
      "- [ ] water (@2026-08-10) [reminder:: a day before, 2026-08-09 09:00] 🔁 every week",
      "- [ ] water (@2026-08-17) [reminder:: a day before, 2026-08-16 09:00] 🔁 every week"
    ),
    (
      "- [ ] water [due:: 2026-08-10T21:00] [repeat:: every day]",
      "- [ ] water [due:: 2026-08-11T21:00] [repeat:: every day]"
    ),
    (
      "- [ ] water ⏰ 21:00 🔁 every day 📅 2026-08-11", "- [ ] water ⏰ 21:00 🔁 every day 📅 2026-08-12"
    ),
  ]

  @Test("The next occurrence of a task reminds as long before it", arguments: recurring)
  func next(line: String, next: String) throws {
    let today = try #require(Day(year: 2026, month: 8, day: 10))
    let done = try #require(TaskEdit(Array(line.utf8))).toggled(today: today)
    #expect(
      String(decoding: done, as: UTF8.self).split(separator: "\n").first.map(String.init) == next)
  }

  @Test("Of very many reminders in a line, the first ones count")
  func many() {
    let text = "- [ ] x" + String(repeating: " (@2026-08-10 21:00)", count: 500)
    #expect(TaskLine.facts(text.utf8.span, 0..<text.utf8.count)?.reminders.count == 20)
  }

  /// An hour east of Greenwich.
  private struct Clock: WallClock {
    let now = Timestamp(seconds: 0)
    func civil(_ moment: Timestamp) -> CivilTime {
      CivilCalendar.civil(moment.advanced(by: .seconds(3600)))
    }
  }

  private static let times: [([String], String?, [String])] = [
    (["2026-08-10 21:00"], nil, ["2026-08-10T21:00:00"]),
    (["2026-08-10T21:00:30Z"], nil, ["2026-08-10T22:00:30"]),
    (["2026-08-10"], nil, ["2026-08-10T09:15:00"]),
    (["21:00"], "2026-03-01", ["2026-03-01T21:00:00"]), (["21:00"], nil, []),
    (["a day before"], "2026-03-01", ["2026-02-28T09:15:00"]),
    (["1 month before at 8:00"], "2026-03-31", ["2026-02-28T08:00:00"]),
    (["2 hours before"], "2026-03-01", ["2026-03-01T07:15:00"]),
    (
      ["due 0:30", "45 minutes before", "an hour before", "1 day before"], "2026-03-01",
      [
        "2026-03-01T00:30:00", "2026-02-28T23:45:00", "2026-02-28T23:30:00", "2026-02-28T00:30:00",
      ]
    ),
    (["0 days before", "9:15"], "2026-03-01", ["2026-03-01T09:15:00"]),
    (["soon", "due x", ""], "2026-03-01", []),
  ]

  @Test("What is written is a time on the wall", arguments: times)
  func time(reminders: [String], due: String?, times: [String]) throws {
    var facts = TaskFacts()
    facts.reminders = reminders
    facts.due = due.flatMap { WrittenMoment($0)?.day }
    let usual = try #require(TimeOfDay("9:15"))
    let found = facts.reminderTimes(usual: usual, on: Clock())
    #expect(found.map { CivilCalendar.civil($0).written } == times)
  }

  private static let spans: [(String, String, Bool?)] = [
    ("22:00-07:00", "23:10", true), ("22:00-07:00", "06:59", true), ("22:00-07:00", "7:00", false),
    ("12:00-13:00", "12:00", true), ("12:00-13:00", "13:00", false), ("7:00-7:00", "7:00", nil),
    ("22-7", "1:00", nil), ("off", "1:00", nil),
  ]

  @Test("A span of the day may contain midnight", arguments: spans)
  func span(text: String, time: String, contains: Bool?) throws {
    let time = try #require(TimeOfDay(time))
    #expect(TimeOfDaySpan(text)?.contains(time) == contains)
  }
}
