import MarkdownLines

/// The head of a Markdown line: quote marks, indent, list mark and task box. All offsets are in
/// bytes from the start of the line.
package struct LineHead {
  enum Mark: Equatable {
    case bullet(UInt8)
    case ordered(Int, delimiter: UInt8)
  }

  /// The longest head, in bytes.
  static let longest = 1024

  /// The first bytes of the line.
  let bytes: [UInt8]
  /// The end of the quote marks and the blank after each.
  private(set) var quoteEnd = 0
  /// The end of the indent.
  private(set) var indentEnd = 0
  private(set) var mark: Mark?
  private(set) var markEnd = 0
  /// A task's `[ ]`.
  private(set) var box: Range<Int>?
  /// The start of the words.
  package private(set) var textStart = 0
  /// Whether only blanks follow the head.
  let isEmpty: Bool

  init(_ text: Rope, _ line: LineNumber) {
    let content = text.content(of: line)
    let end = min(content.upperBound, content.lowerBound + Self.longest)
    self.init(text.bytes(in: content.lowerBound..<end), isWhole: end == content.upperBound)
  }

  init(_ bytes: [UInt8], isWhole: Bool = true) {
    self.bytes = bytes
    quoteEnd = Self.quoteEnd(bytes)
    indentEnd = Self.skipBlanks(bytes, quoteEnd)
    textStart = indentEnd
    if let mark = Self.mark(bytes, indentEnd) {
      self.mark = mark.kind
      markEnd = mark.end
      let blanks = Self.skipBlanks(bytes, markEnd) - markEnd
      // Five or more blanks are one blank and code.
      textStart = markEnd + (blanks > 4 ? 1 : blanks)
      if let box = TaskBox(bytes.span, textStart, bytes.count) {
        self.box = box.start..<box.end
        textStart = min(Self.skipBlanks(bytes, box.end), box.end + 1)
      }
    }
    isEmpty = isWhole && bytes[textStart...].isBlank
  }

  var indent: ArraySlice<UInt8> { bytes[quoteEnd..<indentEnd] }

  /// The width of the indent, in cells.
  var indentWidth: Int {
    indent.reduce(0) { $1 == .tab ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }

  /// The indent of an item's other lines below its mark.
  var contentWidth: Int {
    let blanks = Self.skipBlanks(bytes, markEnd) - markEnd
    return markEnd - indentEnd + (blanks > 4 || blanks == 0 ? 1 : blanks)
  }

  var number: Int? {
    if case .ordered(let number, _) = mark { return number }
    return nil
  }

  var isQuote: Bool { quoteEnd > 0 }

  var digits: Range<Int> { indentEnd..<(number == nil ? indentEnd : markEnd - 1) }

  /// Whether another mark belongs to the same kind of list.
  func isLike(_ other: LineHead) -> Bool {
    switch (mark, other.mark) {
    case (.bullet, .bullet): true
    case (.ordered(_, let one), .ordered(_, let two)): one == two
    default: false
    }
  }

  private static func skipBlanks(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex { !$0.isSpaceOrTab } ?? bytes.count
  }

  private static func quoteEnd(_ bytes: [UInt8]) -> Int {
    var end = 0
    while true {
      let mark = skipBlanks(bytes, end)
      guard mark - end < 4, mark < bytes.count, bytes[mark] == UInt8(ascii: ">") else { return end }
      end = mark + 1
      if end < bytes.count, bytes[end] == .space { end += 1 }
    }
  }

  private static func mark(_ bytes: [UInt8], _ start: Int) -> (kind: Mark, end: Int)? {
    var ruler = RulerCheck()
    guard start < bytes.count, !ruler.isRuler(bytes.span, start, bytes.count),
      let width = LineSigns.itemWidth(bytes.span, start, bytes.count, isInText: false)
    else { return nil }
    let end = start + width
    if width == 1 { return (.bullet(bytes[start]), end) }
    let number = bytes[start..<end - 1].reduce(0) { $0 * 10 + Int($1 & 0x0f) }
    return (.ordered(number, delimiter: bytes[end - 1]), end)
  }
}
