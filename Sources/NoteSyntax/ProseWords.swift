package import Bytes
import Entities
import MarkdownLines

/// The words of a note for spell checking: prose only, without front matter, code, formulas, HTML,
/// addresses, tags and the targets of links.
package enum ProseWords {
  package struct Word: Equatable, Sendable {
    /// The word as a dictionary is asked for it.
    package let whole: Range<Int>
    /// The word without signs at its ends.
    package let core: Range<Int>
    /// The line, counted from 1.
    package let line: Int
  }

  package static func words(
    of bytes: Span<UInt8>, by reader: WordReader
  ) -> [Word] {
    var pass = ScanPass(bytes, end: bytes.count, ScanOptions())
    pass.prose = ProseText()
    pass.readFrontMatter()
    pass.run()
    return pass.prose?.words(in: bytes, by: reader) ?? []
  }

  /// Returns a note's languages from its property `lang`. The bytes may be just the note's start.
  package static func languages(of bytes: Span<UInt8>) -> [String] {
    var pass = ScanPass(bytes, end: bytes.count, ScanOptions())
    pass.readFrontMatter()
    return pass.scan.properties.first { $0.name.lowercased() == "lang" }?.values ?? []
  }
}

/// The lines of text in a note, and the gaps in them, such as code, formulas, tags and targets of
/// links. A scan collects them.
struct ProseText {
  private var lines: [ScanPass.TextLine] = []
  /// The gaps, in no order, since the meaning of a bracket is known only when it closes.
  private var gaps: [Range<Int>] = []

  mutating func begin(_ line: ScanPass.TextLine) { lines.append(line) }

  mutating func leaveOut(_ gap: Range<Int>) { gaps.append(gap) }

  /// Adds the gaps of a mark that the reader has passed.
  mutating func leaveOut(
    _ mark: TextReader.Mark, _ passed: Range<Int>, in bytes: Span<UInt8>
  ) {
    switch mark {
    case .escape: break
    case .code, .formula, .opensFormula, .opensComment, .tag, .markup, .sign: gaps.append(passed)
    case .wiki(let link, _):
      gaps.append(passed.lowerBound..<(link.bar.map { $0 + 1 } ?? link.end))
      if link.bar != nil { gaps.append(link.close..<link.end) }
    case .link(_, let close, let found): gaps.append(close..<found.end)
    case .brackets(let open, let close):
      // `[^note]`, `[!callout]`, or the label after a link's words.
      let isName =
        [Byte.caret, Byte.bang].contains(bytes[open.start + 1])
        || open.start > 0 && bytes[open.start - 1] == Byte.closing
      if isName { gaps.append(open.start..<(close + 1)) }
    }
  }

  /// Returns the words outside the gaps, in order.
  func words(in bytes: Span<UInt8>, by reader: WordReader) -> [ProseWords.Word] {
    let gaps = gaps.sorted { $0.lowerBound < $1.lowerBound }
    var words: [ProseWords.Word] = []
    var next = 0
    /// The end of the gaps that begin before the word.
    var gapEnd = 0
    for line in lines.sorted(by: { $0.start < $1.start }) where line.start < line.stop {
      for word in reader.words(in: bytes, line.start, line.stop) {
        while next < gaps.count, gaps[next].lowerBound < word.whole.upperBound {
          gapEnd = max(gapEnd, gaps[next].upperBound)
          next += 1
        }
        if word.whole.lowerBound >= gapEnd {
          words.append(ProseWords.Word(whole: word.whole, core: word.core, line: line.line))
        }
      }
    }
    return words
  }
}
