import Bytes

/// What a text that has no file yet is called.
package enum DraftName {
  /// More of a line than that is no name.
  private static let longest = 120

  /// Its title, else the first line behind the front matter that says something; nil where none does.
  /// `start` may be cut off anywhere.
  package static func of(_ start: [UInt8]) -> String? {
    let bytes = start.span
    var text = HeadText(bytes, end: NoteHead.wholeCharacters(bytes))
    if text.isUTF16 { return nil }
    if let title = NoteHead(bytes, isWhole: true).title { return String(title.prefix(longest)) }
    text.skipFrontMatter()
    while let line = text.nextLine() {
      var words = line.trimmed
      if words.isAll(UInt8(ascii: "-"), atLeast: 3) { continue }
      while words.first == UInt8(ascii: "#") { words = words.dropping(1).trimmed }
      // A picture says nothing.
      let isPicture =
        words.copy.starts(with: "![".utf8)
        && [Byte.closing, UInt8(ascii: ")")].contains(words.copy.last)
      if !words.isEmpty, !isPicture {
        return String(String(decoding: words.copy, as: UTF8.self).prefix(longest))
      }
    }
    return nil
  }
}
