import Bytes
import MarkdownLines

/// Inline syntax in the lines of a unit.
extension BlockScanner {
  /// Reads the text of all lines. If a comment or a formula continues below the unit, the unit ends
  /// with the line where it begins.
  mutating func readText(_ unit: inout ScannedUnit) {
    guard let last = lines.last, let first = lines.first else { return }
    if !canvas.isOn, !mayContinueBelow(from: first.text, to: last.stop) {
      reader.lastConstruct = first.text
      return
    }
    inline.reset()
    reader.begin(end: last.stop)
    if unit.quoteDepth > 0 { for line in lines { canvas.paint(line.text, line.stop, [.quote]) } }
    for number in lines.indices {
      let line = lines[number]
      let isInWord =
        unit.before.isInWord && max(line.text, reader.index) == unit.start - buffer.base
      guard reader.beginLine(line.text, line.stop, number: number, isInWord: isInWord) else {
        continue
      }
      if let mode = readLine(line.stop) {
        hide(from: number, mode, &unit)
        break
      }
    }
    if canvas.isOn { paintEmphasis() }
  }

  /// Whether a comment or formula may continue below. Nothing else in the text affects later lines.
  private func mayContinueBelow(from start: Int, to stop: Int) -> Bool {
    let openers: [StaticString] = ["%%", "$$", "<!"]
    return openers.contains { Byte.find($0, in: bytes.span, from: start, to: stop) != nil }
  }

  private mutating func hide(
    from number: Int, _ mode: BlockState.Mode, _ unit: inout ScannedUnit
  ) {
    let line = lines[number]
    lines.removeSubrange((number + 1)...)
    marks.removeAll { $0.range.lowerBound >= line.end }
    unit.end = buffer.base + line.end
    unit.after.mode = mode
    unit.after.rest = line.isWhole ? .none : .text
  }

  /// Reads one line's text. Returns the mode that continues below the unit.
  private mutating func readLine(_ stop: Int) -> BlockState.Mode? {
    while let mark = reader.next(in: bytes.span) {
      let (start, end) = (reader.start, reader.index)
      let isFirst = start == reader.first
      switch mark {
      case .escape:
        if end == start + 2, Byte.isPunctuation(bytes[start + 1]) {
          canvas.paint(start, end, [.escape])
        }
      case .code(let count): paint(start, end, [.code], marks: count)
      case .formula:
        if start >= inline.quietEnd { paint(start, end, [.math], marks: 1) }
      case .wiki(let link, let isEmbed): paintWikiLink(link, isEmbed: isEmbed)
      case .link(let open, let close, let found): paintLink(open, close, found)
      case .brackets(let open, let close): if canvas.isOn { paintReference(open, close, stop) }
      case .tag(let name):
        canvas.paint(name.lowerBound - 1, name.upperBound, [.tag])
        inline.tagEnd = end
      case .markup(let markup): paintMarkup(markup)
      case .opensFormula:
        if let mode = hide(stop, 2, .dollar, .math, .math, isNear: !isFirst) { return mode }
      case .opensComment:
        let mode = hide(
          stop, 4, .arrow, .htmlComment, .comment, isNear: !isFirst, always: isFirst)
        if let mode { return mode }
      case .sign(Byte.percent):
        if end < stop, bytes[end] == Byte.percent,
          let mode = hide(stop, 2, .percent, .percentComment, .comment)
        {
          return mode
        }
      case .sign(Byte.colon): reader.index = readAddress(start, from: reader.first, to: stop)
      case .sign(Byte.ampersand): paintEntity(start, stop)
      case .sign: reader.index = readDelimiter(start, from: reader.first, to: stop)
      }
    }
    return nil
  }

  /// Paints a range that has `marks` signs at both ends.
  private mutating func paint(_ start: Int, _ end: Int, _ kinds: InkSet, marks: Int) {
    canvas.paint(start, end, kinds)
    canvas.paint(start, start + marks, [.marker])
    canvas.paint(end - marks, end, [.marker])
  }

  /// The end of the lines, which code, a formula or a tag may span.
  private var textEnd: Int { lines.last?.stop ?? 0 }

  /// Paints a construct up to its closer, or to the line's end. Returns the mode that continues
  /// below. `isNear`: the closer must be in the same unit. `always`: no closer is needed.
  private mutating func hide(
    _ stop: Int, _ width: Int, _ closer: Closer, _ mode: BlockState.Mode, _ ink: Ink,
    isNear: Bool = false, always: Bool = false
  ) -> BlockState.Mode? {
    let start = reader.start
    reader.index = start + width
    let (found, looked) = buffer.offset(of: closer, from: start + width)
    let close = found.map { $0 - buffer.base }
    if let close, close + closer.text.utf8CodeUnitCount <= stop {
      let end = close + closer.text.utf8CodeUnitCount
      reader.skip(to: end)
      canvas.paint(start, end, InkSet(ink))
      canvas.paint(start, start + width, [.marker])
      canvas.paint(close, end, [.marker])
      return nil
    }
    if !always {
      reach = max(reach, looked)
      if close == nil || isNear && (close ?? 0) >= textEnd { return nil }
    }
    reader.lastConstruct = close ?? Int.max
    canvas.paint(start, stop, InkSet(ink))
    canvas.paint(start, start + width, [.marker])
    return mode
  }

  /// Paints an HTML tag, or a link between angle brackets.
  private mutating func paintMarkup(_ markup: Markup) {
    let start = reader.start
    if markup.isLink {
      canvas.paint(start, markup.end, [.marker])
      canvas.keep(start + 1, markup.end - 1, InkSet(bits: ~InkSet(.marker).bits))
      canvas.paint(start + 1, markup.end - 1, [.link])
    } else {
      canvas.paint(start, markup.end, [.html])
    }
  }

  /// Paints `&amp;`.
  private mutating func paintEntity(_ index: Int, _ stop: Int) {
    var end = index + 1
    while end < min(stop, index + 32), Byte.isName(bytes[end]) || bytes[end] == Byte.hash {
      end += 1
    }
    if end < stop, end > index + 1, bytes[end] == UInt8(ascii: ";") {
      canvas.paint(index, end + 1, [.escape])
    }
  }
}

extension BlockScanner {
  private static let linkSign: InkSet = [.link, .marker]

  /// Paints `[[Target#Part|Text]]`.
  mutating func paintWikiLink(_ link: WikiLink, isEmbed: Bool) {
    let extra: InkSet = isEmbed ? [.embed] : []
    let words: InkSet = link.bar == nil ? [.link] : [.linkTarget]
    canvas.paint(reader.start - (isEmbed ? 1 : 0), link.start, Self.linkSign.union(extra))
    canvas.paint(link.start, link.targetEnd, words.union(extra))
    if let bar = link.bar {
      canvas.paint(link.targetEnd, bar + 1, Self.linkSign.union(extra))
      canvas.paint(bar + 1, link.close, InkSet(.link).union(extra))
    }
    canvas.paint(link.close, link.end, Self.linkSign.union(extra))
  }

  /// Paints `[Text](target)`.
  mutating func paintLink(
    _ open: OpenBrackets.Bracket, _ close: Int, _ found: LinkDestination
  ) {
    let extra: InkSet = open.isEmbed ? [.embed] : []
    paintText(of: open, to: close, extra)
    canvas.paint(close, found.target.lowerBound, Self.linkSign.union(extra))
    canvas.paint(
      found.target.lowerBound, found.target.upperBound, InkSet(.linkTarget).union(extra))
    canvas.paint(found.target.upperBound, found.end, Self.linkSign.union(extra))
  }

  private mutating func paintText(of open: OpenBrackets.Bracket, to close: Int, _ extra: InkSet) {
    let words = open.start + 1
    canvas.paint(
      open.wholeStart, words, Self.linkSign.union(extra))
    canvas.paint(words, close, InkSet(.link).union(extra))
    // Emphasis that opens in the text of a link closes there.
    inline.linkCount &+= 1
    for index in inline.delimiters.indices.reversed() {
      if inline.delimiters[index].start < words { break }
      if inline.delimiters[index].group == 0 {
        inline.delimiters[index].group = max(1, inline.linkCount)
      }
    }
  }

  /// Paints `[^note]` and `[Text][label]`. Their text is read too.
  mutating func paintReference(_ open: OpenBrackets.Bracket, _ index: Int, _ stop: Int) {
    let words = open.start + 1
    if words < index, bytes[words] == Byte.caret, index > words + 1 {
      canvas.paint(open.start, index + 1, [.footnote])
      return
    }
    guard index > words, index + 1 < stop, bytes[index + 1] == Byte.opening,
      let close = Byte.find(
        Byte.closing, in: bytes.span, from: index + 2, to: min(stop, index + 1024)),
      close > index + 2,
      Byte.find(Byte.opening, in: bytes.span, from: index + 2, to: close) == nil
    else { return }
    paintText(of: open, to: index, [])
    canvas.paint(index, index + 2, [.link, .marker])
    canvas.paint(index + 2, close, [.linkTarget])
    canvas.paint(close, close + 1, [.link, .marker])
    inline.quietEnd = max(inline.quietEnd, close + 1)
  }

  /// Paints `[label]: target "Title"`.
  mutating func paintDefinition(_ start: Int, _ stop: Int) {
    guard canvas.isOn, let definition = LinkDefinition(bytes.span, start, stop) else { return }
    let close = definition.labelEnd
    let destination = definition.destination
    canvas.paint(start, start + 1, [.link, .marker])
    canvas.paint(start + 1, close, [.link])
    canvas.paint(close, close + 2, [.link, .marker])
    canvas.paint(destination.target.lowerBound, destination.target.upperBound, [.linkTarget])
    canvas.paint(destination.target.upperBound, destination.end, [.link])
  }

  /// Paints `https://…`. Returns the index to continue from.
  mutating func readAddress(_ index: Int, from start: Int, to stop: Int) -> Int {
    guard canvas.isOn, index >= inline.quietEnd,
      Byte.matches("://", in: bytes.span, at: index, to: stop)
    else { return index + 1 }
    var first = index
    while first > start, index - first < 8, Byte.isLetter(bytes[first - 1]) { first -= 1 }
    guard first >= inline.tagEnd, index - first > 1, index - first < 8,
      first == start || !Byte.isName(bytes[first - 1])
    else { return index + 1 }
    if let end = BareAddress.end(bytes.span, first, stop) {
      canvas.paint(first, end, [.link])
      inline.quietEnd = end
    }
    return index + 3
  }
}
