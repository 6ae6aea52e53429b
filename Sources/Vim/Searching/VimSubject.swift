/// Lines of a text as one string for a pattern: each ends in a newline, the last one too.
struct VimSubject {
  let text: VimText
  let lastLineOfText: Int
  /// The line that matches start in.
  let line: Int
  private let firstLine: Int
  private(set) var bytes: [UInt8]
  /// Where each line starts; behind the last one is the end.
  private(set) var starts: [Int]
  private var nextLine: Int
  /// Some byte is not ASCII.
  private(set) var isWide = false

  /// `isAlone`: the pattern sees no other line.
  init(_ text: VimText, line: Int, isAlone: Bool) {
    self.text = text
    self.line = line
    lastLineOfText = text.lastLine
    firstLine = isAlone ? line : max(0, line - 1)
    (bytes, starts, nextLine) = ([], [0], firstLine)
    while nextLine <= line { append() }
    if !isAlone { grow() }
  }

  /// Nothing comes behind.
  var isWhole: Bool { nextLine > lastLineOfText }

  private mutating func append() {
    let line = text.line(nextLine)
    isWide = isWide || line.contains { $0 >= 0x80 }
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    starts.append(bytes.count)
    nextLine += 1
  }

  /// Takes in as many more lines as it has, and at least four.
  mutating func grow() {
    let wanted = nextLine + max(4, starts.count)
    while nextLine < wanted, !isWhole { append() }
  }

  var start: Int { starts[line - firstLine] }
  /// Where the line ends that matches start in.
  var end: Int { starts[line - firstLine + 1] - 1 }

  func position(of index: Int) -> VimPosition {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= index { low = middle } else { high = middle - 1 }
    }
    return VimPosition(line: firstLine + low, column: index - starts[low])
  }

  /// The bytes of the line that a position is in.
  func line(of position: VimPosition) -> [UInt8] {
    let number = position.line - firstLine
    guard number >= 0, number + 1 < starts.count else { return [] }
    return Array(bytes[starts[number]..<starts[number + 1] - 1])
  }
}
