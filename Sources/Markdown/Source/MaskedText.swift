import Bytes
import MarkdownLines

/// A part of a note in which what CommonMark knows nothing of is replaced by signs that it takes for
/// letters, so that the tree has it where it stands. Lines stay the lines they are.
struct MaskedText {
  enum Mask {
    case wiki(WikiMask)
    /// A comment, the id of a block: nothing is shown.
    case hidden
    case footnote(label: String, line: Int)
    case beginMark
    case endMark
    case beginNote
    case endNote
    case formula
    /// One line of a formula that takes several.
    case formulaLine
  }

  struct WikiMask {
    var isEmbed: Bool
    /// With its part.
    var target: String
    /// What stands for it; nil where its target does.
    var words: String?
  }

  /// The signs around the number of a mask. A note's own ones are spelled out before.
  static let opening: UInt8 = 0x01
  static let closing: UInt8 = 0x02

  var bytes: [UInt8] = []
  private(set) var masks: [Mask] = []
  /// What stands in the note for each.
  private(set) var sources: [Range<Int>] = []

  let source: UnsafeBufferPointer<UInt8>
  private let definitions: Definitions
  private var fence: Fence?
  /// Within a block of HTML, up to the next empty line, nothing is a fence.
  private var isHtml = false
  /// Where the text of the last list item begins; 0 outside of lists.
  var itemIndent = 0
  /// Where the `==` stands that ends what is marked.
  private var markEnd = -1
  /// Where the `]` stands that ends the footnote in the text.
  var noteEnd = -1
  /// How many bars of quotes stand before the line's text.
  var quotes = 0
  /// The line stands so far to the right that it may be code.
  var isIndented = false

  init(_ source: UnsafeBufferPointer<UInt8>, _ definitions: Definitions) {
    self.source = source
    self.definitions = definitions
    bytes.reserveCapacity(source.count + 64)
    var start = 0
    while start < source.count {
      let end = Byte.find(Byte.lineFeed, in: source, from: start, to: source.count) ?? source.count
      start = maskLine(start, end)
    }
  }

  /// Of the bytes that stand for the mask at `index`, its number and where it ends.
  static func number(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (number: Int, end: Int)? {
    var number = 0
    var place = index + 1
    while place < bytes.count, Byte.isDigit(bytes[place]), place - index < 12 {
      number = number * 10 + Int(bytes[place] & 0x0f)
      place += 1
    }
    guard place > index + 1, place < bytes.count, bytes[place] == closing else { return nil }
    return (number, place + 1)
  }

  /// The line that closes a fence which nothing in the text does; empty without one.
  var missingFence: [UInt8] {
    guard let fence, fence.quotes == 0, fence.indent == 0 else { return [] }
    return [Byte.lineFeed] + [UInt8](repeating: fence.sign, count: fence.count)
  }

  /// The text of code or HTML as it stands in the note.
  func restored(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
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

  /// What stands in the note for a mask.
  func source(of number: Int) -> Slice<UnsafeBufferPointer<UInt8>> { source[sources[number]] }

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

  /// Answers with the start of the line to go on with: a comment may take several.
  private mutating func maskLine(_ start: Int, _ end: Int) -> Int {
    let stop = Byte.droppingBlanks(in: source, from: start, to: end)
    let signs = signs(start, stop)
    let text = signs.end
    quotes = signs.quotes
    if let open = fence, text < stop,
      signs.quotes < open.quotes || open.quotes == 0 && signs.indent < open.indent
    {
      // What the fence stood in ends, and the fence with it.
      fence = nil
    }
    if fence == nil, text < stop {
      if signs.item > 0 { itemIndent = signs.item } else if signs.indent == 0 { itemIndent = 0 }
    }
    isIndented = signs.item == 0 && signs.indent >= itemIndent + 4
    if text >= stop {
      isHtml = false
    } else if fence == nil, source[text] == Byte.less,
      HtmlBlock(source, text, stop, isInText: true) == .element
    {
      isHtml = true
    }
    if !isHtml, isFence(signs, stop) {
      copy(start, end)
      return endLine(end)
    }
    if fence != nil {
      copy(start, end)
      return endLine(end)
    }
    var index = start
    var copied = start
    while index < stop {
      guard Self.special[Int(source[index])] else {
        index += 1
        continue
      }
      guard let after = mask(at: index, text, stop, copied: &copied) else {
        index = skipped(index, stop)
        continue
      }
      index = after
      copied = after
      // What a comment of several lines ends in is a line of its own.
      if after > stop { return rest(from: after) }
    }
    copy(copied, end)
    return endLine(end)
  }

  private mutating func endLine(_ end: Int) -> Int {
    if end < source.count { bytes.append(Byte.lineFeed) }
    return end + 1
  }

  private mutating func rest(from index: Int) -> Int {
    let end = Byte.find(Byte.lineFeed, in: source, from: index, to: source.count) ?? source.count
    return maskLine(index, end)
  }

  /// Bytes as they are; what could be taken for a mask or a line's end is spelled out.
  mutating func copy(_ start: Int, _ end: Int) {
    var index = start
    var copied = start
    while index < end {
      let byte = source[index]
      let isEnd = byte == 0x0d && index + 1 == end && end < source.count
      if byte == Self.opening || byte == Self.closing || byte == 0x0d && !isEnd {
        bytes += source[copied..<index]
        bytes += [Byte.caret, byte | 0x40]
        copied = index + 1
      }
      index += 1
    }
    bytes += source[copied..<end]
  }

  private struct Fence {
    var sign: UInt8
    var count: Int
    /// Of the quotes it stands in, and of the text of the item.
    var quotes: Int
    var indent: Int
  }

  /// What stands before a line's text: bars of quotes and marks of items.
  private struct Signs {
    var end: Int
    var quotes = 0
    /// The column where it begins.
    var indent = 0
    /// The column where an item's text begins; 0 without one.
    var item = 0
  }

  private func signs(_ start: Int, _ stop: Int) -> Signs {
    var place = LinePlace(index: start, column: 0)
    place.skipBlanks(source, stop)
    var signs = Signs(end: place.index, indent: place.column)
    while place.index < stop {
      if source[place.index] == Byte.greater {
        place.skip(1)
        signs.quotes += 1
      } else if let width = LineSigns.itemWidth(source, place.index, stop, isInText: false) {
        place.skip(width)
        signs.item = place.column + 1
      } else {
        break
      }
      place.skipBlanks(source, stop)
    }
    signs.end = place.index
    return signs
  }

  private mutating func isFence(_ signs: Signs, _ stop: Int) -> Bool {
    let index = signs.end
    guard index < stop, source[index] == Byte.backtick || source[index] == Byte.tilde else {
      return false
    }
    if let open = fence {
      let run = Byte.run(of: open.sign, in: source, from: index, to: stop)
      guard run >= open.count, index + run == stop else { return false }
      fence = nil
      return true
    }
    guard let count = LineSigns.fenceCount(source, index, stop) else { return false }
    let indent = signs.item > 0 ? signs.item : signs.indent >= itemIndent ? itemIndent : 0
    fence = Fence(sign: source[index], count: count, quotes: signs.quotes, indent: indent)
    return true
  }

  /// Where to look on behind a byte that masks nothing: code has nothing to be masked.
  func skipped(_ index: Int, _ stop: Int) -> Int {
    switch source[index] {
    case Byte.backslash: return index + 2
    case Byte.backtick:
      let count = Byte.run(of: Byte.backtick, in: source, from: index, to: stop)
      var next = index + count
      while let mark = Byte.find(Byte.backtick, in: source, from: next, to: stop) {
        let length = Byte.run(of: Byte.backtick, in: source, from: mark, to: stop)
        if length == count { return mark + length }
        next = mark + length
      }
      return index + count
    default: return index + 1
    }
  }

  /// Masks what begins at `index` and answers with where it ends; nil where nothing does.
  private mutating func mask(
    at index: Int, _ text: Int, _ stop: Int, copied: inout Int
  ) -> Int? {
    if source[index] == Byte.dollar, let end = formulaEnd(at: index, text, stop) {
      copy(copied, index)
      putFormula(index..<end)
      return end
    }
    guard let found = found(at: index, text, stop) else { return nil }
    copy(copied, found.range.lowerBound)
    put(found.mask, found.range)
    if case .beginMark = found.mask { markEnd = found.end ?? -1 }
    if case .beginNote = found.mask { noteEnd = found.end ?? -1 }
    // Lines stay lines.
    for byte in source[found.range] where byte == Byte.lineFeed { bytes.append(byte) }
    return found.range.upperBound
  }

  struct Found {
    var mask: Mask
    var range: Range<Int>
    /// Where the signs stand that close it, where what is between stays.
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
      guard let id = LineSigns.blockID(source, text, stop, after: index), id.lowerBound == index + 1
      else { return note(index) }
      let start = Byte.droppingBlanks(in: source, from: text, to: index)
      return Found(mask: .hidden, range: max(start, index - 1)..<stop)
    default: return nil
    }
  }

  private func bracket(_ index: Int, _ text: Int, _ stop: Int) -> Found? {
    if index + 1 < stop, source[index + 1] == Byte.opening {
      let link = WikiLink(source, index, stop)
      guard link.isLink else { return nil }
      let isEmbed = index > 0 && source[index - 1] == Byte.bang
      let target = Byte.trimmed(in: source, link.start..<link.targetEnd)
      let words = link.bar.map { Byte.trimmed(in: source, ($0 + 1)..<link.close) }
      return Found(
        mask: .wiki(
          WikiMask(
            isEmbed: isEmbed, target: string(target),
            words: words.flatMap { $0.isEmpty ? nil : string($0) })),
        range: (isEmbed ? index - 1 : index)..<link.end)
    }
    guard let label = FootnoteLabel(source, index, stop), !(label.isDefinition && index == text),
      let line = definitions.footnotes[Definitions.key(source[label.name])]
    else { return nil }
    return Found(
      mask: .footnote(label: string(label.name), line: line),
      range: index..<(label.name.upperBound + 1))
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: source[range]), as: UTF8.self)
  }

  /// `%%words%%`, on one line or on several.
  private func comment(_ index: Int, _ stop: Int) -> Found? {
    guard index + 1 < stop, source[index + 1] == Byte.percent else { return nil }
    var next = index + 2
    while let sign = Byte.find(Byte.percent, in: source, from: next, to: source.count) {
      if sign + 1 < source.count, source[sign + 1] == Byte.percent {
        return Found(mask: .hidden, range: index..<(sign + 2))
      }
      next = sign + 1
    }
    return nil
  }

  /// `==words==` within a line.
  private func mark(_ index: Int, _ stop: Int) -> Found? {
    if index == markEnd { return Found(mask: .endMark, range: index..<(index + 2)) }
    guard isMark(index, stop), index + 2 < stop, !Byte.isBlank(source[index + 2]) else {
      return nil
    }
    var next = index + 3
    while let sign = Byte.find(Byte.equals, in: source, from: next, to: stop) {
      if isMark(sign, stop), !Byte.isBlank(source[sign - 1]) {
        return Found(mask: .beginMark, range: index..<(index + 2), end: sign)
      }
      next = sign + Byte.run(of: Byte.equals, in: source, from: sign, to: stop)
    }
    return nil
  }

  private func isMark(_ index: Int, _ stop: Int) -> Bool {
    Byte.run(of: Byte.equals, in: source, from: index, to: stop) == 2
      && (index == 0 || source[index - 1] != Byte.equals)
  }
}
