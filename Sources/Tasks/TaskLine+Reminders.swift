import Bytes
import Entities
import MarkdownLines

extension TaskLine {
  /// The most reminders of a line.
  private static let mostReminders = 20
  /// The most bytes of a reminder.
  private static let longestReminder = 64

  /// Returns when the task reminds: `⏰ 2026-08-10 21:00`, `(@2026-08-10 21:00)`, `[reminder:: a day
  /// before]`, and the time at which it is due.
  func reminders(in bytes: Span<UInt8>) -> [String] {
    var found: [String] = []
    if let due = part(.due),
      let moment = Self.writtenDay(bytes, due.value.lowerBound..<text.upperBound),
      moment.precision >= .minute, due.form == .field
    {
      found.append(
        TaskFacts.dueWord + TimeOfDay(minutes: moment.time.hour * 60 + moment.time.minute).text)
    }
    var code = CodeRuns()
    var index = text.lowerBound
    while index < text.upperBound, found.count < Self.mostReminders {
      if bytes[index] == Byte.backtick {
        index = codeEnd(bytes, index, &code)
        continue
      }
      if let (value, end) = reminder(bytes, at: index) {
        found += value
        index = end
      } else {
        index += 1
      }
    }
    return found
  }

  /// Returns the end of the code that begins here, or of its backticks.
  private func codeEnd(_ bytes: Span<UInt8>, _ index: Int, _ code: inout CodeRuns) -> Int {
    let count = Byte.run(of: Byte.backtick, in: bytes, from: index, to: text.upperBound)
    if code.end == 0 { code.read(bytes, from: index, to: text.upperBound) }
    return (code.closer(of: count, at: index, in: bytes) ?? index) + count
  }

  /// Reads what begins here; nil if it is no reminder.
  private func reminder(_ bytes: Span<UInt8>, at index: Int) -> (values: [String], end: Int)? {
    switch bytes[index] {
    case 0xe2 where matches("⏰", bytes, index): sign(bytes, after: index + 3)
    case 0xf0 where matches("📅", bytes, index): dueSign(bytes, after: index + 4)
    case Byte.leftParenthesis where matches("(@", bytes, index):
      enclosed(bytes, from: index + 2, to: Byte.rightParenthesis)
    case Byte.leftParenthesis where matches("(reminder::", bytes, index):
      enclosed(bytes, from: index + 11, to: Byte.rightParenthesis)
    case Byte.opening where matches("[reminder::", bytes, index):
      enclosed(bytes, from: index + 11, to: Byte.closing)
    default: nil
    }
  }

  private func matches(_ sign: StaticString, _ bytes: Span<UInt8>, _ index: Int) -> Bool {
    Byte.matches(sign, in: bytes, at: index, to: text.upperBound)
  }

  private func enclosed(
    _ bytes: Span<UInt8>, from start: Int, to closing: UInt8
  ) -> (values: [String], end: Int)? {
    let stop = min(text.upperBound, start + 4 * Self.longestReminder)
    guard let end = Byte.find(closing, in: bytes, from: start, to: stop) else { return nil }
    let values = bytes.text(start..<end).split(separator: ",").map(Self.trimmed)
      .filter { TaskReminder($0) != nil }
    return values.isEmpty ? nil : (values, end + 1)
  }

  /// Reads the longest reminder after its sign: what follows may be words.
  private func sign(_ bytes: Span<UInt8>, after start: Int) -> (values: [String], end: Int)? {
    var start = start
    while start + 3 <= text.upperBound, matches("\u{FE0F}", bytes, start) { start += 3 }
    var stop = start
    let limit = min(text.upperBound, start + Self.longestReminder)
    // A sign or a tag ends it.
    while stop < limit, bytes[stop] < 0x80, bytes[stop] != Byte.hash { stop += 1 }
    var words = bytes.text(start..<stop).split(separator: " ")
    while !words.isEmpty {
      let written = words.joined(separator: " ")
      if TaskReminder(written) != nil { return ([written], start) }
      words.removeLast()
    }
    return nil
  }

  /// A due date with a time, which the sign's date does not include.
  private func dueSign(_ bytes: Span<UInt8>, after start: Int) -> (values: [String], end: Int)? {
    let start = Byte.skippingBlanks(in: bytes, from: start, to: text.upperBound)
    guard let moment = Self.writtenDay(bytes, start..<text.upperBound), moment.precision >= .minute,
      moment.exists
    else { return nil }
    return ([bytes.text(start..<start + moment.length)], start + moment.length)
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}
