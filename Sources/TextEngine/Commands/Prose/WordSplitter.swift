import Bytes
import Cells
import MarkdownLines

/// Splits the lines of a paragraph into words. Code, links, formulas and HTML tags stay whole.
struct WordSplitter {
  private(set) var words: [ParagraphFlow.Word] = []
  /// All lines, each followed by a line feed.
  private var flat: [UInt8] = []
  private var starts: [(flat: Int, text: ByteOffset)] = []
  private var whole: [Range<Int>] = []

  init(_ text: Rope, _ lines: [ParagraphFlow.Line], joinsWithTwoBlanks: Bool = false) {
    for line in lines {
      starts.append((flat.count, line.words.lowerBound))
      flat += text.bytes(in: line.words)
      flat.append(.lineFeed)
    }
    readMarks()
    for (index, line) in lines.enumerated() {
      let last = index > 0 ? lines[index - 1] : line
      let start = starts[index].flat
      var joined = meetsWithoutBlank(at: start) ? [] : [UInt8.space]
      if joinsWithTwoBlanks, start > 1, ".!?".utf8.contains(flat[start - 2]) {
        joined += joined
      }
      split(
        index, starts[index].flat + line.words.byteCount,
        last.endsHard ? last.hardBlanks : joined, isHard: last.endsHard)
    }
  }

  /// The bytes outside code, links, formulas and addresses, with their ranges.
  var prose: [(range: Range<ByteOffset>, bytes: ArraySlice<UInt8>)] {
    var parts: [(range: Range<ByteOffset>, bytes: ArraySlice<UInt8>)] = []
    let addresses = words.filter { $0.isAddress }.map { flatRange(of: $0) }
    let left = (whole + addresses).sorted { $0.lowerBound < $1.lowerBound }
    for (number, start) in starts.enumerated() {
      let end = (number + 1 < starts.count ? starts[number + 1].flat : flat.count) - 1
      var low = start.flat
      for range in left where range.upperBound > start.flat && range.lowerBound < end {
        if range.lowerBound > low { parts.append(part(low..<range.lowerBound, start)) }
        low = max(low, range.upperBound)
      }
      if low < end { parts.append(part(low..<end, start)) }
    }
    return parts
  }

  private func part(
    _ range: Range<Int>, _ start: (flat: Int, text: ByteOffset)
  ) -> (range: Range<ByteOffset>, bytes: ArraySlice<UInt8>) {
    let low = start.text + (range.lowerBound - start.flat)
    return (low..<low + range.count, flat[range])
  }

  private func flatRange(of word: ParagraphFlow.Word) -> Range<Int> {
    let start = starts.last { $0.text <= word.range.lowerBound } ?? (0, .zero)
    let low = start.flat + (word.range.lowerBound - start.text)
    return low..<low + word.range.byteCount
  }

  // MARK: - Words

  private mutating func split(_ line: Int, _ end: Int, _ first: [UInt8], isHard: Bool) {
    let (low, origin) = starts[line]
    var (index, start, gap) = (low, low, first)
    var before: GlyphShape?
    func text(_ index: Int) -> ByteOffset { origin + (index - low) }
    func word(_ range: Range<Int>, _ gap: [UInt8]) -> ParagraphFlow.Word {
      let bytes = flat[range]
      return ParagraphFlow.Word(
        range: text(range.lowerBound)..<text(range.upperBound),
        width: Cells.width(ofUTF8: bytes), gap: gap, isHard: isHard && range.lowerBound == low,
        mayBegin: !isWhole(range.lowerBound) && !Self.looksLikeMarkdown(bytes),
        isAddress: Self.isAddress(bytes))
    }
    let flat = flat
    flat.withUnsafeBufferPointer { bytes in
      let part = UnsafeBufferPointer(rebasing: bytes[..<end])
      while index < end {
        if Byte.isBlank(part[index]) {
          if index > start { words.append(word(start..<index, gap)) }
          let blank = index
          while index < end, Byte.isBlank(part[index]) { index += 1 }
          if index > low { gap = Array(part[blank..<index]) }
          (start, before) = (index, nil)
          continue
        }
        let glyph = GlyphShape(in: part, at: index)
        if let last = before, index > start, last.isIdeograph, glyph.isIdeograph, !isWhole(index),
          GlyphShape.mayBreak(between: last, and: glyph)
        {
          words.append(word(start..<index, gap))
          (start, gap) = (index, [])
        }
        before = glyph
        index += glyph.byteCount
      }
      if index > start { words.append(word(start..<index, gap)) }
    }
  }

  /// Whether two lines meet between ideographs, which need no blank; the second is at `start`.
  private func meetsWithoutBlank(at start: Int) -> Bool {
    guard start >= 4, start < flat.count else { return false }
    return flat.withUnsafeBufferPointer { bytes in
      let next = GlyphShape(in: bytes, at: start)
      // Ideographs and their punctuation are three bytes each.
      let before = GlyphShape(in: bytes, at: start - 4)
      return next.isIdeograph && before.isIdeograph && before.byteCount == 3
    }
  }

  /// Whether a word would be a mark at the start of a line.
  private static func looksLikeMarkdown(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return false }
    switch first {
    case Byte.dash, Byte.equals, Byte.star, Byte.plus, Byte.underscore:
      // A list mark, a rule, or the underline of a heading.
      return word.allSatisfy { $0 == first }
    case Byte.hash: return word.count <= 6 && word.allSatisfy { $0 == Byte.hash }
    case Byte.greater, Byte.bar, Byte.caret: return true
    case Byte.percent, Byte.dollar, Byte.tilde, Byte.backtick:
      return word.starts(with: [first, first])
    case Byte.less: return !word.contains(Byte.colon)
    case Byte.opening: return word.last == Byte.colon
    case 0x30...0x39:
      let rest = word.drop { Byte.isDigit($0) }
      return rest.count == 1 && (rest.first == Byte.dot || rest.first == Byte.rightParenthesis)
    default: return false
    }
  }

  private static func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
    let colon = word.firstIndex(of: Byte.colon)
    return colon.map { word[$0...].starts(with: "://".utf8) } ?? false
      || word.starts(with: "www.".utf8)
  }

  // MARK: - Unbreakable spans

  private mutating func readMarks() {
    var found: [Range<Int>] = []
    var reader = TextReader(signs: "")
    reader.begin(end: flat.count)
    for (number, start) in starts.enumerated() {
      let next = number + 1 < starts.count ? starts[number + 1].flat : flat.count
      guard reader.beginLine(start.flat, next - 1, number: number) else { continue }
      while let mark = reader.next(in: flat.span) {
        switch mark {
        case .code, .formula, .markup: found.append(reader.start..<reader.index)
        case .wiki(_, let isEmbed):
          found.append(reader.start - (isEmbed ? 1 : 0)..<reader.index)
        case .link(let open, _, let target): found.append(open.wholeStart..<target.end)
        case .brackets(let open, let close):
          // `[Text][label]`
          let isPair =
            flat[close + 1] == Byte.opening
            || open.wholeStart > 0 && flat[open.wholeStart - 1] == Byte.closing
          if isPair { found.append(open.wholeStart..<close + 1) }
        case .opensFormula: Self.take(to: "$$", in: flat.span, &reader, &found)
        case .opensComment: Self.take(to: "-->", in: flat.span, &reader, &found)
        case .escape, .tag, .sign: break
        }
      }
    }
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = whole.last, range.lowerBound < last.upperBound {
        whole[whole.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        whole.append(range)
      }
    }
  }

  private static func take(
    to text: StaticString, in bytes: Span<UInt8>, _ reader: inout TextReader,
    _ found: inout [Range<Int>]
  ) {
    guard let close = Byte.find(text, in: bytes, from: reader.index, to: bytes.count) else {
      return
    }
    found.append(reader.start..<close + text.utf8CodeUnitCount)
    reader.skip(to: close + text.utf8CodeUnitCount)
  }

  /// Whether an offset is inside an unbreakable span, and not at its start.
  private func isWhole(_ index: Int) -> Bool {
    let count = whole.partitionPoint { $0.lowerBound >= index }
    return count > 0 && index < whole[count - 1].upperBound
  }
}

extension GlyphShape {
  /// Whether the script has no blanks between words: Chinese and Japanese with their punctuation,
  /// but not Korean.
  var isIdeograph: Bool {
    switch scalar {
    case 0x2e80..<0xa000, 0xf900..<0xfb00, 0xff00..<0xffef: width == 2 && kind == .text
    default: false
    }
  }
}
