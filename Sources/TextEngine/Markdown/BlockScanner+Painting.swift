import Bytes
import MarkdownLines

/// Inks of what is more than text.
extension BlockScanner {
  /// Signs before the text of lines, in the place of whatever ran over them.
  mutating func paintMarks() {
    guard canvas.isOn else { return }
    for line in lines {
      canvas.keep(line.start, line.text)
      canvas.keep(line.stop, line.end)
    }
    for mark in marks { canvas.paint(mark.range.lowerBound, mark.range.upperBound, mark.kinds) }
  }

  /// What is seen only once all lines of a paragraph are there.
  mutating func finishParagraph(_ unit: inout ScannedUnit) {
    guard let first = lines.first, let last = lines.last else { return }
    if unit.quoteDepth > 0, unit.before.rest == .none,
      Byte.stands("[!", in: bytes.span, at: first.text, to: first.stop)
    {
      readCallout(first, &unit)
    }
    guard canvas.isOn else { return }
    // A row that no line below it makes one of a table looks like one: it is being written.
    for line in lines
    where unit.kind == .table || Byte.stands("|", in: bytes.span, at: line.text, to: line.stop) {
      paintBars(line)
    }
    paintBlockID(last)
    paintMarks()
  }

  /// `> [!note]- Title`
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

  /// The bars of a row, and a row that is nothing but signs.
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

  /// `Words ^id` at the end of a paragraph.
  private mutating func paintBlockID(_ line: TextLine) {
    let low = max(reader.lastConstruct, line.text)
    guard line.isWhole, let id = LineSigns.blockID(bytes.span, line.text, line.stop, after: low)
    else {
      return
    }
    canvas.paint(id.lowerBound - 1, line.stop, [.blockID])
  }
}
