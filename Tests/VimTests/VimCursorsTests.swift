import KeyRows
import Regex
import TestSupport
import Testing
import TextEngine
import Vim

@Suite("Several cursors")
struct VimCursorsTests {
  @Test(
    "Each key acts at every cursor",
    arguments: [
      ("|one two\n|three four\n", "dw", "|two\n|four\n"),
      ("|one\n|two\n", "A!<Esc>", "one|!\ntwo|!\n"),
      ("|one\n|two\n", "ix<Esc>j", "xone\n|xtwo\n"),
      ("one |two\nthe |end\n", "ciwx<Esc>", "one |x\nthe |x\n"),
      ("|one two\n|three four\n", "ved", "| two\n| four\n"),
      ("|a\nb\n|c\nd\n", "ddp", "b\n|a\nd\n|c\n"),
      ("|one one\n|two two\n", "xw.", "ne |ne\nwo |wo\n"),
      ("|one 1\n|two 2\n", "3<C-a>", "one |4\ntwo |5\n"),
      ("|abc\n|def\n", "qqxq@q", "|c\n|f\n"),
      ("|ab\n\n|cd\n", "<C-v>jI- <Esc>", "|- ab\n- \n|- cd\n"),
      ("|one\n|two\n", "yiwA=<C-r>0<Esc>", "one=on|e\ntwo=tw|o\n"),
      ("|one\n|two\n", "\"ayiwo<C-r>a<Esc>", "one\non|e\ntwo\ntw|o\n"),
      ("x|x aa\ny|y aa\n", "/aa<CR>x", "xx |a\nyy |a\n"),
      ("|one\n|two\n", "Ra<Esc>", "|ane\n|awo\n"),
      ("|one\n|two\n", "ofoo<CR>bar<Esc>", "one\nfoo\nba|r\ntwo\nfoo\nba|r\n"),
      ("|one\n|two\n", "madwix<Esc>`aiy<Esc>", "|yx\n|yx\n"),
    ])
  func eachKey(_ marked: String, _ keys: String, _ wanted: String) {
    #expect(CursorsPlay.vim(marked).after(keys) == wanted)
  }

  @Test(
    "Cursors that meet become one",
    arguments: [
      ("|one |two\nthree\nfour\n", "dd", "|three\nfour\n"),
      ("|one |two\n", "0ix<Esc>", "|xone two\n"),
      ("|one\n|two\n", "ggx", "|ne\ntwo\n"),
      ("|one |two\n", "gUU", "|ONE TWO\n"),
      ("|ab|c\n", "Vd", "|"),
    ])
  func meeting(_ marked: String, _ keys: String, _ wanted: String) {
    #expect(CursorsPlay.vim(marked).after(keys) == wanted)
  }

  @Test("A key that costs too much at all cursors is given up, and can be done in the background")
  func expensive() {
    let lines = String(repeating: "word\n", count: 2_000)
    let offsets = (0..<100).map { $0 * 100 }
    var play = CursorsPlay.vim(lines, at: offsets)
    play.press("<C-v>15jIx")
    var givenUp = play
    givenUp.budget = RegexBudget(RegexBudget.instant)
    givenUp.press("<Esc>")
    #expect(givenUp.budget?.isSpent == true)
    #expect(givenUp.text.edits.count < 1_000)
    play.press("<Esc>")
    #expect(play.string.count { $0 == "x" } == 1_600)
  }

  @Test("All cursors together repeat no more text than one may")
  func repeated() {
    let lines = String(repeating: "word\n", count: 100)
    var one = CursorsPlay.vim(lines, at: [0])
    one.press("yiw20000p")
    #expect(one.text.text.byteCount == 80_500)
    var many = CursorsPlay.vim(lines, at: (0..<100).map { $0 * 5 })
    many.press("yiw20000p")
    #expect(many.string == lines)
  }

  @Test("A key is one step, as is typing until Esc, and undo restores all cursors")
  func undo() {
    var play = CursorsPlay.vim("|one two\n|three four\n|five six\n")
    play.press("dw")
    play.press("Ax y<BS>z<Esc>")
    #expect(play.string == "twox z\nfourx z\nsixx z\n")
    play.press("u")
    #expect(play.string == "two\nfour\nsix\n")
    play.press("u")
    #expect(play.marked == "|one two\n|three four\n|five six\n")
    play.press("<C-r>")
    #expect(play.marked == "|two\n|four\n|six\n")
    play.press("2u<C-r><C-r>x")
    #expect(play.string == "two z\nfour z\nsix z\n")
  }

  @Test("A cursor whose command fails does not type, and obeys the next command")
  func failing() {
    #expect(CursorsPlay.vim("|a (b)\n|dd\n").after("f(ci(x<Esc>") == "a (|x)\n|dd\n")
    // The main cursor fails: the others do not remain in insert mode.
    #expect(CursorsPlay.vim("|dd\n|a 'b'\n").after("f'ci'") == "|dd\na '|'\n")
    #expect(CursorsPlay.vim("|dd\n|a 'b'\n").after("f'ci'x") == "|d\na |'\n")
  }

  @Test("A command after : runs once, and its prompt is the main cursor's")
  func lines() {
    var play = CursorsPlay.vim("|aa\n|aa\nbb\n")
    play.press(":1s/a/aaa/g")
    #expect(play.machines.display.prompt?.text == "1s/a/aaa/g")
    play.press("<CR>")
    #expect(play.string == "aaaaaa\naa\nbb\n")
    #expect(play.machines.cursorCount == 2)
    play.press("x")
    #expect(play.string == "aaaaa\na\nbb\n")
    play.press(":w<CR>")
    #expect(play.effects.count == 1)
  }

  @Test("Esc with nothing pending leaves only the main cursor")
  func single() {
    var play = CursorsPlay.vim("|one\n|two\n")
    play.press("2<Esc>")
    #expect(play.machines.cursorCount == 2)
    play.press("v<Esc>")
    #expect(play.machines.cursorCount == 2)
    play.press("<Esc>")
    #expect(play.machines.cursorCount == 1)
    #expect(play.marked == "|one\ntwo\n")
    #expect(play.effects.isEmpty)
  }

  @Test("A cursor added later starts with the main cursor's registers")
  func later() {
    var play = CursorsPlay.vim("|one\ntwo\n")
    play.press("yiw")
    play.text.selections = play.text.selections.adding(Selection(at: ByteOffset(4)))
    play.press("P")
    #expect(play.string == "oneone\nonetwo\n")
    play.press("yl")
    play.text.selections = Selections(Selection(at: .zero))
    play.press("x")
    #expect(play.string == "neone\nonetwo\n")
    #expect(play.machines.cursorCount == 1)
  }

  @Test("If there are too many cursors, the nearest remain and a message says so")
  func tooMany() {
    let text = String(repeating: "a\n", count: 500)
    var play = CursorsPlay.vim(text, at: Array(stride(from: 0, to: 1_000, by: 2)), main: 250)
    play.press(key: "x")
    #expect(play.machines.cursorCount == KeyMachines.mostCursors)
    #expect(play.text.text.byteCount == 1_000 - KeyMachines.mostCursors)
    let remark = "500 cursors are too many for these keys. The nearest 200 stay."
    #expect(play.effects.contains(.warn(remark)))
  }

  @Test("Outside changes move all cursors along, and typing continues as one step")
  func foreign() {
    var play = CursorsPlay.vim("|one\n|two\n")
    play.press("Aa")
    let (old, edit) = (
      play.text.text,
      Edit(in: play.text.text, replacing: .zero..<(.zero), with: Array("new\n".utf8))
    )
    play.text = KeyText(old, history: play.text.history, selections: play.text.selections)
    play.text.apply(edit)
    play.machines.follow(edit, from: old, to: play.text.text)
    play.press("b<Esc>")
    #expect(play.marked == "new\nonea|b\ntwoa|b\n")
  }
}
