import Archives
import Bytes
import Entities
import Html

/// A text that was no Markdown, below its title.
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

  /// Without empty lines at its start and blanks at its end.
  var trimmingLines: String {
    var rest = self[...]
    while let first = rest.first, first.isNewline { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }

  /// Replaces each text between two marks, and the marks, with what `change` returns; where that is
  /// nil, they stay.
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

  /// With line feeds alone.
  var withPlainLines: String { String(map { $0.isNewline ? "\n" : $0 }) }
}

extension ImportLink {
  /// The destination without percent signs.
  var path: String { Percent.decodedAsWritten(destination) }

  /// Whether the destination has a scheme, so that it leads out of any vault.
  var isWeb: Bool {
    guard let colon = destination.firstIndex(of: ":") else { return false }
    // A title may have a colon.
    if isWiki { return destination[colon...].hasPrefix("://") }
    let scheme = destination[..<colon]
    return scheme.count > 1
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

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

extension SourceTree {
  static let largestText = 256 << 20

  /// Reads a file that holds one note, or all of them.
  func text(of entry: Entry) throws(SourceFailure) -> [UInt8] {
    try read(entry, atMost: Self.largestText)
  }

  /// What a file of JSON holds; nil where it is not JSON, or is too large.
  func json(_ entry: Entry, deepest: Int = JSONReader.deepest) -> JSONReader.Value? {
    (try? text(of: entry)).flatMap { JSONReader.value(of: $0, deepest: deepest) }
  }
}

/// What readers of JSON ask of a value; nothing where it is of another kind.
extension JSONReader.Value {
  subscript(name: String) -> JSONReader.Value? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  var items: [JSONReader.Value] {
    if case .array(let items) = self { items } else { [] }
  }

  var isTrue: Bool { self == .bool(true) }

  /// A whole number, in digits with or without quotes.
  var number: Int64? {
    switch self {
    case .number(let digits):
      Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0.rounded()) }
    case .string(let digits): Int64(digits)
    default: nil
    }
  }

  /// `2023-08-01T14:29:43.842Z`.
  var time: Timestamp? { text.flatMap(ImportedTime.read) }
}

/// Times as other programs write them.
enum ImportedTime {
  /// Nil for none, and for a number that says none.
  static func milliseconds(_ count: Int64?) -> Timestamp? {
    guard let count, count > 0 else { return nil }
    return Timestamp(seconds: count / 1_000, nanoseconds: Int32(count % 1_000) * 1_000_000)
  }

  static func microseconds(_ count: Int64?) -> Timestamp? {
    guard let count, count > 0 else { return nil }
    return Timestamp(seconds: count / 1_000_000, nanoseconds: Int32(count % 1_000_000) * 1_000)
  }

  /// `2023-08-01T14:29:43.842Z`, `20241222T222542Z`, `2023-08-01`; without a zone it is UTC. To the
  /// second.
  static func read(_ text: String) -> Timestamp? {
    guard let moment = WrittenMoment(startOf: text.utf8Span.span), moment.exists,
      // Programs write more behind a time than its zone.
      moment.length == text.utf8.count || !moment.isCompact && moment.precision >= .second
    else { return nil }
    return moment.precision < .day ? nil : Timestamp(seconds: moment.inUTC.seconds)
  }
}
