import Bytes
import Entities
import Files

/// A saved text as a file: a line with its data, then the text, byte for byte.
struct JournalEntry: Equatable {
  var note: NoteID?
  var savedAt: Timestamp
  var bytes: [UInt8]

  private static let version = "1"

  init(note: NoteID?, savedAt: Timestamp, bytes: [UInt8]) {
    self.note = note
    self.savedAt = savedAt
    self.bytes = bytes
  }

  var file: [UInt8] {
    JournalLine(version: Self.version, note: note, savedAt: savedAt, digest: Digest.of(bytes))
      .file(bytes)
  }

  /// Nil unless every byte is as it was written.
  init?(file: [UInt8]) {
    guard let (line, bytes) = JournalLine.read(file, version: Self.version),
      Digest.of(bytes) == line.digest
    else { return nil }
    self.init(note: line.note, savedAt: line.savedAt, bytes: bytes)
  }
}

/// The name of a journal's file: its note or draft, and the run that wrote it.
struct JournalName {
  let file: [UInt8]
  let run: String
  /// The key of the note, equal in all of its files; nil for a draft.
  let note: String?

  init(_ id: NoteID, run: String, seal: StateSeal) {
    let key = seal.name(id.path.bytes)
    file = Array("note-\(key)-\(run)".utf8)
    note = key
    self.run = run
  }

  /// Recovered drafts have negative numbers.
  init(draft: Int, run: String) {
    file = Array("draft-\(run)-\(draft < 0 ? "r" : "")\(draft.magnitude)".utf8)
    note = nil
    self.run = run
  }

  /// Nil for files of another kind.
  init?(file: [UInt8]) {
    let parts = String(decoding: file, as: UTF8.self).split(separator: "-")
    guard parts.count == 4 else { return nil }
    switch parts[0] {
    case "note": (note, run) = (String(parts[1]), "\(parts[2])-\(parts[3])")
    case "draft": (note, run) = (nil, "\(parts[1])-\(parts[2])")
    default: return nil
    }
    self.file = file
  }
}

/// The line before a saved text: the kind of file, the time, the number of bytes that follow, and
/// the note.
struct JournalLine {
  let version: String
  var note: NoteID?
  var savedAt: Timestamp
  /// The digest of the whole text, even if only a part of it follows.
  var digest: UInt64
  /// More fields of this version, each without blanks.
  var more: [String] = []

  private static let magic = "notes-tui-recovery"

  func file(_ bytes: [UInt8]) -> [UInt8] {
    let words =
      [
        Self.magic, version, "\(savedAt.seconds)", "\(savedAt.nanoseconds)", "\(bytes.count)",
        String(decoding: Hex.digits(digest), as: UTF8.self),
      ] + more + [Self.words(note)]
    return Array("\(words.joined(separator: " "))\n".utf8) + bytes
  }

  /// Returns nil if this is not such a file, or its length is wrong.
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
    let savedAt = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    let line = JournalLine(
      version: version, note: note, savedAt: savedAt, digest: digest,
      more: Array(texts[6..<(6 + count)]))
    return (line, bytes)
  }

  /// Returns the note or draft as words.
  static func words(_ note: NoteID?) -> String {
    note.map { "note " + Percent.text(of: $0.path.bytes) } ?? "draft"
  }

  /// Reads what `words` returns: the inner nil is a draft, the outer nil means that it is neither.
  static func note(_ words: ArraySlice<ArraySlice<UInt8>>) -> NoteID?? {
    guard let first = words.first, let last = words.last else { return nil }
    if words.count == 1, first.elementsEqual("draft".utf8) { return .some(nil) }
    guard words.count == 2, first.elementsEqual("note".utf8) else { return nil }
    return Percent.decoded(last).map { NoteID(NotePath(bytes: $0)) }
  }
}
