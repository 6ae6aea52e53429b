import Entities
import Services

/// What the index knows of the vault's files: enough to look whether they are still so.
///
/// A few blocks of memory, however many they are: it is made, or read from a file, sooner than the
/// paths would be one by one.
struct KnownFiles: Sendable {
  /// Which state of the index this was; nil where the index does not count them yet.
  var state: Int64?
  /// When the whole vault was last looked through, in nanoseconds since 1970.
  var reconciled: Int64 = 0
  /// How many there are in all.
  var notes: Int64 = 0

  /// Numbers of each folder, and behind them of each note, with where its path ends in `paths`.
  private(set) var numbers: [Int64] = []
  private(set) var paths: [UInt8] = []
  private(set) var folderCount = 0

  /// Fewer notes are looked through as quickly as their folders.
  static let fewNotes = 2000
  private static let newest = 200
  /// How many numbers each has.
  static let width = 5

  var noteCount: Int { numbers.count / Self.width - folderCount }

  init() {}

  /// Nil where the numbers cannot be those of any files.
  init?(numbers: [Int64], paths: [UInt8], folderCount: Int) {
    guard numbers.count % Self.width == 0, folderCount >= 0,
      folderCount <= numbers.count / Self.width
    else { return nil }
    var last: Int64 = 0
    for place in stride(from: 0, to: numbers.count, by: Self.width) {
      guard numbers[place] >= last, numbers[place] <= Int64(paths.count) else { return nil }
      last = numbers[place]
    }
    (self.numbers, self.paths, self.folderCount) = (numbers, paths, folderCount)
  }

  init(_ database: Database) throws(DatabaseError) {
    self = try database.snapshot { () throws(DatabaseError) in
      var known = KnownFiles()
      known.state = try database.meta(Schema.Meta.state)
      known.reconciled = try database.meta(Schema.Meta.reconciled) ?? 0
      known.notes = try database.meta(Schema.Meta.notes) ?? 0
      if known.notes >= Self.fewNotes {
        try known.addFolders(database)
        try known.addNewest(database)
      }
      return known
    }
  }

  /// All folders come before all notes.
  mutating func add(folder path: some Sequence<UInt8>, changed: Int64) {
    paths.append(contentsOf: path)
    numbers.append(Int64(paths.count))
    for number in [changed, 0, 0, 0] { numbers.append(number) }
    folderCount += 1
  }

  mutating func add(
    note path: some Sequence<UInt8>, inode: Int64, size: Int64, modified: Int64, changed: Int64
  ) {
    paths.append(contentsOf: path)
    numbers.append(Int64(paths.count))
    for number in [changed, inode, size, modified] { numbers.append(number) }
  }

  private mutating func addFolders(_ database: Database) throws(DatabaseError) {
    let rows = try database.query("SELECT path, changed FROM folder")
    while try rows.next() {
      rows.withBytes(0) { add(folder: $0, changed: rows.int(1)) }
    }
  }

  /// What is written over in its place is one of the newest.
  private mutating func addNewest(_ database: Database) throws(DatabaseError) {
    let rows = try database.query(
      "SELECT path, inode, size, modified, changed FROM note ORDER BY id LIMIT ?",
      .int(Self.newest))
    while try rows.next() {
      rows.withBytes(0) {
        add(
          note: $0, inode: rows.int(1), size: rows.int(2), modified: rows.int(3),
          changed: rows.int(4))
      }
    }
  }

  func folders(_ range: Range<Int>) -> [FileSurvey.Folder] {
    range.map { place in
      FileSurvey.Folder(path: path(place), changed: time(place, 1))
    }
  }

  func newest(_ range: Range<Int>) -> [(note: NoteID, fact: FileFact)] {
    range.map { number in
      let place = folderCount + number
      let fact = FileFact(
        inode: UInt64(bitPattern: numbers[place * Self.width + 2]),
        size: Int(numbers[place * Self.width + 3]), modified: time(place, 4),
        changed: time(place, 1))
      return (NoteID(path(place)), fact)
    }
  }

  private func time(_ place: Int, _ number: Int) -> Timestamp {
    Timestamp(wholeNanoseconds: numbers[place * Self.width + number])
  }

  private func path(_ place: Int) -> NotePath {
    let start = place == 0 ? 0 : Int(numbers[(place - 1) * Self.width])
    return NotePath(bytes: Array(paths[start..<Int(numbers[place * Self.width])]))
  }
}
