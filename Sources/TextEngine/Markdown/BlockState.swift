import MarkdownLines

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
