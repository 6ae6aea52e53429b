import Bytes
import MarkdownLines

/// A note with the answers of its query blocks as text.
struct AnsweredText {
  private let tree: NoteTree
  private let lines: LineTable
  private let embeds: Embeds
  /// The lines in which blocks begin, in order: the tree has footnotes at its end.
  private let starts: [Int]
  private let masks: [Range<Int>]

  private init(_ tree: NoteTree, _ source: [UInt8], _ embeds: Embeds) {
    (self.tree, self.embeds, lines) = (tree, embeds, LineTable(source))
    starts = tree.blocks.map(\.line).sorted()
    masks = tree.masks.map(\.source).sorted { $0.lowerBound < $1.lowerBound }
  }

  static func text(of note: [UInt8], _ embeds: Embeds) -> [UInt8] {
    if embeds.answers.isEmpty { return note }
    let edits = PortableSigns.all(of: note, embeds) { tree, source in
      AnsweredText(tree, source, embeds).edits
    }
    return ByteEdit.apply(edits.inOrder(), to: note)
  }

  private var edits: [ByteEdit] {
    tree.blocks.flatMap { block -> [ByteEdit] in
      switch block.kind {
      case .code(let code): edit(of: code, block.line).map { [$0] } ?? []
      case .table(let table): edits(of: table, block)
      default: edits(of: block.inlines, from: block.line, through: lastLine(of: block))
      }
    }
  }

  private func edits(of table: NoteTable, _ block: NoteBlock) -> [ByteEdit] {
    table.rows.flatMap { row in
      edits(of: row.cells.flatMap(\.inlines), from: row.line, through: row.line, areCells: true)
    }
  }

  /// The line before the next block.
  private func lastLine(of block: NoteBlock) -> Int {
    (starts[starts.partitionPoint { $0 > block.line }...].first ?? lines.count) - 1
  }

  // MARK: - Expressions within lines

  /// Answers instead of expressions. Code in these lines is in the order of the inlines.
  private func edits(
    of inlines: [NoteInline], from first: Int, through last: Int, areCells: Bool = false
  ) -> [ByteEdit] {
    if inlines.queries.isEmpty { return [] }
    var rest = lines.range(from: first, through: last)
    return inlines.compactMap { inline in
      guard case .code(let code, let query) = inline, let span = span(of: code, in: rest) else {
        return nil
      }
      rest = span.upperBound..<rest.upperBound
      return query.flatMap { embeds.answers[$0] }.map { edit(of: span, $0, isCell: areCells) }
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

  /// The code without what differs between the note and the tree: backticks, signs of containers between
  /// lines, and the escapes of bars in cells.
  private func words(_ code: ArraySlice<UInt8>) -> [UInt8] {
    code.filter { !Byte.isBlank($0) && !"`>\\".utf8.contains($0) }
  }

  /// The first span with this code, with its backticks. What the tree has masked is not code. A run of
  /// backticks may be text that the tree has left out, so each may begin the span.
  private func span(of code: [UInt8], in range: Range<Int>) -> Range<Int>? {
    let (source, words, stop) = (lines.source, words(code[...]), range.upperBound)
    var index = range.lowerBound
    while index < stop {
      if let mask = mask(at: index) {
        index = mask.upperBound
      } else if source[index] == Byte.backslash {
        index += 2
      } else if source[index] == Byte.backtick {
        let count = Byte.run(of: Byte.backtick, in: source.span, from: index, to: stop)
        if let closer = closer(of: count, at: index, to: stop),
          self.words(source[index..<closer]) == words
        {
          return index..<closer + count
        }
        index += count
      } else {
        index += 1
      }
    }
    return nil
  }

  private func closer(of count: Int, at index: Int, to stop: Int) -> Int? {
    var index = index
    while let closer = CodeRuns.closer(of: count, at: index, in: lines.source.span, to: stop) {
      guard let mask = mask(at: closer) else { return closer }
      index = mask.upperBound - count
    }
    return nil
  }

  private func mask(at offset: Int) -> Range<Int>? {
    let mask = masks[masks.partitionPoint { $0.upperBound > offset }...].first
    return mask.flatMap { $0.contains(offset) ? $0 : nil }
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

  /// The line of the closing fence, or the last line of code that has none.
  private func lastLine(of code: NoteCode, _ line: Int) -> Int {
    let next = line + 1 + code.bytes.count { $0 == Byte.lineFeed }
    let words = lines.text(of: next).drop { Byte.isBlank($0) || $0 == Byte.greater }
    let isFence =
      words.count > 2 && "`~".utf8.contains(words.first ?? 0)
      && words.allSatisfy { $0 == words.first }
    // A fence that begins other code is outside of the container.
    let isOutside = starts[starts.partitionPoint { $0 >= next }...].first == next
    return isFence && !isOutside ? next : next - 1
  }
}
