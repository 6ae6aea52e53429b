import Bytes
package import Entities
import MarkdownLines

/// The ranges of a task's line: the box, the words, and the parts that say more in signs (`📅
/// 2026-03-02`) or fields (`[due:: 2026-03-02]`).
package struct TaskLine: Equatable, Sendable {
  package enum Kind: Sendable {
    case created, scheduled, start, due, done, cancelled
    case priority, recurrence, id, dependsOn
    /// What becomes of the line once it is done.
    case onCompletion

    /// Days that a task is planned by.
    var isPlan: Bool { self == .due || self == .scheduled || self == .start }

    var isDay: Bool { isPlan || self == .created || self == .done || self == .cancelled }
  }

  enum Form: Sendable { case emoji, field }

  package struct Part: Equatable, Sendable {
    package var kind: Kind
    var form: Form
    /// With its sign or its brackets.
    package var whole: Range<Int>
    /// What is said; of a priority in signs the sign itself.
    package var value: Range<Int>
  }

  package let mark: Unicode.Scalar
  /// Its range.
  package let markRange: Range<Int>
  /// The text behind the box, without the blanks around it and without the id of the block.
  package let text: Range<Int>
  /// Where the line ends without blanks; the id of the block belongs to it.
  package let end: Int
  /// Those that count, in their order.
  package private(set) var parts: [Part] = []
  /// The names of the tags, without `#`.
  package private(set) var tags: [Range<Int>] = []

  /// After the last word with parts around it.
  private var tailStart = 0

  /// A line that says more than this in signs is not a person's.
  static let most = 500

  /// Nil where the line in `range`, with or without its end, is no task.
  package init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let stop = Byte.droppingBlanks(in: bytes, from: range.lowerBound, to: range.upperBound)
    let (start, isItem) = LineSigns.behindMarks(bytes, range.lowerBound, stop)
    guard isItem, let box = TaskBox(bytes, start, stop) else { return nil }
    let text = Byte.skippingBlanks(in: bytes, from: box.end, to: stop)
    self.init(
      bytes, mark: box.status, markRange: start + 1..<box.end - 1,
      text: text..<LineSigns.endBeforeBlockID(bytes, text, stop), end: stop)
  }

  /// The same for a line of which the box was read, and the text without the id of the block.
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

  /// The first part of a kind: it is the one that counts.
  func part(_ kind: Kind) -> Part? { parts.first { $0.kind == kind } }

  /// The day that `bytes` begin with in a range, `2026-03-02`. There may be no such day: `2024-02-31`.
  static func writtenDay(_ bytes: Span<UInt8>, _ range: Range<Int>) -> WrittenMoment? {
    let moment = WrittenMoment(startOf: bytes.extracting(range))
    return moment.flatMap { $0.isCompact || $0.precision < .day ? nil : $0 }
  }

  /// Whether a part is at the end, not among the words.
  func isLast(_ part: Part) -> Bool { part.whole.lowerBound >= tailStart }

  /// The form that the line says such things in; nil where it says none.
  var form: Form? { parts.last?.form }
}

extension TaskLine {
  /// What the line in `range` says; nil where it is no task.
  package static func facts(_ bytes: Span<UInt8>, _ range: Range<Int>) -> TaskFacts? {
    TaskLine(bytes, range)?.facts(in: bytes)
  }

  /// More words are cut: they are shown on a line.
  private static let longestWords = 2000

  /// What the line says; `bytes` are those that it was read from.
  package func facts(in bytes: Span<UInt8>) -> TaskFacts {
    var facts = TaskFacts()
    facts.mark = mark
    facts.words = words(in: bytes)
    facts.tags = tags.map { bytes.text($0) }
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

  /// The text without its parts, and without the blanks before each. A day that there is not stays
  /// among the words: it is a slip that a person wants to see.
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
      // Between characters.
      while let last = shortened.last, last & 0xc0 == 0x80 { shortened.removeLast() }
      if let last = shortened.last, last >= 0xc0 { shortened.removeLast() }
    }
    let start = shortened.firstIndex { !Byte.isBlank($0) } ?? shortened.endIndex
    return String(decoding: shortened[start...], as: UTF8.self)
  }

  private func isImpossible(_ part: Part, in bytes: Span<UInt8>) -> Bool {
    part.kind.isDay && Self.writtenDay(bytes, part.value)?.day == nil
  }

  /// The start of the blanks before a part, with the comma that parts two fields.
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

  /// Blanks and those that do not break.
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
