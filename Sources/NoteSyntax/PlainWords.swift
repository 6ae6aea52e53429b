import Bytes
import MarkdownLines

/// The words of a line as they are read: without the marks that Markdown makes lists, tables, links and
/// emphasis of.
struct PlainWords {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  /// Behind the label of a link: its destination, which nobody reads.
  private var hidden = 0..<0
  private var isRow = false

  /// Of a longer line the rest is left out.
  private static let longest = 1_000

  /// Puts the words behind those that are there.
  static func append(_ line: Line, to words: inout [UInt8]) {
    let end = min(line.end, line.start + longest)
    var plain = PlainWords(bytes: line.bytes, end: end)
    let start = plain.behindBlockMarks(line.start)
    if start < end { plain.append(from: start, to: &words) }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, end: Int) {
    self.bytes = bytes
    self.end = end
  }

  // MARK: - Before the words

  /// Behind quotes, marks of list items and task boxes; the end where the line is nothing but signs.
  private mutating func behindBlockMarks(_ start: Int) -> Int {
    if LineSigns.fenceCount(bytes, start, end) != nil, isFence(bytes[start]) { return end }
    var index = start
    while index < end {
      if bytes[index] == UInt8(ascii: ">") {
        index += 1
        if Byte.stands("[!", in: bytes, at: skipBlanks(index), to: end),
          let close = Byte.find(Byte.closing, in: bytes, from: index, to: end)
        {
          index = close + 1
        }
      } else if let width = LineSigns.itemWidth(bytes, index, end, isInText: false) {
        index = skipBlanks(index + width)
        if index < end, let box = TaskBox(bytes, index, end) { index = box.end }
      } else {
        break
      }
      index = skipBlanks(index)
    }
    guard index < end, bytes[index] == UInt8(ascii: "|") else { return index }
    isRow = true
    return isRuler(index) ? end : index
  }

  private func isFence(_ mark: UInt8) -> Bool {
    mark == Byte.backtick || mark == UInt8(ascii: "~")
  }

  private func skipBlanks(_ index: Int) -> Int {
    Byte.skippingBlanks(in: bytes, from: index, to: end)
  }

  /// The line between a table's head and its rows.
  private func isRuler(_ start: Int) -> Bool {
    bytes[start..<end].allSatisfy {
      $0 == UInt8(ascii: "|") || $0 == Byte.dash || $0 == UInt8(ascii: ":") || Byte.isBlank($0)
    }
  }

  // MARK: - Among the words

  private mutating func append(from start: Int, to words: inout [UInt8]) {
    var index = start
    while index < end {
      if index == hidden.lowerBound, !hidden.isEmpty {
        index = hidden.upperBound
        continue
      }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\") where index + 1 < end && Byte.isPunctuation(bytes[index + 1]):
        words.append(bytes[index + 1])
        index += 2
      case Byte.backtick:
        index += 1
      case Byte.star, UInt8(ascii: "_"), UInt8(ascii: "~"), Byte.equals:
        let run = Byte.run(of: byte, in: bytes, from: index, to: end)
        if !isEmphasis(byte, index, run) {
          words.append(contentsOf: repeatElement(byte, count: run))
        }
        index += run
      case UInt8(ascii: "!") where index + 1 < end && bytes[index + 1] == Byte.opening:
        index += 1
      case Byte.opening:
        index = openLink(at: index, &words)
      case UInt8(ascii: "|") where isRow:
        words.append(0x20)
        index += 1
      default:
        words.append(byte)
        index += 1
      }
    }
  }

  /// A run of signs that stands at one end of words, and not between blanks or in a name.
  private func isEmphasis(_ byte: UInt8, _ start: Int, _ count: Int) -> Bool {
    switch byte {
    case Byte.star, UInt8(ascii: "_"): if count > 3 { return false }
    default: if count != 2 { return false }
    }
    func isWord(_ index: Int) -> Bool {
      index >= 0 && index < end && !Byte.isBlank(bytes[index]) && !Byte.isPunctuation(bytes[index])
    }
    func isBlank(_ index: Int) -> Bool { index < 0 || index >= end || Byte.isBlank(bytes[index]) }
    let (before, behind) = (start - 1, start + count)
    if isWord(before), isWord(behind) { return count > 1 && byte != UInt8(ascii: "_") }
    return !(isBlank(before) && isBlank(behind))
  }

  /// Leaves of `[[Note|words]]` and `[words](there)` the words; answers where to go on.
  private mutating func openLink(at start: Int, _ words: inout [UInt8]) -> Int {
    if Byte.stands("[[", in: bytes, at: start, to: end),
      let close = Byte.find(Byte.closing, in: bytes, from: start + 2, to: end),
      Byte.stands("]]", in: bytes, at: close, to: end)
    {
      let bar = Byte.find(UInt8(ascii: "|"), in: bytes, from: start + 2, to: close)
      words.append(contentsOf: bytes[(bar.map { $0 + 1 } ?? start + 2)..<close])
      return close + 2
    }
    guard hidden.isEmpty || hidden.upperBound <= start,
      let close = Byte.find(Byte.closing, in: bytes, from: start, to: end),
      Byte.stands("](", in: bytes, at: close, to: end),
      let last = Byte.find(Byte.rightParenthesis, in: bytes, from: close, to: end)
    else {
      words.append(bytes[start])
      return start + 1
    }
    hidden = close..<(last + 1)
    return start + 1
  }
}
