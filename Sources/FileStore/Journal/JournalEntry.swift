import Bytes
import Files
import Entities

/// A kept text as a file: one line that says what it is, then the text, byte for byte.
struct JournalEntry: Equatable {
  var note: NoteID?
  var kept: Timestamp
  var bytes: [UInt8]

  private static let version = "1"

  init(note: NoteID?, kept: Timestamp, bytes: [UInt8]) {
    self.note = note
    self.kept = kept
    self.bytes = bytes
  }

  var file: [UInt8] {
    JournalLine(version: Self.version, note: note, kept: kept, digest: Digest.of(bytes))
      .file(bytes)
  }

  /// Nil unless every byte is as it was written.
  init?(file: [UInt8]) {
    guard let (line, bytes) = JournalLine.read(file, version: Self.version),
      Digest.of(bytes) == line.digest
    else { return nil }
    self.init(note: line.note, kept: line.kept, bytes: bytes)
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
