import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
@Suite("Rows that are read before somebody scrolls to them")
struct ListReadAheadTests {
  @Test("Whoever goes down or up finds each row, and the next ones are asked for once")
  func readsAhead() async {
    let bench = ListBench(ListBench.numbered(500))
    bench.interactor.load()
    await bench.work.whenIdle()
    for index in 0..<40 { _ = bench.interactor.note(at: index) }
    #expect(bench.work.isIdle)
    for index in 40..<64 { _ = bench.interactor.note(at: index) }
    // One reading, not one for each row on the way.
    #expect(bench.work.underWay == 1)
    await bench.work.whenIdle()
    let all = bench.interactor.notes(in: 0..<500).map(\.id)
    for index in Array(64..<500) + (0..<500).reversed() {
      #expect(bench.interactor.note(at: index).id == all[index])
      if index % 7 == 0 { await bench.work.whenIdle() }
    }
  }

  @Test("A screen that is higher than what is read at once is read once", arguments: [57, 80, 200])
  func highScreen(height: Int) async {
    let bench = ListBench(ListBench.numbered(500))
    bench.interactor.load()
    await bench.work.whenIdle()
    let all = bench.interactor.notes(in: 0..<500).map(\.id)
    for top in [0, 1, 2, 100, 99, 98, 250, 0] {
      for _ in 0..<2 {
        for index in top..<top + height {
          #expect(bench.interactor.note(at: index).id == all[index])
        }
        await bench.work.whenIdle()
      }
      // Where nothing changed nothing is read.
      for index in top..<top + height { _ = bench.interactor.note(at: index) }
      #expect(bench.work.isIdle)
    }
  }

  @Test("At the end of a list nothing more is asked for")
  func end() async {
    let bench = ListBench(ListBench.numbered(30))
    bench.interactor.load()
    await bench.work.whenIdle()
    for index in 0..<30 { _ = bench.interactor.note(at: index) }
    #expect(bench.work.isIdle)
  }
}
