import Bytes

/// The blocks that are open behind a line of Markdown, as CommonMark has them: containers from the
/// outside in, and the block of text in the innermost.
///
/// A line is first matched against what is open, then opens what it begins. A paragraph alone goes
/// on in a line without the signs of its containers.
package struct OpenBlocks: Hashable, Sendable {
  package enum Container: Hashable, Sendable {
    case quote
    /// Its text is this number of columns to the right of the text around it.
    case item(width: Int)
    case footnote

    /// The start of a line that continues it.
    package var signs: [UInt8] {
      switch self {
      case .quote: [Byte.greater, Byte.space]
      case .item(let width): [UInt8](repeating: Byte.space, count: width)
      case .footnote: [UInt8](repeating: Byte.space, count: 4)
      }
    }
  }

  package enum Leaf: Hashable, Sendable {
    case none
    /// `isDefinitions`: up to here it is nothing but definitions of links.
    case paragraph(isDefinitions: Bool)
    case table
    case fence(mark: UInt8, count: Int)
    case html(HtmlBlock)
    /// A comment or a formula that goes over lines. The caller opens it, and closes it.
    case hidden
  }

  /// What a line is, and where its text begins behind the signs of its containers.
  package struct Line {
    package enum Kind: Equatable, Sendable {
      case blank
      /// The signs of containers, and nothing behind them.
      case empty
      case text, definition
      case heading(Int)
      /// The line under a heading that makes it one.
      case underline(Int)
      case ruler, code
      case fenceStart(mark: UInt8, count: Int)
      case fenceText, fenceEnd, html, hidden
      /// The line that makes a table of the line above, and a row below it.
      case tableRule, tableRow
      /// The mark of a conflict; what is between such marks is read as if it were alone.
      case mark
    }

    package var kind = Kind.blank
    package var text: Int
    /// It continues the paragraph above, or with the HTML.
    package var continues = false
    /// A lone tag that continues a paragraph without all the signs of its containers: elsewhere it
    /// would begin HTML.
    package var isLazyTag = false
    /// How many containers begin in it: the innermost ones.
    package var opened = 0
    /// The box of the task that begins here; the text is behind it.
    package var task: TaskBox?
    /// An item that CommonMark takes for text or code, because it is so far to the right.
    package var isDeepItem = false
  }

  /// More containers are text: each line is matched against all of them.
  package static let deepest = 100

  package internal(set) var containers: [Container] = []
  package internal(set) var leaf = Leaf.none
  /// The innermost container has nothing in it so far, or only definitions, which cmark forgets at the
  /// first empty line.
  var isEmpty = false
  /// The line above is empty.
  var isBlankAbove = false
  /// From the outside in.
  var conflicts: [Conflict] = []

  /// Nothing is open, or a block outside of all containers.
  package init(_ leaf: Leaf = .none) { self.leaf = leaf }

  var isInParagraph: Bool {
    if case .paragraph = leaf { true } else { false }
  }

  package var isInFence: Bool {
    if case .fence = leaf { true } else { false }
  }

  package var quoteDepth: Int {
    containers.reduce(0) { $0 + ($1 == .quote ? 1 : 0) }
  }

  /// The text of the line that was read, or of its paragraph, is something that hides what follows.
  package mutating func hide() { leaf = .hidden }

  /// The block ends with the line that was read.
  package mutating func closeLeaf() { leaf = .none }

  /// Whether a line that begins with a letter is a paragraph's without any check.
  package var isPlain: Bool {
    guard containers.isEmpty else { return false }
    switch leaf {
    case .none, .paragraph: return true
    default: return false
    }
  }

  /// Records such a line; whether it continues the paragraph above.
  package mutating func readPlain() -> Bool {
    let continues = leaf != .none
    leaf = .paragraph(isDefinitions: false)
    isEmpty = false
    isBlankAbove = false
    return continues
  }

  /// Reads a line, without the blanks at its end. `above`: the text of the line above
  /// among the same bytes, if it is a paragraph's. `sign` gets each sign of a container, in order.
  package mutating func read(
    _ bytes: Span<UInt8>, _ start: Int, _ stop: Int, above: Range<Int>?,
    sign: (Range<Int>, Container) -> Void = { _, _ in }
  ) -> Line {
    if let line = readMark(bytes, start, stop) { return line }
    var cursor = Cursor(bytes, start, stop)
    let matched = match(&cursor, sign)
    if matched == containers.count, let line = goOn(cursor) {
      isBlankAbove = cursor.isBlank
      return line
    }
    if cursor.isBlank {
      isEmpty = isEmpty && isInParagraph && matched == containers.count
      containers.removeSubrange(matched...)
      leaf = .none
      isBlankAbove = true
      return Line(text: stop)
    }
    let line = begin(&cursor, matched: matched, above: above, sign)
    isEmpty =
      line.kind == .empty || line.kind == .definition && (line.opened > 0 || isEmpty)
    isBlankAbove = false
    return line
  }

  /// Where the text of a line begins behind the signs of the containers that it belongs to.
  package func textStart(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) -> Int {
    var cursor = Cursor(bytes, start, stop)
    _ = match(&cursor) { _, _ in }
    return max(start, cursor.next.index - cursor.indent)
  }

  /// How many containers the line belongs to, from the outside in; the cursor is behind their signs.
  private func match(_ cursor: inout Cursor, _ sign: (Range<Int>, Container) -> Void) -> Int {
    for index in containers.indices {
      switch containers[index] {
      case .quote:
        guard cursor.indent < 4, cursor.byte == Byte.greater else { return index }
        sign(cursor.skipQuote(), .quote)
      case .item(let width):
        if !cursor.skip(columns: width), !isGap(cursor, at: index) { return index }
      case .footnote:
        if !cursor.skip(columns: 4), !cursor.isBlank { return index }
      }
    }
    return containers.count
  }

  /// An empty line belongs to an item, but not to one that has nothing above it.
  private func isGap(_ cursor: Cursor, at index: Int) -> Bool {
    cursor.isBlank && !(isEmpty && !isInParagraph && index == containers.count - 1)
  }

  /// A line within code, HTML or what is hidden; nil where it is none.
  private mutating func goOn(_ cursor: Cursor) -> Line? {
    var line = Line(text: cursor.next.index)
    let (index, stop) = (cursor.next.index, cursor.stop)
    switch leaf {
    case .none, .paragraph, .table: return nil
    case .hidden: line.kind = .hidden
    case .fence(let mark, let count):
      let run = Byte.run(of: mark, in: cursor.bytes, from: index, to: stop)
      let isEnd = run >= count && index + run == stop && cursor.indent < 4
      line.kind = isEnd ? .fenceEnd : .fenceText
      if isEnd { leaf = .none }
    case .html(let block):
      if block == .element, cursor.isBlank { return nil }
      line.kind = .html
      line.continues = true
      if block.ends(cursor.bytes, in: index, stop) { leaf = .none }
    }
    return line
  }

  /// A line on its way from the left: what was read of it, and what is next.
  struct Cursor: ~Escapable {
    let bytes: Span<UInt8>
    let stop: Int
    /// Up to here the columns are taken; it may lie within a tab.
    private(set) var column = 0
    /// The first sign behind.
    private(set) var next: LineOffset

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) {
      self.bytes = bytes
      self.stop = stop
      next = LineOffset(index: start, column: 0)
      next.skipBlanks(bytes, stop)
    }

    var indent: Int { next.column - column }
    var isBlank: Bool { next.index >= stop }
    /// The next sign; 0 at the end.
    var byte: UInt8 { isBlank ? 0 : bytes[next.index] }

    /// Takes this number of columns, if they are blank.
    mutating func skip(columns: Int) -> Bool {
      guard !isBlank, indent >= columns else { return false }
      column += columns
      return true
    }

    /// Takes a sign of this number of bytes, and answers with its range.
    mutating func skip(sign count: Int) -> Range<Int> {
      let start = next.index
      next.skip(count)
      column = next.column
      next.skipBlanks(bytes, stop)
      return start..<(start + count)
    }

    mutating func skipBlanks() { column = next.column }

    /// One blank behind the sign of a quote is part of it.
    mutating func skipQuote() -> Range<Int> {
      let sign = skip(sign: 1)
      if indent > 0 { column += 1 }
      return sign
    }

    /// The blanks behind an item's mark are part of it, but not those before code.
    mutating func skipMark(_ count: Int) -> (sign: Range<Int>, width: Int) {
      let before = column
      let indent = indent
      let sign = skip(sign: count)
      if isBlank || self.indent > 4 {
        if self.indent > 0 { column += 1 }
        return (sign, indent + count + 1)
      }
      column = next.column
      return (sign, column - before)
    }
  }
}

/// An offset in a line, with the column that it is shown in.
struct LineOffset {
  var index: Int
  var column: Int

  /// Moves to the next byte that is no blank. A tab goes to the next of the columns 4, 8, 12…
  mutating func skipBlanks(_ bytes: Span<UInt8>, _ stop: Int) {
    while index < stop, Byte.isBlank(bytes[index]) {
      column += bytes[index] == 0x09 ? 4 - column & 3 : 1
      index += 1
    }
  }

  /// Moves by this number of bytes, each of which takes a column.
  mutating func skip(_ count: Int) {
    index += count
    column += count
  }
}
