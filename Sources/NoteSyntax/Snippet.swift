import Bytes

/// The first words of a text on one line, as they are read: without the marks of Markdown.
package enum Snippet {
  package static let mostCharacters = 120
  /// Room for as many characters of four bytes.
  private static let mostBytes = 480

  static func make(of text: consuming HeadText) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(mostBytes)
    var isCut = false
    var words: [UInt8] = []
    var plain = PlainWords()
    while !isCut, let next = text.nextLine() {
      words.removeAll(keepingCapacity: true)
      plain.append(next.trimmed, to: &words)
      if words.allSatisfy(Byte.isBlank) { continue }
      if !line.isEmpty, line.last != 0x20 { line.append(0x20) }
      isCut = append(words, to: &line) || line.count > mostBytes
    }
    let whole = String(decoding: line, as: UTF8.self)
    // Cut by bytes: the last character may have lost a part that joined it.
    let shown =
      whole.index(whole.startIndex, offsetBy: mostCharacters, limitedBy: whole.endIndex)
      .map { whole[..<$0] } ?? whole.dropLast(isCut ? 1 : 0)
    return String(shown.last == " " ? shown.dropLast() : shown)
  }

  /// True once there is enough.
  private static func append(_ words: [UInt8], to line: inout [UInt8]) -> Bool {
    for byte in words {
      if Byte.isBlank(byte) {
        if !line.isEmpty, line.last != 0x20 { line.append(0x20) }
        continue
      }
      // Only between characters, so that what is cut off is whole.
      if byte & 0xc0 != 0x80, line.count >= mostBytes { return true }
      line.append(byte)
    }
    return false
  }
}
