import Entities

/// Reads days and spans of days as the Tasks plugin does.
enum TaskDayWords {
  /// Returns nil for words that are not a day or a span.
  static func span(_ written: String, today: Day) -> DaySpan? {
    let words = written.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 2 {
      if words.allSatisfy({ $0.utf8.count == 10 && $0.utf8.dropFirst(4).first == 0x2d }) {
        let days = words.compactMap { DayWords.day($0, today: today) }
        if let first = days.min(), let last = days.max() { return DaySpan(first, last) }
      }
    }
    if let span = DayWords.longSpan(words, today: today) { return span }
    return day(words, today).map { DaySpan($0, $0) }
  }

  /// A weekday is the nearest such day. A date without a year is in this year.
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
