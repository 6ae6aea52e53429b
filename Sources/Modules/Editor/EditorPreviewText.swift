import TextEngine

/// The text of an editor at one moment, for a preview: only the lines that are asked for are made.
package struct EditorPreviewText: Sendable {
  /// What the note is called.
  package let name: String
  /// The first line in the editor's sight, counted from 0.
  package let firstLine: Int
  /// How many bytes of that line stand above what is in sight.
  package let hiddenBytes: Int
  private let text: Rope
  private let top: ByteOffset

  /// More of a line is not shown: it may be all of a large text.
  private static let longest = 8 << 10

  init(_ text: Rope, top: ByteOffset, named name: String) {
    self.text = text
    self.name = name
    let line = text.line(at: top)
    let start = text.start(of: line)
    firstLine = line.value
    self.top = top
    // A line that is too long is shown from here.
    hiddenBytes = text.content(of: line).byteCount > Self.longest ? 0 : top - start
  }

  /// The newline that ends the last line begins no other.
  package var lineCount: Int {
    let count = text.lineCount
    return count > 1 && text.content(of: LineNumber(count - 1)).isEmpty ? count - 1 : count
  }

  /// A line without its end, counted from 0; empty behind the last.
  package func line(at index: Int) -> String {
    guard index >= 0, index < text.lineCount else { return "" }
    let content = text.content(of: LineNumber(index))
    if content.byteCount <= Self.longest {
      return String(decoding: text.bytes(in: content), as: UTF8.self)
    }
    let start = content.contains(top) ? top : content.lowerBound
    let end = text.boundary(atOrBefore: min(content.upperBound, start + Self.longest))
    let cut = String(decoding: text.bytes(in: start..<max(start, end)), as: UTF8.self)
    return end < content.upperBound ? cut + "…" : cut
  }
}
