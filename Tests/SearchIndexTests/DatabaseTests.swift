import Files
import TestSupport
import Testing

@testable import SearchIndex

@Suite("The database under the index")
struct DatabaseTests {
  let folder = TemporaryFolder()

  private func makeDatabase() throws -> Database {
    let index = IndexFolder(path: folder.bytes)
    let database = try Database(path: index.path(of: try index.makeFile()), .building, in: nil)
    try database.prepareWords()
    try database.execute(Schema.tables)
    try database.execute(Schema.words)
    try database.execute(Schema.indexes)
    return database
  }

  private func ids(_ database: Database, _ match: String) throws -> [Int64] {
    var ids: [Int64] = []
    let rows = try database.query(
      "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid", .text(match))
    while try rows.next() { ids.append(rows.int(0)) }
    return ids
  }

  @Test("Words written to a separate file are taken over and then change like all others")
  func wordsFromBeside() throws {
    let index = IndexFolder(path: folder.bytes)
    let (name, path) = (try index.makeFile(), index.path(of: try index.makeFile()))
    let build = WordsBuild(path: path, in: nil)
    #expect(build.start())
    for id in 1...3000 {
      let words = (0..<40).map { "w\((id * 7 + $0 * 13) % 500)" } + ["all", "n\(id)"]
      try build.add([Array("\u{1}\(words.joined(separator: " ")) ".utf8)], Int64(id))
    }
    try build.finish()
    do {
      let made = try Database(path: index.path(of: name), .building, in: nil)
      try made.prepareWords()
      try made.execute(Schema.words)
      try made.mergeWords()
      try made.takeWords(from: path)
    }
    let database = try Database(path: index.path(of: name), .building, in: nil)
    try database.prepareWords()
    let (first, last) = (Array("\u{1}all new".utf8), Array("\u{1}all w3 new".utf8))
    try database.insertWords([first], 3001)
    try database.insertWords([last], 3002)
    #expect(try ids(database, "all") == Array(1...3002))
    #expect(try ids(database, "n17") == [17])
    #expect(try ids(database, "new") == [3001, 3002])
    let holding = (1...3000).filter { id in (0..<40).contains { (id * 7 + $0 * 13) % 500 == 3 } }
    #expect(try ids(database, "w3") == holding.map { Int64($0) } + [3002])
    try database.run("INSERT INTO words (words) VALUES ('optimize')")
    try database.run("INSERT INTO words (words) VALUES ('integrity-check')")
    #expect(try ids(database, "w3").count == holding.count + 1)
  }

  @Test("A separate build of words reports failures and can stop at any time")
  func wordsBesideFail() throws {
    let build = WordsBuild(path: folder.bytes + Array("/none".utf8), in: nil)
    #expect(build.start())
    #expect(throws: DatabaseError.self) { try build.finish() }
    let index = IndexFolder(path: folder.bytes)
    let stopped = WordsBuild(path: index.path(of: try index.makeFile()), in: nil)
    #expect(stopped.start())
    try stopped.add([Array("\u{1}one".utf8)], 1)
    stopped.stop()
    try stopped.finish()
  }

  @Test(
    "Words match by prefix, and pairs match exactly",
    arguments: [
      ("\"針山\"", [1, 2]), ("\"山紀\"", [2]), ("\"紀\"*", [2]), ("\"山\"*", [1, 2]),
      ("\"caf\"*", [3]), ("\"CAFÉ\"", [3]), ("\"針山\" \"tail\"", [1]), ("\"tai\"", []),
      ("\"one\" OR \"tail\"", [1, 4]),
    ] as [(String, [Int64])])
  func match(match: String, ids expected: [Int64]) throws {
    let database = try makeDatabase()
    for (id, text) in ["針山 tail", "針山紀行", "Café", "\u{1}one two"].enumerated() {
      try database.run(
        "INSERT INTO words (rowid, word) VALUES (?, ?)", .int(id + 1), .text(text))
    }
    #expect(try ids(database, match) == expected)
  }

  @Test("A failed transaction leaves nothing behind")
  func rollback() throws {
    let database = try makeDatabase()
    let thrown = #expect(throws: DatabaseError.self) {
      try database.transaction { () throws(DatabaseError) in
        try database.run("INSERT INTO meta VALUES ('a', 1)")
        try database.run("INSERT INTO meta VALUES ('a', 2)")
      }
    }
    #expect(thrown?.isDamage == true)
    #expect(try database.number("SELECT count(*) FROM meta") == 0)
  }

  @Test("Values are read as they were written")
  func values() throws {
    let database = try makeDatabase()
    let text = "a\u{0}b é"
    let bytes: [UInt8] = [0xff, 0, 0x80]
    let rows = try database.query(
      "SELECT ?, ?, ?, ?, ?", .text(text), .bytes(bytes), .int(-5), .null, .text(""))
    let isThere = try rows.next()
    let (back, blob, number) = (rows.text(0), rows.bytes(1), rows.int(2))
    let (isNull, empty) = (rows.isNull(3), rows.optionalText(4))
    let hasMore = try rows.next()
    #expect(isThere && !hasMore && isNull)
    #expect(back == text)
    #expect(blob == bytes)
    #expect(number == -5)
    #expect(empty == "")
  }

  @Test("The same statement works twice at once")
  func nesting() throws {
    let database = try makeDatabase()
    let outer = try database.query("SELECT value FROM json_each('[1,2,3]')")
    var sums: [Int64] = []
    while try outer.next() {
      let inner = try database.query("SELECT value FROM json_each('[1,2,3]')")
      var sum = outer.int(0) * 10
      while try inner.next() { sum += inner.int(0) }
      sums.append(sum)
    }
    #expect(sums == [16, 26, 36])
  }

  @Test("The last connection to close leaves a short log alone, but merges and empties a long one")
  func log() throws {
    let index = IndexFolder(path: folder.bytes)
    let name = try index.makeFile()
    let log = { try Posix.facts(index.path(of: name + Array("-wal".utf8))).size }
    func open() throws -> Database { try Database(path: index.path(of: name), .shared, in: nil) }
    try open().execute("PRAGMA journal_mode = WAL; CREATE TABLE a (b)")
    let short = try log()
    #expect(short > 0)
    try open().execute("INSERT INTO a VALUES (1)")
    #expect(try log() > short)
    try open().execute("INSERT INTO a VALUES (zeroblob(400000))")
    #expect(try log() == 0)
    #expect(try open().number("SELECT count(*) FROM a") == 2)
  }

  @Test(
    "The shared memory of a log stays the same length, and its old contents are not trusted",
    arguments: [0, 40, 9_000])
  func shared(rows: Int) throws {
    let index = IndexFolder(path: folder.bytes)
    let name = try index.makeFile()
    let shared = name + Array("-shm".utf8)
    func open() throws -> Database { try Database(path: index.path(of: name), .shared, in: nil) }
    func count(_ database: Database) throws -> Int64? {
      try database.number("SELECT count(*) FROM a")
    }
    try open().execute("PRAGMA journal_mode = WAL; CREATE TABLE a (b)")
    var expected: Int64 = 0
    for junk: UInt8 in [0, 1, 0xff, 7, 0x80] {
      do {
        let database = try open()
        let other = try open()
        #expect(try count(database) == expected)
        try database.transaction { () throws(DatabaseError) in
          for _ in 0..<rows { try database.run("INSERT INTO a VALUES (randomblob(600))") }
        }
        expected += Int64(rows)
        #expect(try count(other) == expected)
      }
      let size = try Posix.facts(index.path(of: shared)).size
      #expect(size >= 32 << 10)
      folder.write(shared, [UInt8](repeating: junk ^ 0x55, count: size))
      // Closed before the next write to the file, which waits until no one has it open.
      do {
        let found = try open()
        #expect(try count(found) == expected)
        let check = try found.query("PRAGMA integrity_check")
        #expect(try check.next() && check.text(0) == "ok")
        #expect(try Posix.facts(index.path(of: shared)).size == size)
      }
      // The last process that had it was killed while writing, or the power failed.
      folder.write(shared, [UInt8](repeating: junk, count: size))
    }
  }
}
