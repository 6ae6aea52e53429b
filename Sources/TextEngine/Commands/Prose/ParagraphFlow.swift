import Cells

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
    /// What is before it where that is on one line: blanks, or nothing between two ideographs. Of a hard
    /// break the blanks.
    var gap: [UInt8]
    var isHard = false
    /// Whether a line may begin with it.
    var mayBegin: Bool
    var isAddress = false
  }

  let words: [Word]
  /// What the first line has before its words, in cells.
  private let firstColumn: Int
  /// What the others have before theirs.
  private let prefix: [UInt8]
  private let tabWidth: Int

  init(_ words: [Word], firstPrefix: [UInt8], prefix: [UInt8], tabWidth: Int = 4) {
    firstColumn = Self.column(after: firstPrefix, tab: tabWidth)
    self.words = words
    self.prefix = prefix
    self.tabWidth = tabWidth
  }

  /// The changes that make each line as long as fits into `width`, in order.
  func changes(to text: Rope, width: Int, ending: [UInt8]) -> [DraftReplacement] {
    var made: [DraftReplacement] = []
    var column = firstColumn
    let start = Self.column(after: prefix, tab: tabWidth)
    for index in words.indices.dropFirst() {
      let (last, word) = (words[index - 1], words[index])
      column += last.width
      var gap = word.gap
      let next = Self.column(after: gap, from: column, tab: tabWidth)
      let breaks = word.mayBegin && self.column(atNextBreak: index, from: next) > width
      if word.isHard || breaks { gap = (word.isHard ? gap : []) + ending + prefix }
      column = word.isHard || breaks ? start : next
      let range = last.range.upperBound..<word.range.lowerBound
      if text.bytes(in: range) != gap { made.append(DraftReplacement(range, gap)) }
    }
    return made
  }

  /// The column behind a word that begins in one, and behind all that may not begin a line after it.
  private func column(atNextBreak index: Int, from column: Int) -> Int {
    words[(index + 1)...].prefix { !$0.mayBegin && !$0.isHard }
      .reduce(column + words[index].width) {
        Self.column(after: $1.gap, from: $0, tab: tabWidth) + $1.width
      }
  }

  /// The column behind bytes that begin in one.
  static func column(after bytes: [UInt8], from column: Int = 0, tab: Int = 4) -> Int {
    let parts = bytes.split(separator: .tab, omittingEmptySubsequences: false)
    return parts.enumerated().reduce(column) { column, part in
      let start = part.offset == 0 ? column : (column / tab + 1) * tab
      return start + Cells.width(ofUTF8: part.element)
    }
  }
}
