/// When a task reminds, as its line or its properties say.
package enum TaskReminder: Hashable, Sendable {
  /// At a time of the clock on the wall, wherever the person is.
  case wall(Timestamp)
  /// At a moment that was written with its zone.
  case moment(Timestamp)
  /// On a day, at the usual time.
  case day(Day)
  /// On the day of the task, at this time.
  case time(TimeOfDay)
  /// Before the task is due: some days, at a time or the usual one, or some hours or minutes.
  case before(count: Int, TimeUnit, at: TimeOfDay?)

  /// Reads `2026-08-10 21:00`, `2026-08-10`, `21:00`, `a day before`, `2 hours before` and `a day
  /// before at 9:00`.
  package init?(_ text: String) {
    if let moment = WrittenMoment(property: text) {
      switch (moment.hasTime, moment.zone, moment.day) {
      case (true, nil, _): self = .wall(moment.onWall)
      case (true, _, _): self = .moment(moment.inUTC)
      case (false, _, let day?): self = .day(day)
      default: return nil
      }
    } else if let time = TimeOfDay(text) {
      self = .time(time)
    } else {
      self.init(relative: text)
    }
  }

  private init?(relative text: String) {
    var words = text.lowercased().split(separator: " ").map(String.init)
    var time: TimeOfDay?
    if let last = words.last.flatMap(TimeOfDay.init) {
      time = last
      words.removeLast()
      if words.last == "at" { words.removeLast() }
    }
    guard words.count == 3, words[2] == "before", let unit = TimeUnit(word: words[1]) else {
      return nil
    }
    let isOne = words[0] == "a" || words[0] == "an"
    guard let count = isOne ? 1 : Int(words[0]), (0...10_000).contains(count),
      unit.span != nil || time == nil && (unit == .hour || unit == .minute)
    else { return nil }
    self = .before(count: count, unit, at: time)
  }

  /// The time of the clock on the wall, as if it were UTC; nil without the day that it needs. `due`
  /// is the day of the task, and `hour` the time at which it is due on that day.
  package func time(due: Day?, hour: TimeOfDay?, usual: TimeOfDay, on clock: any WallClock)
    -> Timestamp?
  {
    switch self {
    case .wall(let time): return time
    case .moment(let moment): return CivilCalendar.moment(clock.civil(moment))
    case .day(let day): return usual.onWall(day)
    case .time(let time): return due.map(time.onWall)
    case .before(let count, let unit, let time):
      guard let due else { return nil }
      if let day = due.advanced(by: -count, unit) {
        return (time ?? hour ?? usual).onWall(day)
      }
      let minutes = count * (unit == .hour ? 60 : 1)
      return (hour ?? usual).onWall(due).advanced(by: .seconds(-60 * minutes))
    }
  }
}

/// A time of day in minutes since midnight.
package struct TimeOfDay: Hashable, Comparable, Sendable {
  package var minutes: Int

  package init(minutes: Int) { self.minutes = minutes }

  /// Reads `9:00` or `21:00`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    minutes = hour * 60 + minute
  }

  package static func < (left: Self, right: Self) -> Bool { left.minutes < right.minutes }

  package func onWall(_ day: Day) -> Timestamp {
    Timestamp(seconds: Int64(day.number) * 86_400 + Int64(minutes) * 60)
  }

  package var text: String { "\((minutes / 60).padded()):\((minutes % 60).padded())" }
}

/// A span of the day, which may contain midnight: `22:00-07:00`.
package struct TimeOfDaySpan: Equatable, Sendable {
  package var start: TimeOfDay
  package var end: TimeOfDay

  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = TimeOfDay(String(parts[0])),
      let end = TimeOfDay(String(parts[1])), start != end
    else { return nil }
    (self.start, self.end) = (start, end)
  }

  package func contains(_ time: TimeOfDay) -> Bool {
    start < end ? start <= time && time < end : start <= time || time < end
  }
}

extension TaskFacts {
  /// The word before the time at which a task is due, in `reminders`.
  package static let dueWord = "due "

  /// Returns the times of its reminders by the clock on the wall.
  package func reminderTimes(usual: TimeOfDay, on clock: any WallClock) -> [Timestamp] {
    let day = due ?? scheduled ?? start
    let hour = reminders.lazy.filter { $0.hasPrefix(Self.dueWord) }
      .compactMap { TimeOfDay(String($0.dropFirst(Self.dueWord.utf8.count))) }.first
    var times: [Timestamp] = []
    for text in reminders {
      let reminder =
        text.hasPrefix(Self.dueWord) ? hour.map(TaskReminder.time) : TaskReminder(text)
      let time = reminder?.time(due: day, hour: hour, usual: usual, on: clock)
      if let time, !times.contains(time) { times.append(time) }
    }
    return times
  }
}
