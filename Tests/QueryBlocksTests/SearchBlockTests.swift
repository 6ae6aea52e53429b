import Entities
import NoteQueries
import Services
import TestSupport
import Testing
import VaultSettings

@testable import QueryBlocks

@Suite("Query blocks: searches")
struct SearchBlockTests {
  private func answer(_ text: String, _ found: SearchAnswer = .init(hits: [], hasMore: false)) async
    -> BlockAnswer
  {
    await blocks(FixedSearch(answer: found)).answer(QueryBlock(.query, text), in: NoteID("own.md"))
  }

  private func blocks(_ search: FixedSearch) -> VaultBlocks {
    VaultBlocks(
      search: search, tasks: NoTasks(), store: MemoryNoteStore([:]), tables: NoTables(),
      foreign: NoForeignSettings(), files: MemoryFiles(), clock: StillClock())
  }

  @Test("Found notes and lines link to their sources")
  func finds() async {
    var hit = SearchHit(id: NoteID("a/Plan.md"), title: "Plan *B*", modified: Timestamp(seconds: 0))
    hit.lines = [.init(number: 7, text: "the *paint* is red", matches: [5..<10])]
    hit.moreLines = 2
    let answer = await answer("paint", SearchAnswer(hits: [hit], hasMore: true))
    #expect(
      answer.markdown == [
        #"- [Plan \*B\*](a/Plan.md)"#, #"  - [7](a/Plan.md) the \***paint**\* is red"#,
        "  - *… and 2 more*", "", "*… and more: only the newest 50 are shown.*",
      ])
    #expect(
      answer.rows[1].origin == RowOrigin(note: hit.id, line: 7, address: "a/Plan.md"))
    #expect(answer.rows[0].origin?.line == 1)
    #expect(!answer.showsSource)
  }

  @Test(
    "A mistake is reported below the block with its line and column",
    arguments: [
      ("", "Line 1, column 1: There is nothing"),
      ("apples OR", "Line 1, column 10: Expected a search term"),
      ("a\nb (c", "Line 2, column 3: This “(” is never closed"),
      ("a /b", "Line 1, column 3: This expression is never closed"),
      (String(repeating: "a ", count: 500_000), "The block is too long"),
    ])
  func refuses(_ text: String, _ message: String) async {
    let answer = await answer(text)
    #expect(answer.showsSource)
    #expect(answer.rows.count == 1)
    let plain = answer.markdown[0].filter { $0 != "\\" }
    #expect(plain.hasPrefix("⚠ \(message)"), "\(plain)")
  }

  @Test("An expression that cannot be read is reported with its position")
  func badExpression() async {
    let search = FixedSearch(failing: .badExpression("a(", reason: "missing )"))
    let answer = await blocks(search).answer(QueryBlock(.query, "x\n /a(/"), in: nil)
    #expect(answer.markdown[0].hasPrefix("⚠ Line 2\\, column 2"))
    #expect(answer.showsSource)
  }

  @Test("A search without results says so")
  func findsNothing() async {
    #expect(await answer("paint").markdown == ["*No note is found.*"])
  }
}

struct NoTables: FileTables {
  func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable {
    throw .cancelled
  }
}

struct FixedSearch: NoteSearch {
  var answer = SearchAnswer(hits: [], hasMore: false)
  var failing: NoteIndexError?

  func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    if let failing { throw failing }
    return answer
  }
}
