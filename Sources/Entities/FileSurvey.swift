/// All notes that one walk of a vault found. Their paths are stored end to end in one block of
/// bytes, so that a hundred thousand of them need only a few allocations.
package struct FileSurvey: Sendable {
  package struct Entry: Sendable {
    fileprivate var start: Int
    fileprivate var length: Int
    package var fact: FileFact
  }

  /// A folder that was read. Its change time moves when a name in it is added, removed or replaced,
  /// and no program can set it back.
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
  /// Folders that the walk saw but did not enter: those directly below the requested ones.
  package var unread: [NotePath] = []
  /// Messages about folders that could not be read.
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

  /// The same with the types that a walk has, without generics: it runs a hundred thousand times.
  package mutating func append(
    folder: [UInt8], name: UnsafeRawBufferPointer, _ fact: FileFact
  ) {
    let start = paths.count
    paths.append(contentsOf: folder)
    paths.append(contentsOf: name)
    entries.append(Entry(start: start, length: paths.count - start, fact: fact))
    paths.append(0)
  }

  /// Appends everything that another walk found.
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

  /// Passes the path's bytes to `body` without a copy; a zero byte follows them.
  package func withPath<Value>(
    of entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
  ) rethrows -> Value {
    try paths.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[entry.start..<(entry.start + entry.length)]))
    }
  }

  /// Sorts by modification time, then by the paths' bytes.
  package mutating func sortNewestFirst() {
    // Sorts indices, which are smaller to move than entries.
    entries = entries.indices.sorted { isNewer(entries[$0], entries[$1]) }.map { entries[$0] }
  }

  private func isNewer(_ left: Entry, _ right: Entry) -> Bool {
    if left.fact.modified != right.fact.modified {
      return left.fact.modified > right.fact.modified
    }
    // The terminating zero sorts a path before its own extensions.
    return paths[left.start...(left.start + left.length)]
      .lexicographicallyPrecedes(paths[right.start...(right.start + right.length)])
  }
}

/// The facts about a note that the file system has without opening it.
package struct FileFact: Equatable, Sendable {
  package var inode: UInt64
  package var size: Int
  package var modified: Timestamp
  /// The time of the last change of text, name or mode; it cannot be set back.
  package var changed: Timestamp
  package var isLink: Bool
  /// The reason that the note is listed but cannot be opened.
  package var obstacle: NoteObstacle?

  package init(
    inode: UInt64, size: Int, modified: Timestamp, changed: Timestamp, isLink: Bool = false,
    obstacle: NoteObstacle? = nil
  ) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.isLink = isLink
    self.obstacle = obstacle
  }

  /// Whether the file is unchanged.
  package func isSameFile(as other: FileFact) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified
      && changed == other.changed
  }
}
