import Entities
import UseCases

/// Days as the agenda writes them.
enum AgendaDate {
  /// As little as tells which day it is: the weekday within this week, the date beyond it, and
  /// nothing today.
  static func short(_ day: Day, in group: AgendaGroup, today: Day) -> String {
    switch group {
    case .today, .noDate: return ""
    case .tomorrow, .laterThisWeek: return day.weekday.name
    case .overdue, .nextWeek, .later:
      let time = day.time
      let date =
        "\(day.weekday.name.prefix(3)) \(time.day) \(EnglishDate.month(time.month).prefix(3))"
      return time.year == today.time.year ? date : "\(date) \(time.year)"
    }
  }

  /// `Friday, 6 March 2026`
  static func long(_ day: Day) -> String {
    let time = day.time
    return "\(day.weekday.name), \(time.day) \(EnglishDate.month(time.month)) \(time.year)"
  }

  /// `March 2026`
  static func monthTitle(_ day: Day) -> String {
    "\(EnglishDate.month(day.time.month)) \(day.time.year)"
  }

  /// The week's number as ISO 8601 counts, of the week that has most of these seven days.
  static func weekNumber(ofWeekFrom first: Day) -> Int {
    first.advanced(by: (Weekday.thursday.rawValue - first.weekday.rawValue + 7) % 7).isoWeek.number
  }
}
