import Bytes
import MarkdownLines

/// Parts a note where no block of Markdown can go on, so that what is out of sight need not be read.
///
/// A line at the margin that follows an empty one ends all lists and quotes, unless it is an item
/// itself; a heading does so anywhere. Only fences and HTML can hold both. Where that cannot be told,
/// nothing is parted.
struct NoteSplitter {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Parts are at least as long.
  private let least: Int

  private(set) var parts: [NotePart] = []
  private(set) var definitions = Definitions()
  /// Up to the last line that was read.
  private(set) var lineCount = 0

  /// A longer line, or paragraph, is not read as Markdown: that takes time that grows with the
  /// square of its length.
  static let longestLine = 16 << 10
  static let longestParagraph = 32 << 10
  static let mostColumns = 128
  static let deepest = 100

  private struct Fence {
    var sign: UInt8
    var count: Int
    /// The list item it stands in begins its text here; 0 without one.
    var indent: Int
  }

  private var fence: Fence?
  private var html: HtmlBlock?
  /// Up to here all is of a formula.
  private var formulaEnd = 0
  /// Where the text of the outer list item begins; 0 outside of lists.
  private var itemIndent = 0
  private var followsBlank = true
  private var followsBullet = false
  /// The line before is a paragraph's.
  private var isText = false
  private var paragraph = 0
  private var isTable = false
  private var part: NotePart

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, line: Int, least: Int) {
    self.bytes = bytes
    self.least = least
    part = NotePart(range: start..<start, line: line, followsBlank: false)
  }

  mutating func run() {
    var start = part.range.lowerBound
    var line = part.line
    while start < bytes.count {
      let end = Byte.find(Byte.lineFeed, in: bytes, from: start, to: bytes.count) ?? bytes.count
      let stop = Byte.droppingBlanks(in: bytes, from: start, to: end)
      if stop - start > Self.longestLine { part.isRaw = true }
      read(start, stop, line)
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
    var place = LinePlace(index: start, column: 0)
    place.skipBlanks(bytes, stop)
    if place.index >= stop {
      if html == .element { html = nil }
      (followsBlank, isText, isTable, paragraph) = (true, false, false, 0)
      return
    }
    if start - part.range.lowerBound >= least, mayPart(start, stop) {
      close(at: start)
      part = NotePart(range: start..<start, line: line, followsBlank: followsBlank)
    }
    readLine(place, start, stop, line)
    followsBlank = false
  }

  /// Whether the line begins what no line before it has a part in.
  private func mayPart(_ start: Int, _ stop: Int) -> Bool {
    guard !Byte.isBlank(bytes[start]), fence == nil || itemIndent > 0, html == nil,
      start >= formulaEnd
    else { return false }
    if LineSigns.itemWidth(bytes, start, stop, isInText: !followsBlank) != nil {
      // The numbers of a list count on.
      return !Byte.isDigit(bytes[start]) && (followsBlank || followsBullet)
    }
    return followsBlank || LineSigns.headingLevel(bytes, start, stop) != nil
  }

  private mutating func readLine(_ place: LinePlace, _ start: Int, _ stop: Int, _ line: Int) {
    let (index, column) = (place.index, place.column)
    let wasText = isText
    isText = false
    if index < formulaEnd { return }
    defer { followsBullet = fence == nil && Self.isBullet(bytes[start]) && itemIndent > 0 }
    if let block = html {
      if block.ends(bytes, in: index, stop) { html = nil }
      return
    }
    if let open = fence {
      if open.indent == 0 || column >= open.indent {
        if closes(open, index, stop) { fence = nil }
        return
      }
      fence = nil
    }
    if itemIndent > 0, column >= itemIndent {
      count(index, stop)
      openFormula(index, stop)
      return openFence(index, stop, indent: itemIndent)
    }
    if column < 4, LineSigns.itemWidth(bytes, index, stop, isInText: !followsBlank) != nil {
      return readItem(place, stop)
    }
    count(index, stop)
    if followsBlank { itemIndent = 0 }
    isText = wasText || column < 4
    guard column < 4 else { return }
    switch bytes[index] {
    case Byte.backtick, Byte.tilde:
      openFence(index, stop, indent: 0)
      if fence != nil { itemIndent = 0 }
    case Byte.less: openHtml(index, stop, isInText: wasText)
    case Byte.dollar: openFormula(index, stop)
    case Byte.opening: define(index, stop, line)
    case Byte.hash where LineSigns.headingLevel(bytes, index, stop) != nil:
      (itemIndent, isText) = (0, false)
    default: break
    }
  }

  private mutating func readItem(_ place: LinePlace, _ stop: Int) {
    paragraph = 0
    var place = place
    var depth = 0
    var indent = 0
    while place.index < stop,
      let width = LineSigns.itemWidth(bytes, place.index, stop, isInText: false)
    {
      place.skip(width)
      let before = place.column
      place.skipBlanks(bytes, stop)
      let room = place.column - before
      if indent == 0 { indent = before + (room > 4 || place.index >= stop ? 1 : max(1, room)) }
      depth += 1
      if depth > Self.deepest { part.isRaw = true }
    }
    itemIndent = indent
    guard place.index < stop else { return }
    openFormula(place.index, stop)
    openFence(place.index, stop, indent: indent)
  }

  private mutating func openFormula(_ index: Int, _ stop: Int) {
    let end = FormulaLines.end(bytes, index, stop, isInText: false) ?? 0
    if end > stop { formulaEnd = end }
  }

  /// What makes a paragraph, or a table, too much to be read.
  private mutating func count(_ index: Int, _ stop: Int) {
    var start = index
    var depth = 0
    while start < stop, bytes[start] == Byte.greater || Byte.isBlank(bytes[start]) {
      if bytes[start] == Byte.greater { depth += 1 }
      start += 1
    }
    if depth > Self.deepest { part.isRaw = true }
    guard start < stop else {
      (paragraph, isTable) = (0, false)
      return
    }
    if !isTable,
      bytes[start] == Byte.bar || bytes[start] == Byte.dash || bytes[start] == Byte.colon,
      let columns = delimiterColumns(start, stop)
    {
      isTable = true
      if columns > Self.mostColumns { part.isRaw = true }
    }
    paragraph = isTable || bytes[start] == Byte.hash ? 0 : paragraph + stop - start
    if paragraph > Self.longestParagraph { part.isRaw = true }
  }

  private func delimiterColumns(_ start: Int, _ stop: Int) -> Int? {
    var columns = 1
    for index in start..<stop {
      switch bytes[index] {
      case Byte.bar: columns += 1
      case Byte.dash, Byte.colon: break
      case let byte where Byte.isBlank(byte): break
      default: return nil
      }
    }
    return columns > 1 ? columns : nil
  }

  private mutating func openFence(_ index: Int, _ stop: Int, indent: Int) {
    guard bytes[index] == Byte.backtick || bytes[index] == Byte.tilde,
      let count = LineSigns.fenceCount(bytes, index, stop)
    else { return }
    fence = Fence(sign: bytes[index], count: count, indent: indent)
  }

  private func closes(_ fence: Fence, _ index: Int, _ stop: Int) -> Bool {
    let run = Byte.run(of: fence.sign, in: bytes, from: index, to: stop)
    return run >= fence.count && index + run == stop
  }

  private mutating func openHtml(_ index: Int, _ stop: Int, isInText: Bool) {
    guard let block = HtmlBlock(bytes, index, stop, isInText: isInText) else { return }
    html = block.ends(bytes, in: index, stop) ? nil : block
    (itemIndent, isText) = (0, false)
  }

  private mutating func define(_ index: Int, _ stop: Int, _ line: Int) {
    if let label = FootnoteLabel(bytes, index, stop), label.isDefinition {
      let key = Definitions.key(bytes[label.name])
      if definitions.footnotes[key] == nil { definitions.footnotes[key] = line }
    } else if let definition = LinkDefinition(bytes, index, stop) {
      let key = Definitions.key(bytes[(index + 1)..<definition.labelEnd])
      if definitions.links[key] == nil { definitions.links[key] = Array(bytes[index..<stop]) }
    }
  }

  private static func isBullet(_ byte: UInt8) -> Bool {
    byte == Byte.dash || byte == Byte.star || byte == Byte.plus
  }
}
