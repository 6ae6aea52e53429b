import Cells

/// How keymaps without Markdown fill the paragraphs of plain text.
package struct FillRule {
  package typealias Joint = (Unicode.Scalar, Unicode.Scalar) -> Bool

  let width: Int
  let tabWidth: Int
  /// Whether runs of blanks in a line stay; else one blank remains.
  let keepsBlanks: Bool
  /// The sentences after which two blanks remain; a line then never ends at a single blank after a
  /// full stop.
  let doubled: SentenceRule?
  /// Whether two blanks join a line that ends a sentence with the next one.
  let joinsWithTwoBlanks: Bool
  /// Whether lines are joined without a blank between these characters.
  let joinsWithoutBlank: Joint
  /// Whether a line may end between these characters without a blank.
  let mayPart: Joint

  package init(
    width: Int, tabWidth: Int, keepsBlanks: Bool = false, doubled: SentenceRule? = nil,
    joinsWithTwoBlanks: Bool = false, joinsWithoutBlank: @escaping Joint,
    mayPart: @escaping Joint = { _, _ in false }
  ) {
    (self.width, self.tabWidth) = (width, tabWidth)
    (self.keepsBlanks, self.doubled) = (keepsBlanks, doubled)
    self.joinsWithTwoBlanks = joinsWithTwoBlanks
    (self.joinsWithoutBlank, self.mayPart) = (joinsWithoutBlank, mayPart)
  }

  /// Returns the changes between the words of a paragraph, in order. Lines are passed without their
  /// prefixes; all but the first get `prefix`.
  package func changes(
    to lines: [Range<ByteOffset>], of text: Rope, prefix: [UInt8], ending: [UInt8]
  ) -> [DraftReplacement] {
    var words = Words(rule: self, text: text)
    for line in lines { words.add(line) }
    words.end()
    guard let first = words.all.first?.range.lowerBound else { return [] }
    let head = text.bytes(in: text.content(at: first).lowerBound..<first)
    return ParagraphFlow(words.all, firstPrefix: head, prefix: prefix, tabWidth: tabWidth)
      .changes(to: text, width: width, ending: ending)
  }
}

/// The words of plain text lines.
private struct Words {
  let rule: FillRule
  let text: Rope
  var all: [ParagraphFlow.Word] = []
  /// The last character so far, whether a sentence ends with it, and whether one ended with the
  /// previous line.
  private var last: Unicode.Scalar = " "
  private var endsSentence = false
  private var isOver = false
  private var blanksAtEnd: [UInt8] = []

  init(rule: FillRule, text: Rope) { (self.rule, self.text) = (rule, text) }

  mutating func add(_ line: Range<ByteOffset>) {
    let bytes = text.bytes(in: line)
    if bytes.allSatisfy(\.isSpaceOrTab) { return }
    for part in bytes.indices.split(whereSeparator: { bytes[$0].isSpaceOrTab }) {
      add(bytes[part], of: line)
    }
    isOver = rule.doubled.map { $0.isOver(bytes) } ?? false
    blanksAtEnd = bytes.reversed().prefix { $0.isSpaceOrTab }.reversed()
  }

  /// Ends the text. Preserved trailing blanks take cells; otherwise a wide last character may stick
  /// out by one cell.
  mutating func end() {
    guard let word = all.last else { return }
    if rule.keepsBlanks, !blanksAtEnd.isEmpty {
      let end = word.range.upperBound + blanksAtEnd.count
      all.append(.init(range: Range(at: end), width: 0, gap: blanksAtEnd, mayBegin: false))
    } else if !rule.keepsBlanks, Cells.width(of: String(last)) > 1 {
      all[all.count - 1].width -= 1
    }
  }

  /// Adds a word, in parts if lines may end within it.
  private mutating func add(_ word: ArraySlice<UInt8>, of line: Range<ByteOffset>) {
    let start = line.lowerBound + word.startIndex
    // Invalid UTF-8 stays in one piece.
    let scalars = (String(validating: word, as: UTF8.self) ?? "\u{fffd}").unicodeScalars
    var gap = scalars.first.map { self.gap(before: $0, at: start, of: line) } ?? []
    let staysBehindStop = rule.doubled != nil && last == "." && gap == [.space]
    var mayBegin =
      rule.mayPart(last, scalars.first ?? " ") || !gap.isEmpty && !staysBehindStop
    var (low, high) = (word.startIndex, word.startIndex)
    func part(_ end: Int) -> ParagraphFlow.Word {
      let range = line.lowerBound + low..<line.lowerBound + end
      let width = Cells.width(ofUTF8: word[low..<end])
      return .init(range: range, width: width, gap: gap, mayBegin: mayBegin)
    }
    for scalar in scalars {
      if high > low, rule.mayPart(last, scalar) {
        all.append(part(high))
        (low, gap, mayBegin) = (high, [], true)
      }
      high += scalar.utf8.count
      last = scalar
      if !"]})\"'".unicodeScalars.contains(scalar) {
        endsSentence = ".?!".unicodeScalars.contains(scalar)
      }
    }
    all.append(part(word.endIndex))
  }

  private func gap(
    before first: Unicode.Scalar, at start: ByteOffset, of line: Range<ByteOffset>
  ) -> [UInt8] {
    guard let end = all.last?.range.upperBound else { return [] }
    let blanks = text.bytes(in: end..<start).prefix { $0.isSpaceOrTab }
    let isMeeting = end < line.lowerBound
    let isBare = isMeeting && rule.joinsWithoutBlank(blanks.isEmpty ? last : " ", first)
    if rule.joinsWithTwoBlanks, isMeeting, !isBare, ".!?".unicodeScalars.contains(last),
      blanks.isEmpty || Array(blanks) == [.space]
    {
      return [.space, .space]
    }
    if rule.keepsBlanks, !blanks.isEmpty { return Array(blanks) }
    // A line's end is a blank, and one more after a sentence.
    let count =
      blanks.count + (isMeeting && !isBare ? 1 : 0)
      + (isMeeting && isOver && blanks.isEmpty ? 1 : 0)
    return [UInt8](
      repeating: .space, count: min(count, rule.doubled != nil && endsSentence ? 2 : 1))
  }
}
