import TextEngine
import Testing

@testable import Emacs

struct EmacsSearchTests {
  @Test(arguments: [
    ("|one two one", "C-s o n e RET", "one| two one"),
    ("|one two one", "C-s o n e C-s RET", "one two one|"),
    ("one| two one", "C-r o n RET", "|one two one"),
    // Past the last match it begins again.
    ("|one two one", "C-s o n e C-s C-s C-s RET", "one| two one"),
    ("|one One", "C-s O RET", "one O|ne"), ("|one One", "C-s o C-s RET", "one O|ne"),
    ("|foo-bar foo", "C-s f C-w C-s RET", "foo-bar foo|"),
    ("|one two", "C-s t w C-g", "|one two"), ("|one two", "C-s t x x C-g RET", "one t|wo"),
    ("|one two", "C-s t x x C-g C-g", "|one two"), ("|one two", "C-s t w DEL C-f", "one tw|o"),
    ("|a b  c", "C-s b SPC c RET", "a b  c|"), ("|ab ac", "C-s a M-e c RET", "ab ac|"),
    ("|one two one", "C-s o n e RET C-s C-s RET", "one two one|"),
  ])
  func `a search goes on with each key`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  @Test func `what is typed is shown, and what is found`() {
    var play = EmacsPlay("|one two")
    play.press("C-s t w")
    #expect(play.machine.face.prompt == .init(sign: "Search: ", text: "tw", cursor: 2))
    #expect(play.text.selections.main.range == ByteOffset(4)..<ByteOffset(6))
    play.press("RET")
    #expect(play.machine.face.prompt == nil)
    #expect(play.machine.mark == 0)
  }

  @Test(arguments: [
    ("|aa ba ca", "M-% a RET x RET y n ! ", "xa bx cx|"),
    ("|aa ba ca", "M-% a RET x RET n n y q", "aa bx ca|"),
    ("|aa ba ca", "M-% a RET x RET y y u n q", "xa ba| ca"),
    ("|aa ba ca", "M-% a RET x RET n y .", "ax bx| ca"),
    ("|aa ba ca", "M-% a RET x RET y n ^ y q", "xx ba| ca"),
    ("|one One ONE", "M-% o n e RET t w o RET !", "two Two TWO|"),
    ("|a b a", "M-% a RET x RET ! C-/", "a| b a"), ("|a b a", "M-% a RET x RET y C-e", "x b a|"),
    ("|a ab a", "C-u M-% a RET x RET !", "x ab x|"),
    ("|a a a", "C-SPC M-f M-f M-% a RET x RET !", "x x| a"),
  ])
  func `replacing asks at each match`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }
}
