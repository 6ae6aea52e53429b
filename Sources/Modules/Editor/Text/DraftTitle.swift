import Bytes
import Entities
import Services
import TextEngine

/// The name of a note, which may have no file yet.
enum DraftTitle {
  /// The number of bytes that are searched for a title, because a line may be as long as a large file.
  private static let reach = 16_384

  static func title(of text: Rope, by texts: any NoteTexts) -> String {
    firstLine(of: text, by: texts) ?? "Untitled"
  }

  /// Nil if the line has no words.
  static func firstLine(of text: Rope, by texts: any NoteTexts) -> String? {
    texts.name(ofDraft: text.bytes(in: .zero..<ByteOffset(min(text.byteCount, reach))))
  }

  /// The name of a note, and of the part of it that is open.
  static func name(of note: NoteID?, part: String?) -> String {
    let name = note?.path.stem.text ?? EditorWords.nameOfNew
    return part.map { "\(name) › \($0)" } ?? name
  }

  /// Whether a text is short and has only blanks, so that it needs no note.
  static func isBlank(_ text: Rope, of note: NoteID?) -> Bool {
    note == nil && text.byteCount < 1024
      && text.bytes(in: .zero..<ByteOffset(text.byteCount)).allSatisfy(Byte.isBlank)
  }
}
