import Bytes
import MarkdownLines

/// Determines what each line is: text, a heading, a row of a table, code.
extension ScanPass {
  mutating func readLine(_ start: Int, _ stop: Int) {
    if start < stop, blocks.isPlain, Byte.isLetter(bytes[start]) || bytes[start] >= 0x80 {
      // The most common line: no block is open and none begins.
      if !blocks.readPlain() {
        endParagraph()
        starts.beginPlain(line)
      }
      starts.fill(line)
      paragraph.append(TextLine(start: start, stop: stop, line: line))
      return
    }
    let read = blocks.read(
      bytes, start, stop, above: paragraph.last.map { $0.start..<$0.stop })
    if !read.continues { endParagraph() }
    starts.read(read, blocks.containers, line)
    if read.kind != .blank { starts.fill(line) }
    if let box = read.task { add(box, read.text, stop) }
    let text = TextLine(start: read.text, stop: stop, line: line)
    switch read.kind {
    case .text:
      if !hides(text) { paragraph.append(text) }
    case .heading(let level): readHeading(level, text)
    case .underline(let level): closeHeading(level)
    case .definition: readDefinition(text)
    case .tableRule: beginTable()
    case .tableRow: readAlone(text, from: starts.tableStart(blocks.containers.count))
    case .hidden: readHidden(text)
    case .blank, .empty, .ruler, .code, .fenceStart, .fenceText, .fenceEnd, .html, .mark: break
    }
  }

  /// Reads the text of a paragraph once all of its lines are known.
  mutating func endParagraph() {
    guard let last = paragraph.last else { return }
    beginText(end: last.stop)
    for index in paragraph.indices {
      readText(paragraph[index])
      readFields(paragraph[index], wholeLine: true)
    }
    if reader.index <= last.stop {
      let (first, sibling) = (starts.paragraph.first, starts.paragraph.above)
      let above = paragraph.count == 1 ? sibling : first...(last.line - 1)
      readBlockID(last, from: first, above: above)
    }
    paragraph.removeAll(keepingCapacity: true)
  }

  /// Reads a heading or a table's row, which is one line. `table`: the first line of the table.
  mutating func readAlone(_ text: TextLine, from table: Int? = nil) {
    beginText(end: text.stop)
    readText(text)
    readFields(text, wholeLine: false)
    readBlockID(text, from: text.line, above: table.map { $0...(text.line - 1) })
  }

  private mutating func readFields(_ text: TextLine, wholeLine: Bool) {
    guard mayHaveFields, scan.fields.count < NoteScan.most else { return }
    for field in InlineFields.all(in: bytes, text.start, text.stop, wholeLine: wholeLine) {
      scan.fields.append(NoteScan.Field(name: field.name, value: field.value, line: text.line))
    }
  }

  private mutating func beginText(end: Int) {
    textEnd = end
    reader.begin(end: end)
  }

  /// Makes the last line of the paragraph the header of a table.
  private mutating func beginTable() {
    guard let head = paragraph.popLast() else { return }
    endParagraph()
    readAlone(head)
  }

  /// Whether a comment or a formula begins with the line, continues below it, and is closed.
  private mutating func hides(_ text: TextLine) -> Bool {
    guard LineSigns.beginsCommentOrFormula(bytes, text.start, text.stop) else { return false }
    let isComment = bytes[text.start] == Byte.percent
    let inside = text.start + 2
    let closer =
      isComment
      ? closers.comment.end(in: bytes, from: inside, to: end)
      : closers.formula.end(in: bytes, from: inside, to: end)
    guard let closer, closer >= text.stop + 2 else { return false }
    hidden = Hidden(isComment: isComment, end: closer)
    blocks.hide()
    if isComment { readComment(TextLine(start: inside, stop: text.stop, line: text.line)) }
    return true
  }

  private mutating func readHidden(_ text: TextLine) {
    let isLast = hidden.end <= text.stop
    if isLast { blocks.closeLeaf() }
    if hidden.isComment {
      readComment(text)
    } else if isLast {
      readComment(TextLine(start: hidden.end, stop: text.stop, line: text.line))
    }
  }

  /// Reads a comment, in which only links and tags count, as in Obsidian.
  private mutating func readComment(_ text: TextLine) {
    guard text.start < text.stop else { return }
    beginText(end: text.stop)
    readText(text)
  }
}

/// Headings. Those in a quote, an item or a footnote do not count.
extension ScanPass {
  /// Reads a heading, `## Words ##`.
  mutating func readHeading(_ level: Int, _ text: TextLine) {
    let words = LineSigns.headingWords(bytes, text.start + level, text.stop)
    if !words.isEmpty { addHeading(level, words, text.line) }
    readAlone(TextLine(start: words.lowerBound, stop: text.stop, line: text.line))
  }

  /// Makes the paragraph above the line a heading.
  mutating func closeHeading(_ level: Int) {
    if let first = paragraph.first, let last = paragraph.last {
      addHeading(level, first.start..<last.stop, first.line)
    }
    endParagraph()
  }

  private mutating func addHeading(_ level: Int, _ words: Range<Int>, _ line: Int) {
    guard blocks.containers.isEmpty, scan.headings.count < NoteScan.most else { return }
    scan.headings.append(NoteScan.Heading(level: level, text: words, line: line))
  }
}

/// Tasks: items with a check box.
extension ScanPass {
  /// Adds a task; its text is parsed only on request.
  mutating func add(_ box: TaskBox, _ start: Int, _ stop: Int) {
    guard scan.tasks.count < NoteScan.most else { return }
    let text = start..<LineSigns.endBeforeBlockID(bytes, start, stop)
    scan.tasks.append(NoteScan.Task(status: box.status, text: text, line: line))
  }
}
