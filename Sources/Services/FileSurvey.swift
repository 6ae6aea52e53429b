package import Entities

/// All notes of a vault as one walk found them: paths end to end in one block of bytes, so that a
/// hundred thousand of them are a few allocations.
package struct FileSurvey: Sendable {
  package struct Entry: Sendable {
    fileprivate var start: Int
    fileprivate var length: Int
    package var fact: FileFact
  }

  /// A folder that was read. Its time moves when a name in it comes, goes or is replaced, and nobody
  /// can set it back.
  package struct Folder: Equatable, Sendable {
    package var path: NotePath
    package var changed: Timestamp

    package init(path: NotePath, changed: Timestamp) {
      self.path = path
      self.changed = changed
    }
  }

  private var paths: [UInt8] = []
  package private(set) var entries: [Entry] = []
  package var folders: [Folder] = []
  /// Folders that were seen and not gone into: those right below the ones that were asked for.
  package var unread: [NotePath] = []
  /// Folders that could not be read, told for a person.
  package var problems: [String] = []

  package init() {}

  package mutating func append(
    folder: some Collection<UInt8>, name: some Collection<UInt8>, _ fact: FileFact
  ) {
    let start = paths.count
    paths.append(contentsOf: folder)
    paths.append(contentsOf: name)
    entries.append(Entry(start: start, length: paths.count - start, fact: fact))
    paths.append(0)
  }

  /// The same for what a walk has at hand, a hundred thousand times.
  package mutating func append(
    folder: [UInt8], name: UnsafeRawBufferPointer, _ fact: FileFact
  ) {
    let start = paths.count
    paths.append(contentsOf: folder)
    paths.append(contentsOf: name)
    entries.append(Entry(start: start, length: paths.count - start, fact: fact))
    paths.append(0)
  }

  /// Forgets the notes and keeps the room that they took.
  package mutating func removeEntries() {
    paths.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  /// Takes over all that another walk found.
  package mutating func append(_ other: FileSurvey) {
    if entries.isEmpty {
      (paths, entries) = (other.paths, other.entries)
    } else {
      let shift = paths.count
      paths += other.paths
      entries += other.entries.lazy.map {
        Entry(start: $0.start + shift, length: $0.length, fact: $0.fact)
      }
    }
    folders += other.folders
    unread += other.unread
    problems += other.problems
  }

  package func path(of entry: Entry) -> NotePath {
    NotePath(bytes: Array(paths[entry.start..<(entry.start + entry.length)]))
  }

  /// The path's bytes where they lie; a zero stands behind them.
  package func withPath<Value>(
    of entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
  ) rethrows -> Value {
    try paths.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[entry.start..<(entry.start + entry.length)]))
    }
  }
  /// Those of the same moment stand in the order of their paths' bytes.
  package mutating func sortNewestFirst() {
    var keys = entries.indices.map { SortKey(entries[$0].fact.modified, $0) }
    SortKey.sort(&keys)
    // What the keys cannot tell apart is compared as it is.
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end].age == keys[start].age { end += 1 }
      if end > start + 1 {
        keys[start..<end].sort { isNewer(entries[$0.index], entries[$1.index]) }
      }
      start = end
    }
    entries = keys.map { entries[$0.index] }
  }

  private func isNewer(_ left: Entry, _ right: Entry) -> Bool {
    if left.fact.modified != right.fact.modified {
      return left.fact.modified > right.fact.modified
    }
    // The terminating zero makes the shorter of two equal beginnings the smaller.
    return paths[left.start...(left.start + left.length)]
      .lexicographicallyPrecedes(paths[right.start...(right.start + right.length)])
  }
}

/// What a note is sorted by: plain numbers, many times cheaper to move about than what is known of it.
private struct SortKey {
  /// The larger the older.
  let age: UInt64
  let index: Int

  init(_ modified: Timestamp, _ index: Int) {
    // Seconds have room here for centuries to come; what is beyond is told apart later.
    let farthest = Int64(1) << 33
    let seconds = min(max(modified.seconds, -farthest), farthest - 1)
    let moment = seconds << 30 | Int64(modified.nanoseconds)
    age = ~(UInt64(bitPattern: moment) ^ 1 << 63)
    self.index = index
  }

  /// Fewer are sorted faster by comparing them.
  private static let many = 4096

  /// By age. Many of them sixteen bits at a time, the last first: each time they are put in order
  /// without one comparison, and those that are equal stay in the order they have.
  static func sort(_ keys: inout [SortKey]) {
    if keys.count < many { return keys.sort { $0.age < $1.age } }
    var sorted = keys
    var places = [Int](repeating: 0, count: 1 << 16)
    for shift in stride(from: UInt64(0), to: 64, by: 16) {
      for place in places.indices { places[place] = 0 }
      for key in keys { places[Int(key.age >> shift & 0xffff)] += 1 }
      // Most have the same years.
      if places[Int(keys[0].age >> shift & 0xffff)] == keys.count { continue }
      var next = 0
      for place in places.indices { (places[place], next) = (next, next + places[place]) }
      for key in keys {
        let digit = Int(key.age >> shift & 0xffff)
        sorted[places[digit]] = key
        places[digit] += 1
      }
      swap(&keys, &sorted)
    }
  }
}
