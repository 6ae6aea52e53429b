import Entities
import Services
import Tasks

/// Days and spans of days as the Tasks plugin reads them.
enum TaskDayWords {
  /// Nil where the words mean no day.
  static func span(_ written: String, today: Day) -> DaySpan? {
    let words = written.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 2 {
      if words.allSatisfy({ $0.utf8.count == 10 && $0.utf8.dropFirst(4).first == 0x2d }) {
        let days = words.compactMap { DayWords.day($0, today: today) }
        if let first = days.min(), let last = days.max() { return DaySpan(first, last) }
      }
      if let span = relative(words[0], words[1], today) { return span }
    }
    if words.count == 1, let span = numbered(words[0]) { return span }
    return day(words, today).map { DaySpan($0, $0) }
  }

  /// `this week`, `last month`, `next quarter`. Weeks begin on Monday.
  private static func relative(_ which: String, _ unit: String, _ today: Day) -> DaySpan? {
    guard let steps = ["last": -1, "this": 0, "next": 1][which] else { return nil }
    if unit == "week" {
      let start = today.startOfWeek(.monday).advanced(by: 7 * steps)
      return DaySpan(start, start.advanced(by: 6))
    }
    guard let months = ["month": 1, "quarter": 3, "year": 12][unit] else { return nil }
    let time = today.time
    let first = Day(year: time.year, month: (time.month - 1) / months * months + 1, day: 1)
    return first.map { span(from: $0.advanced(byMonths: months * steps), months: months) }
  }

  private static func span(from first: Day, months: Int) -> DaySpan {
    DaySpan(first, first.advanced(byMonths: months).advanced(by: -1))
  }

  /// `2026`, `2026-10`, `2026-Q4`, `2026-W14`.
  private static func numbered(_ word: String) -> DaySpan? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard let year = digits(parts[0], 4), let first = Day(year: year, month: 1, day: 1) else {
      return nil
    }
    if parts.count == 1 { return span(from: first, months: 12) }
    guard parts.count == 2 else { return nil }
    if parts[1].first == "q", let quarter = digits(parts[1].dropFirst(), 1) {
      guard (1...4).contains(quarter) else { return nil }
      return span(from: first.advanced(byMonths: 3 * quarter - 3), months: 3)
    }
    if parts[1].first == "w", let week = digits(parts[1].dropFirst(), 2) {
      guard (1...53).contains(week) else { return nil }
      // The first week is the one with 4 January.
      let start = first.advanced(by: 3).startOfWeek(.monday).advanced(by: 7 * week - 7)
      return DaySpan(start, start.advanced(by: 6))
    }
    guard let month = digits(parts[1], 2), (1...12).contains(month) else { return nil }
    return span(from: first.advanced(byMonths: month - 1), months: 1)
  }

  private static func digits(_ text: Substring, _ count: Int) -> Int? {
    text.utf8.count == count && text.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(text) : nil
  }

  /// A weekday alone is the nearest one, and a date without a year is this year's.
  private static func day(_ words: [String], _ today: Day) -> Day? {
    let text = words.joined(separator: " ")
    if words.count == 1, let day = Weekday(word: words[0]) {
      return (-3...3).lazy.map { today.advanced(by: $0) }.first { $0.weekday == day }
    }
    let hasYear = words.contains { $0.utf8.count { $0 &- 0x30 < 10 } >= 4 }
    if !hasYear {
      let year = today.time.year
      if let day = DayWords.day("\(text) \(year)", today: today) { return day }
      if words.count == 1, let day = DayWords.day("1 \(text) \(year)", today: today) { return day }
    }
    return DayWords.day(text, today: today)
  }
}
