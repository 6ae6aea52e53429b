import Files
import Entities
import Glibc

/// The notes that a walk found: paths end to end in one block of bytes, so that a hundred thousand
/// of them are a few allocations, sort without a copy, and go to the system as they are.
struct FoundNotes {
  struct Note {
    fileprivate var start: Int
    fileprivate var length: Int
    var modified: Timestamp
    var size: Int
    var isLink: Bool
    /// Why it is listed and not opened.
    var obstacle: String?
  }

  private var paths: [UInt8] = []
  private(set) var notes: [Note] = []

  mutating func append(
    folder: [UInt8], name: UnsafeRawBufferPointer, _ facts: FileFacts, isLink: Bool,
    obstacle: String?
  ) {
    let start = paths.count
    paths += folder
    paths.append(contentsOf: name)
    notes.append(
      Note(
        start: start, length: paths.count - start, modified: facts.modified, size: facts.size,
        isLink: isLink, obstacle: obstacle))
    paths.append(0)
  }

  func path(of note: Note) -> NotePath {
    NotePath(bytes: Array(paths[note.start..<(note.start + note.length)]))
  }

  /// The path as the system takes it.
  func withPath<Value>(
    of note: Note, _ body: (UnsafePointer<CChar>) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try paths.withUnsafeBufferPointer { (all) throws(SystemError) -> Value in
      guard let start = all.baseAddress else { throw SystemError(EINVAL) }
      return try body(UnsafeRawPointer(start + note.start).assumingMemoryBound(to: CChar.self))
    }
  }

  /// What a note is sorted by: plain numbers, many times cheaper to move about than the note.
  private struct Key {
    var modified: Timestamp
    var start: Int
    var length: Int
    var index: Int
  }

  /// Those of the same moment stand in the order of their paths' bytes.
  mutating func sortNewestFirst() {
    var keys = notes.indices.map { index in
      let note = notes[index]
      return Key(modified: note.modified, start: note.start, length: note.length, index: index)
    }
    paths.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return }
      keys.sort { left, right in
        if left.modified != right.modified { return left.modified > right.modified }
        // The terminating zero makes the shorter of two equal beginnings the smaller.
        return memcmp(base + left.start, base + right.start, min(left.length, right.length) + 1) < 0
      }
    }
    notes = keys.map { notes[$0.index] }
  }
}
