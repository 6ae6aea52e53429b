import Entities
import NoteQueries
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Regular expressions")
struct PatternTests {
  static let literals: [(String, [String]?)] = [
    ("abc", ["abc"]),
    ("a bc", ["a bc"]),
    ("ab*c", ["a", "c"]),
    ("né?x", ["n", "x"]),
    ("a.b+c", ["a", "b", "c"]),
    ("^a$", ["a"]),
    ("a[^]x]b", ["a", "b"]),
    ("a\\.b\\d c", ["a.b", " c"]),
    ("(?i)ab", ["ab"]),
    ("a|b", nil),
    ("(a)", nil),
    ("a\\Qb", nil),
    ("a[[:alpha:]]", nil),
    ("a{2}", nil),
    ("a[b", nil),
    ("a\\", nil),
  ]

  @Test("Required text is read from simple expressions", arguments: literals)
  func runs(_ source: String, _ runs: [String]?) {
    #expect(
      Pattern.literalRuns(source)?.map { String(decoding: $0, as: UTF8.self) } == runs)
  }

  @Test("The index is queried only for words whose beginning is certain")
  func words() throws {
    #expect(try Pattern("foo").match == nil)
    #expect(try Pattern("foo bar").match == Needle(beginning: "bar").match)
    #expect(try Pattern("針山").match == Needle(beginning: "針山").match)
    #expect(try Pattern("ガ行").match == nil)
    func literal(_ text: String) throws -> String? {
      try Pattern(literal: text, isAnyCase: true).match
    }
    #expect(try literal("core") == nil)
    #expect(try literal("core plugin") == Needle(beginning: "plugin").match)
    #expect(
      try literal("hard-core plu") == Needle.match(Array("core".utf8), isOpen: false) + " AND "
        + Needle(beginning: "plu").match)
    #expect(try literal("in Café") == Needle(beginning: "cafe").match)
    #expect(try literal("ガ行き") == Needle.match(Array("ガ行".utf8), isOpen: false))
  }

  @Test("An invalid expression is reported with the reason")
  func wrong() async throws {
    let folder = TemporaryFolder()
    let index = VaultIndex(files: MemoryVault(), folder: folder.bytes, clock: UTCClock())
    let error = await #expect(throws: NoteIndexError.self) {
      try await index.search.search(.expression("a(b"), limit: 1, excerpts: false)
    }
    guard case .badExpression("a(b", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("parenthes"))
  }

  @Test("An expression that never ends reports the note that it fails on")
  func tooHard() async throws {
    let files = MemoryVault()
    files.write("hard.md", String(repeating: "a", count: 40) + "!", seconds: 1)
    let folder = TemporaryFolder()
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    await #expect(throws: NoteIndexError.tooHard("hard.md")) {
      try await index.search.search(.expression("(a+)+$(?<=b)"), limit: 1, excerpts: false)
    }
  }
}
