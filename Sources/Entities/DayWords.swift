/// Days in plain English, as a person types them.
package enum DayWords {
  /// The day that the words mean, seen from today; nil where they mean none, or might mean two.
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
      // On a Friday “this fri” is that very day.
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

  /// The next such day after today.
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

  /// `+3d` as its number and its unit.
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
    if let place = numbers.firstIndex(of: word) { return place + 1 }
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
