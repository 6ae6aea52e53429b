import Testing

/// Each call in the sources that may wait, with how long at most, and what is said then. What is typed
/// waits for none of them longer than a person takes a program for hung.
@Suite("Calls that may wait")
struct WaitTests {
  private static var call: Regex<(Substring, Substring?, Substring?)> {
    #/\b(usleep|nanosleep|p?poll|waitpid|waitid|sem_wait|pthread_cond_wait|pthread_cond_timedwait|pthread_join|sqlite3_busy_timeout|waitForLock)\(|(Task\.sleep|Posix\.lock)\(|F_(?:OFD_)?SETLKW/#
      .wordBoundaryKind(.simple)
  }

  private struct Row: Hashable {
    var path: String
    var call: String
    var count: Int
  }

  private static func table() throws -> [(row: Row, limit: Substring, words: Substring)] {
    try House.text("Tests/waits.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      let cells = $0.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(cells.count == 5, "Tests/waits.tsv: no five cells in “\($0)”")
      let count = try #require(Int(cells[2]))
      return (Row(path: String(cells[0]), call: String(cells[1]), count: count), cells[3], cells[4])
    }
  }

  private static func calls() throws -> Set<Row> {
    // In a minute Swift's own patterns go through all lines; through those that grep finds, in no time.
    let words = "(sleep|poll|wait|waitpid|waitid|join|timeout|waitForLock|lock)\\(|SETLKW"
    var counts: [Row: Int] = [:]
    for (path, line) in try House.grep(words, below: "Sources", in: "*.swift", "*.c") {
      let code = line.drop { $0 == " " }
      if path.hasPrefix("Sources/Scaffold/") || code.hasPrefix("//") || code.hasPrefix("*")
        || code.contains(#/func waitForLock/#)
      {
        continue
      }
      for match in code.matches(of: call) {
        let call = String(match.1 ?? match.2 ?? "F_SETLKW")
        counts[Row(path: path, call: call, count: 0), default: 0] += 1
      }
    }
    return Set(counts.map { Row(path: $0.key.path, call: $0.key.call, count: $0.value) })
  }

  @Test("Every call that may wait is in the table with its time limit (T5)")
  func all() throws {
    let table = try Self.table()
    #expect(try Self.calls().symmetricDifference(table.map(\.row)) == [])
    for (row, limit, words) in table {
      #expect(!words.isEmpty)
      if ["work", "idle", "person"].contains(limit) { continue }
      let time = try #require(limit.wholeMatch(of: #/([0-9]+) (ms|s)/#), "\(row): “\(limit)”")
      let milliseconds = try #require(Int(time.1)) * (time.2 == "s" ? 1000 : 1)
      #expect(milliseconds <= 10_000, "\(row)")
    }
  }

  @Test("No lock is waited for without a limit, and the usual limit is that of the table (T5)")
  func locks() throws {
    let blocking = try House.lines(
      below: "Sources", matching: #/\bflock\((?!.*(LOCK_NB|LOCK_UN))/#,
      where: { !$0.hasPrefix("Sources/Scaffold/") })
    #expect(blocking == [])
    let usual = try House.text("Sources/Files/Posix+Locks.swift")
    #expect(usual.contains("lockPatience = Duration.seconds(5)"))
  }
}
