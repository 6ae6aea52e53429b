import Bytes
import MarkdownLines

/// One pass over a note. `ScanPass+Blocks` classifies lines, `ScanPass+Inline` reads their text.
struct ScanPass: ~Escapable {
  let bytes: Span<UInt8>
  let end: Int
  let options: ScanOptions
  var scan = NoteScan()
  /// Whether the pass ends at the first heading, for the title alone.
  var stopsAtHeading = false

  /// The start of the next line.
  var position = 0
  /// The number of the current line.
  var line = 0

  /// The blocks that are open above the line.
  var blocks = OpenBlocks()
  /// The lines of the paragraph above, which are read once its end is known.
  var paragraph: [TextLine] = []
  var starts = BlockStarts()
  /// The comment or formula that contains the line.
  var hidden = Hidden(isComment: false, end: 0)

  var reader: TextReader
  var textEnd = 0
  var closers = Closers()
  var areLinksInOrder = true
  /// Whether the note contains two colons anywhere.
  let mayHaveFields: Bool
  /// The prose, for callers that ask for it.
  var prose: ProseText?

  struct TextLine {
    /// The start of the text, after the signs of its containers.
    var start: Int
    var stop: Int
    /// The line, counted from 1.
    var line: Int
  }

  struct Hidden {
    var isComment: Bool
    /// The offset after the closing sign.
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

  /// Returns the offset of the line feed that ends the line, or the end of the bytes.
  func lineEnd(from start: Int) -> Int {
    Byte.find(Byte.lineFeed, in: bytes, from: start, to: end) ?? end
  }

  func trimmedEnd(_ start: Int, _ stop: Int) -> Int {
    Byte.droppingBlanks(in: bytes, from: start, to: stop)
  }
}

/// The ends of constructs that may span lines. Results are reused, so that the search stays linear.
struct Closers {
  var formula = Closer("$$")
  var comment = Closer("%%")
  var markup = Closer("-->")
}

struct Closer {
  private let text: StaticString
  /// The start and the result of the last search.
  private var from = -1
  private var found: Int?

  init(_ text: StaticString) { self.text = text }

  /// Returns the offset after the next occurrence; nil if there is none.
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
