import Entities
import Files

/// One number for each folder, made from the facts of its notes: if it is unchanged, nothing in the
/// folder changed, and none of its notes has to be looked up.
struct FolderSums {
  struct Folder {
    /// The indexes of its notes in the survey.
    var entries: [Int] = []
    var changed: Int64 = 0
    var sum: UInt64 = 0
  }

  private let survey: FileSurvey
  private(set) var folders: [[UInt8]: Folder] = [:]

  init(_ survey: FileSurvey) {
    self.survey = survey
    for folder in survey.folders {
      folders[folder.path.bytes, default: Folder()].changed = folder.changed.wholeNanoseconds
    }
    // A walk finds the notes of a folder one after the other.
    var run: (folder: [UInt8], found: Folder)?
    for (index, entry) in survey.entries.enumerated() {
      survey.withPath(of: entry) { path in
        let folder = path.prefix(upTo: path.lastIndex(of: slash) ?? 0)
        if run.map({ $0.folder.elementsEqual(folder) }) != true {
          if let run { folders[run.folder] = run.found }
          let bytes = Array(folder)
          run = (bytes, folders[bytes] ?? Folder())
          // Removed while it grows, so that it is not copied.
          folders[bytes] = nil
        }
        run?.found.entries.append(index)
        run?.found.sum &+= Self.number(path, entry.fact)
      }
    }
    if let run { folders[run.folder] = run.found }
  }

  /// Writes the folders into an index that has none, and returns their ids.
  func write(
    _ moment: CheckTime, _ database: Database
  ) throws(DatabaseError) -> [[UInt8]: Int64] {
    var ids: [[UInt8]: Int64] = [:]
    for (path, folder) in folders {
      let id = Int64(ids.count + 1)
      try database.run(
        "INSERT INTO folder VALUES (?, ?, ?, ?)", .int(id), .bytes(path),
        .int(moment.settled(folder)), sum(folder, moment))
      ids[path] = id
    }
    return ids
  }

  /// Returns the sum for the index: NULL if a note may still change unnoticed.
  func sum(_ folder: Folder, _ moment: CheckTime) -> Cell {
    let isSettled = folder.entries.allSatisfy { moment.settled(survey.entries[$0].fact) != 0 }
    return isSettled ? .int(Int64(bitPattern: folder.sum)) : .null
  }

  /// Returns a note's summand, so that the order of notes does not matter.
  private static func number(
    _ path: UnsafeBufferPointer<UInt8>, _ fact: FileFact
  ) -> UInt64 {
    var hash = Digest.of(UnsafeRawBufferPointer(path))
    func add(_ part: UInt64) {
      hash = (hash ^ part) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 32
    }
    add(fact.inode)
    add(UInt64(truncatingIfNeeded: fact.size))
    add(UInt64(bitPattern: fact.modified.wholeNanoseconds))
    add(UInt64(bitPattern: fact.changed.wholeNanoseconds))
    if let obstacle = fact.obstacle { hash ^= Digest.of(Array(obstacle.code.utf8)) }
    return hash
  }
}
