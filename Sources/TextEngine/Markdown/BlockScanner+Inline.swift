import Bytes
import MarkdownLines

/// What stands in the text of lines that belong together.
extension BlockScanner {
  /// Reads the text of all lines. Where a comment or a formula goes on below the unit, the unit ends
  /// with the line that it begins in.
  mutating func readText(_ unit: inout ScannedUnit) {
    guard let last = lines.last, let first = lines.first else { return }
    if !canvas.isOn, !mayHide(from: first.text, to: last.stop) {
      inline.lastConstruct = first.text
      return
    }
    inline.reset()
    if unit.quoteDepth > 0 { for line in lines { canvas.paint(line.text, line.stop, [.quote]) } }
    var resume = 0
    for number in lines.indices {
      let line = lines[number]
      inline.lineNumber = number
      if resume > line.stop { continue }
      let start = max(line.text, resume)
      let isInWord = unit.before.isInWord && start == unit.start - buffer.base
      if let mode = readLine(start, line.stop, isInWord: isInWord, &resume) {
        hide(from: number, mode, &unit)
        break
      }
    }
    if canvas.isOn { paintEmphasis() }
  }

  /// Whether something may go on below. Nothing else in a line's text touches what follows.
  private func mayHide(from start: Int, to stop: Int) -> Bool {
    hasPair(Byte.percent, Byte.percent, from: start, to: stop)
      || hasPair(Byte.dollar, Byte.dollar, from: start, to: stop)
      || hasPair(Byte.less, Byte.bang, from: start, to: stop)
  }

  private func hasPair(_ first: UInt8, _ second: UInt8, from start: Int, to stop: Int) -> Bool {
    var next = start
    while let index = buffer.find(first, from: next, to: stop - 1) {
      if bytes[index + 1] == second { return true }
      next = index + 1
    }
    return false
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

  /// Reads one line's text. What goes on in a line below either ends in this unit, at `resume`, or
  /// the answer is what it is.
  private mutating func readLine(
    _ start: Int, _ stop: Int, isInWord: Bool, _ resume: inout Int
  ) -> BlockState.Mode? {
    var index = start
    var escaped = -1
    inline.lastConstruct = start
    // Each byte of a text comes by here: one check for all of a line, and none for each.
    precondition(stop <= bytes.count, "the line ends behind the bytes")
    guard let base = bytes.baseAddress else { return nil }
    while true {
      index = InlineSigns.next(from: index, to: stop, in: base)
      if index >= stop { break }
      let byte = base[index]
      inline.steps += 1
      switch byte {
      case Byte.backslash:
        if index + 1 < stop, Byte.isPunctuation(bytes[index + 1]) {
          canvas.paint(index, index + 2, [.escape])
        }
        escaped = index + 1
        index = min(stop, index + 2)
      case Byte.opening:
        let isEmbed = index > start && bytes[index - 1] == Byte.bang && escaped != index - 1
        index = openBracket(index, stop, isEmbed: isEmbed)
      case Byte.closing: index = closeBracket(index, stop)
      case Byte.hash: index = readTag(index, from: start, to: stop, isInWord: isInWord)
      case Byte.backtick: index = readCode(index, stop)
      case Byte.less, Byte.dollar, Byte.percent:
        if let mode = readHiding(&index, stop, isFirst: index == start) { return mode }
      case Byte.star, Byte.underscore, Byte.tilde, Byte.equals:
        index = readDelimiter(index, from: start, to: stop)
      case Byte.colon: index = readAddress(index, from: start, to: stop)
      default: index = readEntity(index, stop)
      }
    }
    resume = index
    return nil
  }

  /// Behind the code that opens here, or behind the marks if none does.
  private mutating func readCode(_ index: Int, _ stop: Int) -> Int {
    let count = buffer.run(of: Byte.backtick, from: index, to: stop)
    let opened = index + count
    guard count <= CodeRuns.longest else { return opened }
    if index >= inline.code.end { inline.code.read(bytes, from: index, to: textEnd) }
    guard let close = inline.code.closer(of: count, at: index, in: bytes) else { return opened }
    inline.lastConstruct = close + count
    canvas.paint(index, close + count, [.code])
    canvas.paint(index, opened, [.marker])
    canvas.paint(close, close + count, [.marker])
    return close + count
  }

  /// Where the lines end that code, a formula or a tag may go over.
  private var textEnd: Int { lines.last?.stop ?? 0 }

  /// `$$`, `%%`, `<!--` and tags of HTML. Answers what goes on below the line; else `index` is behind.
  private mutating func readHiding(
    _ index: inout Int, _ stop: Int, isFirst: Bool
  ) -> BlockState.Mode? {
    let sign = bytes[index]
    if sign == Byte.less {
      guard buffer.starts(with: "<!--", at: index, to: stop) else {
        index = readMarkup(index, stop)
        return nil
      }
      return hide(
        &index, stop, 4, .arrow, .htmlComment, .comment, isNear: !isFirst, always: isFirst)
    }
    guard index + 1 < stop, bytes[index + 1] == sign else {
      index = sign == Byte.dollar ? readFormula(index, stop) : index + 1
      return nil
    }
    if sign == Byte.percent { return hide(&index, stop, 2, .percent, .percentComment, .comment) }
    return hide(&index, stop, 2, .dollar, .math, .math, isNear: !isFirst)
  }

  /// `isNear`: what closes it must stand in the same unit. `always`: it needs nothing to close it.
  private mutating func hide(
    _ index: inout Int, _ stop: Int, _ width: Int, _ closer: Closer,
    _ mode: BlockState.Mode, _ ink: Ink, isNear: Bool = false, always: Bool = false
  ) -> BlockState.Mode? {
    let start = index
    let (found, looked) = buffer.place(of: closer, from: start + width)
    let close = found.map { $0 - buffer.base }
    if let close, close + closer.text.utf8CodeUnitCount <= stop {
      index = close + closer.text.utf8CodeUnitCount
      inline.lastConstruct = index
      canvas.paint(start, index, InkSet(ink))
      canvas.paint(start, start + width, [.marker])
      canvas.paint(close, index, [.marker])
      return nil
    }
    if !always {
      reach = max(reach, looked)
      if close == nil || isNear && (close ?? 0) >= textEnd {
        index = start + width
        return nil
      }
    }
    inline.lastConstruct = close ?? Int.max
    canvas.paint(start, stop, InkSet(ink))
    canvas.paint(start, start + width, [.marker])
    return mode
  }

  /// `$x$`. What stands in it is read like text, so that tags are tags, but is no emphasis.
  private mutating func readFormula(_ index: Int, _ stop: Int) -> Int {
    guard canvas.isOn, index >= inline.quietEnd, index + 2 < stop,
      !Byte.isBlank(bytes[index + 1]),
      let close = buffer.find(Byte.dollar, from: index + 2, to: min(stop, index + 1024)),
      !Byte.isBlank(bytes[close - 1]), close + 1 == stop || !Byte.isDigit(bytes[close + 1]),
      close + 1 == stop || bytes[close + 1] != Byte.dollar
    else { return index + 1 }
    canvas.paint(index, close + 1, [.math])
    canvas.paint(index, index + 1, [.marker])
    canvas.paint(close, close + 1, [.marker])
    inline.quietEnd = close + 1
    return index + 1
  }

  /// Behind a tag of HTML or a link between angle brackets.
  private mutating func readMarkup(_ index: Int, _ stop: Int) -> Int {
    guard let markup = Markup(bytes, index, stop) ?? Markup(bytes, index, textEnd) else {
      return index + 1
    }
    inline.lastConstruct = markup.end
    if markup.isLink {
      canvas.paint(index, markup.end, [.marker])
      canvas.keep(index + 1, markup.end - 1, InkSet(bits: ~InkSet(.marker).bits))
      canvas.paint(index + 1, markup.end - 1, [.link])
    } else {
      canvas.paint(index, markup.end, [.html])
    }
    return markup.end
  }

  /// `&amp;`
  private mutating func readEntity(_ index: Int, _ stop: Int) -> Int {
    var end = index + 1
    while end < min(stop, index + 32), Byte.isName(bytes[end]) || bytes[end] == Byte.hash {
      end += 1
    }
    if end < stop, end > index + 1, bytes[end] == UInt8(ascii: ";") {
      canvas.paint(index, end + 1, [.escape])
    }
    return index + 1
  }
}
