import Bytes
import Entities
import Html

/// A note that was a task where it came from: its first line is that task, which the agenda knows.
enum TaskNote {
  /// The line, and an empty one where more follows. Days are as tasks have them.
  static func begin(
    _ text: inout [UInt8], title: String, due: String?, isDone: Bool, done: String? = nil
  ) {
    var line = Array(isDone ? "- [x] ".utf8 : "- [ ] ".utf8)
    line += PlainText.inline(title.isEmpty ? "To do" : title)
    if let due { line += " 📅 \(due)".utf8 }
    if let done { line += " ✅ \(done)".utf8 }
    text = line + (text.isEmpty ? [] : [Byte.lineFeed]) + [Byte.lineFeed] + text
  }

  static func day(_ moment: Timestamp) -> String { Day(CivilCalendar.civil(moment)).text }

  private static let units = [
    "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year",
  ]

  /// `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO` as tasks say it; nil for rules that they do not know.
  static func recurrence(_ rule: String) -> String? {
    var fields: [Substring: Substring] = [:]
    for part in rule.split(whereSeparator: { ";:\n ".contains($0) }) {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { fields[pair[0]] = pair[1] }
    }
    guard let unit = fields["FREQ"].flatMap({ units[String($0)] }) else { return nil }
    let count = fields["INTERVAL"].flatMap { Int($0) } ?? 1
    guard count > 0 else { return nil }
    let days = (fields["BYDAY"] ?? "").split(separator: ",").compactMap { code in
      Weekday.allCases.map(\.name).first { $0.prefix(2).uppercased() == code }
    }
    let on = unit == "week" && !days.isEmpty ? " on \(days.joined(separator: ", "))" : ""
    return "every " + (count == 1 ? unit : "\(count) \(unit)s") + on
  }
}
