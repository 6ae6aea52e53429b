import Entities
import Testing

@Suite("A day of the calendar")
struct DayTests {
  @Test("A day is written in the form used in notes and made from its parts")
  func text() throws {
    let day = try #require(Day(year: 2024, month: 2, day: 29))
    #expect(day.text == "2024-02-29")
    #expect(Day(year: 2023, month: 2, day: 29) == nil)
    #expect(Day(0).text == "1970-01-01")
    #expect(Day(0).weekday == .thursday)
    #expect(Day(-1).weekday == .wednesday)
    #expect(Day(year: 812, month: 1, day: 2)?.text == "0812-01-02")
  }

  @Test(
    "Adding months gives the same day of the month, or the last one",
    arguments: [
      ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"),
      ("2023-12-31", 2, "2024-02-29"), ("2024-03-31", -1, "2024-02-29"),
      ("2024-01-15", -1, "2023-12-15"), ("2024-02-29", 12, "2025-02-28"),
      ("0001-03-31", -1, "0001-02-28"),
    ])
  func months(start: String, months: Int, end: String) throws {
    let parts = start.split(separator: "-").compactMap { Int($0) }
    let day = try #require(Day(year: parts[0], month: parts[1], day: parts[2]))
    #expect(day.advanced(byMonths: months).text == end)
  }

  @Test("A week begins on the chosen first day")
  func weeks() throws {
    for number in -800..<800 {
      for first in Weekday.allCases {
        let start = Day(number).startOfWeek(first)
        #expect(start.weekday == first)
        #expect((0..<7).contains(number - start.number))
      }
    }
  }

  @Test("A month's length is the distance from its first day to the next month's")
  func lengths() {
    for month in 0..<4800 {
      let first = Day(year: 1600, month: 1, day: 1)!.advanced(byMonths: month)
      #expect(first.time.day == 1)
      #expect(first.advanced(by: first.daysInMonth) == first.advanced(byMonths: 1))
    }
  }
}
