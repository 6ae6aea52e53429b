import MarkdownLines

/// The kind of a line.
enum BlockKind: Hashable, Sendable {
  case blank, text, table, definition, ruler
  case heading(Int)
  /// The underline of a heading.
  case underline(Int)
  /// Fences, and the code between them.
  case fence, code
  case html, comment, math
  /// The fences around the properties, and the properties.
  case frontMatterFence, frontMatter
}

/// The smallest part that is read in one step: a paragraph, a line of code, a row of a table. Very
/// long ones are read in pieces.
struct ScannedUnit: Sendable {
  var start: Int
  var end: Int
  /// The end of the bytes read; one more than the text has if its end was seen.
  var reach: Int
  var before: BlockState
  var after: BlockState
  var kind = BlockKind.blank
  /// Whether it is a heading with words, outside lists and quotes.
  var isInOutline = false
  /// The number of containers around it, without those that its first line opens.
  var depth = 0
  /// For a list item, the number of containers around it.
  var itemDepth: Int?
  var quoteDepth = 0
  var isCallout = false
  /// Relative to the start of the unit.
  var runs: [InkCanvas.Run] = []
  /// The number of the reading that the unit comes from, among those of the window.
  var number = 0

  /// Records the containers that are open after the first line.
  mutating func place(in blocks: OpenBlocks, opened: Int) {
    depth = blocks.containers.count - opened
    itemDepth = blocks.containers[depth...].firstIndex {
      if case .item = $0 { true } else { false }
    }
    quoteDepth = blocks.quoteDepth
  }

  mutating func move(by bytes: Int) {
    start += bytes
    end += bytes
    reach += bytes
  }
}

/// The state at the start of a unit: all that must be known of the text above.
///
/// Texts that are equal from here on are highlighted the same if their states are equal.
struct BlockState: Hashable, Sendable {
  enum Mode: UInt8, Sendable {
    /// The start of the text, where front matter may be.
    case top
    case text, frontMatter, htmlComment, percentComment, math
  }

  /// The kind of the line that the unit starts inside.
  enum Rest: UInt8, Sendable {
    case none
    case text, heading1, heading2, heading3, heading4, heading5, heading6, table, code, html
  }

  var mode = Mode.top
  var rest = Rest.none
  /// Whether the unit starts inside a word.
  var isInWord = false
  /// The open blocks, except for comments and formulas.
  var blocks = OpenBlocks()
  /// The language of the open fenced code.
  var language: UInt8 = 0
  /// The construct of that language that continues from the line above: a comment, a string.
  var inside: UInt8 = 0

  static let plain: BlockState = {
    var state = BlockState()
    state.mode = .text
    return state
  }()

  var isInFence: Bool { mode == .text && blocks.isInFence }
}
