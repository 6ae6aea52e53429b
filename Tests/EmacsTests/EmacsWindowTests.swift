import TextEngine
import Testing

@testable import Emacs

@Suite("Emacs's windows")
struct EmacsWindowTests {
  @Test(
    "Keys after C-x ask the program for panes, with their argument",
    arguments: [
      ("C-x o", "pane-step", nil), ("C-u 2 C-x o", "pane-step", 2), ("M-- C-x o", "pane-step", -1),
      ("C-x 2", "pane-show-below", nil), ("C-x 3", "pane-show-right", nil),
      ("C-x 0", "pane-close", nil), ("C-x 1", "pane-only", nil), ("C-x +", "pane-even", nil),
      ("C-x ^", "pane-higher", nil), ("C-u 5 C-x }", "pane-wider", 5),
      ("C-x {", "pane-narrower", nil), ("C-x 4 f", "pane-ask", nil), ("C-x 4 b", "pane-ask", nil),
      ("C-x 4 .", "pane-follow-right", nil), ("C-x 4 0", "pane-close", nil),
    ] as [(String, String, Int?)])
  func keys(keys: String, command: String, count: Int?) {
    var play = EmacsPlay("One |two.\n")
    play.press(keys.split(separator: " ").map(String.init))
    #expect(play.effects == [.run(Invocation(CommandID(command), count: count))])
    #expect(play.marked == "One |two.\n")
  }

  @Test("A macro does not change windows")
  func macros() {
    var play = EmacsPlay("One |two.\n")
    play.press(["C-x", "(", "C-x", "o"])
    #expect(play.effects.contains(.say("A macro stays in its window. C-x ) ends the recording.")))
    #expect(!play.effects.contains(.run(Invocation("pane-step"))))
  }
}
