/// Days and spans of days: `fri`, `this week`, `2026-10`, `2026-W14`.
extension DayWords {
  /// The days that the words mean, seen from today; nil where they mean none.
  package static func span(_ written: String, today: Day) -> DaySpan? {
    let words = written.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    return longSpan(words, today: today) ?? day(written, today: today).map { DaySpan($0, $0) }
  }

  /// Only what means more than a day.
  package static func longSpan(_ words: [String], today: Day) -> DaySpan? {
    switch words.count {
    case 1: words[0] == "week" ? relative("this", "week", today) : numbered(words[0])
    case 2: relative(words[0], words[1], today)
    default: nil
    }
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
    guard let year = digits(parts[0], 4...4), let first = Day(year: year, month: 1, day: 1) else {
      return nil
    }
    if parts.count == 1 { return span(from: first, months: 12) }
    guard parts.count == 2 else { return nil }
    if parts[1].first == "q", let quarter = digits(parts[1].dropFirst(), 1...1) {
      guard (1...4).contains(quarter) else { return nil }
      return span(from: first.advanced(byMonths: 3 * quarter - 3), months: 3)
    }
    if parts[1].first == "w", let week = digits(parts[1].dropFirst(), 2...2) {
      guard (1...53).contains(week) else { return nil }
      // The first week is the one with 4 January.
      let start = first.advanced(by: 3).startOfWeek(.monday).advanced(by: 7 * week - 7)
      return DaySpan(start, start.advanced(by: 6))
    }
    guard let month = digits(parts[1], 2...2), (1...12).contains(month) else { return nil }
    return span(from: first.advanced(byMonths: month - 1), months: 1)
  }
}
