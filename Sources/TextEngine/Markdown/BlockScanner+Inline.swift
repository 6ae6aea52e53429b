import Bytes
import MarkdownLines

/// What stands in the text of lines that belong together.
extension BlockScanner {
  /// Reads the text of all lines. Where a comment or a formula goes on below the unit, the unit ends
  /// with the line that it begins in.
  mutating func readText(_ unit: inout ScannedUnit) {
    guard let last = lines.last, let first = lines.first else { return }
    if !canvas.isOn, !mayHide(from: first.text, to: last.stop) {
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

  /// Whether something may go on below. Nothing else in a line's text touches what follows.
  private func mayHide(from start: Int, to stop: Int) -> Bool {
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

  /// Reads one line's text. Answers what goes on below the unit.
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

  /// What has so many signs at both ends.
  private mutating func paint(_ start: Int, _ end: Int, _ kinds: InkSet, marks: Int) {
    canvas.paint(start, end, kinds)
    canvas.paint(start, start + marks, [.marker])
    canvas.paint(end - marks, end, [.marker])
  }

  /// Where the lines end that code, a formula or a tag may go over.
  private var textEnd: Int { lines.last?.stop ?? 0 }

  /// `isNear`: what closes it must stand in the same unit. `always`: it needs nothing to close it.
  private mutating func hide(
    _ stop: Int, _ width: Int, _ closer: Closer, _ mode: BlockState.Mode, _ ink: Ink,
    isNear: Bool = false, always: Bool = false
  ) -> BlockState.Mode? {
    let start = reader.start
    reader.index = start + width
    let (found, looked) = buffer.place(of: closer, from: start + width)
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

  /// A tag of HTML or a link between angle brackets.
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

  /// `&amp;`
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
