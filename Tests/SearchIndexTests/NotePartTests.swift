import Entities
import NoteQueries
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Searching in parts of notes, for symbols, and in scripts without spaces")
struct NotePartTests {
  private static let notes = [
    (
      "a.md",
      "# Plan\n\nopen the door\nit is done\n\n## Later\n\n- [ ] call Ann\n- [x] write to Bob\n"
    ),
    ("b.md", "open and done\n\ncall Bob, C++ or C\n"),
    ("c/open.md", "---\nstatus: open\nempty:\n---\nIT is it 🎉\n- [-] call Cid #C\n"),
    ("thai.md", "วันนี้อากาศดีมาก\n"),
    ("khmer.md", "ភាសាខ្មែរ សួស្តី\n"),
    ("lao.md", "ພາສາລາວງາມ\n"),
    ("burmese.md", "မြန်မာစာလှတယ်\n"),
  ]

  private static let searches: [(String, [String])] = [
    ("line:(open done)", ["b.md"]),
    ("block:(open done)", ["a.md", "b.md"]),
    ("section:(plan done)", ["a.md"]),
    ("section:(plan call)", []),
    ("section:(later call)", ["a.md"]),
    ("line:(open -done)", ["a.md", "c/open.md"]),
    ("line:/^it is/", ["a.md"]),
    ("task:call", ["a.md", "c/open.md"]),
    ("task:(call OR write)", ["a.md", "c/open.md"]),
    ("task-todo:call", ["a.md"]),
    ("task-todo:write", []),
    ("task-done:write", ["a.md"]),
    ("file:open", ["c/open.md"]),
    ("content:open -path:c", ["a.md", "b.md"]),
    ("match-case:IT", ["c/open.md"]),
    ("ignore-case:IT", ["a.md", "c/open.md"]),
    ("C++", ["b.md"]),
    ("🎉", ["c/open.md"]),
    ("it 🎉", ["c/open.md"]),
    ("[status:done OR open]", ["c/open.md"]),
    ("[empty:null]", ["c/open.md"]),
    ("[status:null]", []),
    ("อากาศ", ["thai.md"]),
    ("ดีมาก", ["thai.md"]),
    ("ខ្មែរ", ["khmer.md"]),
    ("ស្តី", ["khmer.md"]),
    ("ລາວ", ["lao.md"]),
    ("စာ", ["burmese.md"]),
  ]

  @Test(
    "Parts and symbols are found with and without an index (line D11, D12, vaults 10, 11)",
    arguments: searches)
  func found(_ text: String, _ expected: [String]) async throws {
    let files = MemoryVault()
    for (path, text) in Self.notes { files.write(path, text, seconds: 1) }
    let clock = UTCClock()
    let query = try NoteQuery(parsing: text, today: clock.civil(clock.now))
    let folder = TemporaryFolder()
    let index = try IndexedVault(files, in: folder).index
    let withIndex = try await index.search.search(query, limit: 100, excerpts: true).hits
    #expect(withIndex.map(\.id.path.text).sorted() == expected)
    let without = VaultIndex(
      files: files, folder: folder.bytes + Array("/none".utf8), clock: clock)
    let read = try await without.search.search(query, limit: 100, excerpts: true).hits
    #expect(read.map(\.id.path.text).sorted() == expected)
  }
}
