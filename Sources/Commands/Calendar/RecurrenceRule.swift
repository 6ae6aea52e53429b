import Entities

/// A recurrence as calendars say it. Nil for what they cannot: `every week when done`.
struct RecurrenceRule: Equatable {
  /// `FREQ=WEEKLY;BYDAY=MO,TH`
  let text: String

  init?(_ written: String) {
    var words = Self.words(of: written)
    guard words.first == "every" else { return nil }
    words.removeFirst()
    var interval = 1
    if let first = words.first, let number = Int(first), (1...1000).contains(number) {
      interval = number
      words.removeFirst()
    } else if words.first == "other" {
      interval = 2
      words.removeFirst()
    }
    guard let unit = words.first else { return nil }
    words.removeFirst()
    var parts: [String]
    switch unit {
    case "day", "days": parts = ["FREQ=DAILY"]
    case "weekday", "weekdays":
      guard interval == 1 else { return nil }
      parts = ["FREQ=WEEKLY", "BYDAY=MO,TU,WE,TH,FR"]
    case "week", "weeks": parts = ["FREQ=WEEKLY"]
    case "month", "months": parts = ["FREQ=MONTHLY"]
    case "year", "years": parts = ["FREQ=YEARLY"]
    default:
      guard let day = Self.weekday(unit) else { return nil }
      parts = ["FREQ=WEEKLY", "BYDAY=\(day)"]
    }
    if interval > 1 { parts.insert("INTERVAL=\(interval)", at: 1) }
    if words.first == "on" {
      guard let days = Self.days(Array(words.dropFirst()), of: unit) else { return nil }
      parts.append(days)
    } else if !words.isEmpty {
      return nil
    }
    text = parts.joined(separator: ";")
  }

  private static func words(of text: String) -> [Substring] {
    text.lowercased().split { $0 == " " || $0 == "," || $0 == "\u{a0}" }
  }

  /// What follows `on`.
  private static func days(_ words: [Substring], of unit: Substring) -> String? {
    let words = words.filter { $0 != "the" && $0 != "and" && $0 != "day" }
    if unit.hasPrefix("week"), !unit.hasPrefix("weekday") {
      let days = words.map(weekday)
      guard !days.isEmpty, !days.contains(nil) else { return nil }
      return "BYDAY=\(days.compactMap(\.self).joined(separator: ","))"
    }
    guard unit.hasPrefix("month"), let place = words.first.flatMap(ordinal) else { return nil }
    if words.count == 1, (-1...31).contains(place) { return "BYMONTHDAY=\(place)" }
    guard words.count == 2, let day = weekday(words[1]), (-1...5).contains(place) else {
      return nil
    }
    return "BYDAY=\(place)\(day)"
  }

  /// 15, 15th, last.
  private static func ordinal(_ word: Substring) -> Int? {
    if word == "last" { return -1 }
    let number = Int(word) ?? DayWords.ordinal(String(word))
    return number.flatMap { (1...31).contains($0) ? $0 : nil }
  }

  /// By its name or the beginning of it: mon, tues, thursday.
  private static func weekday(_ word: Substring) -> String? {
    Weekday(word: String(word)).map { String($0.name.uppercased().prefix(2)) }
  }
}
