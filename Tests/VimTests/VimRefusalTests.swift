import KeyRows
import TextEngine
import Testing

@testable import Vim

@Suite("Vim commands that fail")
struct VimRefusalTests {
  @Test(
    "A command that cannot be done changes nothing and says why, in vim's words",
    arguments: [
      ("<C-v>876543210>", "E1240: Resulting text too long"),
      ("V876543210>", "E1240: Resulting text too long"),
      (":@:<CR>", "E30: No previous command line"),
      (":@@<CR>", "E748: No previously used register"),
      ("u", "Already at oldest change"), ("<C-r>", "Already at newest change"),
      (":undo 9<CR>", "E830: Undo number 9 not found"), ("g;", "E664: Changelist is empty"),
      ("xug;g;", "E662: At start of changelist"), ("xug;g,", "E663: At end of changelist"),
      (":s/o\\%#=1//<CR>", "E1281: Atom '\\%#=' must be at the start of the pattern"),
    ] as [(String, String)])
  func refusals(keys: String, message: String) {
    var play = VimPlay("|one two\nthree\n")
    play.press(keys)
    #expect([play.text, play.warning] == ["one two\nthree\n", message])
  }

  @Test(
    "A register that cannot be written takes no text, and the text stays",
    arguments: [":", ".", "/"])
  func readOnly(name: String) {
    var play = VimPlay("|one two\nthree\n")
    play.press("\"\(name)dw\"\(name)yy")
    #expect([play.text, play.warning] == ["one two\nthree\n", nil])
  }

  @Test("In a macro, `;` goes on with the macro's search; under `.` it keeps the typed one")
  func finds() {
    var play = VimPlay("|a1b2a3b4a5b\n")
    play.press("dfafb.;x")
    #expect(play.text == "35\n")
    play = VimPlay("|a1b2a3b4a5b\n")
    play.press("qafbq0@a;x")
    #expect(play.text == "a1b2a34a5b\n")
  }
}
