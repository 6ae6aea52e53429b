import Bytes

/// A text as lines, each with its ending: joined, they give the text again byte for byte.
///
/// A line ends with LF. Text after the last LF is a line too, unless it is empty.
package struct TextLines: Sendable {
  package let bytes: [UInt8]
  /// The start of each line, and the end of the last.
  private let bounds: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var bounds = [0]
    bytes.withUnsafeBufferPointer { all in
      for index in all.indices where all[index] == UInt8(ascii: "\n") { bounds.append(index + 1) }
    }
    if bounds[bounds.count - 1] != bytes.count { bounds.append(bytes.count) }
    self.bounds = bounds
  }

  package var count: Int { bounds.count - 1 }

  /// Returns the range of a line's bytes.
  package func range(of line: Int) -> Range<Int> { bounds[line]..<bounds[line + 1] }

  /// The bytes of some lines, with their endings.
  package subscript(lines: Range<Int>) -> ArraySlice<UInt8> {
    bytes[bounds[lines.lowerBound]..<bounds[lines.upperBound]]
  }

  /// Returns one line without its ending.
  package func text(of line: Int) -> ArraySlice<UInt8> {
    var text = bytes[range(of: line)]
    if text.last == UInt8(ascii: "\n") {
      text.removeLast()
      if text.last == UInt8(ascii: "\r") { text.removeLast() }
    }
    return text
  }
}

/// A stand-in for the common past that two texts lack: the lines that both have.
///
/// Two daily notes from one template have its lines in common. Texts that only share some lines by
/// chance have no common origin: their lines must not be mixed.
package enum CommonLines {
  package static func base(of one: [UInt8], _ other: [UInt8]) -> [UInt8] {
    let (lines, others) = (TextLines(one), TextLines(other))
    var common: [UInt8] = []
    var next = 0
    for hunk in LineDifference.between(lines, others) {
      common += lines[next..<hunk.old.lowerBound]
      next = hunk.old.upperBound
    }
    common += lines[next..<lines.count]
    let shorter = min(words(in: lines), words(in: others))
    return 2 * words(in: TextLines(common)) >= shorter ? common : []
  }

  /// Returns the number of lines that are not blank.
  private static func words(in text: TextLines) -> Int {
    (0..<text.count).count { !text[$0..<($0 + 1)].allSatisfy(Byte.isBlank) }
  }
}
