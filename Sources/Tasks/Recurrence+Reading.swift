import Entities

extension Recurrence {
  /// Reads a rule as a person writes it; nil where it says nothing.
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
        // A rule ends with what it is about.
        if words.isEmpty { return nil }
      } else if !rule.read(&words) {
        return nil
      }
    }
    guard rule.isPossible else { return nil }
    self = rule
  }

  /// How often: `2 weeks`, `weekday`, `Monday`, `January`.
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
      // A day's or a month's name is what it is about, too.
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

  /// One thing that it is about: a day's name, `2nd last Friday`, `15th`, `last`, a month.
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

  /// Whether what it is about can be told of its unit.
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
