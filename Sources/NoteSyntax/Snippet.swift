import Bytes
import MarkdownLines

/// The first words of a text on one line, as they are read: without the marks of Markdown.
package enum Snippet {
  package static let mostCharacters = 120
  /// Room for as many characters of four bytes.
  private static let mostBytes = 480

  package static func make(of text: HeadText) -> String {
    var text = text
    var line: [UInt8] = []
    line.reserveCapacity(mostBytes)
    var isPlain = true
    var isCut = false
    var words: [UInt8] = []
    while !isCut, let next = text.nextLine() {
      words.removeAll(keepingCapacity: true)
      let marked = dropMarks(next.trimmed)
      if !marked.isEmpty { PlainWords.append(marked, to: &words) }
      if words.allSatisfy(Byte.isBlank) { continue }
      if !line.isEmpty, line.last != 0x20 { line.append(0x20) }
      isCut = append(words, to: &line, &isPlain) || line.count > mostBytes
    }
    if isPlain {
      let shortened = line.prefix(mostCharacters)
      return String(decoding: trimmedEnd(shortened), as: UTF8.self)
    }
    let whole = String(decoding: isCut ? line[...] : trimmedEnd(line[...]), as: UTF8.self)
    let limit = whole.index(
      whole.startIndex, offsetBy: mostCharacters, limitedBy: whole.endIndex)
    if let limit { return String(whole[..<limit]) }
    // Cut by bytes: the last character may have lost a part that joined it.
    return isCut ? String(whole.dropLast()) : whole
  }

  /// True once there is enough.
  private static func append(
    _ words: [UInt8], to line: inout [UInt8], _ isPlain: inout Bool
  ) -> Bool {
    for byte in words {
      if Byte.isBlank(byte) {
        if !line.isEmpty, line.last != 0x20 { line.append(0x20) }
        continue
      }
      if byte >= 0x80 { isPlain = false }
      // Only between characters, so that what is cut off is whole.
      if byte & 0xc0 != 0x80, line.count >= (isPlain ? mostCharacters : mostBytes) { return true }
      line.append(byte)
    }
    return false
  }

  /// `## Words` becomes `Words`, an underline nothing.
  private static func dropMarks(_ line: Line) -> Line {
    if line.isAll(UInt8(ascii: "="), atLeast: 2) || line.isAll(UInt8(ascii: "-"), atLeast: 2) {
      return line.dropping(line.count)
    }
    guard !line.isEmpty,
      let level = LineSigns.headingLevel(line.bytes, line.start, line.end)
    else { return line }
    let words = LineSigns.headingWords(line.bytes, line.start + level, line.end)
    return Line(bytes: line.bytes, start: words.lowerBound, end: words.upperBound)
  }

  private static func trimmedEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.last == 0x20 ? bytes.dropLast() : bytes
  }
}
