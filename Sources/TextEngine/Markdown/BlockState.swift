import MarkdownLines

/// All that must be known of the text above to read on at the start of a unit.
///
/// Two texts that are the same from here on look the same if their states are.
struct BlockState: Hashable, Sendable {
  enum Mode: UInt8, Sendable {
    /// The start of the text, where front matter may be.
    case top
    case text, fence, html, frontMatter, htmlComment, percentComment, math
  }

  /// What the line is that the unit starts inside of.
  enum Rest: UInt8, Sendable {
    case none
    case text, heading1, heading2, heading3, heading4, heading5, heading6, table, code, html
  }

  var mode = Mode.top
  var rest = Rest.none
  /// The unit starts inside of a word.
  var isInWord = false
  /// A line of text stands right above, in whatever container.
  var isInParagraph = false
  /// An underline would make a heading of the paragraph above.
  var isPlain = false
  /// Each line of the paragraph is read for itself: rows of a table.
  var isOneLine = false
  var quoteDepth: UInt8 = 0
  /// The fenced code that is open, or the block of HTML.
  var fence = Fence()
  var items = ItemStack()

  struct Fence: Hashable, Sendable {
    var mark: UInt8 = 0
    var count: UInt16 = 0
    var quoteDepth: UInt8 = 0
    var column: UInt8 = 0
    var language: UInt8 = 0
    /// What of the language goes over lines: a comment, a string.
    var inside: UInt8 = 0
    /// It is no code.
    var html: HtmlBlock?
  }

  static let plain: BlockState = {
    var state = BlockState()
    state.mode = .text
    return state
  }()

  mutating func endParagraph() {
    isInParagraph = false
    isPlain = false
    isOneLine = false
  }
}

/// The columns at which the texts of the open list items stand. Of very many only the inner ones.
struct ItemStack: Hashable, Sendable {
  private static let most = 16
  private var columns: [UInt8] = []

  var count: Int { columns.count }
  var isEmpty: Bool { columns.isEmpty }
  var last: Int? { columns.last.map(Int.init) }

  /// The column of the innermost item, or the line's start.
  var column: Int { last ?? 0 }

  /// How many stand no farther to the right.
  func count(upTo column: Int) -> Int {
    columns.count { Int($0) <= column }
  }

  mutating func append(_ column: Int) {
    if count == Self.most { removeFirst(1) }
    columns.append(UInt8(min(column, 255)))
  }

  mutating func removeLast() { columns.removeLast() }

  mutating func removeAll() { columns = [] }

  mutating func removeFirst(_ number: Int) { columns.removeFirst(min(max(0, number), count)) }
}
