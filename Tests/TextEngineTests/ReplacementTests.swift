import TestSupport
import Testing

@testable import TextEngine

@Suite("Replacing")
struct ReplacementTests {
  private static func replaced(
    _ pattern: String, _ template: String, in text: String, ending: LineEnding = .lf
  ) throws -> String {
    let search = try TextSearch(Array(pattern.utf8), .init(isExpression: true))
    let new = try Replacement(template: Array(template.utf8), for: search, ending: ending)
    var rope = Rope(Array(text.utf8), limits: RopeTests.small)
    let found = try search.replacingAll(in: rope, with: new)
    rope.apply(found.edit)
    return String(decoding: rope.bytes, as: UTF8.self)
  }

  @Test(
    "A template inserts groups, line endings and changes of case",
    arguments: [
      ("(\\w+) (\\w+)", "$2 $1", "one two", "two one"), ("a", "[$0$&\\0]", "bab", "b[aaa]b"),
      ("(?<x>a)", "${x}${1}\\1", "a", "aaa"), ("(a)", "$10", "a", "a0"), ("a", "$$1", "a", "$1"),
      ("a", "5$", "a", "5$"), ("a", "$x", "a", "$x"), ("a,", "a\\n\\t", "a,b", "a\n\tb"),
      ("(a)|(b)", "<$1|$2>", "ab", "<a|><|b>"), ("\\w+", "\\u$0", "one été", "One Été"),
      ("\\w+", "\\U$0\\E!$0", "straße", "STRASSE!straße"), ("\\w+", "\\L\\u$0", "ONE", "One"),
      ("\\w+", "\\l$0", "ONE", "oNE"), ("(.)(.)", "\\u$1$2", "ab", "Ab"),
      ("a", "\\\\ \\$ \\.", "a", "\\ $ ."), ("x*", "-", "abc", "-a-b-c-"),
      ("^", "> ", "a\nb", "> a\n> b"), ("(?m)$", ";", "a\r\nb", "a;\r\nb;"), ("b", "", "abc", "ac"),
      ("(?J)(?:(?<n>a)|(?<n>b))", "[${n}]", "ab", "[a][b]"), ("a\\Kb", "x", "ab b", "ax b"),
      ("(?<=a)b", "x$0", "abb", "axbb"), ("\u{1c6}", "\\u$0", "\u{1c6}", "\u{1c5}"),
    ])
  func templates(_ pattern: String, _ template: String, _ text: String, _ expected: String) throws {
    #expect(try Self.replaced(pattern, template, in: text) == expected)
  }

  @Test("A line ending in a template is the text's own")
  func endings() throws {
    #expect(try Self.replaced(",", "\\n", in: "a,b", ending: .crlf) == "a\r\nb")
  }

  @Test(
    "An error in a template is reported with its offset",
    arguments: [
      ("ab$2", 2, "no group 2"), ("\\q", 0, "\\q means nothing"), ("a\\", 1, "ends in \\"),
      ("${x", 0, "has no }"), ("a${x}", 1, "no group has the name x"), ("\\2", 0, "no group 2"),
    ])
  func wrongTemplates(_ template: String, _ offset: Int, _ words: String) throws {
    let search = try TextSearch(Array("(a)".utf8), .init(isExpression: true))
    let trouble = #expect(throws: SearchTrouble.self) {
      try Replacement(template: Array(template.utf8), for: search)
    }
    guard case .badReplacement(let reason, let at) = trouble else {
      Issue.record("it is no trouble with the template")
      return
    }
    #expect(at == offset)
    #expect(reason.contains(words))
  }

  @Test("Literal replacement text is inserted unchanged, whatever it contains")
  func plainText() throws {
    let search = try TextSearch(Array("a".utf8))
    var text = Rope(Array("bab".utf8))
    let new = Replacement(text: Array("$0\\n".utf8))
    text.apply(try search.replacingAll(in: text, with: new).edit)
    #expect(text.bytes == Array("b$0\\nb".utf8))
  }

  @Test("Only matches inside the given parts are replaced, and undone as one step")
  func parts() throws {
    let before = Rope(Array("aa aa aa\naa".utf8), limits: RopeTests.small)
    let search = try TextSearch(Array("aa".utf8))
    let parts = [(0..<1).offsets, (1..<6).offsets, (6..<11).offsets]
    let new = Replacement(text: Array("b".utf8))
    let found = try search.replacingAll(in: before, inside: parts, with: new)
    var text = before
    text.apply(found.edit)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "aa b b\nb")
    #expect(found.count == 3)
    text.apply(found.edit.inverse)
    #expect(text == before)
  }

  @Test("An empty match does not extend to the line after a part")
  func emptyMatches() throws {
    let search = try TextSearch(Array("^".utf8), .init(isExpression: true))
    var text = Rope(Array("a\nb\nc".utf8))
    let parts = [(0..<2).offsets, (2..<4).offsets]
    let found = try search.replacingAll(
      in: text, inside: parts, with: Replacement(text: Array("-".utf8)))
    text.apply(found.edit)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "-a\n-b\nc")
  }

  @Test("One match is replaced with its own groups")
  func single() throws {
    let search = try TextSearch(Array("(\\w)(\\w)".utf8), .init(isExpression: true))
    var text = Rope(Array("ab cd".utf8))
    let new = try Replacement(template: Array("$2$1".utf8), for: search)
    let step = try #require(try search.next(from: ByteOffset(2), in: text))
    text.apply(search.replacing(step.match, in: text, with: new))
    #expect(String(decoding: text.bytes, as: UTF8.self) == "ab dc")
  }

  @Test("Bytes that are not valid text stay unchanged when the case changes")
  func hostileBytes() throws {
    let search = try TextSearch(Array("a(?s:.*)".utf8), .init(isExpression: true))
    let new = try Replacement(template: Array("\\U$0".utf8), for: search)
    let match = TextSearch.Match(range: (0..<4).offsets, groups: [(0..<4).offsets])
    let text = Rope([0x61, 0xff, 0xe6, 0x62])
    #expect(new.bytes(for: match, in: text) == [0x41, 0xff, 0xe6, 0x42])
  }

  @Test("Replacing agrees with a plain array", arguments: 1...3)
  func agreesWithArray(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    for step in 0..<400 {
      var text = RandomEdits.text(&random)
      let old = text.bytes
      let needle = ["a", "b", "\n", "é", "o"].randomElement(using: &random) ?? "a"
      let bytes = RandomEdits.pieces.randomElement(using: &random) ?? []
      let search = try TextSearch(
        Array(needle.utf8), .init(letters: .exact, isExpression: Bool.random(using: &random)))
      let found = try search.replacingAll(in: text, with: Replacement(text: bytes))
      text.apply(found.edit)
      let expected = Self.replacing(Array(needle.utf8), with: bytes, in: old)
      if text.bytes != expected || text.brokenInvariant != nil || !RandomEdits.isSound(found.edit) {
        Issue.record("seed \(seed), step \(step): \(needle) in \(old)")
        return
      }
    }
  }

  private static func replacing(_ old: [UInt8], with new: [UInt8], in text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index...].starts(with: old) {
        result += new
        index += old.count
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
