/// Reads days in plain English, as a user types them.
package enum DayWords {
  /// Returns the day that the words mean, relative to today, or nil if they mean none or are
  /// ambiguous.
  package static func day(_ written: String, today: Day) -> Day? {
    guard written.utf8.count <= 100 else { return nil }
    let words = written.lowercased().split {
      $0 == " " || $0 == "," || $0 == "\t" || $0 == "\u{A0}"
    }
    .map(String.init)
    let day =
      named(words, today) ?? weekday(words, today) ?? counted(words, today) ?? ending(words, today)
      ?? dated(words, today) ?? (words.count == 1 ? numeric(words[0], today) : nil)
    return day.flatMap { $0.isWritable ? $0 : nil }
  }

  private static func named(_ words: [String], _ today: Day) -> Day? {
    switch words {
    case ["today"], ["now"]: today
    case ["tomorrow"], ["tom"], ["tmr"]: today.advanced(by: 1)
    case ["yesterday"]: today.advanced(by: -1)
    case ["day", "after", "tomorrow"], ["the", "day", "after", "tomorrow"]: today.advanced(by: 2)
    case ["day", "before", "yesterday"], ["the", "day", "before", "yesterday"]:
      today.advanced(by: -2)
    case ["next", "week"], ["next", "month"], ["next", "year"]:
      TimeUnit(rawValue: words[1]).flatMap { today.advanced(by: 1, $0) }
    case ["last", "week"], ["last", "month"], ["last", "year"]:
      TimeUnit(rawValue: words[1]).flatMap { today.advanced(by: -1, $0) }
    case ["weekend"], ["this", "weekend"]: coming(.saturday, today)
    case ["next", "weekend"]: today.startOfWeek(.monday).advanced(by: 12)
    case ["eow"]: ending(["end", "of", "week"], today)
    case ["eom"]: ending(["end", "of", "month"], today)
    case ["eoy"]: ending(["end", "of", "year"], today)
    default: nil
    }
  }

  /// `fri`, `this friday`, `next friday`, `last friday`, `monday week`.
  private static func weekday(_ words: [String], _ today: Day) -> Day? {
    switch words.count {
    case 1: return Weekday(word: words[0]).map { coming($0, today) }
    case 2:
      if let day = Weekday(word: words[0]), words[1] == "week" {
        return coming(day, today).advanced(by: 7)
      }
      guard let day = Weekday(word: words[1]) else { return nil }
      switch words[0] {
      case "on": return coming(day, today)
      // On a Friday, “this fri” means today.
      case "this": return today.weekday == day ? today : coming(day, today)
      case "next": return today.startOfWeek(.monday).advanced(by: 7 + day.rawValue)
      case "last":
        let back = (today.weekday.rawValue - day.rawValue + 6) % 7 + 1
        return today.advanced(by: -back)
      default: return nil
      }
    case 4 where words.prefix(3).elementsEqual(["a", "week", "on"]):
      return Weekday(word: words[3]).map { coming($0, today).advanced(by: 7) }
    default: return nil
    }
  }

  /// Returns the next such weekday after today.
  private static func coming(_ day: Weekday, _ today: Day) -> Day {
    today.advanced(by: (day.rawValue - today.weekday.rawValue + 6) % 7 + 1)
  }

  /// `in 3 days`, `2 weeks`, `in a month`, `3 days ago`, `+3d`, `2w`.
  private static func counted(_ words: [String], _ today: Day) -> Day? {
    var words = words[...]
    var sign = 1
    if words.count == 1, let short = shortCount(words[0]) { words = short[...] }
    if words.first == "in" {
      words.removeFirst()
    } else if words.last == "ago" {
      words.removeLast()
      sign = -1
    }
    if words.suffix(2).elementsEqual(["from", "now"]) { words.removeLast(2) }
    if words.elementsEqual(["a", "fortnight"]) { words = ["2", "weeks"] }
    guard words.count == 2, let first = words.first, let last = words.last,
      let count = number(first), let unit = TimeUnit(word: last) ?? TimeUnit(letter: last)
    else { return nil }
    return today.advanced(by: sign * count, unit)
  }

  /// Splits `+3d` into its number and its unit.
  private static func shortCount(_ word: String) -> [String]? {
    let count = word.first == "+" ? word.dropFirst() : word[...]
    guard let unit = count.last, "dwmy".contains(unit), digits(count.dropLast(), 1...4) != nil
    else { return nil }
    return [String(count.dropLast()), String(unit)]
  }

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]

  private static func number(_ word: String) -> Int? {
    if word == "a" || word == "an" { return 1 }
    if let index = numbers.firstIndex(of: word) { return index + 1 }
    return digits(word, 1...4)
  }

  /// `end of month`, `end of the week`, `end of next month`.
  private static func ending(_ words: [String], _ today: Day) -> Day? {
    var words = words[...]
    guard words.popFirst() == "end", words.popFirst() == "of", let unit = words.popLast() else {
      return nil
    }
    let isNext = words.elementsEqual(["next"])
    guard isNext || words.isEmpty || words.elementsEqual(["the"]) || words.elementsEqual(["this"])
    else { return nil }
    switch unit {
    case "week": return today.startOfWeek(.monday).advanced(by: isNext ? 13 : 6)
    case "month":
      return today.startOfMonth.advanced(byMonths: isNext ? 2 : 1).advanced(by: -1)
    case "year": return Day(year: today.time.year + (isNext ? 1 : 0), month: 12, day: 31)
    default: return nil
    }
  }
}

/// Days by their date: `1 dec`, `Dec 1st 2026`, `2026-12-01`, `25.12.`
extension DayWords {
  static func dated(_ words: [String], _ today: Day) -> Day? {
    let words = words.filter { $0 != "the" && $0 != "of" && $0 != "on" }
    switch words.count {
    case 1: return suffixed(words[0]).flatMap { dayOfMonth($0, today) }
    case 2, 3:
      let year = words.count == 3 ? digits(words[2], 4...4) : nil
      if words.count == 3, year == nil { return nil }
      if let month = month(words[0]), let day = dayNumber(words[1]) {
        return date(year, month, day, today)
      }
      if let month = month(words[1]), let day = dayNumber(words[0]) {
        return date(year, month, day, today)
      }
      return nil
    default: return nil
    }
  }

  /// Reads a numeric date. Without a year it must be unambiguous.
  static func numeric(_ word: String, _ today: Day) -> Day? {
    if let day = compact(word) { return day }
    for separator in ["-", "/", "."] as [Character] {
      var parts = word.split(separator: separator, omittingEmptySubsequences: false)
      if separator == ".", parts.count == 3, parts[2].isEmpty { parts.removeLast() }
      guard parts.count == 2 || parts.count == 3 else { continue }
      if parts.count == 3, let year = digits(parts[0], 4...4) {
        guard let month = digits(parts[1], 1...2), let day = digits(parts[2], 1...2) else {
          return nil
        }
        return Day(year: year, month: month, day: day)
      }
      let year = parts.count == 3 ? digits(parts[2], 4...4) : nil
      guard parts.count == 2 || year != nil, let first = digits(parts[0], 1...2),
        let second = digits(parts[1], 1...2)
      else { return nil }
      // Dates with dots always have the day first.
      if separator == ".", let year { return Day(year: year, month: second, day: first) }
      if first > 12 || first == second { return date(year, second, first, today) }
      if second > 12 { return date(year, first, second, today) }
      return nil
    }
    return nil
  }

  /// `20261201`.
  private static func compact(_ word: String) -> Day? {
    guard let number = digits(word, 8...8) else { return nil }
    return Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// Without a year, returns the next such day, which may be today.
  private static func date(_ year: Int?, _ month: Int, _ day: Int, _ today: Day) -> Day? {
    if let year { return Day(year: year, month: month, day: day) }
    let now = today.time.year
    // Eight years can pass from one leap day to the next.
    return (now...now + 8).lazy.compactMap { Day(year: $0, month: month, day: day) }
      .first { $0 >= today }
  }

  private static func dayOfMonth(_ day: Int, _ today: Day) -> Day? {
    guard (1...31).contains(day) else { return nil }
    return (0...2).lazy.map { today.startOfMonth.advanced(byMonths: $0) }
      .compactMap { Day(year: $0.time.year, month: $0.time.month, day: day) }
      .first { $0 >= today }
  }

  private static let monthNames = EnglishDate.months.map { $0.lowercased() }

  /// Returns the month's number for a name or the start of one.
  package static func month(_ word: String) -> Int? {
    var word = word[...]
    if word.last == "." { word.removeLast() }
    guard word.utf8.count >= 3, word.utf8.count <= 9 else { return nil }
    return monthNames.firstIndex { $0 == word || word.utf8.count <= 4 && $0.hasPrefix(word) }
      .map { $0 + 1 }
  }

  /// `1st`, `22nd`, `third`.
  package static func ordinal(_ word: String) -> Int? {
    let words = ["first", "second", "third", "fourth", "fifth"]
    if let index = words.firstIndex(of: word) { return index + 1 }
    return suffixed(word)
  }

  private static func suffixed(_ word: String) -> Int? {
    guard let number = digits(word.dropLast(2), 1...2) else { return nil }
    let suffix =
      switch (number % 10, number / 10) {
      case (_, 1): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return word.hasSuffix(suffix) ? number : nil
  }

  private static func dayNumber(_ word: String) -> Int? {
    if let number = suffixed(word) { return number }
    return digits(word.last == "." ? word.dropLast() : word[...], 1...2)
  }

  static func digits(_ word: some StringProtocol, _ count: ClosedRange<Int>) -> Int? {
    guard count.contains(word.utf8.count), word.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    return Int(word)
  }
}

/// Days and ranges of days: `fri`, `this week`, `2026-10`, `2026-W14`.
extension DayWords {
  /// Returns the days that the words mean, relative to today, or nil.
  package static func span(_ written: String, today: Day) -> DaySpan? {
    let words = written.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    return longSpan(words, today: today) ?? day(written, today: today).map { DaySpan($0, $0) }
  }

  /// Accepts only ranges that are longer than a day.
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
      // The first week is the one with January 4.
      let start = first.advanced(by: 3).startOfWeek(.monday).advanced(by: 7 * week - 7)
      return DaySpan(start, start.advanced(by: 6))
    }
    guard let month = digits(parts[1], 2...2), (1...12).contains(month) else { return nil }
    return span(from: first.advanced(byMonths: month - 1), months: 1)
  }
}
