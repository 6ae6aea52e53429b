import Bytes

/// One pass over a note, line by line. What a line is decides `ScanPass+Blocks`; what stands in
/// its text, `ScanPass+Inline`.
struct ScanPass {
  let bytes: UnsafeBufferPointer<UInt8>
  let end: Int
  let options: ScanOptions
  let special: UnsafeBufferPointer<Bool>
  var scan = NoteScan()
  /// For the title alone: the pass ends at the first heading.
  var stopsAtHeading = false

  /// Where the next line starts.
  var position = 0
  /// The number of the line at hand.
  var line = 0

  // What is open above the line at hand.
  var fence: Fence?
  /// For each open list item the column at which its text stands.
  var items: [Int] = []
  var quoteDepth = 0
  /// A line of text stands right above, in whatever container.
  var isInParagraph = false
  /// The paragraph above, where an underline would make it a heading.
  var paragraph: Range<Int>?
  /// Bytes before here belong to a comment, to code or to a formula that began in an earlier line.
  var resume = 0
  /// An id at the end of the line above: one only if the paragraph ends there as well.
  var waitingBlock: NoteScan.Block?

  // What is open in the paragraph at hand.
  var brackets = OpenBrackets()
  var code = CodeRuns()
  /// The paragraph at hand is one line: a heading, a row of a table.
  var isOneLine = false
  /// Where the last code, link or comment ended: no id of a block begins before.
  var lastConstruct = 0
  var closers = Closers()
  var areLinksInOrder = true

  struct Fence {
    var mark: UInt8
    var count: Int
    var quoteDepth: Int
    var column: Int
  }

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, end: Int, _ options: ScanOptions,
    _ special: UnsafeBufferPointer<Bool>
  ) {
    self.bytes = bytes
    self.end = end
    self.options = options
    self.special = special
  }

  mutating func run() {
    while position < end {
      let start = position
      let stop = lineEnd(from: start)
      position = min(end, stop + 1)
      line += 1
      readLine(start, trimmedEnd(start, stop))
      if stopsAtHeading, !scan.headings.isEmpty { return }
    }
    settleBlock(continues: false)
  }

  consuming func finished() -> NoteScan {
    if !areLinksInOrder {
      scan.links.sort { $0.whole.lowerBound < $1.whole.lowerBound }
    }
    return scan
  }

  /// Where the line feed stands that ends the line, or the end.
  func lineEnd(from start: Int) -> Int {
    Byte.find(Byte.lineFeed, in: bytes, from: start, to: end) ?? end
  }

  func trimmedEnd(_ start: Int, _ stop: Int) -> Int {
    Byte.droppingBlanks(in: bytes, from: start, to: stop)
  }
}
