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
@Suite("The editor's displays: numbers, folds, lines, links, the preview, background work")
struct EditorLookingTests {
  @Test("A slow save says that it is still running, and then that it is done")
  func slowSave() async {
    let bench = await EditorBench.on("one")
    bench.type("x")
    bench.press("C-s")
    #expect(bench.message == "")
    bench.scheduler.advance(by: .milliseconds(400))
    #expect(bench.message == "Saving…")
    await bench.settle()
    #expect(bench.message == "Saved a.md.")
    bench.type("y")
    bench.press("C-s")
    await bench.settle()
    bench.scheduler.advance(by: .seconds(1))
    #expect(bench.message == "Saved a.md.")
  }

  @Test("Line numbers precede lines, not wrapped rows, and clicks allow for their width")
  func numbers() async {
    let bench = await EditorBench.on("aaa bbb ccc\nd", columns: 12, rows: 4)
    bench.press("F7")
    #expect(bench.frame(12, 4).lines == ["1 aaa bbb", "  ccc", "2 d", ""])
    #expect(bench.cursor == Point(row: 0, column: 2))
    bench.click(2, 3)
    #expect(bench.selected == "aaa bbb ccc\nd|")
    bench.press("F7")
    #expect(bench.frame(12, 4).lines[1] == "d")
  }

  @Test("Go to line accepts a line number and, after a colon, a column")
  func goToLine() async {
    let bench = await EditorBench.on("one\ntwo\nthree")
    bench.press("C-g")
    #expect(bench.wireframe.asked == ["line, now 1 of 3?"])
    for (typed, wanted) in [
      ("2", "one\n|two\nthree"), ("3:3", "one\ntwo\nth|ree"), ("99", "one\ntwo\n|three"),
      ("1:99", "one|\ntwo\nthree"), ("0", "|one\ntwo\nthree"),
    ] {
      bench.wireframe.answer(.typed(typed))
      #expect(bench.selected == wanted, "\(typed)")
    }
    bench.wireframe.answer(.typed("x"))
    #expect(bench.message == "“x” is not a line. Type a number, or 12:5 for a place in a line.")
  }

  private let folding = "# One\na\nb\n\n## Sub\nc\n\n# Two\nd"

  @Test("A heading folds away the text below it, says how much, and unfolds again")
  func fold() async {
    let bench = await EditorBench.marked(folding.replacing("\nb", with: "\nb|"))
    bench.press("F8")
    #expect(bench.frame(20, 9).lines.prefix(5) == ["# One … 5 lines", "", "# Two", "d", ""])
    #expect(bench.selected == folding.replacing("# One", with: "# One|"))
    bench.press("Down", "Down")
    #expect(bench.selected == folding.replacing("# Two", with: "# Two|"))
    bench.press("C-Home", "F8")
    #expect(bench.frame(20, 9).lines[1] == "a")
    bench.press("M-F")
    #expect(bench.frame(20, 9).lines.prefix(6) == ["# One", "a", "b", "", "## Sub … 1 line", ""])
    bench.press("M-F")
    #expect(bench.frame(20, 9).lines.prefix(4) == ["# One … 5 lines", "", "# Two … 1 line", ""])
    bench.press("M-U")
    #expect(bench.frame(20, 9).lines[1] == "a")
    #expect(bench.text == folding)
  }

  @Test("M-F folds a note's only title only if the note has no sections")
  func foldTitleAlone() async {
    let bench = await EditorBench.on("# One\na\n")
    bench.press("M-F")
    #expect(bench.frame(20, 9).lines[0] == "# One … 1 line")
  }

  @Test("Esc first drops the selection and all cursors but one, then leaves")
  func escapeDropsSelection() async {
    let bench = await EditorBench.marked("one|\ntwo\nthree")
    bench.press("S-Down", "Esc")
    #expect(bench.selected == "one\ntwo|\nthree" && !bench.wasRemoved)
    bench.press("M-S-Up", "M-S-Down", "Esc")
    #expect(bench.selections.isOneCursor && !bench.wasRemoved)
    bench.press("Esc")
    #expect(bench.wasRemoved)
  }

  @Test("C-c reports what was copied, and C-q how to leave")
  func saysHowToLeave() async {
    let bench = await EditorBench.marked("on|e\ntwo")
    bench.press("C-c")
    #expect(bench.message == "Copied the line. Esc saves and goes back.")
    bench.press("S-Down", "C-c")
    #expect(bench.message == "Copied what is selected.")
    bench.press("C-q")
    #expect(bench.message == "Esc saves and goes back. q in the list quits.")
  }

  @Test("Commenting in code uses the comments of its language, and repeating it restores the code")
  func comments() async {
    func toggled(_ text: String, times: Int = 1) async -> EditorBench {
      let bench = await EditorBench.marked(text)
      for _ in 0..<times { bench.press("C-_") }
      return bench
    }
    #expect(
      await toggled("```python\nif x:\n  re|turn 1\n```\n").text
        == "```python\nif x:\n  # return 1\n```\n")
    #expect(
      await toggled("```python\n  re|turn 1\n```\n", times: 2).text
        == "```python\n  return 1\n```\n")
    #expect(await toggled("```html\n<b>|\n```\n").text == "```html\n<!-- <b> -->\n```\n")
    #expect(
      await toggled("> ```swift\n> le|t a\n> ```\n").text
        == "> ```swift\n> // let a\n> ```\n")
    #expect(await toggled("te|xt").text == "%% text %%")
    let unknown = await toggled("```\nco|de\n```\n")
    #expect(
      unknown.text == "```\ncode\n```\n" && unknown.message.contains("Unknown comment syntax"))
  }

  @Test("C-] on a web address copies the address alone, without its line")
  func copiesAddress() async {
    let clipboard = FakeClipboard()
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": "see <https://a.org/x> here"], clipboard: clipboard)
    await bench.open()
    bench.presenter.scene.select(ByteOffset(8))
    bench.press("C-]")
    await bench.settle()
    #expect(clipboard.bytes == Array("https://a.org/x".utf8))
    #expect(bench.message == "Copied.")
  }

  @Test("M-W opens the address at the cursor or the next one in the line, and reports the result")
  func opensAddress() async {
    let text = "[w](https://a.org/x) and [[Note]] at www.b.org, <mailto:c@d>\nnothing here\n"
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text])
    await bench.open()
    func shown(at place: Int) -> String? {
      bench.wireframe.asked = []
      bench.presenter.scene.select(ByteOffset(place))
      bench.press("M-W")
      return bench.wireframe.asked.last
    }
    #expect(shown(at: 1) == "show https://a.org/x")
    #expect(shown(at: 22) == "show mailto:c@d", "the next one that has a scheme")
    #expect(shown(at: 40) == "show https://www.b.org")
    #expect(shown(at: 65) == nil)
    #expect(bench.message == "There is no address at the cursor or behind it in the line.")
    bench.wireframe.opensAddresses = true
    _ = shown(at: 1)
    #expect(bench.message == "Opened.")
  }

  @Test("M-\\ types a tab character")
  func typesTab() async {
    let bench = await EditorBench.marked("a|b")
    bench.press("M-\\")
    #expect(bench.text == "a\tb")
  }

  @Test("In a theme with a text color the parts of a text still have their own colors")
  func themeWithTextColor() {
    let theme = Theme(
      name: "own",
      styles: [
        .text: Style(foreground: .indexed(252)), .heading: Style(.bold, foreground: .indexed(110)),
        .strong: Style(.bold), .code: Style(foreground: .indexed(180)),
        .key: Style(foreground: .indexed(75)),
      ])
    func style(_ inks: InkSet) -> Style { EditorStyle(inks: inks).style(in: theme) }
    #expect(style([.heading1]) == Style(.bold, foreground: .indexed(110)))
    #expect(style([.strong]) == Style(.bold, foreground: .indexed(252)))
    #expect(style([]) == Style(foreground: .indexed(252)))
    #expect(style([.codeBlock, .keyword]).foreground == .indexed(75))
  }

  @Test("A match inside a fold unfolds it")
  func findUnfolds() async {
    let bench = await EditorBench.on(folding)
    bench.press("M-F", "C-f")
    bench.type("c")
    await bench.settle()
    bench.screen.layOut()
    #expect(bench.screen.state.cursor != nil)
    #expect(bench.selected.contains("[c|]"))
  }

  // MARK: - Links

  @Test("A link within the note moves the cursor, C-o returns, and another C-o leaves")
  func backAgain() async {
    let bench = await EditorBench.marked("[[#Su|b]] ![^1]\n\n## Sub\n\n[^1]: note")
    bench.press("C-]")
    await bench.settle()
    #expect(bench.marked.contains("\n|## Sub"))
    bench.press("C-o")
    #expect(bench.marked.hasPrefix("[[#Su|b]]"))
    bench.press("C-o")
    #expect(bench.wasRemoved)
  }

  @Test("Extracting the selection creates a note and leaves a link, and undo restores the text")
  func extract() async {
    let bench = await EditorBench.on("keep\n# New one\ntext\nkeep")
    bench.press("M-x")
    #expect(bench.message == "Select what is to become a note.")
    bench.press("Down", "S-Down", "S-Down", "M-x", "!")
    await bench.settle()
    #expect(bench.text == "keep\n[[New one]]!\nkeep")
    #expect(await bench.saved("New one.md") == "# New one\ntext\n")
    #expect(bench.parent.heard == ["saved New one.md"])
    bench.press("C-z", "C-z")
    #expect(bench.text == "keep\n# New one\ntext\nkeep")
  }

  // MARK: - Preview

  @Test("The preview shows typed text, starting from the visible line")
  func preview() async {
    let bench = await EditorBench.on("one")
    bench.press("F5")
    await bench.settle()
    bench.type("1")
    bench.type("2")
    await bench.settle()
    #expect(bench.wireframe.asked == ["slots moved"])
    #expect(bench.wireframe.preview.shown.first == "a from 0: one")
    #expect(bench.wireframe.preview.shown.last == "a from 0: 12one")
    bench.press("F5")
    let count = bench.wireframe.preview.shown.count
    bench.type("3")
    await bench.settle()
    #expect(bench.wireframe.preview.shown.count == count)
  }

  @Test("$EDITOR gets the note once it is saved")
  func outsideEditor() async {
    let bench = await EditorBench.marked("one|")
    bench.press("!", "M-e")
    #expect(bench.wireframe.asked == [])
    await bench.settle()
    #expect(bench.wireframe.asked == ["edit a.md outside"])
    #expect(await bench.saved() == "one!")
  }

  @Test("Words are counted on opening, and again after a pause in typing")
  func words() async {
    let bench = await EditorBench.on("one two", columns: 80)
    #expect(bench.chrome.state == "2 words, 1 min · saved")
    bench.press("C-End")
    bench.type(" three")
    await bench.settle()
    #expect(bench.chrome.state == "2 words, 1 min · modified")
    bench.scheduler.advance(by: .seconds(1))
    await bench.settle()
    #expect(bench.chrome.state == "3 words, 1 min · modified")
    #expect(!bench.scheduler.hasTimers, "nobody wakes up for nothing")
  }

  @Test("During continuous typing words are counted every few seconds, not between every two keys")
  func wordsWhileTyping() async {
    let bench = await EditorBench.on("one two", columns: 80)
    bench.press("C-End")
    var counts: [String] = []
    for _ in 0..<50 {
      bench.type(" a")
      bench.scheduler.advance(by: .milliseconds(100))
      await bench.settle()
      let count = bench.chrome.state
      if counts.last != count { counts.append(count) }
    }
    #expect(counts == [2, 32].map { "\($0) words, 1 min · modified" })
    bench.scheduler.advance(by: .seconds(1))
    await bench.settle()
    #expect(bench.chrome.state == "52 words, 1 min · modified")
  }

  // MARK: - Size

  @Test("The structure of a large note is read during pauses in typing")
  func learning() async {
    let text = String(repeating: "Words in a line of a large note.\n", count: 520_000)
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text])
    await bench.open()
    func known() -> ByteOffset {
      let text = bench.interactor.text
      return bench.interactor.session.page.highlighter.knownEnd(in: text)
    }
    bench.scheduler.advance(by: .milliseconds(3))
    #expect(known() > .zero)
    let before = known()
    for _ in 0..<5 {
      bench.type("x")
      bench.scheduler.advance(by: .milliseconds(99))
    }
    let between = known()
    #expect(between - before < 5 * 40_000, "little for each key")
    bench.scheduler.advance(by: .milliseconds(10))
    #expect(known() - between > 5 * 60_000)
  }

  @Test("A large note can be typed in before it is fully read, and is then saved whole")
  func large() async {
    let line = "A line of a text that is much longer than what is read at first.\n"
    let text = String(repeating: line, count: 40_000)
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text])
    await bench.open()
    #expect(bench.text == text)
    bench.type("!")
    bench.press("C-s")
    await bench.settle()
    #expect(await bench.saved() == "!" + text)
    bench.press("C-End", "x")
    #expect(bench.interactor.text.byteCount == text.utf8.count + 2)
  }

  @Test("Distant parts of a large note are read only while no keys arrive")
  func readsOnInPauses() async {
    let text = String(repeating: "words and words and words and words\n", count: 240_000)
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text])
    await bench.open()
    bench.scheduler.advance(by: .seconds(20))
    #expect(bench.presenter.scene.background.planned == nil)
    // All that follows is code now.
    bench.press("`", "`", "`")
    for _ in 0..<10 {
      bench.press("x")
      bench.scheduler.advance(by: .milliseconds(40))
      #expect(bench.presenter.scene.background.planned == .far)
    }
    bench.scheduler.advance(by: .seconds(20))
    #expect(bench.presenter.scene.background.planned == nil)
  }
}
