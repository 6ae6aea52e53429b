import Entities

/// The texts of figures and days.
enum StatsWords {
  static let counting = "counting…"

  static func nothing(on day: Day) -> String { "No notes were found for \(day.text)." }

  static func title(of list: StatsList?) -> String {
    list.map { "Statistics · \($0.title)" } ?? "Statistics"
  }

  static func figures(_ figures: VaultFigures) -> [StatsFigure] {
    let streaks = figures.streaks
    return [
      StatsFigure(name: "notes", value: "\(figures.notes)"),
      StatsFigure(name: "words", value: "\(figures.words)"),
      StatsFigure(name: "links", value: "\(figures.links)"),
      StatsFigure(name: "tags", value: "\(figures.tags)"),
      StatsFigure(name: "tasks", value: "\(figures.tasks), \(figures.openTasks) open"),
      StatsFigure(
        name: "streak", value: "\(days(streaks.current)) now, longest \(days(streaks.longest))"),
    ]
  }

  static func title(of day: Day) -> String {
    DateFormat("dddd, D MMMM YYYY").text(of: day)
  }

  /// Describes a day's activity. A note that was made and last changed on it counts only as made.
  static func text(of day: Day, _ activity: DayActivity) -> String {
    var parts: [String] = []
    if activity.created > 0 { parts.append("\(notes(activity.created)) made") }
    if activity.changed > 0 { parts.append("\(notes(activity.changed)) changed last") }
    if activity.doneTasks > 0 {
      parts.append(activity.doneTasks == 1 ? "1 task done" : "\(activity.doneTasks) tasks done")
    }
    return "\(DateFormat("ddd D MMM YYYY").text(of: day)): "
      + (parts.isEmpty ? "nothing" : parts.joined(separator: ", "))
  }

  static func remark(on note: ActiveNote) -> String {
    var parts = note.wasMade ? ["made"] : note.wasChanged ? ["changed"] : []
    if note.doneTasks > 0 {
      parts.append(note.doneTasks == 1 ? "1 task done" : "\(note.doneTasks) tasks done")
    }
    return parts.joined(separator: ", ")
  }

  private static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }
  private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
}

extension StatsYear {
  /// Makes the 53 weeks that end with the current one. The busiest tenth of the days does not scale
  /// the shades, so that a large import does not make all other days pale.
  init(_ days: [Day: DayActivity], today: Day, weekStart: Weekday) {
    let first = Self.firstDay(before: today, weekStart)
    weekdays = (0..<7).map { String(first.advanced(by: $0).weekday.name.prefix(3)) }
    let counts = (first.number...today.number).map { days[Day($0)]?.actions ?? 0 }
    let busy = counts.filter { $0 > 0 }.sorted()
    let most = busy.isEmpty ? 1 : busy[(busy.count - 1) * 9 / 10]
    shades = counts.map { count in
      count == 0 ? 0 : min(4, 1 + (count - 1) * 4 / max(4, most))
    }
    for week in 0..<weeks {
      // Name the month that begins in this week.
      let days = (0..<7).map { first.advanced(by: week * 7 + $0) }
      guard let start = days.first(where: { $0.time.day == 1 }) else { continue }
      months.append(Month(week: week, name: DateFormat("MMM").text(of: start)))
    }
  }

  static func firstDay(before today: Day, _ weekStart: Weekday) -> Day {
    today.startOfWeek(weekStart).advanced(by: -52 * 7)
  }
}
