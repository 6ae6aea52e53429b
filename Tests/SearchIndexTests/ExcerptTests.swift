import Entities
import NoteQueries
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("The line that shows why a note was found")
struct ExcerptTests {
  /// The excerpt with its matches in brackets, and its line.
  private func excerpt(_ text: [UInt8], _ query: NoteQuery) async throws -> (String, Int?) {
    let files = MemoryVault()
    files.write(NotePath("note.md"), text, seconds: 1)
    let folder = TemporaryFolder()
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    let hit = try #require(
      try await index.search.search(query, limit: 1, excerpts: true).hits.first)
    guard let line = hit.lines.first else { return ("", nil) }
    return (marked(line), line.number)
  }

  private func marked(_ line: SearchHit.Line) -> String {
    var bytes = Array(line.text.utf8)
    for match in line.matches.reversed() {
      bytes.insert(UInt8(ascii: "]"), at: match.upperBound)
      bytes.insert(UInt8(ascii: "["), at: match.lowerBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let several: [(String, NoteQuery, [String], Int)] = [
    ("a w\nb\nw w c\n\nw", .word("w"), ["1 a [w]", "3 [w] [w] c", "5 [w]"], 0),
    ("w\nw\nw\nw\nx\nw w", .word("w"), ["1 [w]", "2 [w]", "3 [w]"], 2),
    ("one\ntwo\none", .and([.word("two"), .word("one")]), ["1 [one]", "2 [two]", "3 [one]"], 0),
    ("so\nmany so many", .literal("so many", isAnyCase: true), ["2 many [so many]"], 0),
    ("ab\ncb\r\nb", .expression("b$"), ["1 a[b]", "2 c[b]", "3 [b]"], 0),
    ("\n\n", .expression("^$"), ["1 ", "2 "], 0),
    ("w\nv", .or([.word("w"), .expression("[vw]")]), ["1 [w]", "2 [v]"], 0),
  ]

  @Test(
    "The first of the other matching lines are shown, and the rest are counted", arguments: several)
  func lines(_ text: String, _ query: NoteQuery, _ shown: [String], _ more: Int) async throws {
    let files = MemoryVault()
    files.write(NotePath("note.md"), Array(text.utf8), seconds: 1)
    let folder = TemporaryFolder()
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    let hit = try #require(
      try await index.search.search(query, limit: 1, excerpts: true).hits.first)
    #expect(hit.lines.map { "\($0.number) \(marked($0))" } == shown)
    #expect(hit.moreLines == more)
  }

  @Test("A match far into a huge note is shown with its line")
  func far() async throws {
    let text = Array(String(repeating: "nothing here\n", count: 60_000).utf8) + Array("word".utf8)
    let (excerpt, line) = try await excerpt(text, .word("word"))
    #expect(excerpt == "[word]")
    #expect(line == 60_001)
  }

  static let cases: [(String, NoteQuery, String, Int?)] = [
    ("one\n  a Word, words \nword\n", .word("word"), "a [Word], [words]", 2),
    ("Café au lait", .word("cafe"), "[Café] au lait", 1),
    ("die 針山紀行は", .word("山紀"), "die 針[山紀]行は", 1),
    ("x one twos, one", .literal("One two", isAnyCase: true), "x [one two]s, one", 1),
    ("b a b", .and([.word("a"), .word("b"), .not(.word("c"))]), "[b] [a] [b]", 1),
    ("q\nab12 ab3", .expression("b\\d+"), "a[b12] a[b3]", 2),
    ("x", .path("note"), "", nil),
    ("one", .or([.word("two"), .tag("none"), .word("one")]), "[one]", 1),
  ]

  @Test("The excerpt is the first matching line, with all matches in it", arguments: cases)
  func shown(_ text: String, _ query: NoteQuery, _ shown: String, _ line: Int?) async throws {
    let (excerpt, place) = try await excerpt(Array(text.utf8), query)
    #expect(excerpt == shown)
    #expect(place == line)
  }

  @Test("A long line is cut around the match, between characters")
  func long() async throws {
    let text = String(repeating: "ä ", count: 5000) + "word " + String(repeating: "ö ", count: 5000)
    let (excerpt, line) = try await excerpt(Array(text.utf8), .word("word"))
    #expect(excerpt.hasPrefix("…"))
    #expect(excerpt.hasSuffix("…"))
    #expect(excerpt.contains("ä [word] ö"))
    #expect(!excerpt.contains("\u{fffd}"))
    #expect(excerpt.utf8.count < 220)
    #expect(line == 1)
  }

  @Test("Bytes that are not UTF-8 are searched, and shown as replacement characters")
  func invalid() async throws {
    let (excerpt, _) = try await excerpt([0xff, 0x20] + Array("word".utf8) + [0xfe], .word("word"))
    #expect(excerpt == "\u{fffd} [word]\u{fffd}")
    let (found, _) = try await self.excerpt([0xe9] + Array("word".utf8), .expression("wor"))
    #expect(found == "\u{fffd}[wor]d")
  }
}
