package import Entities
import TextEngine

/// The text at one moment, for a preview. Its bytes are copied only on request.
package struct EditorPreviewText: Sendable {
  package let name: String
  /// Nil where it has no file yet.
  package let note: NoteID?
  /// The first visible line, counted from 0.
  package let firstLine: Int
  /// How many bytes of that line are above the view.
  package let hiddenBytes: Int
  private let text: Rope

  init(_ text: Rope, top: ByteOffset, named name: String, of note: NoteID? = nil) {
    self.text = text
    self.name = name
    self.note = note
    let line = text.line(at: top)
    firstLine = line.value
    hiddenBytes = top - text.start(of: line)
  }

  /// The text, or its first bytes.
  package func bytes(atMost limit: Int) -> [UInt8] {
    text.bytes(in: .zero..<min(text.end, ByteOffset(limit)))
  }

  /// Whether nothing was typed between the two.
  package func isSameText(as other: EditorPreviewText) -> Bool {
    text == other.text && name == other.name
  }
}
