import Bytes

/// Lines of a text as one string for a pattern, each with a newline at its end.
struct VimSubject {
  let text: VimText
  let lastLineOfText: Int
  /// The line in which matches start.
  let line: Int
  private let firstLine: Int
  private(set) var bytes: [UInt8]
  /// The start of each line, followed by the end of the last one.
  private(set) var starts: [Int]
  private var nextLine: Int
  /// Whether some byte is not ASCII.
  private(set) var isWide = false

  /// `isAlone`: the pattern cannot read other lines.
  init(_ text: VimText, line: Int, isAlone: Bool) {
    self.text = text
    self.line = line
    lastLineOfText = text.lastLine
    firstLine = isAlone ? line : max(0, line - 1)
    (bytes, starts, nextLine) = ([], [0], firstLine)
    while nextLine <= line { append() }
    if !isAlone { grow() }
  }

  /// Whether no lines of the text follow.
  var isWhole: Bool { nextLine > lastLineOfText }

  private mutating func append() {
    let line = text.line(nextLine)
    isWide = isWide || line.contains { $0 >= 0x80 }
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    starts.append(bytes.count)
    nextLine += 1
  }

  /// Doubles the lines, or adds four if there are fewer.
  mutating func grow() {
    let wanted = nextLine + max(4, starts.count)
    while nextLine < wanted, !isWhole { append() }
  }

  var start: Int { starts[line - firstLine] }
  /// The end of the line in which matches start.
  var end: Int { starts[line - firstLine + 1] - 1 }

  func position(of index: Int) -> VimPosition {
    let line = starts.partitionPoint { $0 > index } - 1
    return VimPosition(line: firstLine + line, column: index - starts[line])
  }

  /// Returns the bytes of the line at a position.
  func line(of position: VimPosition) -> [UInt8] {
    let number = position.line - firstLine
    guard number >= 0, number + 1 < starts.count else { return [] }
    return Array(bytes[starts[number]..<starts[number + 1] - 1])
  }
}
