import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteList

/// Tags as a text's first line has them: `tags: a b`.
private struct LineTexts: NoteTexts {
  func text(_ text: [UInt8], titled title: String) -> [UInt8]? { Array("# \(title)".utf8) }

  func name(ofDraft start: [UInt8]) -> String? { nil }

  func retagging(
    _ text: [UInt8], adding: [String], removing: [String]
  ) throws(NoteTextProblem) -> Retagging {
    if text.isEmpty { throw NoteTextProblem("it is empty") }
    let words = adding.map { "+\($0)" } + removing.map { "-\($0)" }
    let new = Array((words.joined(separator: " ") + "\n").utf8)
    return Retagging(
      pieces: [.init(range: 0..<0, old: [], new: new, line: 1, context: "", contextRange: 0..<0)],
      staying: removing.filter { $0 == "inline" })
  }
}

@MainActor
@Suite("The list adds and removes tags")
struct ListTagsTests {
  private func bench() async -> ListBench {
    let bench = ListBench(["a.md": "A", "b.md": "B", "c.md": ""], editing: LineTexts())
    await bench.start()
    return bench
  }

  @Test("Typed words are read as tags to add and tags to remove")
  func words() {
    for (typed, adding, removing) in [
      ("work", ["work"], []), ("#work, +home -old", ["work", "home"], ["old"]),
      ("a/b_c-d 2026-q1 été 日本", ["a/b_c-d", "2026-q1", "été", "日本"], []), ("", [], []),
      ("-#old", [], ["old"]),
    ] as [(String, [String], [String])] {
      let words = TagWords(typed)
      #expect(words.adding == adding && words.removing == removing, "\(typed)")
      #expect(words.problem == nil)
    }
    for typed in ["2026", "a b!", "-", "#", "a#b", "--x", "[x]", "a:b", "//"] {
      #expect(TagWords(typed).problem != nil, "\(typed)")
    }
  }

  @Test("The marked notes get their tags in one step, and one undo removes them")
  func tags() async {
    let bench = await bench()
    await bench.press("G", "m", "k", "m", "t")
    #expect(
      bench.wireframe.asked == [
        "Tags to add to 2 marked notes (-tag removes): "
      ])
    bench.wireframe.questions.answer(.typed("new -inline"))
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("a.md")) == "+new -inline\nA")
    #expect(await bench.store.text(of: NoteID("b.md")) == "+new -inline\nB")
    #expect(
      bench.message == "Changed the tags of 2 notes. Press u to undo."
        + " #inline is in the text of 2 notes: remove it there.")
    await bench.press("u")
    #expect(await bench.store.text(of: NoteID("a.md")) == "A")
    #expect(bench.message == "The tags of 2 notes are as they were.")
  }

  @Test(
    "If one note cannot have the tags, no note gets them, and that note and the reason are shown")
  func refused() async {
    let bench = await bench()
    await bench.press("*", "t")
    bench.wireframe.questions.answer(.typed("new"))
    await bench.work.whenIdle()
    #expect(bench.message == "c.md was left as it is: it is empty; no other note was changed.")
    #expect(await bench.store.text(of: NoteID("a.md")) == "A")
    #expect(bench.interactor.rows.marked == 3)
  }

  @Test("A word that is no tag is reported before any change")
  func noTag() async {
    let bench = await bench()
    await bench.press("G", "t")
    bench.wireframe.questions.answer(.typed("new 12"))
    await bench.work.whenIdle()
    #expect(bench.message.hasPrefix("“12” is not a valid tag"))
    #expect(await bench.store.text(of: NoteID("a.md")) == "A")
  }
}
