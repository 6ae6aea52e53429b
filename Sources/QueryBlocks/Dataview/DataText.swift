import Entities
import Expressions
import VaultSettings

/// Reads and writes dates, durations and values of inline fields as Dataview does.
enum DataText {
  /// Reads `2026-03`, `2026-03-02`, `2026-03-02T10:30:00.000+02:00`, or a word such as `today`.
  static func date(_ written: String, now: DateValue) -> DateValue? {
    let text = written.trimmed
    return named(text, now) ?? date(iso: text)
  }

  static func date(iso text: String) -> DateValue? {
    guard (7...40).contains(text.utf8.count), text.utf8.dropFirst(4).first == UInt8(ascii: "-"),
      !text.utf8.contains(0x20)
    else { return nil }
    // The name of a time zone can follow in brackets.
    let written = text.prefix { $0 != "[" }
    guard let moment = WrittenMoment(String(written)),
      moment.hasTime && text.last == "]" || written.endIndex == text.endIndex
    else { return nil }
    // A time of another zone is shown as written.
    return DateValue(moment)
  }

  private static func named(_ word: String, _ now: DateValue) -> DateValue? {
    let today = Day(now.civil)
    let month = today.startOfMonth
    let year = month.advanced(byMonths: 1 - month.time.month)
    switch word {
    case "now": return now
    case "today": return start(today)
    case "yesterday": return start(today.advanced(by: -1))
    case "tomorrow": return start(today.advanced(by: 1))
    case "sow", "start-of-week": return start(today.startOfWeek(.monday))
    case "eow", "end-of-week": return end(today.startOfWeek(.monday).advanced(by: 6))
    case "som", "start-of-month": return start(month)
    case "eom", "end-of-month": return end(month.advanced(byMonths: 1).advanced(by: -1))
    case "soy", "start-of-year": return start(year)
    case "eoy", "end-of-year": return end(year.advanced(byMonths: 12).advanced(by: -1))
    default: return nil
    }
  }

  static func start(_ day: Day) -> DateValue { DateValue(day.time, hasTime: false) }

  private static func end(_ day: Day) -> DateValue {
    var time = day.time
    (time.hour, time.minute, time.second) = (23, 59, 59)
    return DateValue(time, milliseconds: 999)
  }

  private static let short: [String: TimeUnit] = [
    "yr": .year, "yrs": .year, "mo": .month, "mos": .month, "wk": .week, "wks": .week, "w": .week,
    "d": .day, "hr": .hour, "hrs": .hour, "h": .hour, "min": .minute, "mins": .minute,
    "m": .minute, "sec": .second, "secs": .second, "s": .second,
  ]

  private static func unit(_ name: String) -> TimeUnit? {
    let unit = short[name] ?? TimeUnit(word: name)
    return unit == .millisecond ? nil : unit
  }

  /// Reads `3 hours`, `4hr2min`, `1 week, 2 days`; nil for any other text.
  static func duration(_ written: String) -> DurationValue? {
    guard written.utf8.count <= 200,
      written.utf8.contains(where: { (0x30...0x39).contains($0) })
    else { return nil }
    var rest = written.drop { $0.isWhitespace }
    var duration = DurationValue(milliseconds: 0)
    var isEmpty = true
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }
      guard let count = PropertyValue.number(in: String(number)) else { return nil }
      rest = rest.dropFirst(number.count).drop { $0.isWhitespace }
      let name = rest.prefix { $0.isLetter }
      guard let unit = unit(String(name)) else { return nil }
      duration = duration.plus(DurationValue(count, unit))
      rest = rest.dropFirst(name.count).drop { $0.isWhitespace || $0 == "," }
      isEmpty = false
    }
    return isEmpty || !duration.isFinite ? nil : duration
  }

  /// Reads the value of an inline field.
  static func value(_ written: String, of page: Int?) -> Value {
    let text = written.trimmed
    if text.isEmpty { return .null }
    if let value = atom(text, of: page) { return value }
    // A text with commas is a list only if each part is a link, date, number or the like.
    guard text.contains(","), text.utf8.count <= 4096 else { return .string(text) }
    var values: [Value] = []
    for part in parts(of: text) {
      guard let value = atom(part.trimmed, of: page) else { return .string(text) }
      values.append(value)
    }
    return .list(ListValue(values))
  }

  /// Splits a text at the commas outside quotes and links.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var depth = 0
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "[": depth += 1
      case "]": depth -= 1
      case "," where !isQuoted && depth == 0:
        parts.append("")
        continue
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// Reads a single value; nil for plain text.
  static func atom(_ text: String, of page: Int?) -> Value? {
    if let date = date(iso: text) { return .date(date) }
    if let duration = duration(text) { return .duration(duration) }
    switch text {
    case "true", "True": return .boolean(true)
    case "false", "False": return .boolean(false)
    case "null": return .null
    default: break
    }
    if text.first == "\"" {
      var cursor = ExpressionCursor(text.utf8, hasDashes: true)
      let string = try? cursor.takeString(hasEscapes: false)
      return cursor.next == nil ? string.map(Value.string) : nil
    }
    if text.first == "#", text.count > 1 {
      var cursor = ExpressionCursor(text.utf8.dropFirst(), hasDashes: true)
      _ = cursor.takeTag()
      if cursor.next == nil { return .string(text) }
    }
    let isEmbed = text.hasPrefix("![[")
    let inner = isEmbed ? String(text.dropFirst()) : text
    if inner.hasPrefix("[["), var link = LinkValue(written: inner, source: page) {
      link.isEmbed = isEmbed
      return .link(link)
    }
    return PropertyValue.number(in: text).map(Value.number)
  }

  // MARK: - Shown

  static func text(_ date: DateValue, _ settings: DataviewSettings) -> String {
    let isDay = date.milliseconds % 86_400_000 == 0
    return DataDateFormat(isDay ? settings.dateFormat : settings.dateTimeFormat).text(of: date)
  }

  /// Writes a duration as Luxon does without a calendar: a year has 365 days, a month 30 days or four weeks.
  static func text(_ duration: DurationValue) -> String {
    let written = duration.between.map { Double($0.months) } ?? duration.months
    var months = written.rounded(.towardZero)
    var rest =
      (duration.between?.milliseconds ?? duration.milliseconds) + (written - months)
      * TimeUnit.month.milliseconds
    func take(_ unit: TimeUnit) -> Double {
      let count = (rest / unit.milliseconds).rounded(.towardZero)
      rest = rest.truncatingRemainder(dividingBy: unit.milliseconds)
      return count
    }
    months += take(.year) * 12 + take(.month)
    let weeks = take(.week)
    months += (weeks / 4).rounded(.towardZero)
    let counts: [(Double, String)] = [
      ((months / 12).rounded(.towardZero), "year"),
      (months.truncatingRemainder(dividingBy: 12), "month"),
      (weeks.truncatingRemainder(dividingBy: 4), "week"), (take(.day), "day"),
      (take(.hour), "hour"), (take(.minute), "minute"), (take(.second), "second"),
      (rest, "millisecond"),
    ]
    let parts = counts.filter { $0.0 != 0 }.map { number, name in
      "\(NumberText.text(number)) \(name)\(abs(number) == 1 ? "" : "s")"
    }
    return parts.isEmpty ? "0 seconds" : parts.joined(separator: ", ")
  }
}
