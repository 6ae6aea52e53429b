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

  /// The title as lists show it; nil if the file's name is used.
  static func listed(of text: Rope, by texts: any NoteTexts) -> String? {
    texts.title(of: text.bytes(in: .zero..<ByteOffset(min(text.byteCount, reach))))
  }

  /// Nil if the line has no words.
  static func firstLine(of text: Rope, by texts: any NoteTexts) -> String? {
    texts.name(ofDraft: text.bytes(in: .zero..<ByteOffset(min(text.byteCount, reach))))
  }

  /// The title or else the name of a note, and of the part of it that is open.
  static func name(of note: NoteID?, titled title: String? = nil, part: String?) -> String {
    let name = note.map { title ?? $0.path.stem.text } ?? EditorWords.nameOfNew
    return part.map { "\(name) › \($0)" } ?? name
  }

  /// Whether a text is short and has only blanks, so that it needs no note.
  static func isBlank(_ text: Rope, of note: NoteID?) -> Bool {
    note == nil && text.byteCount < 1024
      && text.bytes(in: .zero..<ByteOffset(text.byteCount)).allSatisfy(Byte.isBlank)
  }
}
