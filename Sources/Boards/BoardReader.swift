import Bytes
import MarkdownLines

/// Reads a board line by line. `OpenBlocks` classifies the lines.
struct BoardReader {
  private(set) var columns: [BoardColumn] = []
  private(set) var archive: BoardColumn?
  private(set) var columnsEnd: Int
  private(set) var settings: Int

  private var column: BoardColumn?
  private var isArchive = false
  private var card: BoardCard?
  /// A rule with only blank lines below it so far, and the `lead` of the column above.
  private var ruler: (start: Int, lead: Int?)?
  /// The end of the last comment or formula that spans lines.
  private var hiddenEnd = 0
  /// The signs of unclosed comments or formulas, whose ends are not searched for again.
  private var unclosed: Set<UInt8> = []

  init(end: Int) { (columnsEnd, settings) = (end, end) }

  mutating func read(_ bytes: Span<UInt8>, from body: Int) {
    var blocks = OpenBlocks()
    var above: Range<Int>?
    var number = 1 + (0..<body).count { bytes[$0] == Byte.lineFeed }
    var start = body
    while start < bytes.count {
      let feed = Byte.find(Byte.lineFeed, in: bytes, from: start, to: bytes.count)
      let next = feed.map { $0 + 1 } ?? bytes.count
      let stop = Byte.droppingBlanks(in: bytes, from: start, to: feed ?? bytes.count)
      let read = blocks.read(bytes, start, stop, above: above)
      above = read.kind == .text ? read.text..<stop : nil
      hide(read, stop, bytes, &blocks)
      let line = Line(
        start: start, text: read.text, stop: stop, next: next, number: number, read: read)
      if read.kind == .mark {
        // A card within a conflict ends at the marker, so that the marker does not move with it.
        endCard()
        ruler = nil
      } else if read.kind != .blank {
        if case .item? = blocks.containers.first {
          addToCard(line, isFirst: blocks.containers.count == read.opened)
        } else {
          endCard()
          let isSettings =
            blocks.containers.isEmpty
            && Byte.matches("%% kanban:settings", in: bytes, at: read.text, to: stop)
          if isSettings, read.kind == .text {
            settings = start
            break
          }
          readAlone(line, isBare: blocks.containers.isEmpty, bytes)
        }
      }
      start = next
      number += 1
    }
    endColumn(at: settings)
    if archive == nil { columnsEnd = settings }
  }

  private struct Line {
    var start: Int
    /// The start of the text after the signs of containers, and its end.
    var text: Int
    var stop: Int
    var next: Int
    var number: Int
    var read: OpenBlocks.Line
  }

  private mutating func hide(
    _ read: OpenBlocks.Line, _ stop: Int, _ bytes: Span<UInt8>,
    _ blocks: inout OpenBlocks
  ) {
    if read.kind == .hidden, hiddenEnd <= stop { blocks.closeLeaf() }
    guard read.kind == .text, LineSigns.beginsCommentOrFormula(bytes, read.text, stop) else {
      return
    }
    let sign = bytes[read.text]
    if unclosed.contains(sign) { return }
    let inside = read.text + 2
    let found =
      sign == Byte.percent
      ? Byte.find("%%", in: bytes, from: inside, to: bytes.count)
      : Byte.find("$$", in: bytes, from: inside, to: bytes.count)
    guard let found else {
      unclosed.insert(sign)
      return
    }
    guard found >= stop else { return }
    hiddenEnd = found + 2
    blocks.hide()
  }

  // MARK: - Cards

  private mutating func addToCard(_ line: Line, isFirst: Bool) {
    ruler = nil
    guard isFirst else {
      if let first = card?.whole.lowerBound { card?.whole = first..<line.next }
      return
    }
    endCard()
    guard column != nil else { return }
    card = BoardCard(
      whole: line.start..<line.next, words: min(line.text, line.stop)..<line.stop,
      mark: line.read.opened == 1 ? line.read.task?.status : nil, line: line.number)
  }

  private mutating func endCard() {
    if let card { column?.cards.append(card) }
    card = nil
  }

  // MARK: - Text that is not a card

  /// `isBare`: the line is in no quote or footnote.
  private mutating func readAlone(_ line: Line, isBare: Bool, _ bytes: Span<UInt8>) {
    if isBare, case .heading(let level) = line.read.kind {
      let title = LineSigns.headingWords(bytes, line.text + level, line.stop)
      return beginColumn(line, title, isNamedArchive: Self.isArchive(bytes, title))
    }
    let isRuler = isBare && line.read.kind == .ruler
    ruler = isRuler ? (line.start, column?.lead) : nil
    if let column, column.cards.isEmpty, line.read.kind == .text,
      line.text + 12 == line.stop,
      Byte.matches("**Complete**", in: bytes, at: line.text, to: line.stop)
    {
      self.column?.isComplete = true
    }
    self.column?.lead = line.next
  }

  private mutating func beginColumn(_ line: Line, _ title: Range<Int>, isNamedArchive: Bool) {
    let below = ruler
    ruler = nil
    let isPutAway = isNamedArchive && archive == nil && !isArchive && below != nil
    if isPutAway, let below {
      if let lead = below.lead { column?.lead = lead }
      columnsEnd = below.start
      endColumn(at: below.start)
    } else {
      endColumn(at: line.start)
    }
    isArchive = isPutAway
    column = BoardColumn(
      whole: line.start..<line.next, title: title, lead: line.next, line: line.number)
  }

  private mutating func endColumn(at end: Int) {
    endCard()
    guard var done = column else { return }
    done.whole = done.whole.lowerBound..<max(end, done.lead)
    if isArchive { archive = done } else { columns.append(done) }
    column = nil
  }

  private static func isArchive(_ bytes: Span<UInt8>, _ title: Range<Int>) -> Bool {
    bytes.text(title).lowercased() == "archive"
  }
}
