import TestSupport
import Testing

@testable import Fuzzy

@Suite("Fuzzy search")
struct FuzzyTests {
  private func found(_ query: String, in names: [String]) async -> [String] {
    let result = await FuzzySearch.run(FuzzyQuery(query), in: [FuzzyNames(names)], most: 100)
    return result?.hits.map { names[$0.index] } ?? []
  }

  @Test(
    "A name has a query as a whole, at its start, as words, at a word's start, or inside",
    arguments: [
      ("board", "Board", .whole), ("BOARD", "board", .whole), ("bo", "Board", .start),
      ("a board", "A board", .whole), ("board", "My board, old", .words),
      ("old", "My board, old", .words), ("old boa", "My old boards", .wordStart),
      ("boa", "My boards", .wordStart), ("oar", "Board", .inside), ("bar", "fooBar", .words),
      ("board my", "My board", .scattered), ("bd", "Board", .scattered),
      ("ecole", "L’école", .words), ("", "Board", .scattered), ("board", "", .scattered),
      ("ar", "Car art", .wordStart),
    ] as [(String, String, FuzzyFit)])
  func fits(query: String, name: String, expected: FuzzyFit) {
    #expect(FuzzyQuery(query).fit(in: name) == expected)
  }

  @Test(
    "Matches are ordered best first",
    arguments: [
      ("note", ["Not here, even", "Notes", "Note"], ["Note", "Notes", "Not here, even"]),
      // Starts of words rank above letters in the middle.
      ("mn", ["common", "Meeting notes"], ["Meeting notes", "common"]),
      // Adjacent letters rank above scattered ones.
      ("plan", ["Up a long lane", "Aplanes"], ["Aplanes", "Up a long lane"]),
      ("fb", ["fob", "fooBar"], ["fooBar", "fob"]),
      // The same case counts a little.
      ("Go", ["go", "Go"], ["Go", "go"]),
      // The first of equal names wins.
      ("a", ["ab", "ac"], ["ab", "ac"]),
      // All words must match, in any order.
      ("two one", ["one two", "one"], ["one two"]),
      ("resume", ["Résumé", "re"], ["Résumé"]),
      ("É", ["Etude"], ["Etude"]),
      ("strasse", ["Straße"], ["Straße"]),
      // A letter of several bytes is one letter.
      ("中", ["一丁", "在中国"], ["在中国"]),
      ("が", ["か\u{3099}ぎ"], ["か\u{3099}ぎ"]),
      ("x", ["abc", ""], []),
      ("abc", ["ab", "acb"], []),
    ] as [(String, [String], [String])])
  func order(query: String, names: [String], expected: [String]) async {
    #expect(await found(query, in: names) == expected)
  }

  @Test("An empty query matches every name, in the given order")
  func emptyQuery() async {
    #expect(FuzzyQuery("  \t").isEmpty)
    #expect(await found("", in: ["b", "a"]) == ["b", "a"])
  }

  @Test("Bytes that are not text are searched safely")
  func hostileBytes() async {
    var names = FuzzyNames()
    var random = SeededRandom(seed: 3)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      bytes.withUnsafeBufferPointer { names.append($0) }
    }
    names.append("found it")
    let result = await FuzzySearch.run(FuzzyQuery("found it"), in: [names], most: 1)
    #expect(result?.hits.first?.index == 300)
    for letter in ["中", "é", "🏖", "a"] {
      #expect(await FuzzySearch.run(FuzzyQuery(letter), in: [names], most: 9) != nil)
    }
  }

  @Test("Only the beginning of a megabyte name is searched")
  func longName() async {
    let long = "start" + String(repeating: "x", count: 1 << 20) + "z"
    #expect(await found("start", in: [long]).count == 1)
    #expect(await found("z", in: [long]).isEmpty)
    // The limit falls into letters that fold to several.
    for count in 470..<490 {
      let name = String(repeating: "a", count: count) + "ﬃﬃﬃΐΐΐ"
      #expect(await found("aa", in: [name]).count == 1)
      #expect(await found("af", in: [name]).count == (count < 480 ? 1 : 0))
    }
  }

  private static let alphabet: [Character] = ["a", "b", "A", "B", " ", "-", "é", "1"]

  private func text(_ length: Int, _ random: inout SeededRandom) -> String {
    String((0..<length).map { _ in Self.alphabet[Int.random(in: 0..<8, using: &random)] })
  }

  @Test("Every score is the best of all ways to match the letters", arguments: 1...4)
  func scores(seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    for _ in 0..<1500 {
      let name = text(Int.random(in: 0...12, using: &random), &random)
      let query = text(Int.random(in: 1...4, using: &random), &random)
      let result = await FuzzySearch.run(FuzzyQuery(query), in: [FuzzyNames([name])], most: 1)
      let score = result?.hits.first?.score
      let expected = NaiveFuzzy.score(query, in: name)
      #expect(score == expected, "“\(query)” in “\(name)”")
      guard score != nil else { continue }
      let marked = FuzzyMarks.characters(of: name, matching: FuzzyQuery(query))
      let wanted = FuzzyQuery(query).words.map(\.letters.count)
      #expect(marked.count <= wanted.reduce(0, +), "“\(query)” in “\(name)”")
      #expect(marked.count >= wanted.max() ?? 0, "“\(query)” in “\(name)”")
    }
  }

  @Test("The marked letters of a name spell the query", arguments: ["c", "é", "日", "e\u{301}"])
  func marksSpell(other: String) {
    var random = SeededRandom(seed: 7)
    func text(_ letters: String, _ count: Int) -> String {
      String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
    }
    for _ in 0..<800 {
      let name = Array(text("abAB -c\(other)", Int.random(in: 1...14, using: &random)))
      let query = text("ab", 2)
      let marked = FuzzyMarks.characters(of: String(name), matching: FuzzyQuery(query))
      let spelled = String(marked.map { name[$0] }).lowercased()
      let letters = name.filter { "abAB".contains($0) }
      let fits = letters.indices.contains { first in
        letters[first].lowercased() == query.prefix(1)
          && letters[(first + 1)...].contains { $0.lowercased() == query.suffix(1) }
      }
      #expect(spelled == (fits ? query : ""), "“\(query)” in “\(String(name))”")
    }
  }

  @Test(
    "Typing letter by letter over many blocks finds the best matches of a full search",
    arguments: 1...3)
  func narrowing(seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let names = (0..<90).map { _ in text(Int.random(in: 0...14, using: &random), &random) }
      let blocks = stride(from: 0, to: 90, by: 15).map { FuzzyNames(names[$0..<($0 + 15)]) }
      let typed = text(5, &random)
      var earlier: FuzzyResult?
      for length in 1...5 {
        let query = String(typed.prefix(length))
        // Some blocks arrive later.
        let known = Array(blocks.prefix(min(6, 2 + length)))
        let result = await FuzzySearch.run(FuzzyQuery(query), in: known, after: earlier, most: 7)
        let scored = names.prefix(known.count * 15).enumerated().compactMap { index, name in
          NaiveFuzzy.score(query, in: name).map { (index: index, score: $0) }
        }
        let best = scored.sorted {
          $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index
        }
        #expect(result?.count == scored.count, "“\(query)”")
        #expect(
          result?.hits.map { $0.block * 15 + $0.index } == best.prefix(7).map(\.index),
          "“\(query)”")
        earlier = result
      }
    }
  }

  @Test("An abandoned search ends without an answer")
  func stopped() async {
    let stop = FuzzyStop()
    stop.stop()
    let result = await FuzzySearch.run(
      FuzzyQuery("a"), in: [FuzzyNames(["a"])], most: 1, stop: stop)
    #expect(result == nil)
  }

  @Test(
    "The matched characters are reported",
    arguments: [
      ("mn", "Meeting notes", [0, 8]), ("note", "Meeting notes", [8, 9, 10, 11]),
      ("resu", "Le re\u{301}sume\u{301}", [3, 4, 5, 6]), ("ss", "Aß", [1]), ("x", "abc", []),
      ("国", "在中国", [2]),
    ] as [(String, String, [Int])])
  func marks(query: String, name: String, expected: [Int]) {
    #expect(FuzzyMarks.characters(of: name, matching: FuzzyQuery(query)) == expected)
  }
}
