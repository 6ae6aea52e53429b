import Bytes
import Entities
import MarkdownLines

/// A task's line by its places: the box, the words, and the parts that say more in signs (`📅
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

  package enum Form: Sendable { case emoji, field }

  package struct Part: Equatable, Sendable {
    package var kind: Kind
    package var form: Form
    /// With its sign or its brackets.
    package var whole: Range<Int>
    /// What is said; of a priority in signs the sign itself.
    package var value: Range<Int>
  }

  package let mark: Unicode.Scalar
  /// Where it stands.
  package let markPlace: Range<Int>
  /// What stands behind the box, without the blanks around it and without the id of the block.
  package let text: Range<Int>
  /// Where the line ends without blanks; the id of the block belongs to it.
  package let end: Int
  /// Those that count, in their order.
  package private(set) var parts: [Part] = []
  /// The names of the tags, without `#`.
  package private(set) var tags: [Range<Int>] = []

  /// Behind the last of the words that parts stand among.
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
      bytes, mark: box.status, markPlace: start + 1..<box.end - 1,
      text: text..<LineSigns.endBeforeBlockID(bytes, text, stop), end: stop)
  }

  /// The same for a line of which the box was read, and the text without the id of the block.
  package init(_ bytes: Span<UInt8>, mark: Unicode.Scalar, text: Range<Int>) {
    self.init(
      bytes, mark: mark, markPlace: text.lowerBound..<text.lowerBound, text: text,
      end: text.upperBound)
  }

  private init(
    _ bytes: Span<UInt8>, mark: Unicode.Scalar, markPlace: Range<Int>,
    text: Range<Int>, end: Int
  ) {
    self.mark = mark
    self.markPlace = markPlace
    self.text = text
    self.end = end
    var reader = TaskPartReader(bytes, text)
    reader.run()
    (parts, tags, tailStart) = (reader.parts, reader.tags, reader.tailStart)
  }

  /// The first part of a kind: it is the one that counts.
  func part(_ kind: Kind) -> Part? { parts.first { $0.kind == kind } }

  /// The day that `bytes` begin with in a range, `2026-03-02`. There may be no such day: `2024-02-31`.
  static func writtenDay(
    _ bytes: Span<UInt8>, _ range: Range<Int>
  ) -> WrittenMoment? {
    let moment = WrittenMoment(startOf: bytes.extracting(range))
    return moment.flatMap { $0.isCompact || $0.precision < .day ? nil : $0 }
  }

  /// Whether a part stands at the end, not among the words.
  func isLast(_ part: Part) -> Bool { part.whole.lowerBound >= tailStart }

  /// The form that the line says such things in; nil where it says none.
  package var form: Form? { parts.last?.form }
}
