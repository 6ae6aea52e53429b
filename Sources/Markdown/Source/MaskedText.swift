import Bytes
import MarkdownLines

/// A part of a note in which syntax unknown to CommonMark is replaced by masks that it reads as
/// letters, so that the tree has them at their positions. The number of lines does not change.
struct MaskedText {
  enum Mask {
    case wiki(WikiMask)
    /// A comment or a block id, which is not shown.
    case hidden
    case footnote(label: String, line: Int)
    case beginMark
    case endMark
    case beginNote
    case endNote
    case formula
    /// One line of a formula that spans lines.
    case formulaLine
  }

  struct WikiMask {
    var isEmbed: Bool
    /// The target with its part.
    var target: String
    /// The shown text; nil if the target is shown.
    var words: String?
  }

  /// The bytes around the number of a mask. `copy` spells out such bytes in the note.
  static let opening: UInt8 = 0x01
  static let closing: UInt8 = 0x02

  var bytes: [UInt8] = []
  private(set) var masks: [Mask] = []
  /// The range of each mask in the note.
  private(set) var sources: [Range<Int>] = []

  let source: [UInt8]
  private let definitions: Definitions
  private(set) var blocks = OpenBlocks()
  /// The text of the line above, if it is in a paragraph.
  private var above: Range<Int>?
  /// The offset of the `==` that ends the open highlight.
  private var markEnd = -1
  /// The offset of the `]` that ends the open inline footnote.
  var noteEnd = -1

  init(_ source: [UInt8], _ definitions: Definitions) {
    self.source = source
    self.definitions = definitions
    bytes.reserveCapacity(source.count + 64)
    var start = 0
    while start < source.count {
      let end =
        Byte.find(Byte.lineFeed, in: source.span, from: start, to: source.count) ?? source.count
      start = maskLine(start, end)
    }
  }

  /// Returns the number and the end of the mask at `index`.
  static func number(
    in bytes: [UInt8], at index: Int
  ) -> (number: Int, end: Int)? {
    var number = 0
    var offset = index + 1
    while offset < bytes.count, Byte.isDigit(bytes[offset]), offset - index < 12 {
      number = number * 10 + Int(bytes[offset] & 0x0f)
      offset += 1
    }
    guard offset > index + 1, offset < bytes.count, bytes[offset] == closing else { return nil }
    return (number, offset + 1)
  }

  /// The line that closes a fence left open by the text; empty without one.
  var missingFence: [UInt8] {
    guard case .fence(let mark, let count) = blocks.leaf, blocks.containers.isEmpty else {
      return []
    }
    return [Byte.lineFeed] + [UInt8](repeating: mark, count: count)
  }

  /// Returns the text of code or HTML as it is in the note.
  func restored(_ text: [UInt8]) -> [UInt8] {
    var restored: [UInt8] = []
    restored.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == Self.opening, let mask = Self.number(in: text, at: index),
        mask.number < sources.count
      {
        restored += source[sources[mask.number]]
        index = mask.end
      } else {
        restored.append(text[index])
        index += 1
      }
    }
    return restored
  }

  /// Returns the source of a mask in the note.
  func source(of number: Int) -> ArraySlice<UInt8> { source[sources[number]] }

  private static let special: [Bool] = {
    var special = [Bool](repeating: false, count: 256)
    for byte in "[]%=$`\\^\u{1}\u{2}\r".utf8 { special[Int(byte)] = true }
    return special
  }()

  mutating func put(_ mask: Mask, _ range: Range<Int>) {
    bytes.append(Self.opening)
    bytes += String(masks.count).utf8
    bytes.append(Self.closing)
    masks.append(mask)
    sources.append(range)
  }

  /// Masks a line and returns the start of the next one; a comment may take several.
  private mutating func maskLine(_ start: Int, _ end: Int) -> Int {
    let source = source
    let stop = Byte.droppingBlanks(in: source.span, from: start, to: end)
    let line = blocks.read(source.span, start, stop, above: above)
    above = line.kind == .text ? line.text..<stop : nil
    switch line.kind {
    case .fenceStart, .fenceText, .fenceEnd:
      copy(start, end)
      return endLine(end)
    default:
      if line.isLazyTag {
        // cmark 0.29 would read a tag as a block there.
        for container in blocks.containers { bytes += container.signs }
        return maskText(line.text, stop, end, copied: line.text, mayGoOn: line.mayGoOn)
      }
      return maskText(line.text, stop, end, copied: start, mayGoOn: line.mayGoOn)
    }
  }

  /// `mayGoOn`: a formula may continue on the next line.
  private mutating func maskText(
    _ text: Int, _ stop: Int, _ end: Int, copied: Int, mayGoOn: Bool
  ) -> Int {
    var (text, stop, end, copied, mayGoOn) = (text, stop, end, copied, mayGoOn)
    var index = text
    while index < stop {
      guard Self.special[Int(source[index])] else {
        index += 1
        continue
      }
      guard let after = mask(at: index, text, stop, mayGoOn: mayGoOn, copied: &copied) else {
        index = skipped(index, stop)
        continue
      }
      index = after
      copied = after
      // Text after a comment of several lines continues the paragraph.
      if after > stop {
        _ = blocks.readPlain()
        end =
          Byte.find(Byte.lineFeed, in: source.span, from: after, to: source.count) ?? source.count
        stop = Byte.droppingBlanks(in: source.span, from: after, to: end)
        (text, mayGoOn) = (after, true)
      }
    }
    copy(copied, end)
    return endLine(end)
  }

  private mutating func endLine(_ end: Int) -> Int {
    if end < source.count { bytes.append(Byte.lineFeed) }
    return end + 1
  }

  /// Copies bytes, spelling out those that could be read as a mask or a line's end.
  mutating func copy(_ start: Int, _ end: Int) {
    var index = start
    var copied = start
    while index < end {
      let byte = source[index]
      let isEnd =
        byte == 0x0d && index + 1 < source.count && source[index + 1] == Byte.lineFeed
      if byte == Self.opening || byte == Self.closing || byte == 0x0d && !isEnd {
        bytes += source[copied..<index]
        bytes += [Byte.caret, byte | 0x40]
        copied = index + 1
      }
      index += 1
    }
    bytes += source[copied..<end]
  }

  /// Returns the offset after a byte that begins no mask; skips code spans, which have no masks.
  func skipped(_ index: Int, _ stop: Int) -> Int {
    switch source[index] {
    case Byte.backslash: return index + 2
    case Byte.backtick:
      let count = Byte.run(of: Byte.backtick, in: source.span, from: index, to: stop)
      return (CodeRuns.closer(of: count, at: index, in: source.span, to: stop) ?? index) + count
    default: return index + 1
    }
  }

  /// Masks the syntax at `index` and returns its end; nil if there is none.
  private mutating func mask(
    at index: Int, _ text: Int, _ stop: Int, mayGoOn: Bool, copied: inout Int
  ) -> Int? {
    if source[index] == Byte.dollar, mayGoOn, source[text] != Byte.bar,
      let end = FormulaLines.end(source, index, stop, isInText: index > text)
    {
      copy(copied, index)
      putFormula(index..<end)
      return end
    }
    guard let found = found(at: index, text, stop) else { return nil }
    copy(copied, found.range.lowerBound)
    put(found.mask, found.range)
    if case .beginMark = found.mask { markEnd = found.end ?? -1 }
    if case .beginNote = found.mask { noteEnd = found.end ?? -1 }
    // Line feeds stay, so that the number of lines does not change.
    for byte in source[found.range] where byte == Byte.lineFeed { bytes.append(byte) }
    return found.range.upperBound
  }

  struct Found {
    var mask: Mask
    var range: Range<Int>
    /// The offset of the closing signs, if the text before them stays.
    var end: Int?
  }

  private func found(at index: Int, _ text: Int, _ stop: Int) -> Found? {
    switch source[index] {
    case Byte.opening: return bracket(index, text, stop)
    case Byte.percent: return comment(index, stop)
    case Byte.equals: return mark(index, stop)
    case Byte.dollar: return formula(index, stop)
    case Byte.closing where index == noteEnd:
      return Found(mask: .endNote, range: index..<(index + 1))
    case Byte.caret:
      guard let id = LineSigns.blockID(source.span, text, stop, after: index),
        id.lowerBound == index + 1
      else { return note(index) }
      let start = Byte.droppingBlanks(in: source.span, from: text, to: index)
      return Found(mask: .hidden, range: max(start, index - 1)..<stop)
    default: return nil
    }
  }

  private func bracket(_ index: Int, _ text: Int, _ stop: Int) -> Found? {
    if index + 1 < stop, source[index + 1] == Byte.opening {
      let link = WikiLink(source.span, index, stop)
      guard link.isLink else { return nil }
      let isEmbed = index > 0 && source[index - 1] == Byte.bang
      let target = Byte.trimmed(in: source.span, link.start..<link.targetEnd)
      let words = link.bar.map { Byte.trimmed(in: source.span, ($0 + 1)..<link.close) }
      return Found(
        mask: .wiki(
          WikiMask(
            isEmbed: isEmbed, target: string(target),
            words: words.flatMap { $0.isEmpty ? nil : string($0) })),
        range: (isEmbed ? index - 1 : index)..<link.end)
    }
    guard let label = FootnoteLabel(source.span, index, stop),
      let line = definitions.footnotes[Definitions.key(source[label.name])]
    else { return nil }
    return Found(
      mask: .footnote(label: string(label.name), line: line),
      range: index..<(label.name.upperBound + 1))
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: source[range], as: UTF8.self)
  }

  /// Finds a comment, `%%words%%`, on one or several lines.
  private func comment(_ index: Int, _ stop: Int) -> Found? {
    guard index + 1 < stop, source[index + 1] == Byte.percent else { return nil }
    let close = Byte.find("%%", in: source.span, from: index + 2, to: source.count)
    return close.map { Found(mask: .hidden, range: index..<($0 + 2)) }
  }

  /// Finds a highlight within a line, `==words==`.
  private func mark(_ index: Int, _ stop: Int) -> Found? {
    if index == markEnd { return Found(mask: .endMark, range: index..<(index + 2)) }
    guard isMark(index, stop), index + 2 < stop, !Byte.isBlank(source[index + 2]) else {
      return nil
    }
    var next = index + 3
    while let sign = Byte.find(Byte.equals, in: source.span, from: next, to: stop) {
      if isMark(sign, stop), !Byte.isBlank(source[sign - 1]) {
        return Found(mask: .beginMark, range: index..<(index + 2), end: sign)
      }
      next = sign + Byte.run(of: Byte.equals, in: source.span, from: sign, to: stop)
    }
    return nil
  }

  private func isMark(_ index: Int, _ stop: Int) -> Bool {
    Byte.run(of: Byte.equals, in: source.span, from: index, to: stop) == 2
      && (index == 0 || source[index - 1] != Byte.equals)
  }
}

extension OpenBlocks.Line {
  /// Whether a formula in the text may continue below: not in a heading, a table or code.
  fileprivate var mayGoOn: Bool {
    switch kind {
    case .heading, .tableRow, .code: false
    default: true
    }
  }
}
