import Testing

@testable import Regex

@Suite("Regular expressions")
struct RegexTests {
  private static func pattern(
    _ source: String, _ options: RegexOptions = .text
  ) throws -> RegexPattern {
    try RegexPattern(Array(source.utf8), options)
  }

  @Test(
    "A group that did not take part is nil, in each dialect",
    arguments: [RegexOptions.text, .vim, .javaScript])
  func groups(options: RegexOptions) throws {
    var matcher = RegexMatcher(try Self.pattern("(a)|(b)(x)?", options), .search)
    #expect(matcher.match("cb".utf8.span, from: 0) == .match(1..<2))
    #expect(matcher.groups == [1..<2, nil, 1..<2, nil])
    #expect(matcher.match("ca".utf8.span, from: 0) == .match(1..<2))
    #expect(matcher.groups == [1..<2, 1..<2, nil, nil])
    #expect(matcher.group(4) == nil)
    #expect(matcher.match("cc".utf8.span, from: 0) == .nothing)
    #expect(matcher.groups == [nil, nil, nil, nil])
  }

  @Test(
    "An error in an expression has its offset",
    arguments: [("a(b", 3), ("a[b", 3), ("*a", 0), ("é\\Cx", 4)])
  func problems(source: String, offset: Int) throws {
    let problem = #expect(throws: RegexProblem.self) { try Self.pattern(source) }
    #expect(problem?.offset == offset)
    #expect(problem?.reason.isEmpty == false)
  }

  @Test("Named groups have their numbers, and a name may have several")
  func names() throws {
    let pattern = try Self.pattern("(?J)(?<a>x)(y)(?<b>z)(?<a>u)")
    #expect(pattern.names == ["a": [1, 4], "b": [3]])
    #expect(pattern.groupCount == 4)
  }

  @Test("A match starts within its bounds, and a bound applies to one match only")
  func bounds() throws {
    var matcher = RegexMatcher(try Self.pattern("b"), .search)
    let text = Array("aaab".utf8)
    #expect(matcher.match(text.span, from: 0, to: 2) == .nothing)
    #expect(matcher.match(text.span, from: 0) == .match(3..<4))
    #expect(matcher.match(text.span, from: 9) == .tooHard)
    #expect(matcher.match(text.span.extracting(0..<0), from: 0) == .nothing)
  }

  @Test("Bytes that are not text match nothing and hide nothing")
  func brokenText() throws {
    var matcher = RegexMatcher(try Self.pattern("\\w+"), .search)
    let text: [UInt8] = [0xff, 0x61, 0xe6, 0x97, 0x62, 0x63]
    #expect(matcher.match(text.span, from: 0) == .match(1..<2))
    #expect(matcher.match(text.span, from: 2) == .match(4..<6))
  }

  @Test("A match at the end of an unfinished text is unsure")
  func unsure() throws {
    var matcher = RegexMatcher(try Self.pattern("ab+"), .search)
    #expect(matcher.match("xabb".utf8.span, from: 0, .hasMore) == .unsure(1))
    #expect(matcher.match("xabb".utf8.span, from: 0) == .match(1..<4))
  }

  @Test(
    "A match that tries too much is given up, and the next one still works",
    arguments: [RegexOptions.text, .vim, .javaScript])
  func tooHard(options: RegexOptions) throws {
    var matcher = RegexMatcher(try Self.pattern("(?:a+)+b|c", options), .query)
    let text = [UInt8](repeating: 0x61, count: 40)
    #expect(matcher.match(text.span, from: 0) == .tooHard)
    #expect(matcher.match("aac".utf8.span, from: 0) == .match(2..<3))
  }

  /// What is compiled needs a stack: first the thread's, then one of its own, then the heap.
  @Test(
    "A group may be repeated over a long text", arguments: [100, 5_000, 20_000, 40_000],
    [RegexOptions.text, .vim])
  func longRepeats(count: Int, options: RegexOptions) throws {
    var matcher = RegexMatcher(try Self.pattern("(a|b)*c", options), .search)
    let text = [UInt8](repeating: 0x61, count: count) + [0x63]
    #expect(matcher.match(text.span, from: 0) == .match(0..<count + 1))
  }

  @Test("A callout decides whether a match continues, and may call another matcher")
  func conditions() throws {
    let inner = try Self.pattern("[0-9]", .vim)
    var matcher = RegexMatcher(try Self.pattern("x(?C7)", .vim), .vim)
    let text = Array("xa x1 x2".utf8)
    var asked: [Int] = []
    let answer = matcher.match(text.span, from: 0) { number, offset in
      asked += [number, offset]
      var matcher = RegexMatcher(inner, .vim)
      return matcher.match(text.span, from: offset, to: offset) == .match(offset..<offset + 1)
    }
    #expect(answer == .match(3..<4))
    #expect(asked == [7, 1, 7, 4])
    #expect(matcher.match(text.span, from: 0) == .match(0..<1))
  }

  @Test(
    "One expression matches on eight threads at the same time",
    arguments: [RegexOptions.text, .vim, .javaScript])
  func threads(options: RegexOptions) async throws {
    let pattern = try Self.pattern("(?:(a+)|(b|c)*(d)(?C1))e", options)
    await withTaskGroup(of: [Int].self) { group in
      for thread in 0..<8 {
        group.addTask { Self.wrongRounds(of: pattern, thread: thread) }
      }
      for await wrong in group { #expect(wrong.isEmpty) }
    }
  }

  /// Matches short and long texts, each of which another thread has at the same time.
  private static func wrongRounds(of pattern: RegexPattern, thread: Int) -> [Int] {
    (0..<300).filter { round in
      let count = [1, 7, 400, 3_000][(round + thread) % 4]
      let text = [UInt8](repeating: 0x62, count: count) + Array("de".utf8)
      var matcher = RegexMatcher(pattern, .search)
      var asked = 0
      let answer = matcher.match(text.span, from: 0) { _, _ in
        asked += 1
        return true
      }
      let groups = [0..<count + 2, nil, count - 1..<count, count..<count + 1]
      return answer != .match(0..<count + 2) || matcher.groups != groups || asked != 1
    }
  }

  @Test("A budget does not change the answer, even if starting points are tried in batches")
  func budget() throws {
    let sources = ["b", "(a|é)*b", "^.*é", "(?<=a)é", "a*$", "(a|b)*(a|é)*$", "\\b", "x"]
    var bytes: [UInt8] = []
    for round in 0..<60 {
      bytes += Array(["a", "é", "ab", "\n", "aaaaaaaa", "b é"][round * round % 6].utf8)
      for source in sources {
        var matcher = RegexMatcher(try Self.pattern(source, .vim), .vim)
        for start in [0, bytes.count / 2] where bytes[start] & 0xc0 != 0x80 {
          let expected = matcher.match(bytes.span, from: start, to: bytes.count - 1)
          let groups = matcher.groups
          let budget = RegexBudget(1 << 28)
          let answer = matcher.match(
            bytes.span, from: start, to: bytes.count - 1, within: budget)
          #expect(answer == expected, "\(source): \(bytes)")
          if case .match = answer { #expect(matcher.groups == groups) }
          #expect(!budget.isSpent)
        }
      }
    }
  }

  @Test("A hard match spends the budget, and nothing more is matched within it")
  func spentBudget() throws {
    let budget = RegexBudget(1 << 28)
    var hard = RegexMatcher(try Self.pattern("(a|aa)+$", .vim), .vim)
    let text = [UInt8](repeating: 0x61, count: 60) + [0x21]
    #expect(hard.match(text.span, from: 0, to: 60, within: budget) == .tooHard)
    #expect(budget.isSpent)
    var plain = RegexMatcher(try Self.pattern("!", .vim), .vim)
    #expect(plain.match(text.span, from: 0, to: 60, within: budget) == .tooHard)
    let other = RegexBudget()
    #expect(plain.match(text.span, from: 0, to: 60, within: other) == .match(60..<61))
    other.end()
    #expect(plain.match(text.span, from: 0, to: 60, within: other) == .tooHard)
  }

  @Test("A large amount of easy work spends the budget too")
  func muchWork() throws {
    let budget = RegexBudget(1 << 28)
    let pattern = try Self.pattern("[ab]*[ab]*[ab]*c|d", .vim)
    let text = [UInt8](repeating: 0x61, count: 400) + [0x63, 0x65]
    var rounds = 0
    while !budget.isSpent, rounds < 10_000 {
      var matcher = RegexMatcher(pattern, .vim)
      _ = matcher.match(text.span.extracting(..<400), from: 0, to: 399, within: budget)
      rounds += 1
    }
    #expect(rounds > 10)
    #expect(budget.isSpent)
  }

  @Test("A callout may end a match")
  func endedByCallout() throws {
    var matcher = RegexMatcher(try Self.pattern("x(?C1)", .vim), .vim)
    #expect(matcher.match("xx".utf8.span, from: 0) { _, _ in nil } == .tooHard)
  }

  @Test("The version is a number")
  func version() {
    #expect(RegexPattern.version.split(separator: ".").allSatisfy { Int($0) != nil })
  }
}
