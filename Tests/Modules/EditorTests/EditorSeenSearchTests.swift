import Entities
import FakeTerminal
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

@MainActor
@Suite("A search of vim or emacs on the screen")
struct EditorSeenSearchTests {
  private func bench(_ text: String, _ keymap: KeymapStyle = .vim) async -> EditorBench {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text], keymap: keymap)
    await bench.open()
    return bench
  }

  private func lines(_ count: Int) -> String {
    (1...count).map { "line \($0)\n" }.joined()
  }

  private func enter(_ line: String, in bench: EditorBench) {
    bench.type(line)
    bench.press("Enter")
  }

  /// The marked pieces of the visible rows; the shown match in brackets.
  private func marks(_ bench: EditorBench) -> [String] {
    _ = bench.frame()
    return bench.presenter.scene.visible.rows.flatMap(\.pieces).filter {
      $0.look.signs.contains(.match)
    }.map { $0.look.signs.contains(.selected) ? "[\($0.text)]" : $0.text }
  }

  private func top(_ bench: EditorBench) -> String {
    bench.frame().lines[0]
  }

  @Test("The view goes to the match while a pattern is typed, and Esc brings it back")
  func comesBack() async {
    let bench = await bench(lines(60))
    bench.type("20Gkkk")
    let before = top(bench)
    bench.type("/line 50")
    #expect(marks(bench) == ["[line 50]"])
    #expect(top(bench) != before)
    bench.press("Esc")
    #expect(top(bench) == before)
    #expect(marks(bench).isEmpty)
    bench.type("/line 5x")
    #expect(top(bench) == before)
    bench.press("Backspace", "C-g", "C-g")
    #expect(marks(bench).contains("[line 5]"))
    bench.press("Enter")
    let line = bench.interactor.text.start(of: LineNumber(51))
    #expect(bench.presenter.scene.selections.main.head == line)
  }

  @Test("All matches in sight are marked until :noh, and again by n")
  func marksMatches() async {
    let bench = await bench("one two\ntwo\nthree\n")
    enter("/two", in: bench)
    #expect(marks(bench) == ["two", "two"])
    #expect(bench.message == "/two  [1/2]")
    enter(":noh", in: bench)
    #expect(marks(bench).isEmpty)
    bench.type("n")
    #expect(marks(bench) == ["two", "two"] && bench.message == "/two  [2/2]")
    bench.type("n")
    #expect(bench.message == "search hit BOTTOM, continuing at TOP  [1/2]")
    enter(":set shm+=S", in: bench)
    bench.type("n")
    #expect(bench.message == "")
    enter(":set nohls", in: bench)
    #expect(marks(bench).isEmpty)
  }

  @Test("Emacs's search marks the other matches while it runs")
  func emacs() async {
    let bench = await bench("one two\nTwo\nthree\n", .emacs)
    bench.press("C-s")
    bench.type("tw")
    #expect(marks(bench) == ["[tw]", "Tw"])
    bench.press("Enter")
    #expect(marks(bench).isEmpty)
  }

  @Test("A search that takes long is shown once it is done, or not at all")
  func findsAside() async {
    let fake = FakeInteractor("one two\n")
    var display = KeyDisplay()
    display.prompt = .init(sign: "/", text: "two", cursor: 3)
    display.search = .init(seek: { _, _ in nil })
    fake.keyFace = display
    let presenter = EditorPresenter(
      interactor: fake, wireframe: FakeWireframe(), output: nil, isPeek: false)
    presenter.handle(.key("o"))
    #expect(fake.asked == ["target"])
    fake.answer(ByteOffset(4)..<ByteOffset(7) as Range<ByteOffset>? as Any)
    #expect(presenter.state.keys?.search?.current == ByteOffset(4)..<ByteOffset(7))
    presenter.handle(.key("x"))
    presenter.handle(.key("y"))
    fake.answer(ByteOffset(0)..<ByteOffset(1) as Range<ByteOffset>? as Any)
    #expect(presenter.state.keys?.search?.current == nil)
  }

  @Test("Numbers can be distances from the cursor's line")
  func distances() async {
    let bench = await bench(lines(5))
    enter("jj:set rnu", in: bench)
    func numbers() -> [String] {
      _ = bench.frame()
      return bench.presenter.scene.visible.rows.prefix(5).map(\.number)
    }
    #expect(numbers() == ["2", "1", "0", "1", "2"])
    enter(":set nu", in: bench)
    bench.type("k")
    #expect(numbers() == ["1", "2", "1", "2", "3"])
    enter(":set nornu", in: bench)
    #expect(numbers() == ["1", "2", "3", "4", "5"])
    bench.press("F7")
    enter(":set nu?", in: bench)
    #expect(bench.message == "nonumber")
  }

  @Test("Rows around the cursor stay visible")
  func rowsAround() async {
    let bench = await bench(lines(60))
    enter(":set so=2", in: bench)
    bench.type("20j")
    #expect(bench.frame().lines[4].contains("line 21"))
    bench.press("C-e", "C-e", "C-e", "C-e")
    #expect(bench.frame().lines[2].contains("line 23") && bench.cursor?.row == 2)
    bench.type("k")
    #expect(bench.frame().lines[2].contains("line 22") && bench.cursor?.row == 2)
  }

  @Test(":set changes how the text is shown")
  func options() async {
    let bench = await bench("a b\n")
    enter(":set list cc=10 nowrap", in: bench)
    let scene = bench.presenter.scene
    #expect(scene.options.blanks == .all && scene.options.columnGuide == 10)
    #expect(!scene.page.layout.wraps)
    enter(":set nolist cc= wrap", in: bench)
    #expect(scene.options.blanks == .off && scene.options.columnGuide == nil)
    #expect(scene.page.layout.wraps)
    enter(":set", in: bench)
    #expect(bench.message == "All options have their default.")
  }
}
