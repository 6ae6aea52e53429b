/// Headings with marks before them.
package enum Headings {
  /// The words of `## Words ##`; nil where the line is no such heading.
  package static func atx(_ line: Line) -> Line? {
    guard line.first == UInt8(ascii: "#"), line.run <= 6 else { return nil }
    let rest = line.dropping(line.run)
    guard rest.isEmpty || Line.isBlank(rest.bytes[rest.start]) else { return nil }
    var words = rest.trimmed
    var end = words.end
    while end > words.start, words.bytes[end - 1] == UInt8(ascii: "#") { end -= 1 }
    // Closing marks stand apart: `# C#` keeps its own.
    if end == words.start || Line.isBlank(words.bytes[end - 1]) { words.end = end }
    return words.trimmed
  }
}
