import Bytes
import MarkdownLines

/// Units: lines that belong together, and their kinds.
extension BlockScanner {
  /// Reads a unit that starts with a line outside comments. Returns the end of the unit.
  mutating func readBlock(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    var first = line(at: start)
    let read = read(first, &unit.after.blocks)
    first.text = read.text
    unit.place(in: unit.after.blocks, opened: read.opened)
    if !unit.after.blocks.isInFence { (unit.after.language, unit.after.inside) = (0, 0) }
    switch read.kind {
    case .blank, .hidden:
      unit.kind = .blank
    case .fenceText, .code:
      unit.kind = .code
      paintCode(read.text, first.stop, &unit)
      if !first.isWhole { unit.after.rest = .code }
      paintMarks()
    case .html:
      if !read.continues, LineSigns.opensComment(bytes.span, read.text, first.stop) {
        // The comment is hidden text: the text after its end is read too.
        _ = unit.after.blocks.readPlain()
        unit.kind = .text
        return readParagraph(first, isDone: false, &unit)
      }
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
    case .ruler, .empty, .mark:
      unit.kind = read.kind == .empty ? .text : .ruler
      if read.kind == .ruler { canvas.paint(read.text, first.stop, [.ruler, .marker]) }
      paintMarks()
    case .underline(let level):
      // The underline of a paragraph so long that it was cut.
      unit.kind = .underline(level)
      canvas.paint(read.text, first.stop, InkSet(.heading(level)).union([.marker]))
    case .definition:
      unit.kind = .definition
      paintDefinition(read.text, first.stop)
      paintMarks()
    case .heading(let level):
      unit.kind = .heading(level)
      return readHeading(first, level, &unit)
    case .tableRow:
      unit.kind = .table
      return readOneLine(first, .table, &unit)
    case .text, .tableRule:
      unit.kind = .text
      return readParagraph(first, isDone: read.task?.isDone == true, &unit)
    }
    return first.end
  }

  /// Reads the rest of a very long line.
  mutating func readRest(_ start: Int, _ unit: inout ScannedUnit) -> Int {
    let rest = unit.before.rest
    let first = line(at: start)
    unit.after.rest = .none
    unit.after.isInWord = false
    switch rest {
    case .code:
      unit.kind = .code
      if !first.isWhole { unit.after.rest = .code }
      canvas.paint(start, first.stop, [.codeBlock])
      return first.end
    case .html:
      unit.kind = .html
      canvas.paint(start, first.stop, [.html])
      if !first.isWhole { unit.after.rest = .html }
      closeHtml(in: first, &unit.after.blocks)
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
      return readHeading(first, level, &unit)
    }
  }

  private mutating func readHeading(
    _ line: TextLine, _ level: Int, _ unit: inout ScannedUnit
  ) -> Int {
    var line = line
    let isStart = unit.before.rest == .none
    if isStart {
      let signs = line.text + level
      mark(line.text..<signs, InkSet(.heading(level)).union([.marker]))
      line.text = Byte.skippingBlanks(in: bytes.span, from: signs, to: line.stop)
      unit.isInOutline =
        unit.after.blocks.containers.isEmpty
        && !LineSigns.headingWords(bytes.span, line.text, line.stop).isEmpty
    }
    canvas.paint(line.text, line.stop, InkSet(.heading(level)))
    let rest = BlockState.Rest(rawValue: BlockState.Rest.heading1.rawValue + UInt8(level - 1))
    return readOneLine(line, rest ?? .none, &unit)
  }

  /// Reads a heading or a row: a paragraph of one line.
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
    if let end = readComment(first, &unit) { return end }
    var (end, isWhole) = (first.end, first.isWhole)
    var underline: (level: Int, line: TextLine)?
    var isTable = false
    loop: while isWhole, end < buffer.count || !buffer.isAtEnd {
      if isPieceEnd(end, from: first.start) { break }
      var next = line(at: end)
      var blocks = unit.after.blocks
      let marksBefore = marks.count
      let read = read(next, &blocks, above: lines.last)
      next.text = read.text
      switch read.kind {
      case .underline(let level): underline = (level, next)
      case .tableRule where lines.count > 1:
        // The previous line is the table's header and begins its own unit.
        end = lines.removeLast().start
        marks.removeAll { $0.range.lowerBound >= end }
        break loop
      case .tableRule: isTable = true
      case .text where read.continues: break
      default:
        marks.removeSubrange(marksBefore...)
        break loop
      }
      unit.after.blocks = blocks
      end = next.end
      isWhole = next.isWhole
      if underline != nil { break }
      lines.append(next)
      if isTable { break }
    }
    if end == buffer.count, buffer.isAtEnd { see(end) }
    if !isWhole, let last = lines.last { cut(last, isTable ? .table : .text, &unit) }
    readText(&unit)
    if unit.end != unit.start {
      // One of the lines begins a comment that continues below.
      (underline, isTable) = (nil, false)
      end = unit.end - buffer.base
    }
    if let underline {
      unit.kind = .heading(underline.level)
      unit.isInOutline = unit.after.blocks.containers.isEmpty
      paintUnderlined(underline.level, underline.line)
    }
    if isTable { unit.kind = .table }
    if isDone, let line = lines.first { canvas.paint(line.text, line.stop, [.taskDone]) }
    finishParagraph(&unit)
    return end
  }

  /// Reads a comment on a line of its own: it is not text that an underline could make a heading,
  /// and it may continue below. Returns the end of the unit if it does.
  private mutating func readComment(_ line: TextLine, _ unit: inout ScannedUnit) -> Int? {
    guard line.isWhole, unit.before.rest == .none,
      LineSigns.opensComment(bytes.span, line.text, line.stop)
    else { return nil }
    readText(&unit)
    if unit.end == unit.start {
      guard reader.lastConstruct >= line.stop else {
        canvas.keep(line.start, line.end)
        return nil
      }
      unit.after.blocks.closeLeaf()
    }
    paintMarks()
    return unit.end == unit.start ? line.end : unit.end - buffer.base
  }

  /// Whether a paragraph that is long enough is cut at the start of a line.
  private func isPieceEnd(_ end: Int, from start: Int) -> Bool {
    let length = end - start
    if length < Self.leastPiece { return false }
    return length >= Self.mostPiece || PieceCut.hash(bytes, before: end) & 3 == 0
  }
}

/// Finds the kind of a line by its start and the blocks that are open above.
extension BlockScanner {
  /// Reads the start of a line and updates the open blocks. `above`: the previous line, if it is in
  /// the same paragraph.
  mutating func read(
    _ line: TextLine, _ blocks: inout OpenBlocks, above: TextLine? = nil
  ) -> OpenBlocks.Line {
    let above = above.map { $0.text..<$0.stop }
    let read = blocks.read(bytes.span, line.start, line.stop, above: above) { sign, container in
      switch container {
      case .quote: mark(sign, [.quote, .marker])
      case .item: mark(sign, [.listMarker])
      case .footnote: mark(sign.lowerBound..<sign.upperBound - 1, [.footnote])
      }
    }
    if let box = read.task { mark(box.start..<box.end, [.task]) }
    return read
  }

  mutating func mark(_ range: Range<Int>, _ kinds: InkSet) {
    if canvas.isOn { marks.append(Mark(range: range, kinds: kinds)) }
  }

  /// Closes the open HTML block if the line contains its end.
  func closeHtml(in line: TextLine, _ blocks: inout OpenBlocks) {
    guard case .html(let html) = blocks.leaf, html.ends(bytes.span, in: line.start, line.stop)
    else {
      return
    }
    blocks.closeLeaf()
  }
}
