import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import VaultSettings
import Viper

@testable import Editor

@MainActor
@Suite("Editor: the person's settings")
struct EditorOptionsTests {
  private func open(
    _ text: String, _ settings: [SettingName: String], columns: Int = 40, rows: Int = 8
  ) async -> EditorBench {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text], settings: settings)
    await bench.open(columns: columns, rows: rows)
    return bench
  }

  private func shown(_ bench: EditorBench, _ row: Int) -> String {
    bench.row(at: row).pieces.map(\.text).joined()
  }

  private func signs(_ bench: EditorBench, _ row: Int) -> [EditorStyle.Signs] {
    bench.row(at: row).pieces.map(\.look.signs)
  }

  // MARK: - The title line

  @Test("The title line shows line and column, if set so, in the form that go to line accepts")
  func position() async {
    let bench = await open("one\näö x\n", [.showPosition: "yes"], columns: 70)
    #expect(bench.chrome.state.hasPrefix("1:1 · "))
    bench.press("Down", "End")
    #expect(bench.chrome.state.hasPrefix("2:5 · "), "characters, not bytes")
    bench.press("C-g")
    bench.wireframe.answer(.typed("2:3"))
    #expect(bench.marked == "one\näö| x\n")
    let usual = await open("one", [:], columns: 70)
    #expect(!usual.chrome.state.contains("1:1"))
  }

  @Test("The words of a selection are counted, in a large text without blocking the keys")
  func selectedWords() async {
    let bench = await EditorBench.on("one two three\nfour\n", columns: 70)
    bench.press("S-Right", "S-Right")
    _ = bench.frame(70)
    #expect(bench.chrome.state == "1 of 4 words · saved")
    bench.press("C-a")
    _ = bench.frame(70)
    #expect(bench.chrome.state == "4 of 4 words · saved")
    bench.press("Esc")
    _ = bench.frame(70)
    #expect(bench.chrome.state == "4 words, 1 min · saved")

    let large = await EditorBench.on(String(repeating: "word ", count: 5000), columns: 70)
    large.press("C-a")
    _ = large.frame(70)
    #expect(large.chrome.state == "5000 words, 25 min · saved", "not counted for a key")
    await large.settle()
    #expect(large.chrome.state == "5000 of 5000 words · saved")
    large.press("C-Home")
    _ = large.frame(70)
    #expect(large.chrome.state == "5000 words, 25 min · saved")
  }

  // MARK: - Blanks

  @Test("Blanks are shown at the ends of lines, everywhere with tabs, or not at all")
  func blanks() async {
    let text = "a b\u{a0}c\td \u{a0} \n   \n"
    let off = await open(text, [:])
    #expect(shown(off, 0) == "a b\u{a0}cd \u{a0} ")
    let trailing = await open(text, [.showBlanks: "trailing"])
    #expect(shown(trailing, 0) == "a b\u{a0}cd·␣·")
    #expect(shown(trailing, 1) == "···")
    let all = await open(text, [.showBlanks: "all"])
    #expect(shown(all, 0) == "a·b␣c→  d·␣·")
    #expect(signs(all, 0) == [[], [.blank], [], [.blank], [], [.blank], [], [.blank]])
    all.press("C-a")
    #expect(signs(all, 1) == [[.blank, .selected], [.selected]])
    #expect(all.text == text, "shown, not written")
  }

  @Test("Blanks at the end of a wrapped line are shown where they are")
  func blanksOfWrappedLines() async {
    let bench = await open("one two   \n", [.showBlanks: "trailing"], columns: 5)
    #expect([shown(bench, 0), shown(bench, 1)] == ["one ", "two·"])
  }

  @Test("Signs for blanks look muted, and are reversed in a selection")
  func blankLook() {
    let theme = Theme.standard
    #expect(EditorStyle(inks: [.strong], signs: [.blank]).style(in: theme) == theme[.muted])
    let selected = EditorStyle(signs: [.blank, .selected]).style(in: theme)
    #expect(selected.attributes.contains(.reverse))
  }

  // MARK: - Brackets

  @Test("The bracket at or before the cursor and its partner are marked, by attributes alone")
  func brackets() async {
    let bench = await open("f(a[1]) (\n", [.showBrackets: "yes"])
    func marked(at place: Int) -> String {
      bench.presenter.scene.select(ByteOffset(place))
      return bench.row(at: 0).pieces.filter { $0.look.signs.contains(.bracket) }.map(\.text)
        .joined(separator: " ")
    }
    #expect(marked(at: 0) == "")
    #expect(marked(at: 1) == "( )")
    #expect(marked(at: 2) == "( )", "behind it")
    #expect(marked(at: 3) == "[ ]")
    #expect(marked(at: 7) == "( )", "behind the last")
    #expect(marked(at: 8) == "", "one without a partner")
    let look = EditorStyle(signs: [.bracket]).style(in: Theme.standard.withoutColor)
    #expect(look.attributes.isSuperset(of: [.bold, .underline]))
    let usual = await open("(a)", [:])
    #expect(signs(usual, 0) == [[]])
  }

  @Test("A partner bracket out of view is not searched for")
  func farPartner() async {
    let bench = await open(
      "(\n" + String(repeating: "x\n", count: 50) + ")", [.showBrackets: "yes"])
    #expect(signs(bench, 0) == [[]])
  }

  // MARK: - Widths

  @Test("A guide is drawn at the set column where there is no text")
  func guide() async {
    let bench = await open("ab\nabcdefgh\n", [.columnGuide: "5"], columns: 20, rows: 3)
    let lines = bench.frame(20, 3).lines
    #expect(lines[0].hasPrefix("ab  │"))
    #expect(lines[1].hasPrefix("abcdefgh"))
    #expect(lines[2].hasPrefix("    │"))
  }

  @Test("Lines wrap at the set width, aligned left or centered")
  func wrapWidth() async {
    let text = "one two three four five six\n"
    let left = await open(text, [.wrapWidth: "20"], columns: 41, rows: 4)
    #expect(left.frame(41, 4).lines[0].hasPrefix("one two three four"))
    #expect(left.frame(41, 4).lines[1].hasPrefix("five six"))
    let middle = await open(
      text, [.wrapWidth: "20", .centerText: "yes"], columns: 41, rows: 4)
    #expect(middle.frame(41, 4).lines[1].hasPrefix("          five six"))
    middle.press("Down")
    #expect(middle.cursor == Point(row: 1, column: 10))
    middle.click(0, 14)
    #expect(middle.marked == "one |two three four five six\n")
    middle.press("M-w")
    #expect(middle.frame(41, 4).lines[0].hasPrefix("one two three four five six"))
  }

  @Test("Distraction-free view shows only text and messages; Esc restores the rest, then closes")
  func zen() async {
    let bench = await open("word\n", [.lineNumbers: "yes"], columns: 101, rows: 4)
    bench.press("F11")
    #expect(bench.screen.chrome.isBare && bench.chrome.state.isEmpty)
    #expect(bench.message == "F11 shows the lines around the text again.")
    #expect(bench.frame(101, 4).lines[0].hasPrefix(String(repeating: " ", count: 14) + "word"))
    bench.press("Esc")
    #expect(!bench.screen.chrome.isBare && !bench.wasRemoved)
    #expect(bench.frame(101, 4).lines[0].hasPrefix("1 word"))
    bench.press("F11", "F11")
    #expect(!bench.screen.chrome.isBare)
    bench.press("Esc")
    #expect(bench.wasRemoved)
  }

  // MARK: - Typing

  @Test("Tabs have the set width, and Tab inserts what is set")
  func tabs() async {
    func typed(_ text: String, _ settings: [SettingName: String]) async -> String {
      let bench = await open(text, settings)
      bench.press("C-Home", "Tab")
      return bench.text
    }
    #expect(await typed("a", [:]) == "  a")
    #expect(await typed("a", [.tabWidth: "8"]) == "        a")
    #expect(await typed("a", [.tabInserts: "tab"]) == "\ta")
    #expect(await typed("a\n\tb\n", [:]) == "\ta\n\tb\n", "as the note does")
    #expect(await typed("a\n\tb\n", [.tabInserts: "blanks", .tabWidth: "3"]) == "   a\n\tb\n")
    let wide = await open("\tx", [.tabWidth: "8"])
    wide.press("C-End")
    #expect(wide.cursor?.column == 9)
    _ = wide.frame(60, 8)
    #expect(wide.cursor?.column == 9, "in another width too")
  }

  @Test("Enter continues a list unless the person wants plain lines")
  func lists() async {
    for (setting, expected) in [
      ("yes", "  - [ ] a\n  - [ ] "), ("no", "  - [ ] a\n  "),
    ] {
      let bench = await open("  - [ ] a", [.continueLists: setting])
      bench.press("C-End", "Enter")
      #expect(bench.text == expected)
    }
    let quote = await open("> a", [.continueLists: "no"])
    quote.press("C-End", "Enter")
    #expect(quote.text == "> a\n")
  }
}
