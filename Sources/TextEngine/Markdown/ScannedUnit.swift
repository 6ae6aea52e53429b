import MarkdownLines

/// What a line is.
enum BlockKind: Hashable, Sendable {
  case blank, text, table, definition, ruler
  case heading(Int)
  /// The line under a heading that makes it one.
  case underline(Int)
  /// The lines around code, and code.
  case fence, code
  case html, comment, math
  /// The lines around the properties, and the properties.
  case frontMatterFence, frontMatter
}

/// The smallest part that is read at once: a paragraph, a line of code, a row of a table. Of what is
/// very long, a piece.
struct ScannedUnit: Sendable {
  var start: Int
  var end: Int
  /// Up to where bytes were looked at; one more than the text has, if its end was seen.
  var reach: Int
  var before: BlockState
  var after: BlockState
  var kind = BlockKind.blank
  /// A heading that is in no list and no quote, and has words.
  var isInOutline = false
  /// How many containers it is in besides those that its first line opens.
  var depth = 0
  /// It is an item: the number of containers around that one.
  var itemDepth: Int?
  var quoteDepth = 0
  var isCallout = false
  /// From the unit's start on.
  var runs: [InkCanvas.Run] = []
  /// Which reading of the text it is of, among all that were stored to be shown.
  var number = 0

  /// Takes note of the containers that are open behind its first line.
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

/// All that must be known of the text above to read on at the start of a unit.
///
/// Two texts that are the same from here on look the same if their states are.
struct BlockState: Hashable, Sendable {
  enum Mode: UInt8, Sendable {
    /// The start of the text, where front matter may be.
    case top
    case text, frontMatter, htmlComment, percentComment, math
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
  /// What is open, comments and formulas apart.
  var blocks = OpenBlocks()
  /// The language of the fenced code that is open.
  var language: UInt8 = 0
  /// What of the language goes over lines: a comment, a string.
  var inside: UInt8 = 0

  static let plain: BlockState = {
    var state = BlockState()
    state.mode = .text
    return state
  }()

  var isInFence: Bool { mode == .text && blocks.isInFence }
}
