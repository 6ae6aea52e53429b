/// A part of a text that becomes a note of its own, replaced by a link.
package struct NoteExtraction: Equatable, Sendable {
  /// A name for the note: its first heading, or its first words.
  package let title: String
  package let text: Rope
  private let range: Range<ByteOffset>

  private static let longestTitle = 120

  /// Extracts the main selection; nil if it is empty or blank.
  package init?(_ context: EditContext) {
    let source = context.text
    var range = context.selections.main.range
    guard !range.isEmpty else { return nil }
    // The line ending after whole lines stays with the link.
    let last = source.line(at: range.upperBound)
    if source.start(of: last) == range.upperBound, last > .zero {
      range = range.lowerBound..<max(range.lowerBound, source.content(of: last - 1).upperBound)
    }
    guard let title = Self.title(of: range, in: source) else { return nil }
    self.title = title
    self.range = range
    var note = source[range]
    if note[note.end - 1] != .lineFeed {
      note.append(Rope(context.ending(at: range.upperBound).bytes))
    }
    text = note
  }

  /// Replaces the extracted text with a link to the new note.
  package func change(linkedBy text: String, in context: EditContext) -> TextChange? {
    guard range.upperBound <= context.text.end else { return nil }
    let link = Array(text.utf8)
    let edit = Edit(in: context.text, replacing: range, with: link)
    return TextChange(edit, of: context.text, cursor: range.lowerBound + link.count)
  }

  private static func title(of range: Range<ByteOffset>, in text: Rope) -> String? {
    var line = text.line(at: range.lowerBound)
    for _ in 0..<64 {
      let content = text.content(of: line)
      let low = max(content.lowerBound, range.lowerBound)
      let high = min(content.upperBound, range.upperBound, low + 1024)
      if low < high, let title = title(text.bytes(in: low..<high)) { return title }
      if line == text.lastLine || content.upperBound >= range.upperBound { return nil }
      line = line + 1
    }
    return nil
  }

  /// Returns the words of a line without its marks.
  private static func title(_ line: [UInt8]) -> String? {
    let head = LineHead(line)
    var words = line[head.textStart...]
    if let heading = HeadingMark(Array(words)) {
      words = words.dropFirst(heading.byteCount)
      while words.last == .hash { words = words.dropLast() }
    }
    let text = String(decoding: words.trimmed, as: UTF8.self)
    return text.isEmpty ? nil : String(text.prefix(longestTitle))
  }
}
