import TestSupport
import Testing

@testable import TextEngine

@Suite("Finding")
struct TextSearchTests {
  private static func starts(
    _ pattern: String, in text: String, _ options: TextSearch.Options
  ) throws -> [Int] {
    let search = try TextSearch(Array(pattern.utf8), options)
    let rope = Rope(Array(text.utf8), limits: RopeTests.small)
    return try search.matches(inside: rope.all, of: rope).map(\.lowerBound.value)
  }

  @Test(
    "A lowercase letter finds any case, and a capital only itself, in any script",
    arguments: [
      ("ab", "ab AB aB", [0, 3, 6]), ("aB", "ab AB aB", [6]), ("é", "é É e", [0, 3]),
      ("É", "é É", [3]), ("straße", "Straße STRAßE", [0, 8]), ("σ", "Σ ς", [0, 3]),
      ("日", "日本", [0]), ("жук", "Жук ЖУК", [0, 7]), ("a.b", "A.B axb", [0]),
      ("1", "1", [0]),
    ])
  func smartCase(_ pattern: String, _ text: String, _ expected: [Int]) throws {
    #expect(try Self.starts(pattern, in: text, .init()) == expected)
  }

  @Test(
    "Case is exact or ignored on request",
    arguments: [
      ("ab", SearchCase.exact, [0]), ("AB", .ignored, [0, 3]), ("Ab", .smart, []),
    ])
  func chosenCase(_ pattern: String, _ letters: SearchCase, _ expected: [Int]) throws {
    for isExpression in [false, true] {
      let options = TextSearch.Options(letters: letters, isExpression: isExpression)
      #expect(try Self.starts(pattern, in: "ab AB", options) == expected)
    }
  }

  @Test(
    "A whole word is delimited on both sides, for an expression and in any case too",
    arguments: [
      ("word", "sword Word words", [6]), ("été", "Été étés", [0]), ("(a", "b(a (ab", [1]),
    ])
  func wholeWords(_ pattern: String, _ text: String, _ expected: [Int]) throws {
    #expect(try Self.starts(pattern, in: text, .init(isWholeWord: true)) == expected)
  }

  @Test(
    "An expression finds the whole words among its possible matches",
    arguments: [
      ("a|ab", "ab a", [0, 3]), ("\\w+", "ab cd", [0, 3]), ("b.", "ab bcd bc", [7]),
      ("a # (", "ba a # (", [3]), ("\\Qa.", "ba. a.", [4]), ("(?x)b # it", "ab b", [3]),
      ("-a", "x-a -ab", [1]),
    ])
  func wholeWordExpressions(_ pattern: String, _ text: String, _ expected: [Int]) throws {
    let pattern = pattern == "a # (" ? "a # \\(" : pattern
    #expect(
      try Self.starts(pattern, in: text, .init(isWholeWord: true, isExpression: true)) == expected)
  }

  @Test(
    "An error in an expression is reported with its offset",
    arguments: [("a(b", 3), ("[z-a]", 3), ("ab)", 2), ("\\G", 0), ("(*UTF)a", 0)])
  func wrongExpressions(_ pattern: String, _ offset: Int) throws {
    for isWholeWord in [false, true] {
      let trouble = #expect(throws: SearchTrouble.self) {
        try TextSearch(
          Array(pattern.utf8), .init(isWholeWord: isWholeWord, isExpression: true))
      }
      guard case .badExpression(let reason, let at) = trouble else {
        Issue.record("it is no trouble with the expression")
        return
      }
      #expect(at == offset)
      #expect(!reason.isEmpty)
    }
    #expect(throws: SearchTrouble.empty) { try TextSearch([]) }
  }

  @Test("Bytes that are not valid text are found as they are")
  func hostileBytes() throws {
    let text = Rope([0x61, 0xff, 0xc3, 0x41, 0xff, 0xc3])
    let search = try TextSearch([0x61, 0xff, 0xc3])
    #expect(try search.matches(inside: text.all, of: text) == [(0..<3).offsets, (3..<6).offsets])
    let expression = try TextSearch(Array("a|A".utf8), .init(isExpression: true))
    #expect(try expression.matches(inside: text.all, of: text).count == 2)
  }

  /// Where steps from an offset lead, `<` for back and `>` for on; `*` marks a wrap around the end.
  @Test(
    "Steps go from match to match and wrap around the end",
    arguments: [
      ("ab", "ab ab ab", 0, ">>>>", "0 3 6 0*"), ("ab", "ab ab ab", 0, "<<<<", "6* 3 0 6*"),
      ("ab", "ab ab ab", 1, "><", "3 0"), ("^", "a\nb\nc", 0, ">>>>", "0 2 4 0*"),
      ("^", "a\nb\nc", 5, "<<<<", "4 2 0 4*"), ("$", "a\nb", 0, ">>>", "1 3 1*"),
      ("x", "ab", 0, "><", "- -"), ("b", "ab", 0, ">>", "1 1*"), ("b", "ab", 2, "<<", "1 1*"),
      ("a+", "aa a", 0, ">>>", "0 3 0*"), ("a+", "aa a", 4, "<<", "3 0"),
      ("a*", "", 0, ">>", "0 0*"),
      ("(?s)b.*b", "ab\nb", 0, ">>", "1 1*"),
    ])
  func steps(_ pattern: String, _ text: String, _ start: Int, _ keys: String, _ offsets: String)
    throws
  {
    let search = try TextSearch(Array(pattern.utf8), .init(isExpression: true))
    let rope = Rope(Array(text.utf8), limits: RopeTests.small)
    var current: Range<ByteOffset>?
    let found = try keys.map { key -> String in
      let step: TextSearch.Step? =
        if key == "<" {
          try search.previous(before: current?.lowerBound ?? ByteOffset(start), in: rope)
        } else if let current {
          try search.next(after: current, in: rope)
        } else {
          try search.next(from: ByteOffset(start), in: rope)
        }
      guard let step else { return "-" }
      current = step.match.range
      return "\(step.match.range.lowerBound.value)\(step.hasWrapped ? "*" : "")"
    }
    #expect(found.joined(separator: " ") == offsets)
  }

  @Test("Steps stay inside a scope, and wrapping around is optional")
  func scopes() throws {
    let search = try TextSearch(Array("ab".utf8))
    let text = Rope(Array("ab ab ab ab".utf8))
    let scope = (1..<7).offsets
    #expect(try search.next(from: .zero, in: text, scope: scope)?.match.range == (3..<5).offsets)
    let after = try search.next(after: (3..<5).offsets, in: text, scope: scope)
    #expect(after?.match.range == (3..<5).offsets && after?.hasWrapped == true)
    let before = try search.previous(before: ByteOffset(3), in: text, scope: scope)
    #expect(before?.match.range == (3..<5).offsets && before?.hasWrapped == true)
    #expect(try search.next(from: ByteOffset(4), in: text, scope: scope, wraps: false) == nil)
    #expect(try search.previous(before: ByteOffset(3), in: text, scope: scope, wraps: false) == nil)
  }

  @Test("The last match is found from far behind it, and never from its middle")
  func farBack() throws {
    var bytes = [UInt8](repeating: 0x2e, count: 200_000)
    bytes.replaceSubrange(10..<20_010, with: repeatElement(0x61, count: 20_000))
    let text = Rope(bytes)
    let search = try TextSearch(Array("a+".utf8), .init(isExpression: true))
    let near = try search.previous(before: text.end, in: text)
    #expect(near?.match.range.upperBound == ByteOffset(20_010))
    let word = try TextSearch(Array("a+\\.".utf8), .init(isExpression: true))
    #expect(try word.previous(before: text.end, in: text)?.match.range.upperBound.value == 20_011)
  }

  @Test("The screen shows matches that start above it or end below it")
  func touching() throws {
    let text = Rope(Array("a <b\nc\nd> <e> f".utf8))
    let search = try TextSearch(Array("(?s)<.*?>".utf8), .init(isExpression: true))
    let expected = [(2..<9).offsets]
    #expect(try search.matches(touching: (5..<6).offsets, of: text) == expected)
    #expect(try search.matches(touching: (9..<10).offsets, of: text).isEmpty)
    #expect(try search.matches(touching: text.all, of: text).count == 2)
    #expect(try search.matches(touching: text.all, of: text, limit: 1) == expected)
  }

  @Test("A match that fills a range is returned with its groups, and other matches are not")
  func matchOnRange() throws {
    let search = try TextSearch(Array("x\\K(a)b".utf8), .init(isExpression: true))
    let text = Rope(Array("ab xab".utf8))
    let match = try search.match(on: (4..<6).offsets, in: text)
    #expect(match?.groups == [(4..<6).offsets, (4..<5).offsets])
    #expect(try search.match(on: (0..<2).offsets, in: text) == nil)
    #expect(try search.match(on: (4..<5).offsets, in: text) == nil)
  }

  @Test(
    "Searching by a required word first finds the same matches", arguments: [1, 2, 3] as [UInt64])
  func neededWords(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for step in 0..<300 {
      let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        ["foo", "Foo", "b", "\n", " ", "o", "7"].randomElement(using: &random) ?? ""
      }.joined()
      let letters: SearchCase = Bool.random(using: &random) ? .exact : .ignored
      let fast = try Self.starts("\\w+foo", in: text, .init(letters: letters, isExpression: true))
      // No word is needed where there are alternatives.
      let slow = try Self.starts(
        "(?:\\w+foo|\\w+foo)", in: text, .init(letters: letters, isExpression: true))
      if fast != slow {
        Issue.record("seed \(seed), step \(step): \(text.debugDescription): \(fast), \(slow)")
        return
      }
    }
  }
}
