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

  /// Numbers alone; without a year only where no other day can be meant.
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
      // With dots the day comes first, wherever dates are written so.
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

  /// Without a year: the next such day, today among them.
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

  /// By its name or the start of it.
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
    if let place = words.firstIndex(of: word) { return place + 1 }
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
