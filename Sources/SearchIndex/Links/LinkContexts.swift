import Bytes
import Entities
import Services

/// Adds lines to links, read from the notes, newest first and up to a limit.
struct LinkContexts {
  /// No one reads more lines; later links have none.
  static let mostNotes = 1000
  static let mostLines = 20_000
  private static let mostBytes = 400

  private let buffer: NoteBuffer
  private let most: (notes: Int, lines: Int)
  private let inLogseq: Bool
  private var path: NotePath?
  private var bytes: UnsafeBufferPointer<UInt8>?
  private var notes = 0
  private var lines = 0

  init(
    _ files: any VaultFiles, notes: Int = LinkContexts.mostNotes,
    lines: Int = LinkContexts.mostLines
  ) {
    buffer = NoteBuffer(files)
    most = (notes, lines)
    inLogseq = files.hasLogseqNames
  }

  /// Makes sure that the next note is read again.
  mutating func forget() { path = nil }

  /// Links of one note must be adjacent.
  mutating func record(_ link: WrittenLink, leadingTo target: NotePath?) -> LinkRecord {
    var record = LinkRecord(
      source: NoteID(link.path), sourceTitle: link.title, line: link.line, context: "",
      written: link.plain, target: target.map { NoteID($0) }, isEmbed: link.isEmbed,
      part: link.part, missing: target == nil ? link.missing(inLogseq: inLogseq) : nil)
    guard let bytes = text(of: link.path) else { return record }
    let range = link.range
    if range.upperBound <= bytes.count, !range.isEmpty,
      [UInt8(ascii: "["), UInt8(ascii: "!")].contains(bytes[range.lowerBound])
    {
      record.written = String(decoding: bytes[range], as: UTF8.self)
      lines += 1
      if lines <= most.lines {
        record.context = Self.line(around: range.lowerBound, in: bytes)
      }
    }
    return record
  }

  /// Returns the text of a note; nil if it is gone, or the limit was reached.
  mutating func text(of path: NotePath) -> UnsafeBufferPointer<UInt8>? {
    if path == self.path { return bytes }
    self.path = path
    notes += 1
    bytes = notes > most.notes ? nil : buffer.read(NoteID(path))
    return bytes
  }

  /// Returns the line at an offset, without blanks around it, cut if it is long. Reads no more than
  /// may be shown, because a line of megabytes can have a hundred thousand links.
  static func line(around offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let newline = UInt8(ascii: "\n")
    let near = max(0, offset - mostBytes - 1)..<min(bytes.count, offset + mostBytes + 1)
    var start =
      bytes[near.lowerBound..<offset].lastIndex(of: newline).map { $0 + 1 }
      ?? near.lowerBound
    var end = bytes[offset..<near.upperBound].firstIndex(of: newline) ?? near.upperBound
    while start < end, Byte.isBlank(bytes[start]) { start += 1 }
    while end > start, Byte.isBlank(bytes[end - 1]) { end -= 1 }
    if end - start > mostBytes {
      start = max(start, min(offset - mostBytes / 2, end - mostBytes))
      while start < end, bytes[start] & 0xc0 == 0x80 { start += 1 }
      end = min(end, start + mostBytes)
      while end > start, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
