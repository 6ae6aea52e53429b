import Entities
import Files
import Services

/// What the index knows of the files of some notes.
struct KnownNotes {
  private struct Known {
    var inode: UInt64
    var size: Int64
    var modified: Int64
    var changed: Int64
    var obstacle: UInt64
  }

  /// By their paths.
  private var notes: [[UInt8]: Known] = [:]
  private var seen: Set<[UInt8]> = []

  /// Those right in these folders; nil is every note.
  init(_ database: Database, in folders: [Int64]?) throws(DatabaseError) {
    let columns = "SELECT path, inode, size, modified, changed, obstacle FROM note"
    if let folders {
      for folder in folders {
        try add(database.query("\(columns) WHERE folder = ?", .int(folder)))
      }
    } else {
      try add(database.query(columns))
    }
  }

  private mutating func add(_ rows: consuming Rows) throws(DatabaseError) {
    while try rows.next() {
      notes[rows.bytes(0)] = Known(
        inode: UInt64(bitPattern: rows.int(1)), size: rows.int(2), modified: rows.int(3),
        changed: rows.int(4), obstacle: rows.isNull(5) ? 0 : Digest.of(rows.bytes(5)))
    }
  }

  /// Whether the index has read the note in this state of its file.
  mutating func isUpToDate(_ path: UnsafeBufferPointer<UInt8>, _ fact: FileFact) -> Bool {
    let path = Array(path)
    guard let note = notes[path] else { return false }
    seen.insert(path)
    let isSameObstacle =
      fact.obstacle.map { Digest.of(Array($0.code.utf8)) == note.obstacle } ?? true
    return note.inode == fact.inode && note.size == Int64(fact.size)
      && note.modified == fact.modified.wholeNanoseconds
      && note.changed == fact.changed.wholeNanoseconds && isSameObstacle
  }

  /// Those that were not asked for.
  var unseen: [NotePath] {
    notes.keys.filter { !seen.contains($0) }.map { NotePath(bytes: $0) }.sorted()
  }
}
