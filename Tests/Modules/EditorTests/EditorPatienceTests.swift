import Entities
import Terminal
import TestSupport
import Testing
import TextEngine

@testable import Editor

@MainActor
@Suite("Slow patterns in the editor")
struct EditorPatienceTests {
  /// A line on which the pattern exceeds the budget of a key, and one that it matches at once.
  static let text = String(repeating: "a", count: 30) + "!\nxb\n"
  /// A line that the pattern could try practically forever.
  static let hopeless = String(repeating: "a", count: 60) + "!\nab\n"
  static let pattern = #"\v(a|aa)+$|b"#
  static let searching = "Working… Esc ends it."

  private func bench(_ text: String = text, _ keymap: KeymapStyle = .vim) async -> EditorBench {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text], keymap: keymap)
    await bench.open()
    return bench
  }

  private func press(_ keys: String, in bench: EditorBench) {
    let named: [(String, Key)] = [("<CR>", "Enter"), ("<C-v>", "C-v")]
    var rest = keys[...]
    while let first = rest.first {
      if let (name, key) = named.first(where: { rest.hasPrefix($0.0) }) {
        bench.press(key)
        rest.removeFirst(name.count)
      } else {
        bench.type(String(first))
        rest.removeFirst()
      }
    }
  }

  @Test("Slow patterns do not block the screen, and keys pressed meanwhile wait in order")
  func isFollowed() async {
    let bench = await bench()
    press("/\(Self.pattern)<CR>", in: bench)
    #expect(bench.message == Self.searching)
    press("x:s/x/y/<CR>", in: bench)
    #expect(bench.text == Self.text)
    await bench.settle()
    #expect(bench.text == Self.text.replacing("xb", with: "y"))
    #expect(bench.message != Self.searching)
  }

  @Test(
    "Esc or C-c cancels a slow pattern, restores the state before the key and drops waiting keys")
  func isEnded() async {
    for key: Key in ["Esc", "C-c"] {
      let bench = await bench()
      press("/\(Self.pattern)<CR>dd", in: bench)
      bench.press(key)
      #expect(bench.message == "Stopped.")
      #expect(bench.screen.state.keys?.prompt?.text == Self.pattern)
      await bench.settle()
      #expect(bench.marked == "|" + Self.text)
      bench.press("Esc")
      press("x", in: bench)
      #expect(bench.text == String(Self.text.dropFirst()))
    }
  }

  /// The first keys, the keys that take long, and the resulting text.
  private static let rows: [(first: String, keys: String, after: String)] = [
    ("", #":%s/\v(a|aa)+$|b/c/<CR>"#, text.replacing("xb", with: "xc")),
    ("", #":g/\v(a|aa)+$|b/d<CR>"#, text.replacing("xb\n", with: "")),
    ("", #":g/b/normal ggd/\v(a|aa)+$|b<C-v><CR><CR>"#, "b\n"),
    (#"/\v(a|aa)+$|b<CR>"#, "ggnx", text.replacing("xb", with: "x")),
    (#"/\v(a|aa)+$|b<CR>"#, "ggd2N", "b\n"),
    (#"d/\v(a|aa)+$|b<CR>"#, "ugg.", "b\n"),
    (#"/\v(a|aa)+$|b<CR>"#, "ggqqnxqugg@q", text.replacing("xb", with: "x")),
  ]

  @Test(
    "Slow commands, repeats and macros work the same way, and are one undo step", arguments: 0..<7)
  func commands(number: Int) async {
    let row = Self.rows[number]
    let bench = await bench()
    press(row.first, in: bench)
    await bench.settle()
    press(row.keys, in: bench)
    #expect(bench.message == Self.searching, "\(row.keys)")
    await bench.settle()
    #expect(bench.text == row.after, "\(row.keys)")
    press("u", in: bench)
    #expect(bench.text == Self.text, "\(row.keys)")
  }

  @Test(
    "A pattern that exceeds even the longer limit is reported, and nothing changes",
    arguments: [
      #":%s/\v(a|aa)+$|b/x/<CR>"#, #":g/b\|!/s/\v(a|aa)+$|b/x/<CR>"#,
      #":g/a/normal x:sil! s/\v(a|aa)+$/x/<C-v><CR><CR>"#,
    ])
  func tooLong(keys: String) async {
    let bench = await bench(Self.hopeless)
    press(keys + "dd", in: bench)
    await bench.settle()
    #expect(bench.message == "This takes too long. Nothing was changed.")
    #expect(bench.marked == "|" + Self.hopeless)
    bench.press("Esc")
    press("x", in: bench)
    #expect(bench.text == String(Self.hopeless.dropFirst()))
  }

  @Test("If the note changes during a slow pattern, the answer and the waiting keys are dropped")
  func isOvertaken() async {
    let bench = await bench()
    press(":%s/\(Self.pattern)/c/<CR>dd", in: bench)
    let edit = Edit(
      in: bench.interactor.text, replacing: .zero..<(.zero), with: Array("new\n".utf8))
    bench.presenter.scene.perform(edit, then: bench.selections)
    await bench.settle()
    #expect(bench.text == "new\n" + Self.text)
    #expect(bench.message == "The note or the cursor changed meanwhile. Nothing was done.")
    bench.press("Esc")
    press("x", in: bench)
    #expect(bench.text == "ew\n" + Self.text)
  }

  @Test("A save that ends during a slow pattern still sets the saved point for undo")
  func isSaved() async {
    let bench = await bench()
    press("ix", in: bench)
    bench.press("Esc")
    press(":%s/\(Self.pattern)/c/<CR>", in: bench)
    // As a save that ends now does.
    bench.interactor.document.history.markSaved()
    await bench.settle()
    #expect(bench.text == "x" + Self.text.replacing("xb", with: "xc"))
    #expect(bench.interactor.isDirty)
    press("u", in: bench)
    #expect(!bench.interactor.isDirty)
  }

  @Test("A note can be closed during a slow pattern")
  func isClosed() async {
    let bench = await bench()
    press(":%s/\(Self.pattern)/c/<CR>", in: bench)
    bench.presenter.moduleWasRemoved()
    await bench.settle()
    #expect(bench.text == Self.text)
  }

  @Test("In a read-only text slow patterns still move the cursor")
  func readOnly() async {
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": Self.text], keymap: .vim, isReadOnly: true)
    await bench.open()
    press("/\(Self.pattern)<CR>", in: bench)
    #expect(bench.message == Self.searching)
    await bench.settle()
    #expect(bench.marked == Self.text.replacing("xb", with: "x|b"))
    press(":%s//c/<CR>", in: bench)
    await bench.settle()
    #expect(bench.text == Self.text)
    #expect(bench.message.contains("Read-only"))
  }

  @Test("Each of several cursors searches within the limit of one key")
  func severalCursors() async {
    let bench = await bench(Self.text + Self.text)
    let places = [ByteOffset(0), ByteOffset(Self.text.utf8.count)]
    press("/\(Self.pattern)<CR>", in: bench)
    await bench.settle()
    if let two = Selections(places.map { Selection(at: $0) }, main: 0) {
      bench.presenter.scene.select(two)
    }
    press("nx", in: bench)
    #expect(bench.message == Self.searching)
    await bench.settle()
    let after = Self.text.replacing("xb", with: "x")
    #expect(bench.text == after + after)
  }

  @Test("Emacs's slow pattern search works the same way, and C-g cancels it too")
  func emacs() async {
    let bench = await bench(Self.text, .emacs)
    bench.press("C-M-s")
    bench.type(#"\(a\|aa\)+$\|b"#)
    #expect(bench.message == Self.searching)
    await bench.settle()
    bench.press("Enter")
    await bench.settle()
    #expect(bench.marked == Self.text.replacing("xb", with: "xb|"))
    let other = await self.bench(Self.hopeless, .emacs)
    other.press("C-M-s")
    other.type(#"\(a\|aa\)+$"#)
    #expect(other.message == Self.searching)
    other.press("C-g")
    #expect(other.message == "Stopped.")
    #expect(other.screen.state.keys?.prompt?.text == #"\(a\|aa\)+"#)
    other.type("$")
    await other.settle()
    #expect(other.message == "This takes too long. Nothing was changed.")
    #expect(other.text == Self.hopeless)
  }

  @Test("The find bar runs a slow search in the background; Esc cancels it and leaves the bar open")
  func findBar() async {
    let bench = await bench(Self.text, .own)
    bench.press("C-f", "M-r")
    bench.type("(a|aa)+$|b")
    #expect(bench.message == Self.searching)
    await bench.settle()
    #expect(bench.selected == Self.text.replacing("xb", with: "x[b|]"))
    #expect(bench.screen.state.bar?.count == "1 of 1")
    bench.press("Down")
    #expect(bench.message == Self.searching)
    bench.press("Esc")
    #expect(bench.message == "Stopped." && bench.screen.state.bar?.find == "(a|aa)+$|b")
    await bench.settle()
    #expect(bench.selected == Self.text.replacing("xb", with: "x[b|]"))
  }
}
