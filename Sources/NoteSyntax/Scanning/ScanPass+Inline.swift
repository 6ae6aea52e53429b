import Bytes
import MarkdownLines

/// What stands in a line's text.
extension ScanPass {
  /// Reads one line of a text, or the rest of it; what ends in a line below sets `resume`.
  mutating func readText(_ text: TextLine, from start: Int) {
    let stop = text.stop
    textLine = text.line
    var index = start
    var escaped = -1
    lastConstruct = start
    while true {
      while index < stop, !special[Int(bytes[index])] { index += 1 }
      guard index < stop else { break }
      switch bytes[index] {
      case Byte.backslash:
        escaped = index + 1
        index = min(stop, index + 2)
      case Byte.opening:
        let isEmbed = index > start && bytes[index - 1] == Byte.bang && escaped != index - 1
        index = openBracket(index, stop, isEmbed: isEmbed)
      case Byte.closing: index = closeBracket(index, stop)
      case Byte.hash: index = readTag(index, from: text.start, to: stop)
      case Byte.backtick: index = skipCode(index, stop)
      case Byte.less: index = skipMarkup(index, stop)
      case Byte.dollar: index = skipFormula(index, stop)
      default: index = readColonTags(index, from: text.start, to: stop)
      }
    }
    resume = index
  }

  /// Behind the code that opens here, or behind the marks if none does.
  private mutating func skipCode(_ index: Int, _ stop: Int) -> Int {
    let count = Byte.run(of: Byte.backtick, in: bytes, from: index, to: stop)
    guard count <= CodeRuns.longest else { return index + count }
    if index >= code.end { code.read(bytes, from: index, to: textEnd) }
    guard let close = code.closer(of: count, at: index, in: bytes) else { return index + count }
    lastConstruct = close + count
    return close + count
  }

  /// Behind a formula, `$x$` within a line or `$$x$$` within a paragraph.
  private mutating func skipFormula(_ index: Int, _ stop: Int) -> Int {
    let count = Byte.run(of: Byte.dollar, in: bytes, from: index, to: stop)
    if count == 1 {
      guard FormulaSigns.mayBegin(bytes, index, 1, stop), unclosedFormula != stop else {
        return index + 1
      }
      guard let after = FormulaSigns.end(bytes, index, 1, stop) else {
        // Nor is there an end for any that begins later in the line.
        unclosedFormula = stop
        return index + 1
      }
      lastConstruct = after
      return after
    }
    guard let closer = closers.formula.find(self, from: index + 2), closer < textEnd else {
      return index + 2
    }
    lastConstruct = closer + 2
    return closer + 2
  }

  /// Behind a comment, a tag of HTML or a link between angle brackets.
  private mutating func skipMarkup(_ index: Int, _ stop: Int) -> Int {
    if Byte.stands("<!--", in: bytes, at: index, to: stop) {
      guard let closer = closers.markup.find(self, from: index + 4), closer < textEnd else {
        return index + 4
      }
      lastConstruct = closer + 3
      return closer + 3
    }
    // A tag may go on in the next lines.
    guard let markup = Markup(bytes, index, stop) ?? Markup(bytes, index, textEnd) else {
      return index + 1
    }
    lastConstruct = markup.end
    return markup.end
  }

  /// `Words ^id` at the end of a paragraph that begins in the line `first`. Where nothing but the id
  /// stands in the line, it names the lines `above`.
  mutating func readBlockID(_ text: TextLine, from first: Int, above: ClosedRange<Int>?) {
    guard scan.blocks.count < NoteScan.most,
      let id = LineSigns.blockID(bytes, text.start, text.stop, after: lastConstruct)
    else { return }
    let isAlone = id.lowerBound == text.start + 1
    let lines = isAlone ? above ?? first...text.line : first...text.line
    scan.blocks.append(NoteScan.Block(id: id, line: text.line, lines: lines))
  }
}
