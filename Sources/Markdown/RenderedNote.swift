import Bytes
package import Entities
import NoteSyntax

/// A note formatted for reading. It has parts, which are read when they come into view; parts have
/// units, which are laid out when they come into view.
///
/// ```swift
/// let note = RenderedNote(bytes)
/// for unit in note.parts[0].units { draw(unit.rows(width: 80)) }
/// ```
///
/// Any bytes are valid. The initializer scans each line; a part is read when its units are first
/// used, on any thread.
package final class RenderedNote: Sendable {
  package let parts: [RenderedPart]
  /// The title that lists show; nil if the file's name is used.
  package let title: String?
  /// The parts that were read, without the message of an empty note.
  private let read: [RenderedPart]
  /// The number of lines, without remarks.
  let lineCount: Int
  let folds: Folds

  /// The most bytes of a note that are shown.
  package static let limit = 4 << 20
  /// The least number of bytes in a part.
  static let partLength = 12 << 10

  /// `isCut`: the note continues after these bytes. Parts with the same text as in `earlier` are
  /// not read again.
  package convenience init(
    _ bytes: [UInt8], embeds: Embeds = Embeds(), isCut: Bool = false,
    reusing earlier: RenderedNote? = nil
  ) {
    self.init(bytes, embeds: embeds, isCut: isCut, reusing: earlier, partLength: Self.partLength)
  }

  convenience init(
    _ bytes: [UInt8], embeds: Embeds = Embeds(), isCut: Bool = false,
    reusing earlier: RenderedNote? = nil, partLength: Int
  ) {
    var (parts, lineCount) = Self.parts(of: bytes, embeds, earlier, partLength)
    if isCut {
      parts.append(Self.remark("… Open the note to read on.", at: bytes.count, line: lineCount))
    }
    let title = NoteHead(bytes.span, isWhole: !isCut).title
    self.init(parts, lineCount: lineCount, titled: title, Folds())
  }

  private init(_ read: [RenderedPart], lineCount: Int, titled title: String?, _ folds: Folds) {
    self.title = title
    self.read = read
    self.lineCount = lineCount
    self.folds = folds
    let isEmpty = read.allSatisfy { $0.text.bytes.count < 4_096 && $0.units.isEmpty }
    parts = isEmpty ? read + [Self.remark("This note is empty.", at: 0, line: 0)] : read
  }

  /// Makes the same note with other callouts folded.
  convenience init(_ note: RenderedNote, _ folds: Folds) {
    self.init(note.read, lineCount: note.lineCount, titled: note.title, folds)
  }

  /// Returns the same note with other answers in its query blocks, without reading it again.
  package func answered(_ answers: [AskedBlock: Embeds.Answer]) -> RenderedNote {
    let answers = Embeds.Answers(answers)
    return RenderedNote(
      read.map { $0.answered(answers) }, lineCount: lineCount, titled: title, folds)
  }

  private static func remark(_ words: String, at start: Int, line: Int) -> RenderedPart {
    let unit = RenderedUnit(.text(InlineText(words, .muted, line: 0)), line: 0)
    return RenderedPart(firstLine: line, start: start, text: PartText([unit]))
  }

  private static func parts(
    of source: [UInt8], _ embeds: Embeds, _ earlier: RenderedNote?,
    _ partLength: Int
  ) -> ([RenderedPart], lineCount: Int) {
    var parts: [RenderedPart] = []
    var text = HeadText(source.span)
    text.skipByteOrderMark()
    var line = 0
    if let front = FrontMatter(source.span, from: text.position, end: source.count, isWhole: true) {
      let units = PropertyUnits.units(of: front, in: source)
      parts.append(RenderedPart(firstLine: 0, start: 0, text: PartText(units)))
      line = source[..<front.whole.upperBound].reduce(0) { $1 == Byte.lineFeed ? $0 + 1 : $0 }
      text.position = front.whole.upperBound
    }
    var splitter = NoteSplitter(source, from: text.position, line: line, least: partLength)
    splitter.run()
    let known = Reusable(earlier, splitter.definitions, embeds)
    for (part, text) in splitter.texts(of: source, embeds, known: known.text) {
      parts.append(
        RenderedPart(
          firstLine: part.line, start: part.range.lowerBound, text: text, embeds.answers))
    }
    return (parts, splitter.lineCount)
  }
}

/// The parts of an earlier version of a note, by their text.
private struct Reusable {
  private var texts: [[UInt8]: PartText] = [:]

  init(_ earlier: RenderedNote?, _ definitions: Definitions, _ embeds: Embeds) {
    // Embedded notes can change while their host does not.
    guard let earlier, embeds.texts.isEmpty else { return }
    for part in earlier.parts where !part.text.bytes.isEmpty && part.text.isRead(as: embeds) {
      guard part.text.definitions == definitions else { return }
      texts[part.text.bytes] = part.text
    }
  }

  func text(_ bytes: [UInt8], _ part: NotePart) -> PartText? {
    guard let text = texts[bytes], text.followsBlank == part.followsBlank else { return nil }
    return text
  }
}
