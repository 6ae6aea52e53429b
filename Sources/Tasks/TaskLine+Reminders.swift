import Bytes
import Entities
import MarkdownLines

extension TaskLine {
  /// The most reminders of a line.
  private static let mostReminders = 20
  /// The most bytes of a reminder.
  private static let longestReminder = 64

  /// What is written as a reminder: the values, where each begins, and the end of all.
  private struct Written {
    var values: [String]
    var starts: [Int]
    var end: Int
  }

  /// Returns when the task reminds: `⏰ 2026-08-10 21:00`, `(@2026-08-10 21:00)`, `[reminder:: a day
  /// before]`, and the time at which it is due.
  func reminders(in bytes: Span<UInt8>) -> [String] {
    dueTime(in: bytes) + written(in: bytes).flatMap(\.values)
  }

  /// Returns the dates in its reminders, which move with those of a recurring task.
  func reminderDates(in bytes: Span<UInt8>) -> [(range: Range<Int>, day: Day)] {
    written(in: bytes).flatMap(\.starts).compactMap { start in
      Self.writtenDay(bytes, start..<text.upperBound)?.day.map { (start..<start + 10, $0) }
    }
  }

  /// The time after the date in a field, which no sign includes.
  private func dueTime(in bytes: Span<UInt8>) -> [String] {
    guard let due = part(.due), due.form == .field,
      let moment = Self.writtenDay(bytes, due.value), moment.precision >= .minute, moment.exists
    else { return [] }
    let time = TimeOfDay(minutes: moment.time.hour * 60 + moment.time.minute)
    return [TaskFacts.dueWord + time.text]
  }

  private func written(in bytes: Span<UInt8>) -> [Written] {
    var found: [Written] = []
    var code = CodeRuns()
    var index = text.lowerBound
    while index < text.upperBound, found.count < Self.mostReminders {
      if bytes[index] == Byte.backtick {
        index = codeEnd(bytes, index, &code)
      } else if let written = reminder(bytes, at: index) {
        found.append(written)
        index = written.end
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
  private func reminder(_ bytes: Span<UInt8>, at index: Int) -> Written? {
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

  private func enclosed(_ bytes: Span<UInt8>, from start: Int, to closing: UInt8) -> Written? {
    let stop = min(text.upperBound, start + 4 * Self.longestReminder)
    guard let end = Byte.find(closing, in: bytes, from: start, to: stop) else { return nil }
    var written = Written(values: [], starts: [], end: end + 1)
    var offset = start
    while offset < end {
      let comma = Byte.find(UInt8(ascii: ","), in: bytes, from: offset, to: end) ?? end
      let words = bytes.text(offset..<comma).split(separator: " ").joined(separator: " ")
      if TaskReminder(words) != nil {
        written.values.append(words)
        written.starts.append(Byte.skippingBlanks(in: bytes, from: offset, to: comma))
      }
      offset = comma + 1
    }
    return written.values.isEmpty ? nil : written
  }

  /// Reads the longest reminder after its sign: what follows may be words.
  private func sign(_ bytes: Span<UInt8>, after start: Int) -> Written? {
    var start = start
    while matches("\u{FE0F}", bytes, start) { start += 3 }
    start = Byte.skippingBlanks(in: bytes, from: start, to: text.upperBound)
    var stop = start
    let limit = min(text.upperBound, start + Self.longestReminder)
    // Another sign or a tag ends it.
    while stop < limit, bytes[stop] < 0x80, bytes[stop] != Byte.hash { stop += 1 }
    var words = bytes.text(start..<stop).split(separator: " ")
    while !words.isEmpty {
      let value = words.joined(separator: " ")
      if TaskReminder(value) != nil { return Written(values: [value], starts: [start], end: start) }
      words.removeLast()
    }
    return nil
  }

  /// A due date with a time, which the sign's date does not include.
  private func dueSign(_ bytes: Span<UInt8>, after start: Int) -> Written? {
    let start = Byte.skippingBlanks(in: bytes, from: start, to: text.upperBound)
    guard let moment = Self.writtenDay(bytes, start..<text.upperBound),
      moment.precision >= .minute, moment.exists
    else { return nil }
    let end = start + moment.length
    return Written(values: [bytes.text(start..<end)], starts: [start], end: end)
  }
}
