import Entities
import Testing

@testable import Tasks

@Suite("When a task recurs")
struct RecurrenceTests {
  private static let rules: [(String, String, [String])] = [
    ("every day", "2026-12-30", ["2026-12-31", "2027-01-01"]),
    ("every 3 days", "2024-02-27", ["2024-03-01", "2024-03-04"]),
    ("every other day", "2026-03-01", ["2026-03-03"]),
    ("every weekday", "2026-11-20", ["2026-11-23", "2026-11-24"]),
    ("every weekend", "2026-11-22", ["2026-11-28", "2026-11-29"]),
    ("every week", "2026-12-28", ["2027-01-04"]),
    ("every week on Sunday", "2026-11-20", ["2026-11-22", "2026-11-29"]),
    ("every week on Tuesday, Friday", "2026-11-22", ["2026-11-24", "2026-11-27", "2026-12-01"]),
    ("every 2 weeks on Mon, Thu", "2026-11-23", ["2026-11-26", "2026-12-07", "2026-12-10"]),
    ("every 3 weeks on Friday", "2026-11-20", ["2026-12-11"]),
    ("every Monday", "2026-11-22", ["2026-11-23", "2026-11-30"]),
    ("Every  SUNDAY", "2021-04-25", ["2021-05-02"]),
    ("every month on the last", "2022-01-31", ["2022-02-28", "2022-03-31", "2022-04-30"]),
    (
      "every month", "2021-10-31",
      ["2021-11-30", "2021-12-30", "2022-01-30", "2022-02-28", "2022-03-28"]
    ),
    ("every 3 months", "2022-01-31", ["2022-04-30", "2022-07-30"]),
    (
      "every month on the 31st", "2022-01-31",
      ["2022-03-31", "2022-05-31", "2022-07-31", "2022-08-31"]
    ),
    ("every 2 months on the 1st", "2026-11-15", ["2027-01-01", "2027-03-01"]),
    ("every month on the 3rd", "2026-11-03", ["2026-12-03"]),
    ("every month on the last Friday", "2026-11-22", ["2026-11-27", "2026-12-25"]),
    ("every month on the 2nd last Friday", "2026-11-22", ["2026-12-18"]),
    ("every month on Friday", "2026-11-22", ["2026-11-27", "2026-12-04"]),
    ("every 6 months on the 2nd Wednesday", "2026-11-22", ["2027-05-12", "2027-11-10"]),
    ("every month on the first Monday", "2026-11-22", ["2026-12-07"]),
    ("every January on the 15th", "2026-11-22", ["2027-01-15", "2028-01-15"]),
    ("every February on the last", "2026-11-22", ["2027-02-28", "2028-02-29"]),
    (
      "every April and December on the 1st and 24th", "2026-04-01",
      ["2026-04-24", "2026-12-01", "2026-12-24", "2027-04-01"]
    ),
    ("every year", "2024-02-29", ["2025-02-28", "2026-02-28"]),
    ("every 4 years", "2024-02-29", ["2028-02-29"]),
    ("every year on the last Sunday", "2026-11-22", ["2026-12-27", "2027-12-26"]),
  ]

  @Test("Each documented rule gives its next days in order", arguments: rules)
  func follows(rule: String, start: String, expected: [String]) throws {
    let rule = try #require(Recurrence(rule))
    var day = TaskEditTests.day(start)
    for text in expected {
      day = try #require(rule.next(after: day, today: Day(0)))
      #expect(day.text == text)
    }
  }

  @Test("A rule that counts from the day of completion ignores the planned day")
  func whenDone() throws {
    let rule = try #require(Recurrence("every 10 days when done"))
    let today = TaskEditTests.day("2026-11-22")
    #expect(rule.next(after: TaskEditTests.day("2021-02-06"), today: today)?.text == "2026-12-02")
    #expect(Recurrence("every week")?.next(after: nil, today: today)?.text == "2026-11-29")
  }
}

@Suite("Days in plain English")
struct DayWordsTests {
  /// A Wednesday.
  private static let today = TaskEditTests.day("2026-12-30")

  private static let days: [(String, String?)] = [
    ("today", "2026-12-30"), ("Tomorrow", "2026-12-31"), ("YESTERDAY", "2026-12-29"),
    ("day after tomorrow", "2027-01-01"), ("fri", "2027-01-01"), ("friday", "2027-01-01"),
    ("on friday", "2027-01-01"), ("this fri", "2027-01-01"), ("wed", "2027-01-06"),
    ("tue", "2027-01-05"), ("next friday", "2027-01-08"), ("next mon", "2027-01-04"),
    ("next sunday", "2027-01-10"), ("last wed", "2026-12-23"), ("last tuesday", "2026-12-29"),
    ("monday week", "2027-01-11"), ("a week on monday", "2027-01-11"), ("weekend", "2027-01-02"),
    ("next week", "2027-01-06"), ("next month", "2027-01-30"), ("next year", "2027-12-30"),
    ("in 3 days", "2027-01-02"), ("in two weeks", "2027-01-13"), ("2 weeks", "2027-01-13"),
    ("in a month", "2027-01-30"), ("in 2 months", "2027-02-28"), ("in 14 months", "2028-02-29"),
    ("3 days ago", "2026-12-27"), ("in a year", "2027-12-30"), ("3 days from now", "2027-01-02"),
    ("end of month", "2026-12-31"), ("end of the week", "2027-01-03"),
    ("end of next month", "2027-01-31"),
    ("end of year", "2026-12-31"), ("1 dec", "2027-12-01"), ("dec 1", "2027-12-01"),
    ("30 dec", "2026-12-30"), ("31 Dec.", "2026-12-31"), ("1 december 2026", "2026-12-01"),
    ("December 1st, 2026", "2026-12-01"), ("the 2nd of january", "2027-01-02"),
    ("feb 29", "2028-02-29"),
    ("29 feb 2027", nil), ("31st", "2026-12-31"), ("the 15th", "2027-01-15"),
    ("30th", "2026-12-30"),
    ("2026-12-01", "2026-12-01"), ("2026-2-3", "2026-02-03"), ("2028-02-29", "2028-02-29"),
    ("2026-02-29", nil), ("12-01", nil), ("12-31", "2026-12-31"), ("25.12.", "2027-12-25"),
    ("25/12/2026", "2026-12-25"), ("12/25/2026", "2026-12-25"), ("03-03", "2027-03-03"),
    ("01/02/2026", nil), ("13-13", nil), ("", nil), ("  ", nil), ("soon", nil), ("5", nil),
    ("fr", nil),
    ("in 99999 days", nil), ("next", nil), ("1st dec 26", nil), ("friend", nil), ("in days", nil),
    ("2026", nil), ("0 dec", nil), ("32 dec", nil), ("9999-12-31", "9999-12-31"),
    ("2nd", "2027-01-02"),
    ("2st", nil), ("11th", "2027-01-11"), ("in 9000 years", nil), ("end of", nil), ("🙂", nil),
    ("3 days ago now", nil), ("monday 5", nil), ("march", nil),
    ("+3d", "2027-01-02"), ("2w", "2027-01-13"), ("in 3 d", "2027-01-02"), ("tmr", "2026-12-31"),
    ("next weekend", "2027-01-09"), ("last month", "2026-11-30"), ("eom", "2026-12-31"),
    ("a fortnight", "2027-01-13"), ("1.12.2026", "2026-12-01"), ("20261201", "2026-12-01"),
    ("20261301", nil), ("this wed", "2026-12-30"), ("+d", nil), ("3x", nil), ("w", nil),
  ]

  @Test("A text that names one day gives that day, and any other text gives none", arguments: days)
  func reads(written: String, expected: String?) {
    #expect(DayWords.day(written, today: Self.today)?.text == expected)
  }

  @Test(
    "Several days make a span, and a single day is a span of itself",
    arguments: [
      ("2026-W10", "2026-03-02", "2026-03-08"), ("week", "2026-12-28", "2027-01-03"),
      ("next month", "2027-01-01", "2027-01-31"), ("2026", "2026-01-01", "2026-12-31"),
      ("fri", "2027-01-01", "2027-01-01"), ("in 2 weeks", "2027-01-13", "2027-01-13"),
    ])
  func spans(written: String, first: String, last: String) {
    let span = DayWords.span(written, today: Self.today)
    #expect(span?.first?.text == first)
    #expect(span?.last?.text == last)
  }

  @Test("Recurrence is right from a leap day and across the end of a month")
  func leapDays() {
    let leap = TaskEditTests.day("2028-02-29")
    #expect(DayWords.day("next year", today: leap)?.text == "2029-02-28")
    #expect(DayWords.day("feb 29", today: leap)?.text == "2028-02-29")
    #expect(DayWords.day("tomorrow", today: leap)?.text == "2028-03-01")
    let before = TaskEditTests.day("2096-03-01")
    #expect(DayWords.day("29 feb", today: before)?.text == "2104-02-29")
  }
}
