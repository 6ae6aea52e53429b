import Bytes

/// The name of a text that has no file yet.
package enum DraftName {
  /// The longest name, in characters.
  private static let longest = 120

  /// Returns the text's title, or the first line with words after the front matter; nil if there is
  /// neither. `start` may be cut anywhere.
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
      // A picture has no words for a name.
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
