import Entities
import Tasks

/// A task from Org or Logseq, to be converted to a Markdown task line.
struct OrgTask: Equatable {
  /// The sign in the box.
  var box: Character = " "
  var priority: TaskFacts.Priority?
  var scheduled: OrgStamp?
  var due: OrgStamp?
  var closed: OrgStamp?

  /// Common keywords, for files that define none of their own.
  private static let words: [String: Character] = [
    "TODO": " ", "NEXT": " ", "WAITING": " ", "WAIT": " ", "HOLD": " ", "LATER": " ", "NOW": "/",
    "DOING": "/", "STARTED": "/", "IN-PROGRESS": "/", "DONE": "x", "CANCELED": "-",
    "CANCELLED": "-",
  ]

  /// Returns the box of a keyword. `own`: the file's keywords from `#+TODO: A B | C D`.
  static func box(of word: some StringProtocol, own: [String: Character] = [:]) -> Character? {
    own[String(word)] ?? words[String(word)]
  }

  /// Whether the box alone expresses the keyword.
  static func isImpliedByBox(_ word: some StringProtocol) -> Bool {
    word == "TODO" || words[String(word)] ?? " " != " "
  }

  /// Removes a keyword from the start of a text; returns nil if there is none.
  static func take(_ text: inout Substring, own: [String: Character] = [:]) -> OrgTask? {
    let word = text.prefix { $0 != " " }
    guard !word.isEmpty, let box = box(of: word, own: own) else { return nil }
    var task = OrgTask(box: box)
    text = text.dropFirst(word.count).drop { $0 == " " }
    task.priority = takePriority(&text)
    return task
  }

  /// Removes `[#A]` from the start of a text.
  static func takePriority(_ text: inout Substring) -> TaskFacts.Priority? {
    guard text.hasPrefix("[#"), text.dropFirst(3).first == "]", let letter = text.dropFirst(2).first
    else { return nil }
    let priorities: [Character: TaskFacts.Priority] = [
      "A": .high, "B": .medium, "C": .low, "1": .high, "2": .medium, "3": .low,
    ]
    text = text.dropFirst(4).drop { $0 == " " }
    return priorities[letter]
  }

  /// Reads `SCHEDULED: <…> DEADLINE: <…> CLOSED: […]`. Returns false if the line has no such date.
  mutating func readDates(_ line: some StringProtocol) -> Bool {
    var rest = Substring(line.trimmingBlanks)
    var found = false
    while let colon = rest.firstIndex(of: ":") {
      let name = rest[..<colon]
      guard ["SCHEDULED", "DEADLINE", "CLOSED"].contains(name) else { return found }
      rest = rest[rest.index(after: colon)...].drop { $0 == " " }
      guard let stamp = OrgStamp.take(&rest) else { return found }
      switch name {
      case "SCHEDULED": scheduled = stamp
      case "DEADLINE": due = stamp
      default: closed = stamp
      }
      found = true
      rest = rest.drop { $0 == " " }
    }
    return found
  }

  /// Returns the task's words followed by its signs, and what they cannot express.
  func line(_ words: String) -> (text: String, losses: [String]) {
    var parts = ["[\(box)]"]
    if !words.isEmpty { parts.append(words) }
    var losses: [String] = []
    // Tasks have dates only; a time of day becomes a word.
    for stamp in [scheduled, due] { if let time = stamp?.clock { parts.append(time) } }
    if let sign = priority.flatMap({ TaskSign.emoji($0) }) { parts.append(sign) }
    for stamp in [due, scheduled] {
      guard let repeater = stamp?.repeater else { continue }
      if let rule = repeater.rule {
        parts.append("\(TaskSign.emoji(.recurrence)) \(rule)")
        break
      }
      losses.append("A task cannot come again \(repeater.written).")
    }
    if let scheduled { parts.append("\(TaskSign.emoji(.scheduled)) \(scheduled.day.text)") }
    if let due { parts.append("\(TaskSign.emoji(.due)) \(due.day.text)") }
    if let closed {
      let kind = box == "-" ? TaskLine.Kind.cancelled : .done
      parts.append("\(TaskSign.emoji(kind)) \(closed.day.text)")
    }
    return (parts.joined(separator: " "), losses)
  }
}

/// A timestamp: `<2024-01-31 Wed 10:00 .+1w>`, or the same in square brackets.
struct OrgStamp: Equatable {
  struct Repeater: Equatable {
    /// `+1w`, `++1w`, or `.+1w`, which counts from the day of completion.
    var written: String

    /// The rule, as in `every 2 weeks when done`; nil for hours.
    var rule: String? {
      let isWhenDone = written.hasPrefix(".")
      let digits = written.drop { $0 == "." || $0 == "+" }.prefix { $0.isNumber && $0.isASCII }
      guard let letter = written.last, let unit = TimeUnit(letter: String(letter))?.rawValue,
        let count = Int(digits),
        (1...1000).contains(count)
      else { return nil }
      return "every \(count == 1 ? unit : "\(count) \(unit)s")\(isWhenDone ? " when done" : "")"
    }
  }

  var day: Day
  /// The time of day: `10:00`, or `10:00-11:30`.
  var clock: String?
  var repeater: Repeater?

  /// The local time.
  var time: CivilTime {
    var time = day.time
    let parts = (clock ?? "").prefix { $0 != "-" }.split(separator: ":").compactMap { Int($0) }
    if parts.count == 2, parts[0] < 24, parts[1] < 60 {
      (time.hour, time.minute) = (parts[0], parts[1])
    }
    return time
  }

  /// Removes a timestamp with its brackets from the start of a text; returns nil if there is none.
  static func take(_ text: inout Substring) -> OrgStamp? {
    guard let first = text.first, first == "<" || first == "[",
      let end = text.firstIndex(of: first == "<" ? ">" : "]"),
      let stamp = OrgStamp(text[text.index(after: text.startIndex)..<end])
    else { return nil }
    text = text[text.index(after: end)...]
    return stamp
  }

  /// Reads the text between the brackets.
  init?(_ inside: some StringProtocol) {
    let words = inside.split(separator: " ")
    guard let date = words.first.flatMap({ WrittenMoment(String($0)) }), !date.isCompact,
      date.precision == .day
    else { return nil }
    day = Day(date.time)
    for word in words.dropFirst() {
      if word.contains(":"), word.allSatisfy({ $0.isNumber || $0 == ":" || $0 == "-" }) {
        clock = String(word)
      } else if word.hasPrefix("+") || word.hasPrefix(".+") {
        // The second interval in `+1w/2w`, the deadline of a habit, is dropped.
        repeater = Repeater(written: String(word.prefix { $0 != "/" }))
      }
    }
  }
}
