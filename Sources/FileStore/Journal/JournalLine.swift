import Bytes
import Entities
import Files

/// The line before a kept text: what it is, when it was kept, how many bytes follow, and whose text it is.
struct JournalLine {
  let version: String
  var note: NoteID?
  var kept: Timestamp
  /// Of the whole text, which is more than what follows where that is only a part.
  var digest: UInt64
  /// What else this version tells, each without blanks.
  var more: [String] = []

  private static let magic = "notes-tui-recovery"

  func file(_ bytes: [UInt8]) -> [UInt8] {
    let words =
      [
        Self.magic, version, "\(kept.seconds)", "\(kept.nanoseconds)", "\(bytes.count)",
        String(decoding: Hex.digits(digest), as: UTF8.self),
      ] + more + [Self.words(note)]
    return Array("\(words.joined(separator: " "))\n".utf8) + bytes
  }

  /// Nil for what is no such file, or has another length than it says.
  static func read(
    _ file: [UInt8], version: String, more count: Int = 0
  ) -> (line: JournalLine, bytes: [UInt8])? {
    guard let lineEnd = file.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = file[..<lineEnd].split(separator: 0x20, omittingEmptySubsequences: false)
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    let bytes = Array(file[(lineEnd + 1)...])
    guard texts.count > 6 + count, texts[0] == magic, texts[1] == version,
      let seconds = Int64(texts[2]), let nanoseconds = Int32(texts[3]),
      Int(texts[4]) == bytes.count, let digest = UInt64(texts[5], radix: 16),
      Hex.digits(digest).elementsEqual(words[5]), let note = note(words[(6 + count)...])
    else { return nil }
    let kept = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    let line = JournalLine(
      version: version, note: note, kept: kept, digest: digest,
      more: Array(texts[6..<(6 + count)]))
    return (line, bytes)
  }

  /// Whose text it is, as words.
  static func words(_ note: NoteID?) -> String {
    note.map { "note " + Percent.text(of: $0.path.bytes) } ?? "draft"
  }

  /// Nil for other words; a draft has no note.
  static func note(_ words: ArraySlice<ArraySlice<UInt8>>) -> NoteID?? {
    guard let first = words.first, let last = words.last else { return nil }
    if words.count == 1, first.elementsEqual("draft".utf8) { return .some(nil) }
    guard words.count == 2, first.elementsEqual("note".utf8) else { return nil }
    return Percent.decoded(last).map { NoteID(NotePath(bytes: $0)) }
  }
}
