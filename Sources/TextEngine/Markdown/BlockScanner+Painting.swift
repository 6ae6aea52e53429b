import Bytes
import Code
import MarkdownLines

/// Inks of block syntax.
extension BlockScanner {
  /// Paints the signs before the text of lines over other inks.
  mutating func paintMarks() {
    guard canvas.isOn else { return }
    for line in lines {
      canvas.keep(line.start, line.text)
      canvas.keep(line.stop, line.end)
    }
    for mark in marks { canvas.paint(mark.range.lowerBound, mark.range.upperBound, mark.kinds) }
  }

  /// Paints syntax that depends on all lines of a paragraph.
  mutating func finishParagraph(_ unit: inout ScannedUnit) {
    guard let first = lines.first, let last = lines.last else { return }
    if unit.quoteDepth > 0, unit.before.rest == .none,
      Byte.matches("[!", in: bytes.span, at: first.text, to: first.stop)
    {
      readCallout(first, &unit)
    }
    guard canvas.isOn else { return }
    // A line that starts with a bar is painted as a row even outside a table: it may be unfinished.
    for line in lines
    where unit.kind == .table || Byte.matches("|", in: bytes.span, at: line.text, to: line.stop) {
      paintBars(line)
    }
    paintBlockID(last)
    paintMarks()
  }

  /// Reads `> [!note]- Title`.
  private mutating func readCallout(_ line: TextLine, _ unit: inout ScannedUnit) {
    guard let close = Byte.find(Byte.closing, in: bytes.span, from: line.text + 2, to: line.stop),
      close > line.text + 2
    else { return }
    unit.isCallout = true
    canvas.paint(line.text, line.stop, [.callout])
    canvas.paint(line.text, line.text + 2, [.marker])
    let isFolded =
      close + 1 < line.stop && (bytes[close + 1] == Byte.dash || bytes[close + 1] == Byte.plus)
    canvas.paint(close, close + (isFolded ? 2 : 1), [.marker])
  }

  /// Paints the bars of a row, or a delimiter row.
  mutating func paintBars(_ line: TextLine) {
    guard canvas.isOn else { return }
    if TableSigns.ruledColumns(bytes.span, line.text, line.stop) != nil {
      canvas.keep(line.text, line.stop)
      canvas.paint(line.text, line.stop, [.table, .marker])
      return
    }
    canvas.paint(line.text, line.stop, [.table])
    var next = line.text
    while let bar = Byte.find(Byte.bar, in: bytes.span, from: next, to: line.stop) {
      if bar == line.text || bytes[bar - 1] != Byte.backslash {
        canvas.paint(bar, bar + 1, [.marker])
      }
      next = bar + 1
    }
  }

  mutating func paintUnderlined(_ level: Int, _ underline: TextLine) {
    for line in lines { canvas.paint(line.text, line.stop, InkSet(.heading(level))) }
    let start = Byte.skippingBlanks(in: bytes.span, from: underline.start, to: underline.stop)
    canvas.paint(start, underline.stop, InkSet(.heading(level)).union([.marker]))
  }

  /// Paints `Words ^id` at the end of a paragraph.
  private mutating func paintBlockID(_ line: TextLine) {
    let low = max(reader.lastConstruct, line.text)
    guard line.isWhole, let id = LineSigns.blockID(bytes.span, line.text, line.stop, after: low)
    else {
      return
    }
    canvas.paint(id.lowerBound - 1, line.stop, [.blockID])
  }
}

/// Fenced code.
extension BlockScanner {
  mutating func openFence(_ start: Int, _ count: Int, _ stop: Int, _ unit: inout ScannedUnit) {
    canvas.paint(start, start + count, [.codeBlock, .marker])
    canvas.paint(start + count, stop, [.codeBlock, .language])
    paintMarks()
    unit.after.language = CodeLanguage.number(of: bytes[(start + count)..<stop])
  }

  /// Paints a line of code; the state after it has any token that continues below.
  mutating func paintCode(_ start: Int, _ stop: Int, _ unit: inout ScannedUnit) {
    canvas.paint(start, stop, [.codeBlock])
    guard unit.before.isInFence,
      let language = CodeLanguage.with(number: unit.before.language),
      canvas.isOn || language.hasLong
    else { return }
    var reader = CodeReader(
      bytes.span, language, inside: unit.before.inside, classifiesWords: canvas.isOn)
    reader.read(start, stop) { range, token in
      canvas.paint(range.lowerBound, range.upperBound, token.inks)
    }
    unit.after.inside = reader.inside
  }
}

extension CodeToken {
  var inks: InkSet {
    switch self {
    case .keyword: [.keyword]
    case .string: [.string]
    case .comment: [.codeComment]
    case .number: [.number]
    case .dash: [.listMarker]
    case .name: [.property]
    case .colon: [.marker]
    case .remark: [.comment]
    }
  }
}

/// Modes that span lines: comments, formulas, and the properties at the top.
extension BlockScanner {
  /// Reads a line of a comment or a formula, up to its end.
  mutating func readHidden(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    let line = line(at: start)
    let (kind, ink): (Closer, Ink) =
      switch unit.before.mode {
      case .math: (.dollar, .math)
      case .htmlComment: (.arrow, .comment)
      default: (.percent, .comment)
      }
    let closer = kind.text
    unit.kind = unit.before.mode == .math ? .math : .comment
    // The closer may cross a cut of a line that is read in pieces.
    let limit = min(buffer.count, line.isWhole ? line.stop : line.end + 2)
    if !line.isWhole { see(limit) }
    guard let found = Byte.find(closer, in: bytes.span, from: start, to: limit) else {
      canvas.paint(start, line.stop, InkSet(ink))
      unit.after.rest = line.isWhole ? .none : .text
      unit.after.isInWord = false
      return line.end
    }
    let end = found + closer.utf8CodeUnitCount
    canvas.paint(start, end, InkSet(ink))
    canvas.paint(found, end, [.marker])
    unit.after.mode = .text
    unit.after.isInWord = false
    // The paragraph continues.
    _ = unit.after.blocks.readPlain()
    if line.isWhole, end >= line.stop {
      if unit.before.rest == .none, LineSigns.isCloser(bytes.span, line.start, line.stop) {
        unit.after.blocks.closeLeaf()
      }
      unit.after.rest = .none
      return line.end
    }
    unit.after.rest = .text
    return end
  }

  /// Reads a line of the properties at the top.
  mutating func readFrontMatter(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    let line = line(at: start)
    unit.kind = .frontMatter
    if unit.before.rest == .none, line.isWhole, line.stop - start == 3,
      Byte.matches("---", in: bytes.span, at: start, to: line.stop)
        || Byte.matches("...", in: bytes.span, at: start, to: line.stop)
    {
      unit.kind = .frontMatterFence
      unit.after = .plain
      canvas.paint(start, line.stop, [.frontMatter, .marker])
      return line.end
    }
    unit.after.rest = line.isWhole ? .none : .text
    canvas.paint(start, line.stop, [.frontMatter])
    if unit.before.rest == .none {
      PropertyLine.read(bytes.span, start, line.stop) { range, token in
        canvas.paint(range.lowerBound, range.upperBound, token.inks)
      }
    }
    return line.end
  }
}
