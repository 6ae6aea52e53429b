import Bytes
import Cells
import MarkdownLines

extension CommandID {
  package static let reflow: Self = "reflow"
}

extension EditCommands {
  static let prose: [EditCommand] = [
    EditCommand(
      .reflow, "break the paragraph's lines at the text width",
      words: ["fill", "justify", "wrap", "reflow", "hard wrap"]
    ) { $0.reflow() }
  ]
}

extension EditContext {
  /// Rewraps the paragraph at each cursor, or the selected lines of paragraphs. Headings, tables,
  /// code and tasks do not change.
  fileprivate func reflow() -> TextChange? {
    var found = false
    var replacements: [DraftReplacement] = []
    for selection in selections.all {
      for part in paragraphs(in: selection) {
        found = true
        let ending = ending(at: part.lines.lowerBound).bytes
        guard let flow = flow(part.lines, isStart: part.isStart) else { continue }
        replacements += flow.changes(to: text, width: textWidth, ending: ending)
      }
    }
    if !found {
      return TextChange(
        selections: selections,
        problem: "There is no paragraph here. Headings, tables and code keep their lines.")
    }
    return replacing(replacements)
  }

  /// Returns whole lines of paragraphs, and whether the first one begins its paragraph.
  private func paragraphs(
    in selection: Selection
  ) -> [(lines: Range<ByteOffset>, isStart: Bool)] {
    if selection.isEmpty { return paragraph(selection.head).map { [($0, true)] } ?? [] }
    guard let run = LineRuns(text, Selections(selection)).runs.first else { return [] }
    var parts: [(lines: Range<ByteOffset>, isStart: Bool)] = []
    let end = text.range(of: run.upperBound).upperBound
    var line = run.lowerBound
    while line <= run.upperBound {
      let start = text.start(of: line)
      guard let whole = paragraph(start) else {
        line = line + 1
        continue
      }
      let stop = min(end, whole.upperBound)
      parts.append((start..<stop, start == whole.lowerBound))
      line = max(line + 1, text.line(at: stop) + (stop == text.end ? 1 : 0))
    }
    return parts
  }

  /// Returns the words of these lines; nil if there is nothing to rewrap.
  func flow(_ range: Range<ByteOffset>, isStart: Bool) -> ParagraphFlow? {
    var number = text.line(at: range.lowerBound)
    var isStart = isStart
    var bytes = text.bytes(in: text.content(of: number))
    if isStart, Self.isLineOfItsOwn(bytes) {
      number = number + 1
      isStart = false
      guard number <= text.lastLine, text.start(of: number) < range.upperBound else { return nil }
      bytes = text.bytes(in: text.content(of: number))
    }
    let first = isStart ? Self.skippingMarkers(bytes) : LineHead(bytes).indentEnd
    let firstPrefix = Array(bytes[..<first])
    let quotes = firstPrefix.count { $0 == Byte.greater }
    let hasMark = firstPrefix.contains { !Byte.isBlank($0) && $0 != Byte.greater }
    var prefix = firstPrefix.map { Byte.isBlank($0) || $0 == Byte.greater ? $0 : .space }
    var lines = [line(number, bytes, from: first)]
    number = number + 1
    while number <= text.lastLine, text.start(of: number) < range.upperBound {
      let bytes = text.bytes(in: text.content(of: number))
      let start = Self.endOfQuoteMarks(bytes, quotes)
      let own = Array(bytes[..<start])
      if lines.count == 1, !hasMark, own.count(where: { $0 == Byte.greater }) == quotes {
        prefix = own
      }
      lines.append(line(number, bytes, from: start))
      number = number + 1
    }
    return ParagraphFlow(
      WordSplitter(text, lines, joinsWithTwoBlanks: joinsWithTwoBlanks).words,
      firstPrefix: firstPrefix, prefix: prefix)
  }

  private func line(_ number: LineNumber, _ bytes: [UInt8], from first: Int) -> ParagraphFlow.Line {
    let start = text.start(of: number)
    let end = bytes.count - bytes[first...].reversed().prefix { $0.isSpaceOrTab }.count
    let blanks = Array(bytes[end...])
    var line = ParagraphFlow.Line(words: start + first..<start + end)
    let slashes = bytes[first..<end].reversed().prefix { $0 == .backslash }.count
    line.endsHard = slashes % 2 == 1 || blanks.count > 1
    line.hardBlanks = slashes % 2 == 1 ? [] : blanks
    return line
  }

  /// Whether readers expect the line to stay alone: a task, or the title of a callout.
  private static func isLineOfItsOwn(_ bytes: [UInt8]) -> Bool {
    let head = LineHead(bytes)
    return head.box != nil || head.isQuote && bytes[head.indentEnd...].starts(with: "[!".utf8)
  }

  private static func skippingMarkers(_ bytes: [UInt8]) -> Int {
    LineSigns.skippingMarkers(bytes.span, 0, bytes.count).index
  }

  /// Returns the index after the leading blanks and a number of quote marks.
  private static func endOfQuoteMarks(_ bytes: [UInt8], _ quotes: Int) -> Int {
    var index = Byte.skippingBlanks(in: bytes.span, from: 0, to: bytes.count)
    var left = quotes
    while left > 0, index < bytes.count, bytes[index] == Byte.greater {
      index = Byte.skippingBlanks(in: bytes.span, from: index + 1, to: bytes.count)
      left -= 1
    }
    return index
  }
}

extension EditCommands {
  /// The longest line, in bytes, that is measured.
  private static let longestLine = 1 << 14

  /// Types, and moves words beyond the text width to a new line. Nil if nothing is to be moved.
  static func typeBeyondWidth(_ context: EditContext, _ bytes: [UInt8]) -> TextChange? {
    guard context.wrapsTyping, context.selections.isOneCursor, let last = bytes.last,
      !last.isSpaceOrTab, last != .lineFeed
    else { return nil }
    let head = context.selections.main.head
    let line = context.text.content(at: head)
    guard line.byteCount < longestLine,
      ParagraphFlow.column(after: context.text.bytes(in: line.lowerBound..<head) + bytes)
        > context.textWidth,
      let whole = context.paragraph(head)
    else { return nil }
    var draft = Draft(context)
    draft.replaceSelections { _, selection in DraftReplacement(selection.range, bytes) }
    let cursor = draft.selections.main.head
    var typed = context
    typed.text = draft.text
    let lines = draft.text.range(of: draft.text.line(at: cursor))
    guard let flow = typed.flow(lines, isStart: lines.lowerBound == whole.lowerBound) else {
      return nil
    }
    let ending = context.ending(at: head).bytes
    let breaks = flow.changes(to: draft.text, width: context.textWidth, ending: ending).filter {
      $0.range.upperBound <= cursor && $0.new.newlineCount > 0
    }
    if breaks.isEmpty { return nil }
    draft.replace(breaks)
    return draft.change(.typing)
  }
}

/// The words of one paragraph. Only the text between words changes: cursors stay in words.
struct ParagraphFlow {
  /// The words of a line, and its hard break.
  struct Line {
    var words: Range<ByteOffset>
    /// Whether the line ends in a hard break: two blanks or a backslash.
    var endsHard = false
    /// The blanks of a hard break, which stay.
    var hardBlanks: [UInt8] = []
  }

  struct Word {
    var range: Range<ByteOffset>
    var width: Int
    /// The bytes before the word within a line: blanks, or nothing between two ideographs. After a
    /// hard break, its blanks.
    var gap: [UInt8]
    var isHard = false
    /// Whether a line may begin with the word.
    var mayBegin: Bool
    var isAddress = false
  }

  let words: [Word]
  /// The width of the first line's prefix, in cells.
  private let firstColumn: Int
  /// The prefix of the other lines.
  private let prefix: [UInt8]
  private let tabWidth: Int

  init(_ words: [Word], firstPrefix: [UInt8], prefix: [UInt8], tabWidth: Int = 4) {
    firstColumn = Self.column(after: firstPrefix, tab: tabWidth)
    self.words = words
    self.prefix = prefix
    self.tabWidth = tabWidth
  }

  /// Returns the changes that fill each line up to `width`, in order.
  func changes(to text: Rope, width: Int, ending: [UInt8]) -> [DraftReplacement] {
    var made: [DraftReplacement] = []
    var column = firstColumn
    let start = Self.column(after: prefix, tab: tabWidth)
    for index in words.indices.dropFirst() {
      let (last, word) = (words[index - 1], words[index])
      column += last.width
      var gap = word.gap
      let next = Self.column(after: gap, from: column, tab: tabWidth)
      let breaks = word.mayBegin && self.column(atNextBreak: index, from: next) > width
      if word.isHard || breaks { gap = (word.isHard ? gap : []) + ending + prefix }
      column = word.isHard || breaks ? start : next
      let range = last.range.upperBound..<word.range.lowerBound
      if text.bytes(in: range) != gap { made.append(DraftReplacement(range, gap)) }
    }
    return made
  }

  /// Returns the column after a word and the following words that may not begin a line.
  private func column(atNextBreak index: Int, from column: Int) -> Int {
    words[(index + 1)...].prefix { !$0.mayBegin && !$0.isHard }
      .reduce(column + words[index].width) {
        Self.column(after: $1.gap, from: $0, tab: tabWidth) + $1.width
      }
  }

  /// Returns the column after bytes that begin in a column.
  static func column(after bytes: [UInt8], from column: Int = 0, tab: Int = 4) -> Int {
    let parts = bytes.split(separator: .tab, omittingEmptySubsequences: false)
    return parts.enumerated().reduce(column) { column, part in
      let start = part.offset == 0 ? column : (column / tab + 1) * tab
      return start + Cells.width(ofUTF8: part.element)
    }
  }
}
