import Entities
import NoteQueries
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Properties are compared by their type")
struct PropertySearchTests {
  private let folder = TemporaryFolder()

  private static let files: MemoryVault = {
    let files = MemoryVault()
    let notes = [
      "a": "rating: 5\ndue: 2026-03-01", "b": "Rating: '7.5'\ndue: 2026-03-02T10:30",
      "c": "rating: high\ndue: 2026-03-03 23:59:59\nstatus: \">5\"", "d": "rating:\ndue: soon",
      "e": "rating: [1, 9]\ndue: [2025-01-01, 2026-03-04]", "f": "rating: -3e1\nx: 10",
      "g": "rating: [",
    ]
    for (seconds, note) in notes.sorted(by: { $0.key < $1.key }).enumerated() {
      files.write("\(note.key).md", "---\n\(note.value)\n---\n", seconds: Int64(seconds))
    }
    return files
  }()

  static let cases: [(String, String)] = [
    ("[rating:>5]", "eb"), ("[rating:>=5]", "eba"), ("[rating:<5]", "fe"), ("[rating:<=5]", "fea"),
    ("[RATING:>7.4]", "eb"), ("[rating:>2026-01]", ""), ("[due:>2026-03-01]", "ecb"),
    ("[due:>=2026-03-01]", "ecba"), ("[due:<2026-03-02]", "ea"), ("[due:<=2026-03-02]", "eba"),
    ("[due:>=2026-03]", "ecba"), ("[due:<1]", ""), ("[x:>9]", "f"), ("[rating:null]", "d"),
    ("-[rating:>5] [rating]", "fdca"), ("[rating:>8 OR <-20]", "fe"), ("[status:\">5\"]", "c"),
    ("[rating:>5] OR [due:2026-03-01]", "eba"),
  ]

  @Test("Numbers and days compare the same with and without the index", arguments: cases)
  func compares(typed: String, expected: String) async throws {
    let indexed = try IndexedVault(Self.files, in: folder).index
    let plain = VaultIndex(
      files: Self.files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    let query = try NoteQuery(parsing: typed, today: CivilTime(year: 2026, month: 3, day: 2))
    for index in [indexed, plain] {
      let answer = try await index.search.search(query, limit: 100, excerpts: false)
      #expect(answer.hits.map(\.id.path.stem.text).joined() == expected)
    }
  }

  @Test(
    "All names are counted, with the most common type of their values", arguments: [true, false])
  func counts(isIndexed: Bool) async throws {
    let index =
      isIndexed
      ? try IndexedVault(Self.files, in: folder).index
      : VaultIndex(files: Self.files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    #expect(
      try await index.links.properties() == [
        PropertyCount(name: "due", type: .datetime, notes: 5),
        PropertyCount(name: "rating", type: .number, notes: 6),
        PropertyCount(name: "status", type: .text, notes: 1),
        PropertyCount(name: "x", type: .number, notes: 1),
      ])
  }

  @Test("A change to many notes lists what it leaves alone")
  func changes() async throws {
    let index = try IndexedVault(Self.files, in: folder).index
    let set = try await index.changes.changing(
      .set(name: "rating", values: ["5"], type: .number), in: .not(.path("b")))
    #expect(set.found.map(\.change.note.path.text) == ["f.md", "e.md", "d.md", "c.md"])
    #expect(set.found.map(\.old?.values) == [["-3e1"], ["1", "9"], [], ["high"]])
    #expect(set.left.map(\.note.path.text) == ["g.md"])
    let unset = try await index.changes.changing(.unset(name: "STATUS"), in: .all)
    #expect(unset.found.map(\.change.note.path.text) == ["c.md"] && unset.left.isEmpty)
  }
}
