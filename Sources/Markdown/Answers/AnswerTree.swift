import Bytes
import Entities

/// An answer as a note's tree. Line numbers are those of the answer's Markdown.
struct AnswerTree {
  /// The origins of rows, by line.
  private(set) var origins: [Int: RowOrigin] = [:]
  private var blocks: [NoteBlock] = []
  private let lines: LineTable
  private var line = 0
  /// The last items of the open lists, the outermost list first.
  private var open: [Int] = []

  var tree: NoteTree { NoteTree(blocks: blocks, masks: []) }

  /// `lines`: the lines of the answer's Markdown.
  init(_ rows: [AnswerRow], _ lines: LineTable) {
    self.lines = lines
    for row in rows {
      if row.isApart, line > 0 { line += 1 }
      origins[line] = row.origin
      add(row)
      line += 1
    }
    close(downTo: 0)
  }

  private mutating func add(_ row: AnswerRow) {
    switch row.kind {
    case .paragraph:
      close(downTo: 0)
      add(.paragraph, inlines(row.cells.joined()))
    case .item(let depth, let box): addItem(row, depth, box)
    case .titles(let areNumbers):
      close(downTo: 0)
      let cells = zip(row.cells, areNumbers).map { cell($0, isNumber: $1) }
      let header = NoteTable.Row(line: line, isHeader: true, cells: cells)
      add(.table(NoteTable(columns: cells.count, rows: [header])))
      // Skips the rule below the header.
      line += 1
    case .cells:
      guard case .table(var table)? = blocks.last?.kind else { return }
      let cells = table.rows[0].cells.enumerated().map { index, title in
        cell(index < row.cells.count ? row.cells[index] : [], isNumber: title.alignment != 0)
      }
      table.rows.append(NoteTable.Row(line: line, isHeader: false, cells: cells))
      blocks[blocks.count - 1].kind = .table(table)
    }
  }

  private func cell(_ runs: [AnswerRun], isNumber: Bool) -> NoteTable.Cell {
    NoteTable.Cell(
      line: line, alignment: isNumber ? UInt8(ascii: "r") : 0, inlines: inlines(runs))
  }

  private mutating func addItem(_ row: AnswerRow, _ depth: Int, _ box: Unicode.Scalar?) {
    close(downTo: 2 * depth + 1)
    if open.count.isMultiple(of: 2) {
      begin(.list(NoteList(isOrdered: false, start: 0, delimiter: ".", isTight: true)))
    }
    if let list = open.last, case .list(var own) = blocks[list].kind {
      own.count += 1
      blocks[list].kind = .list(own)
    }
    let task = box.flatMap { NoteTask(Array("[\($0)] ".utf8), line: line, in: lines) }
    let words = inlines(row.cells.joined())
    begin(.item(number: nil, task), task == nil ? [] : words)
    if task == nil, !words.isEmpty { add(.paragraph, words) }
  }

  private mutating func add(_ kind: NoteBlock.Kind, _ inlines: [NoteInline] = []) {
    blocks.append(
      NoteBlock(
        kind: kind, line: line, inlines: inlines, parent: open.last, isTight: !open.isEmpty,
        end: blocks.count + 1))
  }

  private mutating func begin(_ kind: NoteBlock.Kind, _ inlines: [NoteInline] = []) {
    add(kind, inlines)
    open.append(blocks.count - 1)
  }

  private mutating func close(downTo count: Int) {
    while open.count > count { blocks[open.removeLast()].end = blocks.count }
  }

  // MARK: - Words

  private func inlines(_ runs: some Sequence<AnswerRun>) -> [NoteInline] {
    var inlines: [NoteInline] = []
    for run in runs { inlines.append(all: self.inlines(run)) }
    return inlines
  }

  private func inlines(_ run: AnswerRun) -> [NoteInline] {
    switch run {
    // A tag in plain text is a tag too.
    case .text(let words) where words.utf8.contains(Byte.hash):
      Self.read(AnswerMarkdown.escaped(words))
    case .markdown(let words) where !Self.isPlain(words): Self.read(AnswerMarkdown.line(words))
    case .text(let words), .markdown(let words): Self.plain(words)
    case .link(let words, let target): Self.plain(words).within(.link(target: target))
    case .wiki(let words, let target):
      [.wiki(.init(isEmbed: false, target: target, words: words == target ? nil : words))]
    case .strong(let runs): inlines(runs).within(.strong)
    case .emphasis(let runs): inlines(runs).within(.emphasis)
    }
  }

  private static func plain(_ words: String) -> [NoteInline] {
    words.isEmpty ? [] : [.text(NoteText(bytes: Array(AnswerMarkdown.shown(words).utf8)))]
  }

  /// Reads Markdown after a task box, where no text begins a block.
  private static func read(_ markdown: String) -> [NoteInline] {
    let blocks = NoteTree(Array("- [ ] \(markdown)".utf8))?.blocks ?? []
    return blocks.count > 1 ? blocks[1].inlines : []
  }

  /// Whether no sign in the words has a meaning, which is the usual case.
  private static func isPlain(_ words: String) -> Bool {
    var last = Byte.space
    for byte in words.utf8 {
      let isAddress =
        last == UInt8(ascii: ":")
        ? byte != Byte.space : byte == Byte.dot && last == UInt8(ascii: "w")
      let isWord = byte >= 0x80 || Byte.isLetter(byte) || Byte.isDigit(byte)
      if isAddress || !isWord && !" ,.;:-'\"()/?+".utf8.contains(byte) { return false }
      last = byte
    }
    return true
  }
}

extension [NoteInline] {
  fileprivate mutating func append(all others: [NoteInline]) {
    let offset = count
    self += others.map { inline in
      if case .begin(let span, let end) = inline { .begin(span, end: end + offset) } else { inline }
    }
  }

  fileprivate func within(_ span: NoteSpan) -> [NoteInline] {
    var all: [NoteInline] = [.begin(span, end: count + 1)]
    all.append(all: self)
    return all + [.end(span)]
  }
}
