import Regex
import TestSupport
import Testing

@testable import TextEngine

@Suite("Searching with an expression part by part")
struct RegexScanTests {
  /// Expressions that look behind, look ahead, cross line endings, or match nothing.
  private static let expressions = [
    "a", "a+", "a+b", "(?s)a.*b", "(?s)a.*?b", "a.*b", "^", "$", "^a", "a$", "^.*$", "\\bab", "\\b",
    "\\B", "(?<=a\\n)b", "(?<=ab)a", "(?<!a)b", "a(?=\\nb)", "a(?!b)", "a*", "(a|ab)(b|)", "\\w+",
    "\\W+", "\\s+", "\\S+", "[^a]+", "[^ab]", "a\\nb", "\\R", "\\X", "é", "(?i)É", "a\\Kb", "a\\K",
    "(\\w)\\1", "\\Aa", "b\\z", "b\\Z", "(?s).{3}", ".{2,5}", "a|\\n", "(?s).", ".", "\\r", "\\n",
    "(?-m)^a", "(?-m)b$", "a{2,}", "(?:a|b)*?é", "日|b", "\\p{L}+", "\\P{L}+", "(?<x>a)b?\\k<x>",
    "\\w+b", "[ab]+é", "(?=a)", "(?<=b)", "b\\b", "\\Bé", "\\h+a",
  ]

  private static let pieces =
    ["a", "b", "ab", "aab", "\n", "\r\n", "\r", " ", "é", "É", "日", "a\nb", "e\u{301}"].map {
      Array($0.utf8)
    }

  private static let hostilePieces: [[UInt8]] = pieces + [[0xff], [0xe6, 0x97]]

  /// What PCRE2 finds when it is given the text as one string.
  private static func model(_ code: RegexCode, _ bytes: [UInt8]) -> [Range<Int>] {
    var engine = RegexEngine(code)
    engine.limitSteps(forBytes: bytes.count)
    var found: [Range<Int>] = []
    var (offset, mayBeEmpty) = (0, true)
    while offset <= bytes.count {
      let answer = bytes.withUnsafeBufferPointer {
        engine.match(
          $0, from: offset, before: bytes.count + 1, isExact: true,
          isText: String(validating: bytes, as: UTF8.self) != nil,
          mayBeEmpty: mayBeEmpty)
      }
      guard case .match(let range) = answer else { break }
      if !range.isEmpty || Self.isBetweenText(bytes, range.lowerBound) { found.append(range) }
      (offset, mayBeEmpty) = (range.upperBound, !range.isEmpty)
    }
    return found
  }

  /// Whether whole characters are on both sides of an offset.
  private static func isBetweenText(_ bytes: [UInt8], _ offset: Int) -> Bool {
    let isTextBehind =
      offset == bytes.count
      || (1...4).contains { String(validating: bytes[offset...].prefix($0), as: UTF8.self) != nil }
    let isTextBefore =
      offset == 0
      || (1...4).contains { count in
        String(validating: bytes[..<offset].suffix(count), as: UTF8.self)?.unicodeScalars.count == 1
      }
    let isInLineEnd = offset > 0 && bytes[(offset - 1)...].starts(with: [0x0d, 0x0a])
    return isTextBehind && isTextBefore && !isInLineEnd
  }

  private static func found(
    _ code: RegexCode, _ text: Rope, part: Int, steadyStretch: Int? = nil
  ) throws -> [Range<Int>] {
    let scan = RegexScan(
      code, text, from: SearchStart(.zero), startsBefore: text.end + 1, part: part,
      steadyStretch: steadyStretch)
    var found: [Range<Int>] = []
    while let match = try scan.nextMatch({ false }) {
      found.append(match.values)
      if found.count > text.byteCount * 2 + 2 { break }
    }
    return found
  }

  /// How a search in parts of some size differs from one in a single string.
  private static func difference(
    _ code: RegexCode, _ bytes: [UInt8], _ random: inout SeededRandom
  ) throws -> String? {
    let text = Rope(bytes, limits: RopeTests.small)
    let part = Int.random(in: 1...40, using: &random)
    let expected = model(code, bytes)
    let stretch = [nil, 1, 2, 7].randomElement(using: &random) ?? nil
    let found = try found(code, text, part: part, steadyStretch: stretch)
    return found == expected ? nil : "part \(part): \(bytes): \(found) for \(expected)"
  }

  @Test("Searching in parts of any size finds the same as in one string", arguments: expressions)
  func agreesWithOneString(expression: String) throws {
    var random = SeededRandom(seed: expression.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    let code = try RegexCode(Array(expression.utf8), .init())
    for step in 0..<300 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
        Self.pieces.randomElement(using: &random) ?? []
      }
      if let difference = try Self.difference(code, bytes, &random) {
        Issue.record("step \(step): \(difference)")
        return
      }
    }
  }

  @Test("Random expressions over random bytes find the same as in one string", arguments: 1...4)
  func randomExpressions(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let atoms = [
      "a", "b", "é", ".", "\\n", "\\w", "\\W", "[ab]", "[^b]", "\\s", "^", "$", "\\b", "(?:a|b\\n)",
      "(?=[bé])", "(?!a)", "(?<=a)", "(?<!\\n)", "(a)", "日",
    ]
    let counts = ["", "", "", "*", "+", "?", "*?", "+?", "{2}", "{1,3}"]
    for step in 0..<1_500 {
      let expression = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let atom = atoms.randomElement(using: &random) ?? ""
        let isAssertion = atom.hasPrefix("(?") && !atom.hasPrefix("(?:")
        let isAnchor = ["^", "$", "\\b"].contains(atom) || isAssertion
        return atom + (isAnchor ? "" : counts.randomElement(using: &random) ?? "")
      }.joined()
      let code = try RegexCode(
        Array(expression.utf8), .init(ignoresCase: Bool.random(using: &random)))
      var bytes = (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
        Self.hostilePieces.randomElement(using: &random) ?? []
      }
      // PCRE2 is inconsistent about whether a line starts inside a two-byte line ending.
      if expression.contains("^") { bytes.removeAll { $0 == .carriageReturn } }
      if let difference = try Self.difference(code, bytes, &random) {
        Issue.record("\(expression), step \(step): \(difference)")
        return
      }
    }
  }

  @Test("A match may span many parts, but not more than the limit")
  func farMatches() throws {
    let code = try RegexCode(Array("(?s)<.*>".utf8), .init())
    var bytes = [UInt8](repeating: 0x61, count: 1 << 18)
    bytes[5] = UInt8(ascii: "<")
    bytes[bytes.count - 5] = UInt8(ascii: ">")
    let found = try Self.found(code, Rope(bytes), part: 1 << 10)
    #expect(found == [5..<bytes.count - 4])
    let region = ByteRegion(capacity: RegexScan.farthest + 100) {
      $0.initialize(repeating: UInt8(ascii: "<"))
      return $0.count
    }
    #expect(throws: SearchTrouble.tooFar(at: .zero)) {
      try Self.found(code, Rope(region), part: 1 << 16)
    }
  }

  @Test(
    "An expression that tries too much is given up with its offset",
    arguments: ["(a|aa)+$b", "(a*)*b", "(?:a+)+b", "(x+x+)+y|(a|a)*b"])
  func givesUp(expression: String) throws {
    let code = try RegexCode(Array(expression.utf8), .init())
    let text = Rope(Array("....".utf8) + [UInt8](repeating: 0x61, count: 60) + Array("cb".utf8))
    #expect(throws: SearchTrouble.tooHard(at: ByteOffset(4))) {
      try Self.found(code, text, part: 1 << 16)
    }
  }

  @Test("A search stops when it is canceled")
  func cancels() throws {
    let code = try RegexCode(Array("b".utf8), .init())
    let text = Rope([UInt8](repeating: 0x61, count: 1_000))
    let scan = RegexScan(code, text, from: SearchStart(.zero), startsBefore: text.end, part: 16)
    var asked = 0
    #expect(throws: SearchTrouble.cancelled) {
      _ = try scan.nextMatch {
        asked += 1
        return asked == 3
      }
    }
    #expect(scan.next.offset < text.end)
  }
}
