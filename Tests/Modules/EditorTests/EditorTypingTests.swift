import Entities
import FakeTerminal
import Terminal
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Editor

@MainActor
@Suite("Typing: what each key does to the text, with the cursor in it")
struct EditorTypingTests {
  private func press(_ keys: String, on bench: EditorBench) throws {
    for name in keys.split(separator: " ") {
      let key = try #require(Key(name: String(name)), "\(name) is no key")
      bench.press(key)
    }
  }

  private nonisolated static let keys: [(String, String, String)] = [
    ("|", "h i", "hi|"), ("a|c", "b", "ab|c"), ("|", "é 日 Space !", "é日 !|"),
    ("ab|cd", "Enter", "ab\n|cd"), ("a\r\nb|", "Enter", "a\r\nb\r\n|"), ("|a", "Tab", "  |a"),
    ("hel|lo", "Backspace", "he|lo"), ("|a", "Backspace", "|a"), ("a\n|b", "Backspace", "a|b"),
    ("e\u{301}|", "Backspace", "|"), ("👩‍👩‍👧|x", "Backspace", "|x"),
    ("hel|lo", "Del", "hel|o"), ("a|", "Del", "a|"), ("a|\nb", "Del", "a|b"),
    ("a|\r\nb", "Del", "a|b"),
    ("hel|lo", "C-w", "|lo"), ("one two|", "C-w", "one |"), ("one two|", "M-Backspace", "one |"),
    ("one   |", "C-w", "|"), ("a\n|b", "C-w", "a|b"), ("f(x)|", "C-w", "f(x|"),
    ("|one two", "M-d", "| two"), ("|one two", "C-Del", "| two"), ("a|\nb", "M-d", "a|b"),
    ("a|b", "Left", "|ab"), ("|ab", "Left", "|ab"), ("a\n|b", "Left", "a|\nb"),
    ("a|b", "Right", "ab|"), ("ab|", "Right", "ab|"), ("a|\r\nb", "Right", "a\r\n|b"),
    ("日|本", "Left", "|日本"), ("|日本", "Right", "日|本"),
    ("one tw|o", "C-Left", "one |two"), ("one |two", "C-Left", "|one two"),
    ("|one two", "C-Right", "one| two"), ("one| two", "C-Right", "one two|"),
    ("a\nb|c", "Home", "a\n|bc"), ("a|b\nc", "End", "ab|\nc"),
    ("a|b\nc", "C-e", "ab|\nc"), ("a\nb|c", "C-Home", "|a\nbc"), ("a|b\nc", "C-End", "ab\nc|"),
    ("abc\nde|f", "Up", "ab|c\ndef"), ("ab|c\ndef", "Down", "abc\nde|f"),
    ("ab|c", "Up", "ab|c"), ("ab|c", "Down", "ab|c"),
    // Moves from row to row keep their column, over a short row and back.
    ("abcd|\ne\nfghi", "Down", "abcd\ne|\nfghi"), ("abcd|\ne\nfghi", "Down Down", "abcd\ne\nfghi|"),
    ("abcd|\ne\nfghi", "Down Down Up Up", "abcd|\ne\nfghi"),
    ("abcd|\ne\nfghi", "Down Left Down", "abcd\ne\n|fghi"),
    ("abcd|\ne\nfghi", "Down x Down", "abcd\nex\nfg|hi"),
    // Successive cuts are pasted together; another key between them starts over.
    ("on|e\ntwo\nthree", "C-k", "|two\nthree"), ("one\nt|wo", "C-k", "one|"), ("|", "C-k", "|"),
    ("|one\ntwo\nthree", "C-k C-k C-u", "one\ntwo\n|three"),
    ("|one\ntwo\nthree", "C-k Down C-k C-u", "three\ntwo|"),
    ("|one\ntwo", "C-k C-u C-u", "one\none\n|two"), ("a|b", "C-u", "a|b"),
    ("a\r\n|b\r\nc", "C-k C-u C-u", "a\r\nb\r\nb\r\n|c"),
    // Undo goes word by word.
    ("|", "a b C-z", "|"), ("|x", "a Space b C-z", "a |x"), ("|x", "a Space b C-z C-z", "|x"),
    ("|x", "a C-z C-y", "a|x"), ("abc|", "Backspace Backspace C-z", "abc|"),
    ("|one\ntwo", "C-k C-z", "|one\ntwo"), ("a|b", "C-z", "a|b"), ("a|b", "C-y", "a|b"),
    ("|", "a C-z b C-y", "b|"),
  ]

  @Test("Each key changes the text as its name says", arguments: keys)
  func keys(before: String, keys: String, after: String) async throws {
    let bench = await EditorBench.marked(before)
    try press(keys, on: bench)
    #expect(bench.marked == after, "\(before) and \(keys)")
  }

  @Test("Home and cut act on the written line, not on the wrapped row")
  func wrappedLine() async throws {
    let bench = await EditorBench.marked("aaa bbb ccc| ddd", columns: 9)
    try press("Home", on: bench)
    #expect(bench.marked == "|aaa bbb ccc ddd")
    try press("C-k", on: bench)
    #expect(bench.marked == "|")
  }

  @Test("A page is the height of the view less one row, and PgUp undoes PgDn")
  func pages() async throws {
    let lines = (0..<30).map { "line \($0)" }.joined(separator: "\n")
    let bench = await EditorBench.on(lines, rows: 6)
    try press("PgDn", on: bench)
    #expect(bench.selections.main.head.value == 35)
    #expect(bench.frame(40, 6).lines[0].hasPrefix("line 5"))
    try press("PgDn PgUp PgUp", on: bench)
    #expect(bench.selections.main.head.value == 0)
  }

  @Test("A paste is one step with the note's line endings, and its escapes are plain text")
  func paste() async throws {
    let bench = await EditorBench.marked("a\r\n|b")
    _ = bench.screen.handle(.paste(Array("1\n2\r3\u{1b}[A".utf8)))
    #expect(bench.marked == "a\r\n1\r\n2\r\n3\u{1b}[A|b")
    try press("C-z", on: bench)
    #expect(bench.marked == "a\r\n|b")
  }

  @Test("Undo says when nothing is left to undo")
  func nothingToUndo() async throws {
    let bench = await EditorBench.on("x")
    try press("C-z", on: bench)
    #expect(bench.message == "Nothing to undo.")
    try press("C-y", on: bench)
    #expect(bench.message == "Nothing to redo.")
    try press("y", on: bench)
    #expect(bench.message == "")
  }

  @Test("While the note is being read, typing is rejected and loses nothing")
  func beforeLoading() async throws {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": "text"])
    _ = bench.frame()
    try press("x Enter C-k C-u Backspace C-z C-s", on: bench)
    await bench.open()
    #expect(bench.marked == "|text")
    #expect(!bench.interactor.isDirty)
  }
}
