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
      buffer.starts(with: "[!", at: first.text, to: first.stop)
    {
      readCallout(first, &unit)
    }
    guard canvas.isOn else { return }
    if lines.count > 1, isDelimiterRow(lines[1]) {
      unit.kind = .table
      for line in lines { paintBars(line) }
      canvas.keep(lines[1].text, lines[1].stop)
      canvas.paint(lines[1].text, lines[1].stop, [.table, .marker])
    }
    paintBlockID(last)
    paintMarks()
  }

  /// `> [!note]- Title`
  private mutating func readCallout(_ line: TextLine, _ unit: inout ScannedUnit) {
    guard let close = buffer.find(Byte.closing, from: line.text + 2, to: line.stop),
      close > line.text + 2
    else { return }
    unit.isCallout = true
    canvas.paint(line.text, line.stop, [.callout])
    canvas.paint(line.text, line.text + 2, [.marker])
    let isFolded =
      close + 1 < line.stop && (bytes[close + 1] == Byte.dash || bytes[close + 1] == Byte.plus)
    canvas.paint(close, close + (isFolded ? 2 : 1), [.marker])
  }

  /// `--- | :-:`
  private func isDelimiterRow(_ line: TextLine) -> Bool {
    var bars = 0
    var dashes = 0
    for index in line.text..<line.stop {
      switch bytes[index] {
      case Byte.bar: bars += 1
      case Byte.dash: dashes += 1
      case Byte.colon, 0x20, 0x09: break
      default: return false
      }
    }
    return bars > 0 && dashes > 0
  }

  /// The bars of a row, and a row that is nothing but signs.
  mutating func paintBars(_ line: TextLine) {
    guard canvas.isOn else { return }
    if isDelimiterRow(line) {
      canvas.paint(line.text, line.stop, [.table, .marker])
      return
    }
    canvas.paint(line.text, line.stop, [.table])
    var next = line.text
    while let bar = buffer.find(Byte.bar, from: next, to: line.stop) {
      if bar == line.text || bytes[bar - 1] != Byte.backslash {
        canvas.paint(bar, bar + 1, [.marker])
      }
      next = bar + 1
    }
  }

  mutating func paintUnderlined(_ level: Int, _ underline: TextLine) {
    for line in lines { canvas.paint(line.text, line.stop, InkSet(.heading(level))) }
    let start = Byte.skippingBlanks(in: bytes, from: underline.start, to: underline.stop)
    canvas.paint(start, underline.stop, InkSet(.heading(level)).union([.marker]))
  }

  /// `Words ^id` at the end of a paragraph.
  private mutating func paintBlockID(_ line: TextLine) {
    let low = max(inline.lastConstruct, line.text)
    guard line.isWhole, let id = LineSigns.blockID(bytes, line.text, line.stop, after: low) else {
      return
    }
    canvas.paint(id.lowerBound - 1, line.stop, [.blockID])
  }
}
