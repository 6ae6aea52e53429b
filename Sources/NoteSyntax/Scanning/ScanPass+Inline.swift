import Bytes
import MarkdownLines

/// The marks in a line's text: links, link definitions, tags.
extension ScanPass {
  mutating func readText(_ text: TextLine) {
    guard reader.beginLine(text.start, text.stop, number: text.line) else { return }
    prose?.begin(TextLine(start: reader.first, stop: text.stop, line: text.line))
    while let mark = reader.next(in: bytes) {
      switch mark {
      case .wiki(let link, let isEmbed): add(link, isEmbed: isEmbed, text.line)
      case .link(let open, let close, let found):
        add(
          found.target, of: .markdown, open.isEmbed, open.wholeStart..<found.end,
          (open.start + 1)..<close, open.line)
      case .tag(let name): add(tag: name, text.line)
      // A formula or comment that does not end within the text is plain text.
      case .opensFormula:
        let close = closers.formula.end(in: bytes, from: reader.start + 2, to: end)
        if let close, close <= textEnd { reader.skip(to: close) }
      case .opensComment:
        let close = closers.markup.end(in: bytes, from: reader.start + 4, to: end)
        if let close, close <= textEnd, LineSigns.isComment(bytes, reader.start, close) {
          reader.skip(to: close)
        }
      case .sign: readColonTags(text)
      case .escape, .code, .formula, .brackets, .markup: break
      }
      prose?.leaveOut(mark, reader.start..<reader.index, in: bytes)
    }
  }

  /// Reads `Words ^id` at the end of a paragraph whose first line is `first`. An id alone on its
  /// line names the lines `above`.
  mutating func readBlockID(_ text: TextLine, from first: Int, above: ClosedRange<Int>?) {
    guard scan.blocks.count < NoteScan.most,
      let id = LineSigns.blockID(bytes, text.start, text.stop, after: reader.lastConstruct)
    else { return }
    prose?.leaveOut((id.lowerBound - 1)..<id.upperBound)
    let isAlone = id.lowerBound == text.start + 1
    let lines = isAlone ? above ?? first...text.line : first...text.line
    scan.blocks.append(NoteScan.Block(id: id, line: text.line, lines: lines))
  }

  /// Reads a whole line of `[label]: target "Title"`.
  mutating func readDefinition(_ text: TextLine) {
    guard let found = LinkDefinition(bytes, text.start, text.stop)?.destination else { return }
    add(found.target, of: .reference, false, text.start..<found.end, nil, text.line)
  }

  /// Reads `:one:two:`.
  private mutating func readColonTags(_ text: TextLine) {
    let start = reader.start
    guard start == text.start || Byte.isBlank(bytes[start - 1]) else { return }
    var names: [Range<Int>] = []
    var next = start + 1
    while next < text.stop {
      let name = TagName(bytes, next, text.stop)
      guard name.hasMore, name.end < text.stop, bytes[name.end] == Byte.colon else { break }
      names.append(name.range)
      next = name.end + 1
    }
    guard !names.isEmpty, next == text.stop || Byte.isBlank(bytes[next]) else {
      reader.index = max(start + 1, next - 1)
      return
    }
    for name in names { add(tag: name, text.line) }
    reader.index = next
  }

  private mutating func add(tag range: Range<Int>, _ line: Int) {
    if range.isEmpty || scan.tags.count >= NoteScan.most { return }
    scan.tags.append(
      NoteScan.Tag(name: bytes.text(range), line: line))
    scan.tagRanges.append(range)
  }

  mutating func add(_ link: WikiLink, isEmbed: Bool, _ line: Int, quote: UInt8? = nil) {
    add(
      NoteScan.Link(
        kind: .wiki, isEmbed: isEmbed, whole: (link.start - (isEmbed ? 3 : 2))..<link.end,
        target: link.target, part: link.part,
        text: link.bar.map { Byte.trimmed(in: bytes, ($0 + 1)..<link.close) }, line: line,
        isExternal: false, quote: quote))
  }

  private mutating func add(_ link: NoteScan.Link) {
    if let last = scan.links.last, last.whole.lowerBound > link.whole.lowerBound {
      areLinksInOrder = false
    }
    if scan.links.count < NoteScan.most { scan.links.append(link) }
  }

  mutating func add(
    _ written: Range<Int>, of kind: NoteScan.Link.Kind, _ isEmbed: Bool, _ whole: Range<Int>,
    _ text: Range<Int>?, _ line: Int, quote: UInt8? = nil
  ) {
    guard !written.isEmpty else { return }
    let isExternal = LinkDestination.isExternal(bytes, written)
    // A `#` in a web address does not begin a part.
    let hash =
      isExternal
      ? nil : Byte.find(Byte.hash, in: bytes, from: written.lowerBound, to: written.upperBound)
    let target = written.lowerBound..<(hash ?? written.upperBound)
    let part = hash.map { ($0 + 1)..<written.upperBound }
    guard !target.isEmpty || part?.isEmpty == false else { return }
    add(
      NoteScan.Link(
        kind: kind, isEmbed: isEmbed, whole: whole, target: target, part: part, text: text,
        line: line, isExternal: isExternal, quote: quote))
  }
}

extension LinkDestination {
  /// Whether it begins with `//`, or a scheme of two letters or more other than Denote's.
  static func isExternal(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let (start, stop) = (range.lowerBound, range.upperBound)
    if Byte.matches("//", in: bytes, at: start, to: stop) { return true }
    if Byte.matches("denote:", in: bytes, at: start, to: stop) { return false }
    guard start < stop, Byte.isLetter(bytes[start]) else { return false }
    var end = start
    while end < stop, isOfScheme(bytes[end]) { end += 1 }
    return end > start + 1 && end < stop && bytes[end] == Byte.colon
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    Byte.isName(byte) || byte == Byte.plus || byte == Byte.dot
  }
}
