import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
@Suite("Rows are read a few at a time")
struct ListRowsTests {
  @Test("Each row is found going down, going up and from afar, and none past the end")
  func rows() async throws {
    let bench = ListBench(ListBench.numbered(1_000))
    bench.interactor.load()
    await bench.work.whenIdle()
    let all = try await bench.cases.notes(CatalogRequest()).notes(in: 0..<1_000).map(\.id)
    for index in Array(0..<1_000) + (0..<1_000).reversed() + [999, 0, 500, 31, 32, 33, 999] {
      #expect(bench.interactor.rows.note(at: index).id == all[index])
    }
    for index in [-1, 1_000, 1_031] {
      #expect(bench.interactor.rows.note(at: index).obstacle == "is gone")
    }
  }

  @Test("Rows read before a change are not shown for other notes after it")
  func changes() async {
    let bench = ListBench(ListBench.numbered(40))
    bench.interactor.load()
    await bench.work.whenIdle()
    let first = bench.interactor.rows.note(at: 0).id
    bench.interactor.changing.trash([first])
    await bench.work.whenIdle()
    #expect(bench.interactor.rows.note(at: 0).id != first)
    #expect(bench.interactor.rows.note(at: 39).obstacle == "is gone")
  }
}
