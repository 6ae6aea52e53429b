import Bytes

/// The blocks that are open after a line of Markdown, as CommonMark defines them: the containers,
/// the outermost first, and the block of text in the innermost one.
///
/// A line is first matched with the open blocks, and then opens the blocks that it begins. Only a
/// paragraph continues on a line without the signs of its containers.
package struct OpenBlocks: Hashable, Sendable {
  package enum Container: Hashable, Sendable {
    case quote
    /// The item's text is indented by this number of columns.
    case item(width: Int)
    case footnote

    /// The start of a line that continues the container.
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
    /// `isDefinitions`: so far it has only link definitions.
    case paragraph(isDefinitions: Bool)
    case table
    case fence(mark: UInt8, count: Int)
    case html(HtmlBlock)
    /// A comment or a formula that spans lines, which the caller opens and closes.
    case hidden
  }

  /// The kind of a line, and the offset of its text after the signs of its containers.
  package struct Line {
    package enum Kind: Equatable, Sendable {
      case blank
      /// The signs of containers and nothing after them.
      case empty
      case text, definition
      case heading(Int)
      /// The line under a heading's words.
      case underline(Int)
      case ruler, code
      case fenceStart(mark: UInt8, count: Int)
      case fenceText, fenceEnd, html, hidden
      /// The line under a table's header, and a row below it.
      case tableRule, tableRow
      /// A conflict marker; each version is read as if it were alone.
      case mark
    }

    package var kind = Kind.blank
    package var text: Int
    /// Whether the line continues the paragraph or the HTML above.
    package var continues = false
    /// Whether the line is a lone tag that continues a paragraph without all the signs of its
    /// containers; elsewhere it would begin an HTML block.
    package var isLazyTag = false
    /// The number of containers that begin in the line, which are the innermost ones.
    package var opened = 0
    /// The box of the task that begins in the line; the text begins after it.
    package var task: TaskBox?
    /// Whether it is an item that CommonMark reads as text or code because of its indent.
    package var isDeepItem = false
  }

  /// The most open containers, since each line is matched with all of them.
  package static let deepest = 100

  package internal(set) var containers: [Container] = []
  package internal(set) var leaf = Leaf.none
  /// Whether the innermost container is empty so far, or has only link definitions, which cmark
  /// drops at the first empty line.
  var isEmpty = false
  /// Whether the line above is empty.
  var isBlankAbove = false
  /// The conflicts, the outermost first.
  var conflicts: [Conflict] = []

  /// Begins with no open block, or with a block outside all containers.
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

  /// Hides the following lines, since the last line, or its paragraph, began a comment or formula.
  package mutating func hide() { leaf = .hidden }

  /// Ends the block with the last line.
  package mutating func closeLeaf() { leaf = .none }

  /// Whether a line that begins with a letter needs no checks to be a paragraph's.
  package var isPlain: Bool {
    guard containers.isEmpty else { return false }
    switch leaf {
    case .none, .paragraph: return true
    default: return false
    }
  }

  /// Records such a line. Returns whether it continues the paragraph above.
  package mutating func readPlain() -> Bool {
    let continues = leaf != .none
    leaf = .paragraph(isDefinitions: false)
    isEmpty = false
    isBlankAbove = false
    return continues
  }

  /// Reads a line, without trailing blanks. `above`: the range of the text of the line above, if it
  /// is in a paragraph. `sign` receives each sign of a container, in order.
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

  /// Returns the start of a line's text after the signs of its containers.
  package func textStart(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) -> Int {
    var cursor = Cursor(bytes, start, stop)
    _ = match(&cursor) { _, _ in }
    return max(start, cursor.next.index - cursor.indent)
  }

  /// Returns the number of containers around the line, and moves the cursor after their signs.
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

  /// Whether the line is an empty one within an item. An item that is still empty ends there.
  private func isGap(_ cursor: Cursor, at index: Int) -> Bool {
    cursor.isBlank && !(isEmpty && !isInParagraph && index == containers.count - 1)
  }

  /// Reads a line within code, HTML or hidden text; returns nil for other lines.
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

  /// A position in a line that is read from the left.
  struct Cursor: ~Escapable {
    let bytes: Span<UInt8>
    let stop: Int
    /// The number of columns that were read; it may be within a tab.
    private(set) var column = 0
    /// The offset of the next sign.
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
    /// The byte at the next sign; 0 at the end.
    var byte: UInt8 { isBlank ? 0 : bytes[next.index] }

    /// Skips this number of columns, if they are blank.
    mutating func skip(columns: Int) -> Bool {
      guard !isBlank, indent >= columns else { return false }
      column += columns
      return true
    }

    /// Skips a sign of this number of bytes, and returns its range.
    mutating func skip(sign count: Int) -> Range<Int> {
      let start = next.index
      next.skip(count)
      column = next.column
      next.skipBlanks(bytes, stop)
      return start..<(start + count)
    }

    mutating func skipBlanks() { column = next.column }

    /// Skips a quote's sign, including one blank after it.
    mutating func skipQuote() -> Range<Int> {
      let sign = skip(sign: 1)
      if indent > 0 { column += 1 }
      return sign
    }

    /// Skips an item's mark, including the blanks after it, but not those before indented code.
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

/// An offset in a line, with its column.
struct LineOffset {
  var index: Int
  var column: Int

  /// Moves to the next byte that is not a blank. Tabs end at the columns 4, 8, 12…
  mutating func skipBlanks(_ bytes: Span<UInt8>, _ stop: Int) {
    while index < stop, Byte.isBlank(bytes[index]) {
      column += bytes[index] == 0x09 ? 4 - column & 3 : 1
      index += 1
    }
  }

  /// Moves by this number of bytes, each of which has a width of one column.
  mutating func skip(_ count: Int) {
    index += count
    column += count
  }
}
