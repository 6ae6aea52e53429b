import Bytes
import MarkdownLines

/// The words of lines as they are read, without Markdown's marks of lists, tables, links and
/// emphasis. Each line is read by itself.
package struct PlainWords {
  private var reader = TextReader(signs: "*_~=|")
  /// The ranges of the line that are left out, in no order.
  private var marks: [Range<Int>] = []

  /// The number of bytes of a line that are read.
  private static let longest = 1_000

  package init() {}

  package mutating func append(_ line: Line, to words: inout [UInt8]) {
    let bytes = line.bytes
    let text = Self.text(bytes, line.start, min(line.end, line.start + Self.longest))
    if text.isEmpty { return }
    readMarks(of: text, in: bytes)
    var next = text.lowerBound
    // Code may span lines, so a single backtick is a mark too.
    func append(to end: Int) {
      for index in next..<max(next, end) where bytes[index] != Byte.backtick {
        words.append(bytes[index])
      }
    }
    for mark in marks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      append(to: mark.lowerBound)
      if bytes[mark.lowerBound] == Byte.bar { words.append(0x20) }
      next = max(next, mark.upperBound)
    }
    append(to: text.upperBound)
  }

  /// Returns the text after the signs of blocks; empty if the line has only signs.
  private static func text(_ bytes: Span<UInt8>, _ start: Int, _ stop: Int) -> Range<Int> {
    guard start < stop else { return stop..<stop }
    var blocks = OpenBlocks()
    let read = blocks.read(bytes, start, stop, above: nil)
    switch read.kind {
    case .heading(let level) where read.opened == 0:
      return LineSigns.headingWords(bytes, read.text + level, stop)
    case .empty, .ruler, .fenceStart: return stop..<stop
    default: break
    }
    var first = read.text
    if blocks.containers.last == .quote, Byte.matches("[!", in: bytes, at: first, to: stop),
      let close = Byte.find(Byte.closing, in: bytes, from: first, to: stop)
    {
      first = close + 1
      if first < stop, bytes[first] == Byte.dash || bytes[first] == Byte.plus { first += 1 }
    }
    // The line under a heading or under a table's header has no words.
    let isRule =
      first < stop
      && (LineSigns.underlineLevel(bytes, first, stop) != nil
        || bytes[first] == Byte.bar && TableSigns.ruledColumns(bytes, first, stop) != nil)
    return isRule ? stop..<stop : first..<stop
  }

  private mutating func readMarks(of text: Range<Int>, in bytes: Span<UInt8>) {
    marks.removeAll(keepingCapacity: true)
    reader.begin(end: text.upperBound)
    _ = reader.beginLine(text.lowerBound, text.upperBound, number: 0)
    while let mark = reader.next(in: bytes) {
      let (start, end) = (reader.start, reader.index)
      switch mark {
      case .escape where end == start + 2 && Byte.isPunctuation(bytes[start + 1]):
        marks.append(start..<start + 1)
      case .wiki(let link, let isEmbed):
        let words = link.bar.map { $0 + 1 } ?? link.start
        marks += [start - (isEmbed ? 1 : 0)..<words, link.close..<link.end]
      case .link(let open, let close, let found):
        marks += [open.wholeStart..<open.start + 1, close..<found.end]
      case .sign(Byte.bar):
        if bytes[text.lowerBound] == Byte.bar { marks.append(start..<end) }
      case .sign(let sign):
        reader.index = start + Byte.run(of: sign, in: bytes, from: start, to: text.upperBound)
        if isEmphasis(sign, start..<reader.index, text, in: bytes) {
          marks.append(start..<reader.index)
        }
      default: break
      }
    }
  }

  /// Whether a run of signs is at one end of words, and not between blanks or within a name.
  private func isEmphasis(
    _ sign: UInt8, _ run: Range<Int>, _ text: Range<Int>, in bytes: Span<UInt8>
  ) -> Bool {
    let mayBe = sign == Byte.star || sign == Byte.underscore ? run.count <= 3 : run.count == 2
    let before = run.lowerBound > text.lowerBound ? bytes[run.lowerBound - 1] : Byte.space
    let behind = run.upperBound < text.upperBound ? bytes[run.upperBound] : Byte.space
    if [before, behind].allSatisfy({ !Byte.isBlank($0) && !Byte.isPunctuation($0) }) {
      return mayBe && run.count > 1 && sign != Byte.underscore
    }
    return mayBe && !(Byte.isBlank(before) && Byte.isBlank(behind))
  }
}
