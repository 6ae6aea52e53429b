import Entities

/// The rule of a recurring task: `every 2 weeks on Monday when done`.
struct Recurrence: Equatable {
  enum Unit { case day, week, month, year }

  struct DayOfWeek: Equatable {
    /// The position of the weekday in the month, or in the year without months; negative from the
    /// end. Nil means every such weekday.
    var nth: Int?
    var day: Weekday
  }

  var unit: Unit
  var interval: Int
  var weekdays: [DayOfWeek] = []
  /// Days of the month; negative from the end.
  var monthDays: [Int] = []
  var months: [Int] = []
  /// Whether the rule counts from the day of completion rather than the planned day.
  var isWhenDone = false

  init(unit: Unit, interval: Int = 1) {
    self.unit = unit
    self.interval = interval
  }

  /// The number of periods after which the search for a day ends.
  private static let most = 4000

  /// Returns the next day after the planned one; after today if there is none, or the rule says
  /// `when done`. Returns nil if there is no such day.
  func next(after planned: Day?, today: Day) -> Day? {
    let start = isWhenDone ? today : planned ?? today
    for turn in 0..<Self.most {
      let found = days(ofTurn: turn * interval, from: start).first { $0 > start }
      if let found { return found.isWritable ? found : nil }
    }
    return nil
  }

  /// Returns the matching days of the period `count` days, weeks, months or years after that of the
  /// start, in order.
  private func days(ofTurn count: Int, from start: Day) -> [Day] {
    switch unit {
    case .day:
      return [start.advanced(by: count)].filter(isWanted)
    case .week:
      let first = start.startOfWeek(.monday).advanced(by: 7 * count)
      let wanted = weekdays.isEmpty ? [start.weekday] : weekdays.map(\.day)
      return (0..<7).map { first.advanced(by: $0) }.filter { (day: Day) in
        wanted.contains(day.weekday) && isInMonths(day)
      }
    case .month:
      let first = start.startOfMonth.advanced(byMonths: count)
      if weekdays.isEmpty, monthDays.isEmpty {
        // In a month without that day, the last day is used.
        return [start.advanced(byMonths: count)].filter(isInMonths)
      }
      return isInMonths(first) ? days(ofMonth: first) : []
    case .year:
      return days(ofYear: start.time.year + count, from: start)
    }
  }

  private func days(ofYear year: Int, from start: Day) -> [Day] {
    if weekdays.isEmpty, monthDays.isEmpty {
      let wanted = months.isEmpty ? [start.time.month] : months
      return wanted.sorted().map { month in
        let first = Day(CivilTime(year: year, month: month, day: 1))
        return first.advanced(by: min(start.time.day, first.daysInMonth) - 1)
      }
    }
    if months.isEmpty, monthDays.isEmpty {
      let first = Day(CivilTime(year: year, month: 1, day: 1))
      let end = Day(CivilTime(year: year + 1, month: 1, day: 1))
      return days(from: first, count: end.number - first.number)
    }
    let wanted = months.isEmpty ? Array(1...12) : months.sorted()
    return wanted.flatMap { days(ofMonth: Day(CivilTime(year: year, month: $0, day: 1))) }
  }

  private func days(ofMonth first: Day) -> [Day] { days(from: first, count: first.daysInMonth) }

  /// Returns the days, of `count` from `first` on, with a matching number and weekday.
  private func days(from first: Day, count: Int) -> [Day] {
    (0..<count).filter { index in
      let day = first.advanced(by: index)
      let isNamed =
        weekdays.isEmpty
        || weekdays.contains { wanted in
          guard wanted.day == day.weekday else { return false }
          guard let nth = wanted.nth else { return true }
          return nth > 0 ? index / 7 + 1 == nth : (count - 1 - index) / 7 + 1 == -nth
        }
      let isNumbered =
        monthDays.isEmpty || monthDays.contains(index + 1) || monthDays.contains(index - count)
      return isNamed && isNumbered
    }.map { first.advanced(by: $0) }
  }

  private func isWanted(_ day: Day) -> Bool {
    let time = day.time
    return isInMonths(day) && (weekdays.isEmpty || weekdays.contains { $0.day == day.weekday })
      && (monthDays.isEmpty || monthDays.contains(time.day)
        || monthDays.contains(time.day - 1 - day.daysInMonth))
  }

  private func isInMonths(_ day: Day) -> Bool {
    months.isEmpty || months.contains(day.time.month)
  }
}

extension Recurrence {
  /// Reads a rule as a user writes it; returns nil if it has no meaning.
  init?(_ written: String) {
    var words = written.lowercased().split { $0 == " " || $0 == "," || $0 == "\u{A0}" }
      .map(String.init)[...]
    var isWhenDone = false
    if words.suffix(2).elementsEqual(["when", "done"]) {
      words.removeLast(2)
      isWhenDone = true
    }
    guard words.popFirst() == "every", var rule = Self.head(&words) else { return nil }
    rule.isWhenDone = isWhenDone
    while !words.isEmpty {
      if ["on", "in", "and", "the", "of"].contains(words.first) {
        words.removeFirst()
        // Something must follow these words.
        if words.isEmpty { return nil }
      } else if !rule.read(&words) {
        return nil
      }
    }
    guard rule.isPossible else { return nil }
    self = rule
  }

  /// Reads the interval: `2 weeks`, `weekday`, `Monday`, `January`.
  private static func head(_ words: inout ArraySlice<String>) -> Recurrence? {
    var interval = 1
    if let number = words.first.flatMap({ Int($0) }) {
      guard (1...1000).contains(number) else { return nil }
      interval = number
      words.removeFirst()
    } else if words.first == "other" {
      interval = 2
      words.removeFirst()
    }
    guard let word = words.first else { return nil }
    guard let (unit, days) = units[word] else {
      // A weekday's or a month's name is left to be read as a condition too.
      if Weekday(word: word) != nil { return Recurrence(unit: .week, interval: interval) }
      if DayWords.month(word) != nil { return Recurrence(unit: .year, interval: interval) }
      return nil
    }
    words.removeFirst()
    var rule = Recurrence(unit: unit, interval: interval)
    rule.weekdays = days.map { DayOfWeek(nth: nil, day: $0) }
    return rule
  }

  private static let units: [String: (unit: Unit, days: ArraySlice<Weekday>)] = {
    var units: [String: (Unit, ArraySlice<Weekday>)] = [:]
    let all = Weekday.allCases
    for (word, unit, days) in [
      ("day", Unit.day, []), ("week", .week, []), ("month", .month, []), ("year", .year, []),
      ("weekday", .week, all.prefix(5)), ("weekend", .week, all.suffix(2)),
    ] {
      (units[word], units[word + "s"]) = ((unit, days), (unit, days))
    }
    return units
  }()

  /// Reads one condition: a weekday, `2nd last Friday`, `15th`, `last`, or a month.
  private mutating func read(_ words: inout ArraySlice<String>) -> Bool {
    guard let word = words.popFirst() else { return false }
    if let day = Weekday(word: word) {
      weekdays.append(DayOfWeek(nth: nil, day: day))
      return true
    }
    if let month = DayWords.month(word) {
      months.append(month)
      return true
    }
    guard var nth = word == "last" ? -1 : DayWords.ordinal(word) else { return false }
    if nth > 0, words.first == "last" {
      nth = -nth
      words.removeFirst()
    }
    if let day = words.first.flatMap({ Weekday(word: $0) }) {
      words.removeFirst()
      weekdays.append(DayOfWeek(nth: nth, day: day))
    } else {
      if words.first == "day" { words.removeFirst() }
      monthDays.append(nth)
    }
    return true
  }

  /// Whether the conditions fit the rule's unit.
  private var isPossible: Bool {
    switch unit {
    case .day, .week:
      weekdays.allSatisfy { $0.nth == nil } && (monthDays.isEmpty || unit == .day)
    case .month, .year:
      monthDays.allSatisfy { (1...31).contains(abs($0)) }
        && weekdays.allSatisfy { abs($0.nth ?? 1) <= (unit == .year && months.isEmpty ? 53 : 5) }
    }
  }
}
