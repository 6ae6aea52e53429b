import Bytes
import Entities
import MarkdownLines

/// The resolved blocks of a note or a part of one; each precedes its children. The meanings of
/// masks, the texts of embeds and the queries of blocks are resolved.
///
/// Previews, pages, Org and outlines are made from it. Containers may be nested deep: see `walk`.
struct NoteTree: Sendable {
  struct Mask: Sendable {
    var mask: MaskedText.Mask
    /// The range in the text that was read.
    var source: Range<Int>
  }

  let blocks: [NoteBlock]
  /// The masks in the words of the blocks.
  let masks: [Mask]

  /// What it asks of the vault, in the order of its blocks.
  var queries: [QueryBlock] {
    blocks.flatMap { block -> [QueryBlock] in
      switch block.kind {
      case .code(let code): code.query.map { [$0] } ?? []
      case .embed(_, .view(let query)): [query]
      case .table(let table): table.rows.flatMap { $0.cells.flatMap(\.inlines.queries) }
      default: block.inlines.queries
      }
    }
  }

  /// Whether it asks the vault something, or shows a note that may.
  var asks: Bool { !queries.isEmpty || blocks.contains(where: \.isEmbed) }

  /// Those in a block, or of the note, in their order.
  func children(of parent: Int?) -> [Int] {
    let end = parent.map { blocks[$0].end } ?? blocks.count
    return Array(
      sequence(first: parent.map { $0 + 1 } ?? 0) { blocks[$0].end }.prefix { $0 < end })
  }

  /// Returns the next block in the same container.
  func next(_ index: Int) -> Int? {
    let end = blocks[index].parent.map { blocks[$0].end } ?? blocks.count
    return blocks[index].end < end ? blocks[index].end : nil
  }

  /// Returns the words of the paragraph that a container begins with.
  func firstWords(in container: Int) -> [NoteInline] {
    let first = container + 1
    guard first < blocks[container].end else { return [] }
    return switch blocks[first].kind {
    case .paragraph, .embed: blocks[first].inlines
    default: []
    }
  }

  /// Visits all blocks without recursion. `enter` returns whether to visit a container's children;
  /// then `leave` is called after them.
  func walk<State>(
    _ state: inout State, enter: (inout State, Int) -> Bool, leave: (inout State, Int) -> Void
  ) {
    var open: [Int] = []
    var index = 0
    while true {
      while let last = open.last, index >= blocks[last].end {
        open.removeLast()
        leave(&state, last)
      }
      if index >= blocks.count { return }
      if enter(&state, index) {
        open.append(index)
        index += 1
      } else {
        index = blocks[index].end
      }
    }
  }
}

struct NoteBlock: Sendable {
  enum Kind: Sendable {
    case quote(Callout?)
    case list(NoteList)
    /// A list item, with its number in an ordered list.
    case item(number: Int?, NoteTask?)
    case footnote(label: String)
    case paragraph
    /// A paragraph that is nothing else, of a base, or of a note whose text is known.
    case embed(MaskedText.WikiMask, Embeds.Content)
    case heading(level: Int)
    case code(NoteCode)
    case html([UInt8])
    case table(NoteTable)
    case rule
  }

  var kind: Kind
  /// The first line, counted from 0.
  var line: Int
  /// The words of a paragraph or a heading. The first paragraph of a callout or a task is stored in
  /// the container itself, without the sign.
  var inlines: [NoteInline] = []
  /// The container of the block.
  var parent: Int?
  /// Whether it is an item of a list without empty lines, or directly in such an item.
  var isTight = false
  /// The index after the block and its children.
  var end: Int

  var isItem: Bool { if case .item = kind { true } else { false } }
  var isEmbed: Bool { if case .embed = kind { true } else { false } }

  var isContainer: Bool {
    switch kind {
    case .quote, .list, .item, .footnote: true
    case .paragraph, .embed, .heading, .code, .html, .table, .rule: false
    }
  }
}

struct NoteList: Sendable {
  var isOrdered: Bool
  var start: Int
  /// `.` or `)`
  var delimiter: String
  var isTight: Bool
  var count = 0
}

struct NoteCode: Sendable {
  var bytes: [UInt8]
  var isFenced: Bool
  /// The info string of the fence.
  var info: String
  var query: QueryBlock?
}

struct NoteTable: Sendable {
  struct Row: Sendable {
    var line: Int
    var isHeader: Bool
    var cells: [Cell]

    mutating func move(to line: Int) {
      self.line = line
      for index in cells.indices { cells[index].line = line }
    }
  }

  struct Cell: Sendable {
    var line: Int
    /// `l`, `c`, `r`, or 0.
    var alignment: UInt8
    var inlines: [NoteInline]
  }

  var columns: Int
  var rows: [Row]
}

/// `[!note]- Title` at the start of a quote.
struct Callout: Sendable {
  /// The kind as it is written.
  let name: String
  /// The initial state; nil if the callout cannot be folded.
  let isFoldedAtFirst: Bool?
  /// The sign as it is written, with the blanks after it.
  let sign: [UInt8]
  /// The line of the title.
  let line: Int

  var kind: CalloutKind { CalloutKind(named: name) }

  init?(_ text: [UInt8], line: Int) {
    guard text.count > 3, text[0] == Byte.opening, text[1] == Byte.bang,
      let close = Byte.find(Byte.closing, in: text.span, from: 2, to: text.count), close > 2
    else { return nil }
    var end = close + 1
    var isFolded: Bool?
    if end < text.count, text[end] == Byte.dash || text[end] == Byte.plus {
      isFolded = text[end] == Byte.dash
      end += 1
    }
    let name = String(decoding: text[2..<close], as: UTF8.self)
    self.name = name.prefix(1).uppercased() + name.dropFirst().lowercased()
    isFoldedAtFirst = isFolded
    sign = Array(text[..<Byte.skippingBlanks(in: text.span, from: end, to: text.count)])
    self.line = line
  }
}

/// `[ ]` at the start of an item.
struct NoteTask: Sendable {
  let status: Unicode.Scalar
  let isDone: Bool
  /// The sign as it is written, with the blanks after it.
  let sign: [UInt8]
  /// The offset of the byte between the brackets; nil if the status is not a single byte.
  let byte: Int?
  /// The line of its words.
  let line: Int
  /// That line as it is written.
  let source: [UInt8]

  init?(_ text: [UInt8], line: Int, in lines: LineTable) {
    guard let box = TaskBox(text.span, 0, text.count), box.status.value >= 0x20 else { return nil }
    (status, isDone) = (box.status, box.isDone)
    sign = Array(text[..<Byte.skippingBlanks(in: text.span, from: box.end, to: text.count)])
    self.line = line
    let range = lines.range(of: line)
    source = Array(lines.source[range])
    let (index, _) = LineSigns.skippingMarkers(
      lines.source.span, range.lowerBound, range.upperBound)
    let found =
      index < range.upperBound ? TaskBox(lines.source.span, index, range.upperBound) : nil
    byte = found?.status == box.status && box.status.isASCII ? index + 1 : nil
  }
}
