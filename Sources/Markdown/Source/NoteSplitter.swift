import Bytes
import MarkdownLines

/// Splits a note where no Markdown block can continue, so that parts out of view need not be read.
///
/// An unindented line after an empty one ends all lists and quotes, unless it is an item itself; a
/// heading does so anywhere. Unclear cases are not split.
struct NoteSplitter {
  private let bytes: [UInt8]
  /// The least number of bytes in a part.
  private let least: Int

  private(set) var parts: [NotePart] = []
  private(set) var definitions = Definitions()
  /// The number of lines that were read.
  private(set) var lineCount = 0

  /// The longest line and paragraph that are read as Markdown, whose reading time grows with the
  /// square of the length.
  static let longestLine = 16 << 10
  static let longestParagraph = 32 << 10
  static let mostColumns = 128

  private var blocks = OpenBlocks()
  /// The text of the line above, if it is in a paragraph.
  private var above: Range<Int>?
  /// The length of the current paragraph up to here.
  private var paragraph = 0
  private var formulaEnd = 0
  private var followsBlank = true
  private var followsBullet = false
  private var followsMark = false
  private var part: NotePart

  init(_ bytes: [UInt8], from start: Int, line: Int, least: Int) {
    self.bytes = bytes
    self.least = least
    part = NotePart(range: start..<start, line: line, followsBlank: false)
  }

  mutating func run() {
    var start = part.range.lowerBound
    var line = part.line
    while start < bytes.count {
      let end =
        Byte.find(Byte.lineFeed, in: bytes.span, from: start, to: bytes.count) ?? bytes.count
      let stop = Byte.droppingBlanks(in: bytes.span, from: start, to: end)
      read(start, stop, line)
      if stop - start > Self.longestLine { part.isRaw = true }
      start = min(bytes.count, end + 1)
      line += 1
    }
    lineCount = line
    close(at: bytes.count)
  }

  private mutating func close(at end: Int) {
    part.range = part.range.lowerBound..<end
    if !part.range.isEmpty { parts.append(part) }
  }

  private mutating func read(_ start: Int, _ stop: Int, _ line: Int) {
    let bytes = bytes
    var footnote: Int?
    let read = blocks.read(bytes.span, start, stop, above: above) { sign, container in
      if container == .footnote { footnote = sign.lowerBound }
    }
    // A conflict marker is shown as it is written, and each version is read without the other.
    let isMark = read.kind == .mark
    if isMark || followsMark
      || start - part.range.lowerBound >= least && mayPart(read, start, stop)
    {
      close(at: start)
      part = NotePart(range: start..<start, line: line, followsBlank: followsBlank, isRaw: isMark)
    }
    followsMark = isMark
    if read.opened == OpenBlocks.deepest { part.isRaw = true }
    if let footnote, let label = FootnoteLabel(bytes.span, footnote, stop) {
      let key = Definitions.key(bytes[label.name])
      if definitions.footnotes[key] == nil { definitions.footnotes[key] = line }
    }
    take(read, stop)
    above = read.kind == .text ? read.text..<stop : nil
    followsBlank = start == stop
    followsBullet = read.opened > 0 && Self.isBullet(bytes[start]) && !blocks.isInFence
  }

  /// Whether the line begins a block that does not depend on the lines before it.
  private func mayPart(_ read: OpenBlocks.Line, _ start: Int, _ stop: Int) -> Bool {
    guard start < stop, !Byte.isBlank(bytes[start]), !read.continues,
      read.opened == blocks.containers.count
    else { return false }
    if case .item = blocks.containers.first {
      // The numbers of an ordered list continue.
      return !Byte.isDigit(bytes[start]) && (followsBlank || followsBullet)
    }
    switch read.kind {
    case .heading where read.opened == 0: return true
    case .fenceText, .fenceEnd, .hidden, .tableRow: return false
    default: return followsBlank
    }
  }

  private mutating func take(_ read: OpenBlocks.Line, _ stop: Int) {
    let length = paragraph
    paragraph = 0
    switch read.kind {
    case .text, .definition:
      paragraph = stop - read.text + (read.opened == 0 ? length : 0)
      if paragraph > Self.longestParagraph { part.isRaw = true }
      if read.kind == .definition { return define(read.text, stop) }
      guard let end = FormulaLines.end(bytes, read.text, stop, isInText: false), end > stop else {
        return
      }
      formulaEnd = end
      blocks.hide()
    case .hidden:
      if stop >= formulaEnd { blocks.closeLeaf() }
    case .tableRule:
      let columns = TableSigns.ruledColumns(bytes.span, read.text, stop) ?? 0
      if columns > Self.mostColumns { part.isRaw = true }
    default: break
    }
  }

  private mutating func define(_ start: Int, _ stop: Int) {
    guard let definition = LinkDefinition(bytes.span, start, stop) else { return }
    let key = Definitions.key(bytes[(start + 1)..<definition.labelEnd])
    if definitions.links[key] == nil { definitions.links[key] = Array(bytes[start..<stop]) }
  }

  private static func isBullet(_ byte: UInt8) -> Bool {
    byte == Byte.dash || byte == Byte.star || byte == Byte.plus
  }
}
