import Bytes

/// Gives a note another title where its text has one, and changes nothing else.
package enum TitleEdit {
  /// What the text calls the note; nil where the file's name has to serve.
  package static func title(of bytes: [UInt8]) -> String? {
    NoteHead(bytes.span, isWhole: true).title
  }

  /// Whether the title is the heading's, alone or as front matter has it too.
  package static func isHeading(_ bytes: [UInt8]) -> Bool {
    let (front, heading) = ranges(in: bytes.span)
    return heading.map { front == nil || front == $0.title } ?? false
  }

  /// The text with the new title in its front matter, else in the heading that it begins with; in
  /// both where both said the same. Nil where the text has no title, or cannot have this one: a line of `=` below
  /// it, front matter that is broken.
  package static func text(of bytes: [UInt8], titled title: String) -> [UInt8]? {
    let words = Byte.onOneLine(title)
    guard !words.isEmpty, let edits = edits(in: bytes, words) else { return nil }
    let new = ByteEdit.apply(edits, to: bytes)
    // Marks in a title can make something else of its line.
    guard let read = Self.title(of: new), read.utf8.elementsEqual(words) else { return nil }
    return new
  }

  /// The first line that says something, where a text without a title begins with that: a note that was
  /// named by it has it for a title. Nil of a text with a title.
  package static func plainTitle(of bytes: [UInt8]) -> String? {
    plainLine(of: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The text with other words in that line. Nil where the line would be something else by them.
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
