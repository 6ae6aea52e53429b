import Bytes
import Entities
import Services

/// Writes tasks as to-dos of a calendar (RFC 5545).
struct ICalendar {
  private let stamp: String
  /// The number of earlier tasks with the same note and words: each needs a unique name.
  private var known: [UInt64: Int] = [:]

  private let rules: TaskRules
  private let alarms: (TaskFacts) -> [Timestamp]

  /// `now` is the creation time in the file; `rules` has the meaning of the signs; `alarms` returns
  /// when a task reminds, by the clock on the wall.
  init(now: Timestamp, rules: TaskRules, alarms: @escaping (TaskFacts) -> [Timestamp] = { _ in [] })
  {
    stamp = Self.text(ofMoment: CivilCalendar.civil(now))
    (self.rules, self.alarms) = (rules, alarms)
  }

  static let head: [UInt8] = lines([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//notes-tui//notes-tui//EN", "CALSCALE:GREGORIAN",
  ])
  static let end: [UInt8] = lines(["END:VCALENDAR"])

  /// Returns one to-do; nil for a task without a day or a reminder.
  mutating func text(of task: TaskRecord) -> [UInt8]? {
    let facts = task.facts
    let hasDay = facts.due != nil || facts.scheduled != nil || facts.start != nil
    let type = rules.type(of: facts)
    let times = type.isOpen && !task.isBlocked ? alarms(facts) : []
    guard hasDay || !times.isEmpty else { return nil }
    let rule = type.isOpen ? facts.recurrence.flatMap { RecurrenceRule($0) } : nil
    var lines = ["BEGIN:VTODO", "UID:\(name(of: task))", "DTSTAMP:\(stamp)"]
    lines +=
      hasDay ? Self.days(facts, isRecurring: rule != nil) : ["DUE:\(Self.text(onWall: times[0]))"]
    if let rule { lines.append("RRULE:\(rule.text)") }
    lines.append("SUMMARY:\(Self.escaped(facts.words.isEmpty ? "Task" : facts.words))")
    lines.append("DESCRIPTION:\(Self.escaped(Self.description(of: task, isSaid: rule != nil)))")
    lines += Self.status(type, facts)
    if let priority = Self.priority(facts.priority) { lines.append("PRIORITY:\(priority)") }
    if !facts.tags.isEmpty {
      lines.append("CATEGORIES:\(facts.tags.map(Self.escaped).joined(separator: ","))")
    }
    if let created = facts.created { lines.append("CREATED:\(Self.noon(of: created))") }
    lines += Self.alarms(times, of: facts, isRecurring: rule != nil)
    lines.append("END:VTODO")
    return Self.lines(lines)
  }

  /// Returns the alarms. They are relative, so that they move with a task that recurs or whose date
  /// is changed, and need no time zone.
  private static func alarms(
    _ times: [Timestamp], of facts: TaskFacts, isRecurring: Bool
  ) -> [String] {
    let begin = facts.start ?? facts.scheduled
    let isFromStart = facts.due.map { due in isRecurring && (begin.map { $0 >= due } ?? true) }
    let anchor = (facts.due ?? begin).map { TimeOfDay(minutes: 0).onWall($0) } ?? times.first
    guard let anchor else { return [] }
    let related = isFromStart ?? (begin != nil) ? "START" : "END"
    return times.flatMap { time in
      [
        "BEGIN:VALARM", "ACTION:DISPLAY",
        "DESCRIPTION:\(escaped(facts.words.isEmpty ? "Task" : facts.words))",
        "TRIGGER;RELATED=\(related):\(duration(time.seconds - anchor.seconds))", "END:VALARM",
      ]
    }
  }

  /// Returns a time span as `-P1DT2H30M`.
  private static func duration(_ seconds: Int64) -> String {
    let total = Int(seconds.magnitude)
    let parts = [(total / 3600 % 24, "H"), (total / 60 % 60, "M"), (total % 60, "S")]
      .filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    let days = total / 86_400
    if days == 0, parts.isEmpty { return "PT0S" }
    return (seconds < 0 ? "-" : "") + "P" + (days > 0 ? "\(days)D" : "")
      + (parts.isEmpty ? "" : "T" + parts)
  }

  /// Returns a time in no zone: the same on every device.
  private static func text(onWall time: Timestamp) -> String {
    DateFormat("YYYYMMDD[T]HHmmss").text(of: CivilCalendar.civil(time))
  }

  // MARK: - Parts of a to-do

  /// Returns a name that depends only on the task's note and words, or on its id.
  private mutating func name(of task: TaskRecord) -> String {
    var digest = RunningDigest()
    let named = task.facts.id.map { Array("id ".utf8) + Array($0.utf8) }
    let bytes = named ?? task.note.path.bytes + [0] + Array(task.facts.words.utf8)
    bytes.withUnsafeBytes { digest.add($0) }
    let number = known[digest.value, default: 0]
    known[digest.value] = number + 1
    let hex = String(digest.value, radix: 16)
    return String(repeating: "0", count: 16 - hex.count) + hex
      + (number == 0 ? "" : "-\(number + 1)") + "@notes-tui"
  }

  /// A due date must be after the start, and a recurring to-do must have a start.
  private static func days(_ facts: TaskFacts, isRecurring: Bool) -> [String] {
    let begin = facts.start ?? facts.scheduled
    guard let due = facts.due else {
      return begin.map { ["DTSTART;VALUE=DATE:\(text(of: $0))"] } ?? []
    }
    if let begin, begin < due {
      return ["DTSTART;VALUE=DATE:\(text(of: begin))", "DUE;VALUE=DATE:\(text(of: due))"]
    }
    // The whole day, in any time zone.
    if isRecurring { return ["DTSTART:\(text(of: due))T000000", "DUE:\(text(of: due))T235959"] }
    return ["DUE;VALUE=DATE:\(text(of: due))"]
  }

  private static func status(_ type: TaskType, _ facts: TaskFacts) -> [String] {
    switch type {
    case .todo, .onHold, .notTask: return ["STATUS:NEEDS-ACTION"]
    case .inProgress: return ["STATUS:IN-PROCESS"]
    case .cancelled: return ["STATUS:CANCELLED"]
    case .done:
      let when = facts.done.map { ["COMPLETED:\(noon(of: $0))"] } ?? []
      return ["STATUS:COMPLETED", "PERCENT-COMPLETE:100"] + when
    }
  }

  /// 1 is the highest and 9 the lowest; nil for a task without a priority.
  private static func priority(_ priority: TaskFacts.Priority) -> Int? {
    switch priority {
    case .highest: 1
    case .high: 3
    case .medium: 5
    case .normal: nil
    case .low: 7
    case .lowest: 9
    }
  }

  private static func description(of task: TaskRecord, isSaid: Bool) -> String {
    let source = "\(task.title) · \(task.note.path.text):\(task.line)"
    guard let recurrence = task.facts.recurrence, !isSaid else { return source }
    return "\(source)\nRepeats \(recurrence)."
  }

  // MARK: - Text

  private static func text(of day: Day) -> String { DateFormat("YYYYMMDD").text(of: day) }

  /// Returns noon in UTC, for a day that must be written as a moment: it is the same day in most
  /// time zones.
  private static func noon(of day: Day) -> String { "\(text(of: day))T120000Z" }

  private static func text(ofMoment time: CivilTime) -> String {
    DateFormat("YYYYMMDD[T]HHmmss[Z]").text(of: time)
  }

  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped.append("\\")
        escaped.append(scalar)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      // No other control characters are allowed.
      case "\t": escaped.append(scalar)
      case _ where scalar.properties.generalCategory == .control: break
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Folds lines at 75 bytes, between characters; a continuation begins with a blank.
  static func lines(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      var room = 75
      for scalar in line.unicodeScalars {
        let encoded = Array(String(Character(scalar)).utf8)
        if encoded.count > room {
          bytes += [0x0d, 0x0a, 0x20]
          room = 74
        }
        bytes += encoded
        room -= encoded.count
      }
      bytes += [0x0d, 0x0a]
    }
    return bytes
  }
}

/// A recurrence in calendar format. Fails for one that calendars cannot express: `every week when
/// done`.
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

  /// Parses the words after `on`.
  private static func days(_ words: [Substring], of unit: Substring) -> String? {
    let words = words.filter { $0 != "the" && $0 != "and" && $0 != "day" }
    if unit.hasPrefix("week"), !unit.hasPrefix("weekday") {
      let days = words.map(weekday)
      guard !days.isEmpty, !days.contains(nil) else { return nil }
      return "BYDAY=\(days.compactMap(\.self).joined(separator: ","))"
    }
    guard unit.hasPrefix("month"), let number = words.first.flatMap(ordinal) else { return nil }
    if words.count == 1, (-1...31).contains(number) { return "BYMONTHDAY=\(number)" }
    guard words.count == 2, let day = weekday(words[1]), (-1...5).contains(number) else {
      return nil
    }
    return "BYDAY=\(number)\(day)"
  }

  /// Parses 15, 15th or last.
  private static func ordinal(_ word: Substring) -> Int? {
    if word == "last" { return -1 }
    let number = Int(word) ?? DayWords.ordinal(String(word))
    return number.flatMap { (1...31).contains($0) ? $0 : nil }
  }

  /// Finds a weekday by its name or the start of it: mon, tues, thursday.
  private static func weekday(_ word: Substring) -> String? {
    Weekday(word: String(word)).map { String($0.name.uppercased().prefix(2)) }
  }
}
