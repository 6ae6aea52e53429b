import Entities
import FakeTerminal
import Terminal
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Editor

@MainActor
@Suite("Finding and replacing in the editor")
struct EditorFindTests {
  private func bar(_ bench: EditorBench) -> EditorBar? { bench.screen.state.bar }

  private func look(_ text: String, in bench: EditorBench) async {
    bench.press("C-f")
    bench.type(text)
    await bench.settle()
  }

  @Test("Find searches while the query is typed, forward from the cursor, and counts the matches")
  func find() async {
    let bench = await EditorBench.marked("one two\n|two one\ntwo")
    await look("two", in: bench)
    #expect(bench.selected == "one two\n[two|] one\ntwo")
    #expect(bar(bench)?.count == "2 of 3")
    bench.press("Down")
    await bench.settle()
    #expect(bench.selected == "one two\ntwo one\n[two|]")
    bench.press("Down")
    await bench.settle()
    #expect(bench.selected == "one [two|]\ntwo one\ntwo")
    #expect(bench.message == "Search wrapped.")
    bench.press("Up")
    await bench.settle()
    #expect(bench.selected == "one two\ntwo one\n[two|]" && bar(bench)?.count == "3 of 3")
  }

  @Test("Esc returns to where the cursor was; Enter stays at the match, and F3 continues from it")
  func leave() async {
    let back = await EditorBench.marked("a|b x c x")
    await look("x", in: back)
    back.press("Esc")
    #expect(back.selected == "a|b x c x" && bar(back) == nil && !back.wasRemoved)
    let stays = await EditorBench.marked("a|b x c x")
    await look("x", in: stays)
    stays.press("Enter")
    #expect(stays.selected == "ab [x|] c x" && bar(stays) == nil)
    stays.press("F3")
    await stays.settle()
    #expect(stays.selected == "ab x c [x|]")
    stays.press("S-F3")
    await stays.settle()
    #expect(stays.selected == "ab [x|] c x")
  }

  @Test("A query without matches is reported, and the cursor stays")
  func nothing() async {
    let bench = await EditorBench.marked("a|b")
    bench.press("F3")
    #expect(bench.message == "Nothing to repeat. C-f starts a search.")
    await look("zz", in: bench)
    #expect(bench.selected == "a|b" && bar(bench)?.count == "none")
    #expect(bench.frame().lines[7].hasPrefix("Find zz"))
  }

  private nonisolated static let options: [(String, String, [String], String)] = [
    ("One one ONE", "one", [], "3"), ("One one ONE", "One", [], "1"),
    ("One one ONE", "one", ["M-c"], "1"), ("one ones", "one", [], "2"),
    ("one ones", "one", ["M-w"], "1"), ("a1 b22", "[0-9]+", ["M-r"], "2"),
    ("a.b axb", "a.b", [], "1"), ("a.b axb", "a.b", ["M-r"], "2"), ("é É", "é", [], "2"),
  ]

  @Test(
    "Lowercase letters match any case; keys set case, whole words and expressions",
    arguments: options)
  func options(text: String, find: String, keys: [String], count: String) async throws {
    let bench = await EditorBench.on(text)
    await look(find, in: bench)
    for name in keys { bench.press(try #require(Key(name: name))) }
    await bench.settle()
    #expect(bar(bench)?.count.hasSuffix(count) == true, "\(bar(bench)?.count ?? "no bar")")
  }

  @Test("An invalid expression reports its error and finds nothing")
  func badExpression() async {
    let bench = await EditorBench.marked("a(|b")
    bench.press("C-f", "M-r")
    bench.type("a(")
    await bench.settle()
    #expect(bar(bench)?.problem.hasPrefix("The expression is wrong after 2 bytes") == true)
    #expect(bench.selected == "a(|b")
  }

  @Test("All visible matches are marked, and the current one is selected")
  func marks() async {
    let bench = await EditorBench.on("x a x")
    await look("x", in: bench)
    let pieces = bench.row(at: 0).pieces
    #expect(pieces.map(\.text) == ["x", " a ", "x"])
    #expect(pieces.map(\.look.signs) == [[.match, .selected], [], .match])
    bench.press("Esc")
    #expect(bench.row(at: 0).pieces.map(\.text) == ["x a x"])
  }

  @Test("Selected words become the query, and selected lines become the scope")
  func fromSelection() async {
    let words = await EditorBench.on("two one two")
    words.press("S-Right", "S-Right", "S-Right", "C-f")
    await words.settle()
    #expect(bar(words)?.find == "two" && bar(words)?.count == "1 of 2")
    let lines = await EditorBench.on("x\nx\nx\nx")
    lines.press("S-Down", "S-Down", "C-r")
    lines.type("x")
    lines.press("Tab")
    lines.type("y")
    lines.press("M-a")
    await lines.settle()
    #expect(lines.text == "y\ny\nx\nx")
  }

  @Test("Replacing one match goes to the next, and replacing all is one undo step")
  func replace() async {
    let bench = await EditorBench.on("one two one one")
    bench.press("C-r")
    bench.type("one")
    bench.press("Enter")
    bench.type("1")
    bench.press("Enter")
    await bench.settle()
    #expect(bench.selected == "1 two [one|] one")
    bench.press("M-a")
    await bench.settle()
    #expect(bench.text == "1 two 1 1" && bar(bench) == nil)
    #expect(bench.message == "Replaced 2 matches. C-z undoes it.")
    bench.press("C-z")
    #expect(bench.text == "1 two one one")
    bench.press("C-z")
    #expect(bench.text == "one two one one")
  }

  @Test("The replacement can refer to groups of the expression")
  func groups() async {
    let bench = await EditorBench.on("a=1\nb=2")
    bench.press("C-r", "M-r")
    bench.type("(\\w)=(\\d)")
    bench.press("Tab")
    bench.type("$2=\\U$1")
    bench.press("M-a")
    await bench.settle()
    #expect(bench.text == "1=A\n2=B")
  }

  @Test("A search of a large text runs in the background, and keys pressed meanwhile wait for it")
  func large() async {
    let filler = String(repeating: "nothing to see\n", count: 80_000)
    let bench = await EditorBench.on(filler + "needle\n" + filler)
    await bench.settle()
    bench.press("C-f")
    bench.type("needle")
    bench.press("Enter", "C-x")
    await bench.settle()
    #expect(bench.selections.main.head.value == filler.utf8.count)
    #expect(bench.interactor.text.byteCount == filler.utf8.count * 2 + 1)
  }
}
