import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Notes whose names look alike")
struct AlikeNoteTests {
  private let folder = TemporaryFolder()
  private let files = MemoryVault()

  private func makeIndex() throws -> VaultIndex {
    files.write("PLAN.md", "one", seconds: 100)
    files.write("a/plan.txt", "two", seconds: 200)
    files.write("a/Plan 2.MD", "three", seconds: 300)
    files.write("a/b/plan.md", "four", seconds: 400)
    files.write("a/plan.md/in a folder.md", "five", seconds: 500)
    files.write("Cafe\u{301}.md", "six", seconds: 600)
    return try IndexedVault(files, in: folder).index
  }

  private func alike(_ name: String, in place: String, _ index: VaultIndex) -> [String]? {
    let moment = files.changed([NotePath(place)])[0] ?? Timestamp(seconds: 0)
    let found = index.notes(
      namedLike: Array(name.utf8), in: NotePath(place), asOf: moment)
    return found.map { $0.map(\.text).sorted() }
  }

  @Test("Case and accents do not distinguish names, but folders do")
  func found() throws {
    let index = try makeIndex()
    let cases: [(String, String, [String])] = [
      ("Plan.md", "", ["PLAN.md"]), ("caf\u{e9}.md", "", ["Cafe\u{301}.md"]),
      ("Plan 2.md", "a", ["a/Plan 2.MD", "a/plan.md"]),
      ("PLAN.md", "a", ["a/plan.md", "a/plan.txt"]),
      ("plan.md", "a/b", ["a/b/plan.md"]), ("plan 3.md", "a/b", []),
    ]
    for (name, place, expected) in cases {
      #expect(alike(name, in: place, index) == expected, "\(name) in \(place)")
    }
  }

  @Test("A folder that changed after it was read gives no answer")
  func changedSince() async throws {
    let index = try makeIndex()
    files.write("a/PLAN 3.md", "theirs", seconds: 700)
    #expect(alike("Plan 3.md", in: "a", index) == nil)
    #expect(alike("Plan.md", in: "", index) == ["PLAN.md"])
    // Reading one note does not read the folder's names.
    _ = try await index.refresh([NoteID("a/PLAN 3.md")])
    #expect(alike("Plan 3.md", in: "a", index) == nil)
    _ = try index.index.freshen()
    #expect(alike("Plan 3.md", in: "a", index) == ["a/PLAN 3.md", "a/plan.md"])
    #expect(alike("Plan.md", in: "nowhere", index) == nil)
  }

  @Test("A folder that changed just as it was read, or has no index, gives no answer")
  func changedJustNow() throws {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    files.write("x/plan.md", "one", seconds: 100)
    files.change(NotePath("x"), at: Timestamp(seconds: Int64(now.tv_sec) + 60))
    let index = try IndexedVault(files, in: folder).index
    #expect(alike("Plan.md", in: "x", index) == nil)
    let none = VaultIndex(
      files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    #expect(alike("Plan.md", in: "", none) == nil)
  }
}
