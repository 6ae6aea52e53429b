import Bytes
import Entities
import MarkdownLines

/// A note with the answers of its query blocks as text.
struct AnsweredText {
  private let tree: NoteTree
  private let lines: LineTable
  private let embeds: Embeds

  static func text(of note: [UInt8], _ embeds: Embeds) -> [UInt8] {
    if embeds.answers.isEmpty { return note }
    let edits = PortableSigns.all(of: note, embeds) { tree, source in
      AnsweredText(tree: tree, lines: LineTable(source), embeds: embeds).edits
    }
    return ByteEdit.apply(edits.inOrder(), to: note)
  }

  private var edits: [ByteEdit] {
    tree.blocks.flatMap { block -> [ByteEdit] in
      switch block.kind {
      case .code(let code): edit(of: code, block.line).map { [$0] } ?? []
      case .table(let table):
        table.rows.flatMap {
          edits(of: $0.cells.flatMap(\.inlines), $0.line...$0.line, areCells: true)
        }
      default:
        if block.inlines.queries.isEmpty {
          []
        } else {
          edits(of: block.inlines, block.line...lastLine(of: block))
        }
      }
    }
  }

  /// The tree has footnotes at its end, wherever they are in the note.
  private func lastLine(of block: NoteBlock) -> Int {
    (tree.blocks.map(\.line).filter { $0 > block.line }.min() ?? lines.count) - 1
  }

  // MARK: - Expressions within lines

  /// Answers instead of expressions. The spans of code in these lines are in the order of the inlines.
  private func edits(
    of inlines: [NoteInline], _ range: ClosedRange<Int>, areCells: Bool = false
  ) -> [ByteEdit] {
    var spans = spans(in: lines.range(from: range.lowerBound, through: range.upperBound))[...]
    return inlines.compactMap { inline in
      guard case .code(let code, let query?) = inline,
        let index = spans.firstIndex(where: { words(lines.source[$0]) == words(code[...]) })
      else { return nil }
      let span = spans[index]
      spans = spans[(index + 1)...]
      return embeds.answers[query].map { edit(of: span, $0, isCell: areCells) }
    }
  }

  private func edit(of span: Range<Int>, _ answer: Embeds.Answer, isCell: Bool) -> ByteEdit {
    var text = answer.showsSource ? lines.source[span] + [Byte.space] : []
    var markdown = answer.markdown.map { $0 == Byte.lineFeed ? Byte.space : $0 }
    if isCell {
      markdown = Array(AnswerMarkdown.cell(String(decoding: markdown, as: UTF8.self)).utf8)
    }
    // Nothing at a line's start opens a fence.
    if let first = markdown.first, "`~".utf8.contains(first) { text.append(Byte.backslash) }
    return ByteEdit(range: span, bytes: text + markdown)
  }

  /// What a span of code says, without its backticks, the signs of containers between its lines, and
  /// what keeps a bar in a cell.
  private func words(_ code: ArraySlice<UInt8>) -> [UInt8] {
    code.filter { !Byte.isBlank($0) && !"`>\\".utf8.contains($0) }
  }

  /// The spans of code, with their backticks.
  private func spans(in range: Range<Int>) -> [Range<Int>] {
    let (source, stop) = (lines.source, range.upperBound)
    var spans: [Range<Int>] = []
    var index = range.lowerBound
    while index < stop {
      switch source[index] {
      case Byte.backslash: index += 2
      case Byte.backtick:
        let count = Byte.run(of: Byte.backtick, in: source.span, from: index, to: stop)
        let closer = CodeRuns.closer(of: count, at: index, in: source.span, to: stop)
        let end = (closer ?? index) + count
        if closer != nil { spans.append(index..<end) }
        index = end
      default: index += 1
      }
    }
    return spans.filter { span in !tree.masks.contains { $0.source.contains(span.lowerBound) } }
  }

  // MARK: - Fences

  /// The answer instead of a fence, or below it where its text stays.
  private func edit(of code: NoteCode, _ line: Int) -> ByteEdit? {
    guard let answer = embeds.answers[code.query] else { return nil }
    let range = lines.range(from: line, through: lastLine(of: code, line))
    let first = lines.source[range].prefix { !"`~".utf8.contains($0) }
    let rest = PortableSigns.ofContainers(below: first)
    var text: [UInt8] = []
    if answer.showsSource {
      text += lines.source[range]
      if text.last != Byte.lineFeed { text.append(Byte.lineFeed) }
    }
    // An empty line parts it from the text around it.
    text += (answer.showsSource ? rest : Array(first)) + [Byte.lineFeed]
    for line in answer.markdown.split(separator: Byte.lineFeed, omittingEmptySubsequences: false) {
      text += rest + line + [Byte.lineFeed]
    }
    return ByteEdit(range: range, bytes: text + rest + [Byte.lineFeed])
  }

  /// That of the fence which closes the code, if one does.
  private func lastLine(of code: NoteCode, _ line: Int) -> Int {
    let next = line + 1 + code.bytes.count { $0 == Byte.lineFeed }
    let words = lines.text(of: next).drop { Byte.isBlank($0) || $0 == Byte.greater }
    let isFence =
      words.count > 2 && "`~".utf8.contains(words.first ?? 0)
      && words.allSatisfy { $0 == words.first }
    // One that begins other code is outside of the container.
    return isFence && !tree.blocks.contains { $0.line == next } ? next : next - 1
  }
}
