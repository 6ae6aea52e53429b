import TextEngine
import Testing

@testable import Vim

/// Rows from the documentation of vim-surround, and for Markdown's signs.
@Suite("Surrounding a text")
struct SurroundTests {
  static let rows: [(before: String, keys: String, after: String)] = [
    ("hel|lo world", "ysiw)", "|(hello) world"),
    ("hel|lo world", "ysiw(", "|( hello ) world"),
    ("hel|lo world", "ysiwb", "|(hello) world"),
    ("hel|lo world", "ysiw]", "|[hello] world"),
    ("hel|lo world", "ysiw{", "|{ hello } world"),
    ("hel|lo world", "ysiwB", "|{hello} world"),
    ("hel|lo world", "ysiw>", "|<hello> world"),
    ("|hello world", "ysw'", "|'hello' world"),
    ("|hello world", "ys2w\"", "|\"hello world\""),
    ("hello |world", "ysiw*", "hello |*world*"),
    ("hello |world", "ysiws", "hello |**world**"),
    ("hello |world", "ysiw~", "hello |~~world~~"),
    ("hello |world", "ysiw=", "hello |==world=="),
    ("hello |world", "ysiwl", "hello |[[world]]"),
    ("hello |world", "ysiw ]", "hello |[ world ]"),
    ("hello |world", "ysiw<lt>em class=\"x\">", "hello |<em class=\"x\">world</em>"),
    ("hello |world", "ysiwtb<CR>", "hello |<b>world</b>"),
    ("  hello wor|ld ", "yss)", "  |(hello world) "),
    ("a|\nb\nc", "2yss]", "|[a\nb]\nc"),
    ("  a|\n  b\n\nc", "ysip)", "  |(\n  a\n  b\n  )\n\nc"),
    ("a| b\nc d", "ysj`", "|```\na b\nc d\n```"),
    ("say (|a b) c", "ds)", "say |a b c"),
    ("say ( |a b ) c", "ds(", "say |a b c"),
    ("say ( |a b ) c", "ds)", "say | a b  c"),
    ("x (a (|b) c)", "2ds)", "x |a (b) c"),
    ("x (a (|b) c)", "ds2)", "x |a (b) c"),
    ("say \"a| b\" c", "ds\"", "say |a b c"),
    ("say \"a| b\" c", "cs\"'", "say |'a b' c"),
    ("say 'a| b' c", "cs'<lt>q>", "say |<q>a b</q> c"),
    ("<p>a| b</p>", "dst", "|a b"),
    ("<p>a| b</p>", "cst*", "|*a b*"),
    ("say *a| b* c", "cs*_", "say |_a b_ c"),
    ("say **a| b** c", "cs*_", "say |__a b__ c"),
    ("say **a| b** c", "ds*", "say |a b c"),
    ("say *a| b* c", "cs*s", "say |**a b** c"),
    ("say **a| b** c", "cs**", "say |**a b** c"),
    ("say __a| b__ c", "dss", "say |a b c"),
    ("say ~~a| b~~ c", "ds~", "say |a b c"),
    ("say `a| b` c", "cs`~", "say |~~a b~~ c"),
    ("see [[a| note]] c", "dsl", "see |a note c"),
    ("see [[a| note]] c", "ds]", "see |a note c"),
    ("see [[a| note]] c", "cs])", "see |(a note) c"),
    ("see [a| note](x) c", "ds]", "see |a note(x) c"),
    ("one |two three", "csw)", "one |(two) three"),
    ("a (|b) c", "cs)}", "a |{b} c"),
    ("a (|b) c", "cs){", "a |{ b } c"),
    ("a |b, c", "ds,", "a |b, c"),
    ("x|, b, c", "ds,", "x|, b, c"),
    ("a, |b, c", "ds,", "a| b c"),
    ("a |(b) (c)", "ds)ww.", "a b |c"),
    ("|one two", "ysiw*W.", "*one* |*two*"),
    ("|one two", "veS)", "|(one) two"),
    ("|one\ntwo\n", "VS)", "|(\none\n)\ntwo\n"),
    ("|one\ntwo", "<C-v>jlS*", "|*on*e\n*tw*o"),
    ("|one two", "ysiw)u", "|one two"),
    ("|one two", "ysiwk", "|one two"),
    ("|one two", "ysiw<Esc>x", "|ne two"),
    ("|one two", "qqysiw)Ebq$@q", "(one) (|two)"),
    ("|one two", "ysiw)p", "|(one) two"),
    ("|one", "yso", "|one"),
    ("|one two", "ys/tw<CR>)", "|(one) two"),
  ]

  @Test("surrounding signs are added, changed and deleted", arguments: rows)
  func row(before: String, keys: String, after: String) {
    var play = VimPlay(before)
    play.press(keys)
    #expect(play.marked == after)
  }

  @Test("surrounding is one undo step, and leaves registers unchanged")
  func oneStep() {
    var play = VimPlay("one |two three")
    play.press("yiwysiw*cs*_uu")
    #expect(play.marked == "one |two three")
    play.press("cw<C-r>\"")
    #expect(play.marked == "one two| three")
  }

  @Test("an invalid request is reported")
  func problems() {
    var play = VimPlay("one |two")
    play.press("ds)")
    #expect(play.warning == "There is no ( ) around the cursor.")
    play.press("dst")
    #expect(play.warning == "There is no tag around the cursor.")
    play.press("ysiwk")
    #expect(play.warning?.hasPrefix("“k” names no signs.") == true)
    play.press("ysiwt<CR>")
    #expect(play.warning == "A tag needs a name, as in “em”.")
    #expect(play.marked == "one |two")
  }

  @Test("pending keys are shown")
  func pending() {
    var play = VimPlay("one |two")
    play.press("ysiw")
    #expect(play.machine.display.pending == "y s i w")
    play.press("<lt>")
    #expect(play.machine.display.prompt?.sign == "<")
    play.press("<Esc>")
    #expect(play.machine.display.prompt == nil)
    #expect(play.marked == "one |two")
  }
}
