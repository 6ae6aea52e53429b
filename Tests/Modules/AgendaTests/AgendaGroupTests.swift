import Entities
import Services
import TestSupport
import Testing
import UseCases

@testable import Agenda

@Suite("The groups of an agenda")
struct AgendaGroupTests {
  private func day(_ text: String) throws -> Day {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return try #require(Day(year: parts[0], month: parts[1], day: parts[2]))
  }

  /// One letter for each day of three weeks from the day before today.
  private func letters(_ today: Day, _ start: Weekday) -> String {
    (-1..<20).map { offset in
      let group = AgendaGroup.of(
        today.advanced(by: offset), today: today, weekStart: start)
      switch group {
      case .overdue: return "o"
      case .today: return "T"
      case .tomorrow: return "t"
      case .laterThisWeek: return "w"
      case .nextWeek: return "n"
      case .later: return "l"
      case .noDate: return "-"
      }
    }.joined()
  }

  @Test(
    "T1: each weekday has the right groups, whichever day begins the week",
    arguments: [
      // 2026-03-02 is a Monday.
      ("2026-03-02", Weekday.monday, "oTtwwwwwnnnnnnnllllll"),
      ("2026-03-03", .monday, "oTtwwwwnnnnnnnlllllll"),
      ("2026-03-06", .monday, "oTtwnnnnnnnllllllllll"),
      ("2026-03-07", .monday, "oTtnnnnnnnlllllllllll"),
      // On the last day of a week, tomorrow is the first day of the next week.
      ("2026-03-08", .monday, "oTtnnnnnnllllllllllll"),
      ("2026-03-08", .sunday, "oTtwwwwwnnnnnnnllllll"),
      ("2026-03-07", .sunday, "oTtnnnnnnllllllllllll"),
      ("2026-03-02", .sunday, "oTtwwwwnnnnnnnlllllll"),
      ("2026-03-06", .saturday, "oTtnnnnnnllllllllllll"),
      ("2026-03-07", .saturday, "oTtwwwwwnnnnnnnllllll"),
      // These days cover the turn of the year and changes of daylight saving time.
      ("2026-12-30", .monday, "oTtwwwnnnnnnnllllllll"),
      ("2026-12-31", .sunday, "oTtwnnnnnnnllllllllll"),
      ("2027-01-01", .monday, "oTtwnnnnnnnllllllllll"),
      ("2026-03-28", .monday, "oTtnnnnnnnlllllllllll"),
      ("2026-10-25", .monday, "oTtnnnnnnllllllllllll"),
      ("2028-02-28", .monday, "oTtwwwwwnnnnnnnllllll"),
    ])
  func groups(today: String, start: Weekday, expected: String) throws {
    #expect(letters(try day(today), start) == expected)
  }

  @Test("T1: the groups cover all days without a gap, at any time of the year")
  func partition() throws {
    let first = try day("2026-01-01")
    for offset in 0..<800 {
      let today = first.advanced(by: offset)
      for start in [Weekday.monday, .sunday, .saturday] {
        var next: Day?
        for group in AgendaGroup.allCases where group != .noDate {
          guard let span = group.days(today: today, weekStart: start) else { continue }
          if let next { #expect(span.first == next) }
          if let last = span.last { next = last.advanced(by: 1) }
        }
        let later = try #require(AgendaGroup.later.days(today: today, weekStart: start))
        #expect(later.first == next && later.last == nil)
        // The group Later begins at the start of a week.
        #expect(later.first?.weekday == start)
      }
    }
  }

  @Test(
    "T2: tasks show a weekday for the rest of this week, a date otherwise, and nothing for today",
    arguments: [
      ("2026-03-04", ""), ("2026-03-05", "Thursday"), ("2026-03-07", "Saturday"),
      ("2026-03-09", "Mon 9 Mar"), ("2026-03-16", "Mon 16 Mar"), ("2027-01-01", "Fri 1 Jan 2027"),
      ("2026-03-03", "Tue 3 Mar"), ("2025-12-31", "Wed 31 Dec 2025"),
    ])
  func dates(written: String, expected: String) throws {
    let (today, day) = (try day("2026-03-04"), try day(written))
    let group = AgendaGroup.of(day, today: today, weekStart: .monday)
    #expect(AgendaDate.short(day, in: group, today: today) == expected)
  }

  @Test(
    "Week numbers match those in printed calendars",
    arguments: [
      ("2025-12-29", 1), ("2026-01-05", 2), ("2026-12-28", 53), ("2027-01-04", 1),
      ("2027-01-03", 1), ("2026-03-01", 10),
    ])
  func weekNumbers(first: String, number: Int) throws {
    #expect(AgendaDate.weekNumber(ofWeekFrom: try day(first)) == number)
  }

  @Test("The number of seconds until midnight is right on days of 23 and 25 hours")
  func midnight() throws {
    let clock = ShiftingClock(at: Timestamp(seconds: 10 * 3600))
    // The wall clock jumps from 12:00 to 13:00, so the day has 23 hours.
    #expect(Midnight.seconds(until: Day(1), by: clock) == 13 * 3600)
    let back = ShiftingClock(at: Timestamp(seconds: 10 * 3600), by: -3600)
    #expect(Midnight.seconds(until: Day(1), by: back) == 15 * 3600)
    #expect(Midnight.seconds(until: Day(0), by: back) == 1)
  }

  /// A wall in UTC that is turned at 12:00 of its first day.
  private struct ShiftingClock: WallClock {
    let now: Timestamp
    let shift: Int64

    init(at now: Timestamp, by shift: Int64 = 3600) {
      (self.now, self.shift) = (now, shift)
    }

    func civil(_ moment: Timestamp) -> CivilTime {
      CivilCalendar.civil(
        Timestamp(seconds: moment.seconds + (moment.seconds >= 12 * 3600 ? shift : 0)))
    }
  }
}
