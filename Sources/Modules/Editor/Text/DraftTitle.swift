import Bytes
import Services
import TextEngine

/// What a note that has no file yet is called.
enum DraftTitle {
  /// A title is near the start, and a line may be all of a large file.
  private static let reach = 16_384

  static func title(of text: Rope, by texts: any NoteTexts) -> String {
    firstLine(of: text, by: texts) ?? "Untitled"
  }

  /// Nil where it says nothing.
  static func firstLine(of text: Rope, by texts: any NoteTexts) -> String? {
    texts.name(ofDraft: text.bytes(in: .zero..<ByteOffset(min(text.byteCount, reach))))
  }

  /// Whether the text says nothing that would be worth a file.
  static func isBlank(_ text: Rope) -> Bool {
    text.byteCount < 1024
      && text.bytes(in: .zero..<ByteOffset(text.byteCount)).allSatisfy(Byte.isBlank)
  }
}
