import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Editor

@MainActor
@Suite("Selecting by keys and by mouse; copying and pasting")
struct EditorSelectingTests {
  private nonisolated static let keys: [(String, String, String)] = [
    ("a|bc", "S-Right", "a[b|]c"), ("ab|c", "S-Left", "a[|b]c"),
    ("|one two", "C-S-Right", "[one|] two"),
    ("a|b\ncd", "S-Down", "a[b\nc|]d"), ("|ab", "S-End", "[ab|]"), ("a|b", "C-a", "[ab|]"),
    ("a|bc", "S-Right Right", "ab|c"),
    ("a|bc", "S-Right Esc", "ab|c"),
    ("a|bc", "S-Right x", "ax|c"), ("a|bc", "S-Right C-x", "a|c"),
    ("a|bc", "S-Right C-c End C-v", "abcb|"), ("a|bc", "S-Right *", "a*[b|]*c"),
    ("|a\na", "M-S-Down x", "x|a\nx|a"), ("|a\na", "M-S-Down x Esc", "xa\nx|a"),
    ("a|b\n", "C-d", "ab\na|b\n"), ("a\n|b", "M-Up", "|b\na"),
    ("- a|", "Enter b", "- a\n- b|"), ("- [ ] a|", "C-t", "- [x] a|"), ("a|", "M-2", "## a|"),
    ("b|ig", "C-b", "**b|ig**"),
  ]

  @Test("Keys select text and act on the selection", arguments: keys)
  func keys(before: String, keys: String, after: String) async throws {
    let bench = await EditorBench.marked(before)
    for name in keys.split(separator: " ") {
      bench.press(try #require(Key(name: String(name)), "\(name) is no key"))
    }
    await bench.settle()
    #expect(bench.selected == after, "\(before) and \(keys)")
  }

  @Test("A double click selects a word, a third click the line, and dragging a range")
  func mouse() async {
    let bench = await EditorBench.on("one two three\nfour")
    bench.click(0, 5)
    #expect(bench.selected == "one t|wo three\nfour")
    bench.click(0, 5)
    #expect(bench.selected == "one [two|] three\nfour")
    bench.click(0, 5)
    #expect(bench.selected == "[one two three\n|]four")
    bench.click(0, 1)
    bench.mouse(.drag, 1, 2)
    #expect(bench.selected == "o[ne two three\nfo|]ur")
    bench.mouse(.drag, 0, 0)
    #expect(bench.selected == "[|o]ne two three\nfour")
  }

  @Test("Dragging after a double click selects by words, and a late second click counts as a first")
  func words() async {
    let bench = await EditorBench.on("one two three")
    bench.click(0, 5)
    bench.click(0, 5)
    bench.mouse(.drag, 0, 9)
    #expect(bench.selected == "one [two three|]")
    bench.mouse(.drag, 0, 1)
    #expect(bench.selected == "[|one two] three")
    bench.click(0, 6)
    bench.clock.advance(by: .seconds(1))
    bench.click(0, 6)
    #expect(bench.selected == "one tw|o three")
  }

  @Test("Shift-click extends the selection, and Ctrl-click adds a cursor")
  func modifiers() async {
    let bench = await EditorBench.marked("o|ne two")
    bench.click(0, 4, .shift)
    #expect(bench.selected == "o[ne |]two")
    bench.click(0, 7, .control)
    bench.type("!")
    #expect(bench.text == "o!two!" || bench.text == "o!tw!o", "\(bench.text)")
  }

  @Test("Additional cursors are shown, and Esc drops them before it leaves")
  func severalCursors() async {
    let bench = await EditorBench.marked("|ab\nab")
    bench.press("M-S-Down")
    let signs = (0..<2).map { bench.row(at: $0).pieces.first?.look.signs }
    #expect(signs.contains(.cursor) && bench.cursor != nil)
    bench.press("Esc")
    #expect(bench.selections.count == 1 && !bench.wasRemoved)
    bench.press("Esc")
    #expect(bench.wasRemoved)
  }

  // MARK: - Other programs

  @Test("Cut and copied text is offered to other programs, and a failure is reported")
  func offers() async {
    let clipboard = FakeClipboard()
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": "one\ntwo"], clipboard: clipboard)
    await bench.open()
    bench.press("S-End", "C-c")
    await bench.settle()
    #expect(clipboard.bytes == Array("one".utf8))
    clipboard.problem = "No."
    bench.press("C-k")
    await bench.settle()
    #expect(bench.message == "No." && bench.screen.chrome.tone == .warning)
  }

  @Test("A paste takes other programs' text, and text typed before their answer follows it")
  func pastesTheirs() async {
    let clipboard = FakeClipboard()
    clipboard.bytes = Array("theirs".utf8)
    let bench = EditorBench(.note(EditorBench.note), ["a.md": ""], clipboard: clipboard)
    await bench.open()
    bench.press("C-v", "!")
    await bench.settle()
    #expect(bench.text == "theirs!")
    clipboard.bytes = nil
    bench.press("C-v")
    await bench.settle()
    #expect(bench.text == "theirs!theirs")
  }

  @Test("Pasting an address over words makes them a link")
  func smartPaste() async {
    let bench = await EditorBench.marked("see |it")
    bench.press("S-End")
    _ = bench.screen.handle(.paste(Array("https://a.org/x".utf8)))
    #expect(bench.text == "see [it](https://a.org/x)")
  }

  @Test("Bytes that are not valid text are pasted unchanged")
  func badBytes() async {
    let bench = await EditorBench.on("")
    _ = bench.screen.handle(.paste([0x61, 0xff, 0x00]))
    #expect(bench.interactor.text.bytes == [0x61, 0xff, 0x00])
  }
}
