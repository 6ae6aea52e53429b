import FakeTerminal
import Terminal
import Testing
import Viper

@testable import Prompt

@MainActor
@Suite("Prompt: its look and its keys")
struct PromptScreenTests {
  let parent = RecordingParent()

  private func screen(_ question: Question) -> PromptScreen {
    PromptScreen(presenter: PromptPresenter(question: question, then: parent.hear))
  }

  @Test("The text is above a row of choices, with the selected one highlighted")
  func choices() {
    let screen = screen(.deletion)
    let frame = FakeFrame.drawing(screen, columns: 30, rows: 3)
    #expect(frame.lines == ["Delete “Diary”?", "", "[y] delete   [n] keep"])
    #expect(frame.style(at: Point(row: 2, column: 5)) == Theme.standard[.selection])
    #expect(frame.style(at: Point(row: 2, column: 18)) == .plain)
    #expect(frame.cursor == nil)
    #expect(screen.chrome.title == "Trash")
    #expect(screen.chrome.hints.map(\.word) == ["choose", "cancel"])
  }

  @Test("In a low box each answer is visible, the unselected ones only as keys")
  func lowBoxWithAll() {
    let screen = screen(.deletion)
    #expect(FakeFrame.drawing(screen, columns: 16, rows: 1).lines == ["[y] delete   [n]"])
    _ = screen.handle(.key("Right"))
    #expect(FakeFrame.drawing(screen, columns: 16, rows: 1).lines == ["[y]   [n] keep"])
    #expect(FakeFrame.drawing(screen, columns: 10, rows: 1).lines == ["[y]   [n]"])
  }

  @Test("The arrows and Tab move the selection and request a redraw")
  func moves() {
    let screen = screen(.deletion)
    _ = FakeFrame.drawing(screen, columns: 30, rows: 3)
    for key: Key in ["Right", "Left", "Tab"] { #expect(screen.handle(.key(key))) }
    #expect(screen.surface.isStale)
    let frame = FakeFrame.drawing(screen, columns: 30, rows: 3)
    #expect(frame.style(at: Point(row: 2, column: 15)) == Theme.standard[.selection])
    #expect(screen.handle(.key("Enter")))
    #expect(parent.heard == ["chosen(\"keep\")"])
  }

  @Test(
    "Keys and clicks answer",
    arguments: [
      (InputEvent.key("y"), "chosen(\"delete\")"),
      (.key("n"), "chosen(\"keep\")"),
      (.key("Esc"), "cancelled"),
      (.mouse(MouseEvent(.press, at: Point(row: 2, column: 14))), "chosen(\"keep\")"),
    ])
  func answers(event: InputEvent, answer: String) {
    let screen = screen(.deletion)
    _ = FakeFrame.drawing(screen, columns: 30, rows: 3)
    #expect(screen.handle(event))
    #expect(parent.heard == ["\(answer)"])
  }

  @Test("A paste or a click outside the choices chooses nothing, and F12 is passed on")
  func ignores() {
    let screen = screen(.deletion)
    _ = FakeFrame.drawing(screen, columns: 30, rows: 3)
    #expect(screen.handle(.paste(Array("y".utf8))))
    #expect(screen.handle(.mouse(MouseEvent(.press, at: Point(row: 1, column: 2)))))
    #expect(screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 2, column: 2)))))
    #expect(!screen.handle(.key("F12")))
    #expect(parent.heard == [])
  }

  @Test("A line is typed in a field with the cursor")
  func line() {
    let screen = screen(.place)
    var frame = FakeFrame.drawing(screen, columns: 24, rows: 3)
    #expect(frame.lines == ["Where shall it be?", "", "~/notes"])
    #expect(frame.cursor == Point(row: 2, column: 7))
    #expect(frame.style(at: Point(row: 2, column: 20))?.attributes == .underline)
    for key: Key in ["Backspace", "y", "n", "Left"] { #expect(screen.handle(.key(key))) }
    #expect(screen.handle(.paste(Array("-\n".utf8))))
    frame = FakeFrame.drawing(screen, columns: 24, rows: 3)
    #expect(frame.lines[2] == "~/notey- n")
    #expect(screen.handle(.key("Enter")))
    #expect(parent.heard == ["typed(\"~/notey- n\")"])
  }

  @Test("I3 the prompt requests the room its text needs, up to 60 columns and the window's size")
  func preferredSize() {
    let wide = Size(columns: 200, rows: 50)
    #expect(screen(.deletion).preferredSize(in: wide) == Size(columns: 21, rows: 3))
    #expect(screen(.place).preferredSize(in: wide) == Size(columns: 40, rows: 3))
    var long = Question.deletion
    long.text = String(repeating: "words ", count: 30)
    #expect(screen(long).preferredSize(in: wide) == Size(columns: 60, rows: 5))
    #expect(
      screen(long).preferredSize(in: Size(columns: 20, rows: 4)) == Size(columns: 20, rows: 4))
  }

  @Test("A low box drops the text before the answers, and the selected answer is visible")
  func lowBox() {
    #expect(
      FakeFrame.drawing(screen(.deletion), columns: 30, rows: 2).lines
        == ["Delete “Diary”?", "[y] delete   [n] keep"])
    #expect(
      FakeFrame.drawing(screen(.deletion), columns: 30, rows: 1).lines == ["[y] delete   [n] keep"])
    let narrow = screen(.deletion)
    #expect(FakeFrame.drawing(narrow, columns: 12, rows: 1).lines == ["[y]   [n]"])
    #expect(narrow.handle(.key("Right")))
    let frame = FakeFrame.drawing(narrow, columns: 12, rows: 1)
    #expect(frame.style(at: Point(row: 0, column: 7)) == Theme.standard[.selection])
  }

  @Test("The prompt draws in any size")
  func anySize() {
    for request in [Question.deletion, .place] {
      for columns in 0...24 {
        for rows in 0...4 {
          let frame = FakeFrame.drawing(screen(request), columns: columns, rows: rows)
          #expect(frame.size == Size(columns: columns, rows: rows))
        }
      }
    }
  }

  @Test("K17 every part of a dropped prompt is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      let module = PromptBuilder.make(.deletion, then: parent.hear)
      probe.watch(module)
      #expect(module.view != nil)
      #expect(probe.leaks == ["Prompt: PromptScreen", "Prompt: PromptPresenter"])
    }
    #expect(probe.leaks == [])
  }
}
