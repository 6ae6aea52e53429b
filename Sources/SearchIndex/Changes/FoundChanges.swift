import Bytes
import Entities
import Services

/// Collects planned changes, note by note, in bounded memory.
struct FoundChanges {
  /// No user reviews more, and carrying them out needs the texts of all notes in memory.
  static let mostPieces = 100_000
  static let mostBytes = 256 << 20

  private(set) var changes: [NoteChange] = []
  private let files: any VaultFiles
  private let buffer: NoteBuffer
  private var pieces = 0
  private var bytes = 0
  private var targets: Set<NoteID> = []

  init(_ files: any VaultFiles) {
    self.files = files
    buffer = NoteBuffer(files)
  }

  /// Checks a note. One that is gone, a link to another file, or too large is left out. `asWhole`:
  /// the edits fit no other text.
  mutating func look(
    at note: NoteID, titled title: String, asWhole: Bool = false,
    _ edits: ([UInt8]) throws(NoteIndexError) -> [ByteEdit]
  ) throws(NoteIndexError) {
    if Task.isCancelled { throw .cancelled }
    let known = note.path.isOfNote ? files.facts(of: note) : files.fact(ofAttachment: note.path)
    guard let fact = known, !fact.isLink, fact.obstacle == nil,
      fact.size < NoteReader.mostBytes, let read = buffer.read(note)
    else { return }
    let text = Array(read)
    let found = try edits(text)
    if found.isEmpty { return }
    pieces += found.count
    bytes += text.count
    guard pieces <= Self.mostPieces, bytes <= Self.mostBytes else {
      throw .refused(
        "These are more than \(Self.mostPieces) matches, or more text than can be changed in one"
          + " step. Search for something more exact.")
    }
    var change = Self.change(note, title, found, in: text)
    if asWhole || found.contains(where: \.range.isEmpty) {
      text.withUnsafeBytes { change.keep($0) }
    }
    changes.append(change)
  }

  /// Renames the file of a note that was checked last, or that needs no other change.
  mutating func rename(_ note: NoteMatch, to path: NotePath) throws(NoteIndexError) {
    guard files.facts(of: note.id) != nil else { return }
    let target = NoteID(path)
    guard files.facts(of: target) == nil, targets.insert(target).inserted else {
      throw .refused("\(note.id.path.text) would become \(path.text), and there is one already.")
    }
    if changes.last?.note != note.id {
      changes.append(NoteChange(note: note.id, title: note.title, pieces: []))
    }
    changes[changes.count - 1].newName = target
  }

  private static func change(
    _ note: NoteID, _ title: String, _ edits: [ByteEdit],
    in text: [UInt8]
  ) -> NoteChange {
    var change = NoteChange(note: note, title: title, pieces: [])
    var (line, counted) = (1, 0)
    for edit in edits {
      let start = edit.range.lowerBound
      line += text[counted..<start].count { $0 == UInt8(ascii: "\n") }
      counted = start
      let context = context(of: edit.range, in: text)
      change.pieces.append(
        NoteChange.Piece(
          range: edit.range, old: Array(text[edit.range]), new: edit.bytes, line: line,
          context: context.text, contextRange: context.contextRange))
    }
    return change
  }

  private static let mostBefore = 60
  private static let mostAfter = 140

  /// Returns the line around a range, cut if it is long; no more than that is read.
  private static func context(
    of range: Range<Int>, in text: [UInt8]
  ) -> (text: String, contextRange: Range<Int>) {
    var start = range.lowerBound
    while start > 0, range.lowerBound - start < mostBefore, text[start - 1] != 0x0a { start -= 1 }
    while start < range.lowerBound, Byte.isBlank(text[start]) || text[start] & 0xc0 == 0x80 {
      start += 1
    }
    var end = range.upperBound
    while end < text.count, end - range.upperBound < mostAfter, text[end] != 0x0a { end += 1 }
    while end > range.upperBound, end < text.count, text[end] & 0xc0 == 0x80 { end -= 1 }
    while end > range.upperBound, Byte.isBlank(text[end - 1]) { end -= 1 }
    let before = String(decoding: text[start..<range.lowerBound], as: UTF8.self)
    let piece = String(decoding: text[range], as: UTF8.self)
    let after = String(decoding: text[range.upperBound..<end], as: UTF8.self)
    let span = before.utf8.count..<(before.utf8.count + piece.utf8.count)
    return (before + piece + after, span)
  }
}
