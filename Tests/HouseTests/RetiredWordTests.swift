import Testing

/// Words that say little, and were once on every page, stay rare.
@Suite("Retired words")
struct RetiredWordTests {
  /// How often each may be found, as a whole word, in a thousand lines of the sources.
  private static let bars: [(pattern: String, most: Double)] = [
    ("stands", 0.5),
    ("kept", 0.5),
    ("told", 0.5),
    ("deeds?", 0.5),
    ("whoever", 0.5),
    ("nobody", 0.5),
    ("so many", 0.5),
    ("place", 12),
  ]

  @Test("Retired words stay rare in the sources", arguments: bars)
  func areRare(pattern: String, most: Double) throws {
    let lines = try Self.grep("-hc", "").compactMap { Int($0) }.reduce(0, +)
    #expect(lines > 100_000)
    let count = try Self.grep("-ohwE", pattern).count
    let bar = Int(most * Double(lines) / 1_000)
    #expect(count <= bar, "“\(pattern)” is in the sources \(count) times; the bar is \(bar)")
  }

  private static func grep(_ options: String, _ pattern: String) throws -> [Substring] {
    let found = Command.runNow(
      ["grep", "-r", "--include=*.swift", options, pattern, "\(PackageCopy.original)/Sources"])
    try #require(found.status < 2, "\(found.output)")
    return found.output.split(separator: "\n")
  }
}
