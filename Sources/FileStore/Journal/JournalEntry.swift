import Bytes
import Files
import Entities

/// A kept text as a file: one line that says what it is, then the text, byte for byte.
struct JournalEntry: Equatable {
  var note: NoteID?
  var kept: Timestamp
  var bytes: [UInt8]

  private static let magic = "notes-tui-recovery"
  private static let version = "1"

  init(note: NoteID?, kept: Timestamp, bytes: [UInt8]) {
    self.note = note
    self.kept = kept
    self.bytes = bytes
  }

  var file: [UInt8] {
    let place = note.map {
      "note " + Percent.text(of: $0.path.bytes)
    }
    let digest = String(decoding: Hex.digits(Digest.of(bytes)), as: UTF8.self)
    let header = [
      Self.magic, Self.version, "\(kept.seconds)", "\(kept.nanoseconds)", "\(bytes.count)", digest,
      place ?? "draft",
    ].joined(separator: " ")
    return Array("\(header)\n".utf8) + bytes
  }

  /// Nil unless every byte is as it was written.
  init?(file: [UInt8]) {
    guard let lineEnd = file.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = file[..<lineEnd].split(separator: 0x20, omittingEmptySubsequences: false)
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    guard texts.count >= 7, texts[0] == Self.magic, texts[1] == Self.version,
      let seconds = Int64(texts[2]), let nanoseconds = Int32(texts[3]), let count = Int(texts[4])
    else { return nil }
    let bytes = Array(file[(lineEnd + 1)...])
    guard bytes.count == count, Hex.digits(Digest.of(bytes)).elementsEqual(words[5]) else {
      return nil
    }
    switch (texts[6], words.count) {
    case ("draft", 7): note = nil
    case ("note", 8):
      guard let path = Percent.decoded(words[7]) else { return nil }
      note = NoteID(NotePath(bytes: path))
    default: return nil
    }
    kept = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    self.bytes = bytes
  }
}

/// The name of such a file: what it is about, and which run keeps it.
struct JournalName {
  let file: [UInt8]
  let run: String
  /// The same for every file about one note; nil for a draft.
  let note: String?

  init(_ id: NoteID, run: String, seal: StateSeal) {
    let key = seal.name(id.path.bytes)
    file = Array("note-\(key)-\(run)".utf8)
    note = key
    self.run = run
  }

  /// Recovered drafts have numbers below zero.
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
