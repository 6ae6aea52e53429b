import Bytes
import MarkdownLines

/// One pass over a note, line by line. `ScanPass+Blocks` decides what a line is, `ScanPass+Inline`
/// reads its text.
struct ScanPass: ~Escapable {
  let bytes: Span<UInt8>
  let end: Int
  let options: ScanOptions
  var scan = NoteScan()
  /// For the title alone: the pass ends at the first heading.
  var stopsAtHeading = false

  /// Where the next line starts.
  var position = 0
  /// The number of the line that is read.
  var line = 0

  /// What is open above the line.
  var blocks = OpenBlocks()
  /// The lines of the paragraph above, which is read once its end is known.
  var paragraph: [TextLine] = []
  var starts = BlockStarts()
  /// The comment or formula that the line is in.
  var hidden = Hidden(isComment: false, end: 0)

  var reader: TextReader
  /// Where the text ends that is read.
  var textEnd = 0
  var closers = Closers()
  var areLinksInOrder = true
  /// Two colons are somewhere.
  let mayHaveFields: Bool
  /// The words, for callers that ask for them.
  var prose: ProseText?

  struct TextLine {
    /// Where its text starts, behind the signs of its containers.
    var start: Int
    var stop: Int
    /// Counted from 1.
    var line: Int
  }

  struct Hidden {
    var isComment: Bool
    /// Behind what closes it.
    var end: Int
  }

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, end: Int, _ options: ScanOptions) {
    self.bytes = bytes
    self.end = end
    self.options = options
    mayHaveFields = Byte.find("::", in: bytes, from: 0, to: end) != nil
    reader = TextReader(signs: options.hasColonTags ? ":" : "")
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
    endParagraph()
  }

  consuming func finished() -> NoteScan {
    if !areLinksInOrder {
      scan.links.sort { $0.whole.lowerBound < $1.whole.lowerBound }
    }
    return scan
  }

  /// The offset of the line feed that ends the line, or the end.
  func lineEnd(from start: Int) -> Int {
    Byte.find(Byte.lineFeed, in: bytes, from: start, to: end) ?? end
  }

  func trimmedEnd(_ start: Int, _ stop: Int) -> Int {
    Byte.droppingBlanks(in: bytes, from: start, to: stop)
  }
}

/// The ends of things that may go over lines. Each is looked for once.
struct Closers {
  var formula = Closer("$$")
  var comment = Closer("%%")
  var markup = Closer("-->")
}

struct Closer {
  private let text: StaticString
  /// What was found, for a search that began at `from`; nothing later than the end.
  private var from = -1
  private var found: Int?

  init(_ text: StaticString) { self.text = text }

  /// Behind the next one; nil where there is none.
  mutating func end(
    in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int? {
    if from < 0 || start < from || start > found ?? .max {
      from = start
      found = Byte.find(text, in: bytes, from: start, to: stop)
    }
    return found.map { $0 + text.utf8CodeUnitCount }
  }
}
