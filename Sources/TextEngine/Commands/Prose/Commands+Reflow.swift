import Bytes
import MarkdownLines

extension CommandID {
  package static let reflow: Self = "reflow"
}

extension EditCommands {
  static let prose: [EditCommand] = [
    EditCommand(.reflow, "break the paragraph's lines at the text width") { $0.reflow() }
  ]
}

extension EditContext {
  /// Breaks the lines of the paragraph at each cursor, or the selected lines of paragraphs. Headings,
  /// tables, code and the like keep theirs, and so do tasks, which are one line each.
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
    var draft = Draft(self)
    draft.replace(replacements)
    return draft.change()
  }

  /// Whole lines of paragraphs, and whether the first one begins its paragraph.
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

  /// The words of these lines; nil where nothing is to be done with them.
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
    let first = isStart ? Self.behindMarks(bytes) : LineHead(bytes).indentEnd
    let firstPrefix = Array(bytes[..<first])
    let quotes = firstPrefix.count { $0 == Byte.greater }
    let hasMark = firstPrefix.contains { !Byte.isBlank($0) && $0 != Byte.greater }
    var prefix = firstPrefix.map { Byte.isBlank($0) || $0 == Byte.greater ? $0 : .space }
    var lines = [line(number, bytes, from: first)]
    number = number + 1
    while number <= text.lastLine, text.start(of: number) < range.upperBound {
      let bytes = text.bytes(in: text.content(of: number))
      let start = Self.behindQuotes(bytes, quotes)
      let own = Array(bytes[..<start])
      if lines.count == 1, !hasMark, own.count(where: { $0 == Byte.greater }) == quotes {
        prefix = own
      }
      lines.append(line(number, bytes, from: start))
      number = number + 1
    }
    return ParagraphFlow(
      WordSplitter(text, lines).words, firstPrefix: firstPrefix, prefix: prefix)
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

  /// A task is one line to all who read tasks, and so is the title of a callout.
  private static func isLineOfItsOwn(_ bytes: [UInt8]) -> Bool {
    let head = LineHead(bytes)
    return head.box != nil || head.isQuote && bytes[head.indentEnd...].starts(with: "[!".utf8)
  }

  private static func behindMarks(_ bytes: [UInt8]) -> Int {
    LineSigns.behindMarks(bytes.span, 0, bytes.count).index
  }

  /// Behind the blanks that a line begins with, and so many marks of quotes.
  private static func behindQuotes(_ bytes: [UInt8], _ quotes: Int) -> Int {
    var index = Byte.skippingBlanks(in: bytes.span, from: 0, to: bytes.count)
    var left = quotes
    while left > 0, index < bytes.count, bytes[index] == Byte.greater {
      index = Byte.skippingBlanks(in: bytes.span, from: index + 1, to: bytes.count)
      left -= 1
    }
    return index
  }
}
