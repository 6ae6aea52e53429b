package import Entities
import Services

/// What the tasks of an agenda stand under, in the order of the screen.
package enum AgendaGroup: Int, CaseIterable, Sendable {
  case overdue, today, tomorrow, laterThisWeek, nextWeek, later, noDate

  package var name: String {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .laterThisWeek: "Later This Week"
    case .nextWeek: "Next Week"
    case .later: "Later"
    case .noDate: "No Date"
    }
  }

  /// Nil where it has no days as seen from that one: no day is left of a week that ends tomorrow.
  package func days(today: Day, weekStart: Weekday) -> DaySpan? {
    let tomorrow = today.advanced(by: 1)
    let nextWeek = today.startOfWeek(weekStart).advanced(by: 7)
    let span: DaySpan? =
      switch self {
      case .overdue: DaySpan(nil, today.advanced(by: -1))
      case .today: DaySpan(today, today)
      case .tomorrow: DaySpan(tomorrow, tomorrow)
      case .laterThisWeek: DaySpan(tomorrow.advanced(by: 1), nextWeek.advanced(by: -1))
      // On the last day of a week, the next one begins tomorrow.
      case .nextWeek: DaySpan(max(nextWeek, tomorrow.advanced(by: 1)), nextWeek.advanced(by: 6))
      case .later: DaySpan(nextWeek.advanced(by: 7), nil)
      case .noDate: nil
      }
    guard let span else { return nil }
    if let first = span.first, let last = span.last, last < first { return nil }
    return span
  }

  /// Where a task of this day stands; nil: of none.
  package static func of(_ day: Day?, today: Day, weekStart: Weekday) -> AgendaGroup {
    guard let day else { return .noDate }
    return allCases.first {
      $0.days(today: today, weekStart: weekStart)?.contains(day) ?? false
    } ?? .later
  }
}
