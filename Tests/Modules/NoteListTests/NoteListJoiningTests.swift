import Entities
import FakeTerminal
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
@Suite("Marked notes become one")
struct NoteListJoiningTests {
  private let texts = ["a.md": "a", "b.md": "b", "c.md": "c"]

  private func bench() async -> ListBench {
    let bench = ListBench(texts)
    await bench.changes.give(joined: texts)
    let piece = NoteChange.Piece(
      range: 1..<1, old: [], new: Array("!".utf8), line: 1, context: "", contextRange: 0..<0)
    await bench.changes.give([NoteChange(note: NoteID("b.md"), title: "b", pieces: [piece])])
    await bench.start()
    return bench
  }

  @Test("Marked notes are joined into the chosen note in the list's order, and u restores them")
  func joins() async {
    let bench = await bench()
    let order = bench.titles
    await bench.press("*", "&")
    #expect(
      bench.wireframe.questions.last?.text.hasPrefix("Into which note do the others go?") == true)
    bench.wireframe.questions.answer(.chosen("\(order.firstIndex(of: "b") ?? 0)"))
    await bench.work.whenIdle()
    let others = order.filter { $0 != "b" }
    #expect(await bench.changes.asked == ["\(others.map { "\($0).md" }) into b.md"])
    #expect(bench.titles == ["b"])
    #expect(await bench.store.text(of: NoteID("b.md")) == "b!")
    #expect(bench.message.hasPrefix("Merged “\(others[0])” and “\(others[1])” into “b”."))
    await bench.press("u")
    #expect(Set(bench.titles) == ["a", "b", "c"])
    #expect(await bench.store.text(of: NoteID("b.md")) == "b")
  }

  @Test("A note joined from pinned notes is pinned, and u gives the notes their pins back")
  func pins() async {
    let bench = await bench()
    while bench.selected != "a" { await bench.press("Down") }
    await bench.press("P", "*", "&")
    bench.wireframe.questions.answer(.chosen("\(bench.titles.firstIndex(of: "b") ?? 0)"))
    await bench.work.whenIdle()
    #expect(bench.arrangement.value().pins == [NoteID("b.md")])
    await bench.press("u")
    #expect(bench.arrangement.value().pins == [NoteID("a.md")])
    #expect(bench.titles.first == "a")
  }

  @Test("A single marked note is joined with the one at the cursor; no mark joins nothing")
  func two() async {
    let bench = await bench()
    await bench.press("&")
    #expect(bench.message == NoteListWords.twoToJoin)
    await bench.press("m", "&")
    #expect(bench.wireframe.asked.count == 1)
    bench.wireframe.questions.answer(.cancelled)
    await bench.work.whenIdle()
    #expect(await bench.changes.asked == [])
    await bench.press("Up", "&")
    #expect(bench.message == NoteListWords.twoToJoin)
  }

  @Test("A refused joining is reported and changes nothing")
  func refused() async {
    let bench = await bench()
    await bench.changes.fail(next: .refused("a.md is locked."))
    await bench.press("*", "&")
    bench.wireframe.questions.answer(.chosen("0"))
    await bench.work.whenIdle()
    #expect(bench.message == "a.md is locked.")
    #expect(bench.titles.count == 3)
    await bench.press("u")
    #expect(bench.message == NoteListWords.nothingToUndo)
  }
}
