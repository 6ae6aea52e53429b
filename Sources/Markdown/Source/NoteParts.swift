import NoteSyntax

/// The parts of a note that links can name.
package enum NoteParts {
  package struct Heading: Equatable, Sendable {
    package var level: Int
    /// The words as they are written, on one line.
    package var title: String
    /// The line, counted from 0.
    package var line: Int
  }

  package static func headings(of note: [UInt8]) -> [Heading] {
    NoteScanner.scan(note.span).headings.map { heading in
      let title = String(decoding: note[heading.text], as: UTF8.self)
      return Heading(
        level: heading.level, title: String(title.map { $0.isNewline ? " " : $0 }),
        line: heading.line - 1)
    }
  }

  /// Returns the offset of the text after the front matter.
  package static func bodyStart(of note: [UInt8]) -> Int {
    var head = HeadText(note.span)
    head.skipFrontMatter()
    return head.position
  }

  /// Returns the lines of the front matter, without the marks around it.
  package static func frontMatter(of note: [UInt8]) -> [UInt8] {
    var head = HeadText(note.span)
    return head.skipFrontMatter().map { Array(note[$0.inner]) } ?? []
  }

  /// Returns the line, counted from 0, of a heading by its words or slug, or of a block by `^id`.
  package static func line(of part: String, in note: [UInt8]) -> Int? {
    PartFinding.line(ofPart: Array(part.utf8), in: note.span).map { $0 - 1 }
  }
}
