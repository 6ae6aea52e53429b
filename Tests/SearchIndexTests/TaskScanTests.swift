import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Tasks of all notes in one pass")
struct TaskScanTests {
  private let folder = TemporaryFolder()

  private let files = MemoryVault()

  private func makeIndex(isIndexed: Bool) async -> VaultIndex {
    files.write(
      "b.md",
      "- [ ] top\n# Shop\n\n- [ ] milk 📅 2026-03-03\n- [x] bread ✅ 2026-03-01\n## Deep\n- [ ] eggs\n",
      seconds: 5)
    files.write(
      "a/c.md",
      "- [/] begun ⏳ 2026-02-01 🔁 every week\n- [-] gone ❌ 2026-03-02\n- [ ] new ➕ 2026-03-01 📅 2026-04-01\n",
      seconds: 3)
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    if isIndexed { _ = await index.reconciled() }
    return index
  }

  private static let first = Day(year: 2026, month: 3, day: 1)
  private static let conditions: [(TaskScan.Condition?, [String])] = [
    (nil, ["begun", "bread", "eggs", "gone", "milk", "new", "top"]),
    (.isOpen(true), ["begun", "eggs", "milk", "new", "top"]), (.isOpen(false), ["bread", "gone"]),
    (.day(.due, DaySpan(nil, nil)), ["milk", "new"]),
    (.day(.due, DaySpan(nil, first?.advanced(by: 2))), ["milk"]),
    (.day(.due, DaySpan(first?.advanced(by: 3), nil)), ["new"]),
    (.day(.done, DaySpan(first, first)), ["bread"]),
    (.day(.scheduled, DaySpan(nil, first)), ["begun"]),
    (.day(.created, DaySpan(first, nil)), ["new"]),
    (.day(.cancelled, DaySpan(first, nil)), ["gone"]), (.isRecurring, ["begun"]),
    (.holds(.words, "e"), ["begun", "bread", "eggs", "gone", "new"]),
    (.holds(.path, "a/c"), ["begun", "gone", "new"]), (.holds(.tags, "x"), []),
    (.all([.holds(.path, "B.MD".lowercased()), .isOpen(true)]), ["eggs", "milk", "top"]),
    (.all([.isOpen(true), .noDay(.due)]), ["begun", "eggs", "top"]),
    (
      .any([.isRecurring, .all([.isOpen(false), .day(.done, DaySpan(first, nil))])]),
      ["begun", "bread"]
    ),
  ]

  @Test("A scan returns the tasks that match its condition", arguments: conditions, [true, false])
  func fits(_ row: (TaskScan.Condition?, [String]), _ isIndexed: Bool) async throws {
    let index = await makeIndex(isIndexed: isIndexed)
    let found = try await index.tasks.scan(TaskScan(row.0))
    #expect(found.map(\.record.facts.words).sorted() == row.1)
    #expect(found.allSatisfy { $0.heading == nil })
  }

  @Test("A scan for letters returns the texts that hold them, and all texts beyond ASCII")
  func letters() async throws {
    files.write(
      "Ä/K.md",
      "- [ ] Buy MILK #Work/a #b\n- [ ] \u{212a}elvin\n- [ ] it's 100% '\" x'41'\n- [ ] no\u{0}kept\n",
      seconds: 1)
    files.write("plain/k.md", "- [ ] tea #work\n- [ ] none\n", seconds: 1)
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await index.reconciled()
    func found(_ text: TaskScan.Text, _ part: String) async throws -> [String] {
      try await index.tasks.scan(TaskScan(.holds(text, part))).map(\.record.facts.words)
        .map { String($0.prefix { $0 != " " }) }.sorted()
    }
    for (part, own, other) in [("milk", "Buy", "it's"), ("100% '\" x'41'", "it's", "Buy")] {
      let found = try await found(.words, part)
      #expect(found.contains(own) && found.contains("\u{212a}elvin") && !found.contains(other))
    }
    #expect(try await found(.words, "kept").contains { $0.hasPrefix("no") })
    #expect(try await found(.path, "plain").count == 6)
    #expect(try await found(.path, "plain/k.md").count == 6)
    #expect(try await found(.tags, "work") == ["Buy", "tea"])
    #expect(try await found(.tags, "work/a") == ["Buy"])
  }

  /// With the number of tasks without an index, which alone knows folders.
  private static let scopes: [(FileScope, [String], Int)] = [
    (.folder("A"), ["begun", "new"], 5), (.path("b"), ["eggs", "milk", "top"], 3),
    (.path("a/c.md"), ["begun", "new"], 2), (.tag("none"), [], 0),
    (.any([.folder("a"), .path("b")]), ["begun", "eggs", "milk", "new", "top"], 5),
    (.all([.note, .folder("a")]), ["begun", "new"], 5),
  ]

  @Test(
    "A scan of some notes returns only their tasks, or more than those without an index",
    arguments: scopes)
  func scoped(_ row: (FileScope, [String], Int)) async throws {
    var scan = TaskScan(.isOpen(true))
    scan.scope = row.0
    let indexed = try await makeIndex(isIndexed: true).tasks.scan(scan)
    #expect(indexed.map(\.record.facts.words).sorted() == row.1)
    let plain = VaultIndex(
      files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    #expect(try await plain.tasks.scan(scan).count == row.2)
  }

  @Test("The nearest heading above is returned when requested", arguments: [true, false])
  func headings(_ isIndexed: Bool) async throws {
    let index = await makeIndex(isIndexed: isIndexed)
    var scan = TaskScan(.isOpen(true))
    scan.withHeadings = true
    let found = try await index.tasks.scan(scan)
    let headings = Dictionary(
      uniqueKeysWithValues: found.map { ($0.record.facts.words, $0.heading) })
    #expect(headings == ["top": nil, "milk": "Shop", "eggs": "Deep", "begun": nil, "new": nil])
    #expect(found.first { $0.record.facts.words == "eggs" }?.record.line == 7)
  }
}
