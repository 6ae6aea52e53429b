import Bytes
package import Entities
import MarkdownLines

/// The ranges of a task's line: the box, the words, and the parts with more facts, as signs
/// (`📅 2026-03-02`) or fields (`[due:: 2026-03-02]`).
package struct TaskLine: Equatable, Sendable {
  package enum Kind: Sendable {
    case created, scheduled, start, due, done, cancelled
    case priority, recurrence, id, dependsOn
    /// What happens to the line on completion.
    case onCompletion

    /// Whether it is a date for which the task is planned.
    var isPlan: Bool { self == .due || self == .scheduled || self == .start }

    var isDay: Bool { isPlan || self == .created || self == .done || self == .cancelled }
  }

  enum Form: Sendable { case emoji, field }

  package struct Part: Equatable, Sendable {
    package var kind: Kind
    var form: Form
    /// The part with its sign or its brackets.
    package var whole: Range<Int>
    /// The value; for a priority as a sign, the sign itself.
    package var value: Range<Int>
  }

  package let mark: Unicode.Scalar
  /// The range of `mark`.
  package let markRange: Range<Int>
  /// The text after the box, without the blanks around it and the block's id.
  package let text: Range<Int>
  /// The end of the line, including the block's id but no trailing blanks.
  package let end: Int
  /// The parts that count, in their order.
  package private(set) var parts: [Part] = []
  /// The names of the tags, without `#`.
  package private(set) var tags: [Range<Int>] = []

  /// The offset after the last word, where the parts at the end begin.
  private var tailStart = 0

  /// The most parts that are read; people write fewer.
  static let most = 500

  /// Returns nil if the line in `range`, with or without its end, is not a task.
  package init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let stop = Byte.droppingBlanks(in: bytes, from: range.lowerBound, to: range.upperBound)
    let (start, isItem) = LineSigns.skippingMarkers(bytes, range.lowerBound, stop)
    guard isItem, let box = TaskBox(bytes, start, stop) else { return nil }
    let text = Byte.skippingBlanks(in: bytes, from: box.end, to: stop)
    self.init(
      bytes, mark: box.status, markRange: start + 1..<box.end - 1,
      text: text..<LineSigns.endBeforeBlockID(bytes, text, stop), end: stop)
  }

  /// Makes a line whose box was read. `text`: without the block's id.
  package init(_ bytes: Span<UInt8>, mark: Unicode.Scalar, text: Range<Int>) {
    self.init(
      bytes, mark: mark, markRange: text.lowerBound..<text.lowerBound, text: text,
      end: text.upperBound)
  }

  private init(
    _ bytes: Span<UInt8>, mark: Unicode.Scalar, markRange: Range<Int>,
    text: Range<Int>, end: Int
  ) {
    self.mark = mark
    self.markRange = markRange
    self.text = text
    self.end = end
    var reader = TaskPartReader(bytes, text)
    reader.run()
    (parts, tags, tailStart) = (reader.parts, reader.tags, reader.tailStart)
  }

  /// Returns the first part of a kind, which is the one that counts.
  func part(_ kind: Kind) -> Part? { parts.first { $0.kind == kind } }

  /// Reads the date at the start of a range, `2026-03-02`. The day may not exist, as in
  /// `2024-02-31`.
  static func writtenDay(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenMoment? {
    let moment = WrittenMoment(startOf: bytes.extracting(range))
    return moment.flatMap { $0.isCompact || $0.precision < .day ? nil : $0 }
  }

  /// Whether a part is at the end and not among the words.
  func isLast(_ part: Part) -> Bool { part.whole.lowerBound >= tailStart }

  /// The form of the line's last part; nil without parts.
  var form: Form? { parts.last?.form }
}

extension TaskLine {
  /// Returns the facts of the line in `range`; nil if it is not a task.
  package static func facts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> TaskFacts? {
    TaskLine(bytes, range)?.facts(in: bytes)
  }

  /// The length at which words are cut, since they are shown on one line.
  private static let longestWords = 2000

  /// Returns the line's facts. `bytes`: those from which it was read.
  package func facts(in bytes: Span<UInt8>) -> TaskFacts {
    var facts = TaskFacts()
    facts.mark = mark
    facts.words = words(in: bytes)
    facts.tags = tags.map { bytes.text($0) }
    facts.reminders = reminders(in: bytes)
    for part in parts.reversed() {
      let value = bytes.text(part.value)
      let day = Self.writtenDay(bytes, part.value)?.day
      switch part.kind {
      case .created: facts.created = day
      case .scheduled: facts.scheduled = day
      case .start: facts.start = day
      case .due: facts.due = day
      case .done: facts.done = day
      case .cancelled: facts.cancelled = day
      case .priority: facts.priority = TaskSign.priority(value) ?? .normal
      case .recurrence: facts.recurrence = value
      case .id: facts.id = value
      case .dependsOn: facts.dependsOn = Self.ids(value)
      case .onCompletion: break
      }
    }
    return facts
  }

  private static func ids(_ value: String) -> [String] {
    value.split { $0 == "," || $0 == " " || $0 == "\u{A0}" }.map(String.init)
  }

  /// Returns the text without parts and the blanks before them. A date that does not exist stays
  /// among the words, so that the user sees the mistake.
  private func words(in bytes: Span<UInt8>) -> String {
    var words: [UInt8] = []
    var offset = text.lowerBound
    for part in parts where !isImpossible(part, in: bytes) {
      words += bytes.copy(offset..<gapStart(before: part, in: bytes, from: offset))
      offset = part.whole.upperBound
    }
    let stop = min(text.upperBound, offset + Self.longestWords + 4)
    words += bytes.copy(offset..<stop)
    var shortened = words[...]
    if shortened.count > Self.longestWords {
      shortened = shortened.prefix(Self.longestWords)
      // Cuts only between characters.
      while let last = shortened.last, last & 0xc0 == 0x80 { shortened.removeLast() }
      if let last = shortened.last, last >= 0xc0 { shortened.removeLast() }
    }
    let start = shortened.firstIndex { !Byte.isBlank($0) } ?? shortened.endIndex
    return String(decoding: shortened[start...], as: UTF8.self)
  }

  private func isImpossible(_ part: Part, in bytes: Span<UInt8>) -> Bool {
    part.kind.isDay && Self.writtenDay(bytes, part.value)?.day == nil
  }

  /// Returns the start of the blanks before a part, including a comma between two fields.
  func gapStart(before part: Part, in bytes: Span<UInt8>, from low: Int) -> Int {
    var start = part.whole.lowerBound
    start = Self.droppingSpaces(in: bytes, from: low, to: start)
    if start - 1 > text.lowerBound, start > low, bytes[start - 1] == UInt8(ascii: ","),
      part.form == .field,
      bytes[start - 2] == Byte.closing || bytes[start - 2] == Byte.rightParenthesis
    {
      start -= 1
    }
    return start
  }

  /// Skips blanks backwards, including no-break spaces.
  private static func droppingSpaces(in bytes: Span<UInt8>, from low: Int, to stop: Int) -> Int {
    var stop = stop
    while stop > low {
      if Byte.isBlank(bytes[stop - 1]) {
        stop -= 1
      } else if stop - 2 >= low, bytes[stop - 2] == 0xc2, bytes[stop - 1] == 0xa0 {
        stop -= 2
      } else if stop - 3 >= low, bytes[stop - 3] == 0xe2, bytes[stop - 2] == 0x80,
        bytes[stop - 1] == 0xaf
      {
        stop -= 3
      } else {
        break
      }
    }
    return stop
  }
}
