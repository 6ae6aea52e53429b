import Bytes
import MarkdownLines

/// Units: what lines belong together, and what they are.
extension BlockScanner {
  /// A unit that starts with a line, outside of comments; answers where it ends.
  mutating func readBlock(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    let first = line(at: start)
    var state = unit.after
    let read = read(first, &state)
    unit.after = state
    unit.markerColumn = read.markerColumn
    unit.quoteDepth = Int(state.quoteDepth)
    var kept = first
    kept.text = read.text
    switch read.kind {
    case .blank:
      unit.kind = .blank
    case .fenceText, .code:
      unit.kind = .code
      paintCode(read.text, first.stop, &unit)
      if !first.isWhole { unit.after.rest = .code }
      paintMarks()
    case .html:
      unit.kind = .html
      canvas.paint(read.text, first.stop, [.html])
      if !first.isWhole { unit.after.rest = .html }
      paintMarks()
    case .fenceEnd:
      unit.kind = .fence
      canvas.paint(read.text, first.stop, [.codeBlock, .marker])
      paintMarks()
    case .fenceStart(_, let count):
      unit.kind = .fence
      openFence(read.text, count, first.stop, &unit)
    case .ruler, .empty:
      unit.kind = read.kind == .ruler ? .ruler : .text
      if read.kind == .ruler { canvas.paint(read.text, first.stop, [.ruler, .marker]) }
      paintMarks()
    case .underline(let level):
      // Of a paragraph so long that it was cut.
      unit.kind = .underline(level)
      canvas.paint(read.text, first.stop, InkSet(.heading(level)).union([.marker]))
    case .definition:
      unit.kind = .definition
      paintDefinition(read.text, first.stop)
      paintMarks()
    case .heading(let level):
      unit.kind = .heading(level)
      return readHeading(kept, level, isPlain: read.isPlain, &unit)
    case .table:
      unit.kind = .table
      return readOneLine(kept, .table, &unit)
    case .text:
      unit.kind = .text
      return readParagraph(kept, isDone: read.isDone, &unit)
    }
    return first.end
  }

  /// The rest of a very long line.
  mutating func readRest(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    let rest = unit.before.rest
    let first = line(at: start)
    unit.after.rest = .none
    unit.after.isInWord = false
    switch rest {
    case .code:
      return readCodeRest(start, &unit)
    case .html:
      unit.kind = .html
      canvas.paint(start, first.stop, [.html])
      if !first.isWhole { unit.after.rest = .html }
      closeHtml(in: first, &unit.after)
      return first.end
    case .table:
      unit.kind = .table
      return readOneLine(first, .table, &unit)
    case .none, .text:
      unit.kind = .text
      return readParagraph(first, isDone: false, &unit)
    case .heading1, .heading2, .heading3, .heading4, .heading5, .heading6:
      let level = Int(rest.rawValue - BlockState.Rest.heading1.rawValue) + 1
      unit.kind = .heading(level)
      return readHeading(first, level, isPlain: false, &unit)
    }
  }

  mutating func readCodeRest(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    let first = line(at: start)
    unit.kind = .code
    unit.after.rest = first.isWhole ? .none : .code
    unit.after.isInWord = false
    canvas.paint(start, first.stop, [.codeBlock])
    return first.end
  }

  private mutating func readHeading(
    _ line: TextLine, _ level: Int, isPlain: Bool, _ unit: inout ScannedUnit
  ) -> Int {
    var line = line
    let isStart = unit.before.rest == .none
    if isStart {
      let signs = line.text + level
      mark(line.text, signs, InkSet(.heading(level)).union([.marker]))
      line.text = Byte.skippingBlanks(in: bytes, from: signs, to: line.stop)
      unit.isInOutline = isPlain && !LineSigns.headingWords(bytes, line.text, line.stop).isEmpty
    }
    canvas.paint(line.text, line.stop, InkSet(.heading(level)))
    let rest = BlockState.Rest(rawValue: BlockState.Rest.heading1.rawValue + UInt8(level - 1))
    return readOneLine(line, rest ?? .none, &unit)
  }

  /// A heading or a row: a paragraph of one line.
  private mutating func readOneLine(
    _ line: TextLine, _ rest: BlockState.Rest, _ unit: inout ScannedUnit
  ) -> Int {
    lines.append(line)
    if !line.isWhole { cut(line, rest, &unit) }
    readText(&unit)
    if rest == .table { paintBars(line) }
    paintMarks()
    return unit.end == unit.start ? line.end : unit.end - buffer.base
  }

  private mutating func cut(
    _ line: TextLine, _ rest: BlockState.Rest, _ unit: inout ScannedUnit
  ) {
    unit.after.rest = rest
    unit.after.isInWord = !Byte.isBlank(bytes[line.end - 1])
  }

  private mutating func readParagraph(
    _ first: TextLine, isDone: Bool, _ unit: inout ScannedUnit
  ) -> Int {
    lines.append(first)
    let start = first.start
    var end = first.end
    var isWhole = first.isWhole
    var underline: (level: Int, line: TextLine)?
    if isWhole, standsAlone(first, unit) {
      readText(&unit)
      if unit.end == unit.start, inline.lastConstruct >= first.stop { unit.after.endParagraph() }
      if unit.end != unit.start || inline.lastConstruct >= first.stop {
        paintMarks()
        return unit.end == unit.start ? end : unit.end - buffer.base
      }
      canvas.keep(start, end)
    }
    while isWhole, !unit.after.isOneLine, end < buffer.count || !buffer.isAtEnd {
      if isPieceEnd(end, from: start) { break }
      let next = line(at: end)
      var state = unit.after
      let marksBefore = marks.count
      let read = read(next, &state)
      if case .underline(let level) = read.kind {
        underline = (level, next)
      } else if read.kind != .text || !read.continues {
        marks.removeSubrange(marksBefore...)
        break
      }
      unit.after = state
      end = next.end
      isWhole = next.isWhole
      if underline != nil { break }
      var kept = next
      kept.text = read.text
      lines.append(kept)
    }
    if end == buffer.count, buffer.isAtEnd { see(end) }
    if !isWhole, let last = lines.last { cut(last, .text, &unit) }
    readText(&unit)
    if unit.end != unit.start {
      // A comment that goes on below begins in one of the lines.
      underline = nil
      end = unit.end - buffer.base
    }
    if let underline {
      unit.kind = .heading(underline.level)
      unit.isInOutline = true
      paintUnderlined(underline.level, underline.line)
    }
    if isDone, let line = lines.first { canvas.paint(line.text, line.stop, [.taskDone]) }
    finishParagraph(&unit)
    return end
  }

  /// A comment that is a line of its own is no text that an underline could make a heading.
  private func standsAlone(_ line: TextLine, _ unit: ScannedUnit) -> Bool {
    unit.before.rest == .none && !unit.before.isInParagraph && unit.after.isPlain
      && LineSigns.opensComment(bytes, line.text, line.stop)
  }

  /// Whether a paragraph that is long enough is cut at a line's start.
  private func isPieceEnd(_ end: Int, from start: Int) -> Bool {
    let length = end - start
    if length < Self.leastPiece { return false }
    return length >= Self.mostPiece || PieceCut.hash(bytes, before: end) & 3 == 0
  }
}
