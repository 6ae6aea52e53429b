import Bytes

/// Changes the title in a note's text, and nothing else.
package enum TitleEdit {
  /// Returns the title in the text; nil if the file's name is used.
  package static func title(of bytes: [UInt8]) -> String? {
    NoteHead(bytes.span, isWhole: true).title
  }

  /// Whether a heading gives the title, alone or together with the front matter.
  package static func isHeading(_ bytes: [UInt8]) -> Bool {
    let (front, heading) = ranges(in: bytes.span)
    return heading.map { front == nil || front == $0.title } ?? false
  }

  /// Returns the text with a new title in its front matter or, without a title there, in the
  /// heading at its start; in both if they were the same. Returns nil if the text has no title or
  /// cannot have this one, for example before a line of `=` or in broken front matter.
  package static func text(of bytes: [UInt8], titled title: String) -> [UInt8]? {
    let words = Byte.onOneLine(title)
    guard !words.isEmpty, let edits = edits(in: bytes, words) else { return nil }
    let new = ByteEdit.apply(edits, to: bytes)
    // Signs in a title can change the meaning of its line.
    guard let read = Self.title(of: new), read.utf8.elementsEqual(words) else { return nil }
    return new
  }

  /// Returns the first line with words, if the text has no title: a note named after that line has
  /// it as its title.
  package static func plainTitle(of bytes: [UInt8]) -> String? {
    plainLine(of: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Returns the text with other words in that line; nil if they would change the line's meaning.
  package static func text(of bytes: [UInt8], plainTitle title: String) -> [UInt8]? {
    let words = Byte.onOneLine(title)
    guard !words.isEmpty, let line = plainLine(of: bytes) else { return nil }
    let new = ByteEdit.apply([ByteEdit(range: line, bytes: words)], to: bytes)
    guard plainLine(of: new).map({ new[$0].elementsEqual(words) }) == true,
      DraftName.of(new) == String(decoding: words, as: UTF8.self)
    else { return nil }
    return new
  }

  private static func plainLine(of bytes: [UInt8]) -> Range<Int>? {
    if title(of: bytes) != nil { return nil }
    var text = HeadText(bytes.span)
    if text.isUTF16 { return nil }
    text.skipFrontMatter()
    while let line = text.nextLine() {
      let words = line.trimmed
      if !words.isEmpty { return words.start..<words.end }
    }
    return nil
  }

  private static func edits(in bytes: [UInt8], _ words: [UInt8]) -> [ByteEdit]? {
    let (front, heading) = ranges(in: bytes.span)
    guard let front else {
      return heading.map { [ByteEdit(range: $0.text, bytes: words)] }
    }
    let value = String(decoding: words, as: UTF8.self)
    guard var edits = try? PropertyEdit.set("title", to: [value], in: bytes) else { return nil }
    if let heading, heading.title == front {
      edits.append(ByteEdit(range: heading.text, bytes: words))
    }
    return edits
  }

  private static func ranges(
    in bytes: Span<UInt8>
  ) -> (front: [UInt8]?, heading: NoteScanner.FirstHeading?) {
    var text = HeadText(bytes)
    if text.isUTF16 { return (nil, nil) }
    let title = text.skipFrontMatter()?.title(in: bytes) ?? []
    let found = NoteScanner.titleHeading(bytes, from: text.position, end: text.end)
    return (title.isEmpty ? nil : title, found.heading)
  }
}
