import Entities
import UseCases

/// Days as the agenda writes them.
enum AgendaDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// As little as tells which day it is: the weekday within this week, the date beyond it, and
  /// nothing today.
  static func short(_ day: Day, in group: AgendaGroup, today: Day) -> String {
    switch group {
    case .today, .noDate: return ""
    case .tomorrow, .laterThisWeek: return day.weekday.name
    case .overdue, .nextWeek, .later:
      let time = day.time
      let date = "\(day.weekday.name.prefix(3)) \(time.day) \(month(time.month).prefix(3))"
      return time.year == today.time.year ? date : "\(date) \(time.year)"
    }
  }

  /// `Friday, 6 March 2026`
  static func long(_ day: Day) -> String {
    let time = day.time
    return "\(day.weekday.name), \(time.day) \(month(time.month)) \(time.year)"
  }

  /// `March 2026`
  static func monthTitle(_ day: Day) -> String { "\(month(day.time.month)) \(day.time.year)" }

  private static func month(_ number: Int) -> String {
    months.indices.contains(number - 1) ? months[number - 1] : ""
  }

  /// The week's number as ISO 8601 counts, of the week that has most of these seven days.
  static func weekNumber(ofWeekFrom first: Day) -> Int {
    let thursday = first.advanced(by: (Weekday.thursday.rawValue - first.weekday.rawValue + 7) % 7)
    let newYear = Day(year: thursday.time.year, month: 1, day: 1) ?? thursday
    return (thursday.number - newYear.number) / 7 + 1
  }
}
