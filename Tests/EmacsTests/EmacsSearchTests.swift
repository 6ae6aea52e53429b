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
    #expect(play.machine.display.prompt == .init(sign: "Search: ", text: "tw", cursor: 2))
    #expect(play.text.selections.main.range == ByteOffset(4)..<ByteOffset(6))
    play.press("RET")
    #expect(play.machine.display.prompt == nil)
    #expect(play.machine.region.mark == 0)
  }

  @Test(arguments: [
    ("|aa ba ca", "M-% a RET x RET y n ! ", "xa bx cx|"),
    ("|aa ba ca", "M-% a RET x RET n n y q", "aa bx ca|"),
    ("|aa ba ca", "M-% a RET x RET y y u n q", "xa ba| ca"),
    ("|aa ba ca", "M-% a RET x RET n y .", "ax bx| ca"),
    ("|aa ba ca", "M-% a RET x RET y n ^ y q", "xx ba| ca"),
    ("|one One ONE", "M-% o n e RET t w o RET !", "two Two TWO|"),
    ("|One Two", "M-% o n e SPC t w o RET ' b y e RET !", "'Bye|"),
    ("|a b a", "M-% a RET x RET ! C-/", "a| b a"), ("|a b a", "M-% a RET x RET y C-e", "x b a|"),
    ("|a ab a", "C-u M-% a RET x RET !", "x ab x|"),
    ("|a a a", "C-SPC M-f M-f M-% a RET x RET !", "x x| a"),
  ])
  func `replacing asks at each match`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  /// As Emacs 28 has them.
  @Test(arguments: [
    ("|one foo two fbar\nfoo\n", "C-M-s f o * b RET", "one foo two fb|ar\nfoo\n"),
    ("|one foo two fbar\nfoo\n", "C-M-s t w \\ | f o RET", "one fo|o two fbar\nfoo\n"),
    ("|one foo two fbar\nfoo\n", "C-M-s \\ ( o \\ ) \\ 1 RET", "one foo| two fbar\nfoo\n"),
    ("|one foo two fbar\nfoo\n", "C-M-s ^ f RET", "one foo two fbar\nf|oo\n"),
    ("|one foo two fbar\nfoo\n", "C-M-s \\ w + C-s C-s RET", "one foo two| fbar\nfoo\n"),
    ("one foo two fbar\nfoo\n|", "C-M-r o + RET", "one foo two fbar\nfo|o\n"),
    ("|aab ab aaab\n", "C-M-s a \\ { 3 \\ } RET", "aab ab aaa|b\n"),
    ("|one foo\n", "C-M-s f \\ ( C-g C-g", "|one foo\n"),
    ("|a.b a+b axb\n", "C-u C-s a . b C-s RET", "a.b a+b| axb\n"),
    ("|axb a.b\n", "C-s a . M-r RET", "axb a.|b\n"),
    ("|a.b\n.x", "C-f C-M-s C-w C-w RET", "a.b\n|.x"),
    ("|aab [a1b]\n", "C-M-s [ [ : d i g i t : ] ] RET", "aab [a1|b]\n"),
  ])
  func `a pattern is searched for in Emacs's signs`(text: String, keys: String, after: String) {
    #expect(EmacsPlay.after(text, keys) == after)
  }

  @Test(arguments: [
    ("f \\ (", "The pattern is not complete."), ("[ a", "The pattern is not complete."),
    ("\\ c g", "\\c is not known here."), ("a \\ )", "The pattern has a \\) without its \\(."),
  ])
  func `what is wrong with a pattern is shown, and the search goes on`(
    keys: String, problem: String
  ) {
    var play = EmacsPlay("|a f")
    play.press("C-M-s " + keys)
    #expect(play.machine.display.prompt?.sign == "Pattern search (\(problem)): ")
    play.press("C-g C-g C-g")
    #expect(play.machine.display.prompt == nil)
    #expect(play.marked == "|a f")
  }

  @Test func `patterns have a ring of their own`() {
    var play = EmacsPlay("|ab a.b aab")
    play.press("C-s a . RET M-< C-M-s a + b RET M-< C-s C-s")
    #expect(play.machine.display.prompt?.text == "a.")
    play.press("C-g C-M-s C-s")
    #expect(play.machine.display.prompt?.text == "a+b")
  }

  @Test func `a search that ends inside of a character ends behind it`() {
    #expect(EmacsPlay.after("|xe\u{301}y", "C-s e RET") == "xe\u{301}|y")
    var play = EmacsPlay("\u{301}")
    play.press("a b")
    #expect(play.string == "a\u{301}b")
  }
}
