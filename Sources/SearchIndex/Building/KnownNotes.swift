import Entities
import Files
import Services

/// What the index knows of the files of some notes: a few blocks of memory, however many they are.
struct KnownNotes {
  private struct Known {
    var start: Int
    var length: Int
    var inode: UInt64
    var size: Int64
    var modified: Int64
    var changed: Int64
    var obstacle: UInt64
    var isSeen = false
  }

  private var paths: [UInt8] = []
  private var notes: [Known] = []
  /// Places among `notes`, counted from 1, found by the hash of the path; 0 is free.
  private var slots: [Int32] = []

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
    index()
  }

  private mutating func add(_ rows: consuming Rows) throws(DatabaseError) {
    while try rows.next() {
      let start = paths.count
      rows.withBytes(0) { paths.append(contentsOf: $0) }
      notes.append(
        Known(
          start: start, length: paths.count - start, inode: UInt64(bitPattern: rows.int(1)),
          size: rows.int(2), modified: rows.int(3), changed: rows.int(4),
          obstacle: rows.isNull(5) ? 0 : Digest.of(rows.bytes(5))))
    }
  }

  private mutating func index() {
    var size = 16
    while size < notes.count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    paths.withUnsafeBytes { paths in
      for (place, note) in notes.enumerated() {
        let path = UnsafeRawBufferPointer(rebasing: paths[note.start..<(note.start + note.length)])
        var slot = Int(truncatingIfNeeded: Digest.of(path)) & (size - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
        slots[slot] = Int32(place + 1)
      }
    }
  }

  /// Whether the index has read the note in this state of its file.
  mutating func isUpToDate(_ path: UnsafeBufferPointer<UInt8>, _ fact: FileFact) -> Bool {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Digest.of(UnsafeRawBufferPointer(path))) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      let note = notes[place]
      if paths[note.start..<(note.start + note.length)].elementsEqual(path) {
        notes[place].isSeen = true
        let isSameObstacle =
          fact.obstacle.map { Digest.of(Array($0.utf8)) == note.obstacle } ?? true
        return note.inode == fact.inode && note.size == Int64(fact.size)
          && note.modified == fact.modified.wholeNanoseconds
          && note.changed == fact.changed.wholeNanoseconds && isSameObstacle
      }
      slot = (slot + 1) & mask
    }
    return false
  }

  /// Those that nobody asked for.
  var unseen: [NotePath] {
    notes.filter { !$0.isSeen }.map {
      NotePath(bytes: Array(paths[$0.start..<($0.start + $0.length)]))
    }
  }
}
