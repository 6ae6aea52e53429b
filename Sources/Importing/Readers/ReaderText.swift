import Archives
import Bytes
import Entities
import Html

/// Converts plain text to Markdown below its title.
enum PlainTextBody {
  static func markdown(title: String, _ text: String) -> [UInt8] {
    below(title, PlainText.markdown(of: text.trimmingLines))
  }

  static func below(_ title: String, _ body: [UInt8]) -> [UInt8] {
    title.isEmpty ? body : Array("# ".utf8) + PlainText.inline(title) + Array("\n\n".utf8) + body
  }
}

extension StringProtocol {
  var trimmingBlanks: String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }

  /// The text without leading empty lines and trailing blanks.
  var trimmingLines: String {
    var rest = self[...]
    while let first = rest.first, first.isNewline { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }

  /// Replaces each text between two marks, and the marks, unless `change` returns nil.
  func replacing(
    from open: String, to close: String, _ change: (_ inside: SubSequence) -> String?
  ) -> String {
    var (out, rest) = ("", self[...])
    while let start = rest.firstRange(of: open),
      let end = rest[start.upperBound...].firstRange(of: close)
    {
      out += rest[..<start.lowerBound]
      out +=
        change(rest[start.upperBound..<end.lowerBound])
        ?? String(rest[start.lowerBound..<end.upperBound])
      rest = rest[end.upperBound...]
    }
    return out + rest
  }

  /// The text with every line break as a line feed.
  var normalizingLineEnds: String { String(map { $0.isNewline ? "\n" : $0 }) }
}

extension ImportLink {
  /// The destination with percent signs decoded.
  var path: String { Percent.decodedAsWritten(destination) }

  /// Whether the destination has a scheme, so that it leads out of any vault.
  var isWeb: Bool {
    guard let colon = destination.firstIndex(of: ":") else { return false }
    // A wiki link may be a title with a colon.
    if isWiki { return destination[colon...].hasPrefix("://") }
    let scheme = destination[..<colon]
    return scheme.count > 1
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

/// A note that was a task in its source: its first line is a task for the agenda.
enum TaskNote {
  /// Writes the task's line, and an empty line if text follows. Dates have the form of tasks.
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

  /// Converts `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO` to a task's rule; nil if there is none.
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

extension SourceTree {
  static let largestText = 256 << 20

  /// Reads a file that contains one note or all of them.
  func text(of entry: Entry) throws(SourceFailure) -> [UInt8] {
    try read(entry, atMost: Self.largestText)
  }

  /// Reads a JSON file; returns nil if it is not JSON, or too large.
  func json(_ entry: Entry, deepest: Int = JSONReader.deepest) -> JSONReader.Value? {
    (try? text(of: entry)).flatMap { JSONReader.value(of: $0, deepest: deepest) }
  }
}

/// Accessors for readers of JSON; they return nothing where the value is of another kind.
extension JSONReader.Value {
  subscript(name: String) -> JSONReader.Value? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  var items: [JSONReader.Value] {
    if case .array(let items) = self { items } else { [] }
  }

  var isTrue: Bool { self == .bool(true) }

  /// An integer, as a number or a string of digits.
  var number: Int64? {
    switch self {
    case .number(let digits):
      Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0.rounded()) }
    case .string(let digits): Int64(digits)
    default: nil
    }
  }

  /// A time such as `2023-08-01T14:29:43.842Z`.
  var time: Timestamp? { text.flatMap(ImportedTime.read) }
}

/// Reads times as other programs write them.
enum ImportedTime {
  /// Returns nil for no number, and for zero or less, which means no time.
  static func milliseconds(_ count: Int64?) -> Timestamp? {
    guard let count, count > 0 else { return nil }
    return Timestamp(seconds: count / 1_000, nanoseconds: Int32(count % 1_000) * 1_000_000)
  }

  static func microseconds(_ count: Int64?) -> Timestamp? {
    guard let count, count > 0 else { return nil }
    return Timestamp(seconds: count / 1_000_000, nanoseconds: Int32(count % 1_000_000) * 1_000)
  }

  /// Reads `2023-08-01T14:29:43.842Z`, `20241222T222542Z`, or `2023-08-01`, to the second. A time
  /// without a zone is in UTC.
  static func read(_ text: String) -> Timestamp? {
    guard let moment = WrittenMoment(startOf: text.utf8Span.span), moment.exists,
      // Some programs write more than a zone after a time.
      moment.length == text.utf8.count || !moment.isCompact && moment.precision >= .second
    else { return nil }
    return moment.precision < .day ? nil : Timestamp(seconds: moment.inUTC.seconds)
  }
}
