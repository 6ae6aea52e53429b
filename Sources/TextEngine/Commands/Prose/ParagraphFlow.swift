import Cells
import MarkdownLines

/// The words of lines that belong to one paragraph. Words stay as they are; only what is between them
/// changes, so that cursors stay in their words.
struct ParagraphFlow {
  /// What a line may begin with, and where its words are.
  struct Line {
    var words: Range<ByteOffset>
    /// Two blanks or a backslash at the end: what comes next begins a line.
    var endsHard = false
    /// The blanks of a hard break, which stay.
    var hardBlanks: [UInt8] = []
  }

  struct Word {
    var range: Range<ByteOffset>
    var width: Int
    var gap: Gap
    /// Whether a line may begin with it.
    var mayBegin: Bool
    var isAddress: Bool
  }

  /// What is before a word.
  enum Gap: Equatable {
    /// The first word.
    case none
    /// Blanks of the same line, or nothing between two ideographs.
    case blanks([UInt8])
    /// A line's end; whether a blank takes its place where both lines become one.
    case line(joinsByBlank: Bool)
    /// A hard break, with its blanks.
    case hard([UInt8])
  }

  let words: [Word]
  /// What the first line has before its words, in cells.
  private let firstColumn: Int
  /// What the others have before theirs.
  private let prefix: [UInt8]

  init(_ text: Rope, _ lines: [Line], firstPrefix: [UInt8], prefix: [UInt8]) {
    firstColumn = Self.column(after: firstPrefix[...], from: 0)
    self.prefix = prefix
    words = WordSplitter(text, lines).words
  }

  /// The changes that make each line as long as fits into `width`, in order.
  func breaks(width: Int, ending: [UInt8]) -> [DraftReplacement] {
    var made: [DraftReplacement] = []
    var column = firstColumn
    let start = Self.column(after: prefix[...], from: 0)
    for index in words.indices.dropFirst() {
      let word = words[index]
      let gap = words[index - 1].range.upperBound..<word.range.lowerBound
      column += words[index - 1].width
      var joined: [UInt8]
      switch word.gap {
      case .none: joined = []
      case .blanks(let blanks): joined = blanks
      case .line(let joinsByBlank): joined = joinsByBlank ? [.space] : []
      case .hard(let blanks):
        made.append(DraftReplacement(gap, blanks + ending + prefix))
        column = start
        continue
      }
      let next = Self.column(after: joined[...], from: column)
      if word.mayBegin, next + widthToNextBreak(from: index) > width {
        joined = ending + prefix
        column = start
      } else {
        column = next
      }
      made.append(DraftReplacement(gap, joined))
    }
    return made
  }

  /// The word with all that may not begin a line behind it.
  private func widthToNextBreak(from index: Int) -> Int {
    var width = words[index].width
    for next in words[(index + 1)...] {
      if next.mayBegin { break }
      switch next.gap {
      case .hard: return width
      case .blanks(let blanks): width += blanks.count + next.width
      default: width += 1 + next.width
      }
    }
    return width
  }

  /// The cells of a line, with its tabs.
  static func width(of line: [UInt8]) -> Int {
    line.split(separator: .tab, omittingEmptySubsequences: false).enumerated().reduce(0) {
      let start = $1.offset == 0 ? 0 : ($0 / 4 + 1) * 4
      return start + Cells.width(ofUTF8: $1.element)
    }
  }

  static func column(after bytes: ArraySlice<UInt8>, from column: Int) -> Int {
    bytes.reduce(column) { $1 == .tab ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }
}
