import Testing

@testable import Vim

/// What vim 9.0 does, row by row.
@Suite("Commands that change nothing")
struct IdleStepTests {
  @Test(
    "A command that changes nothing is still an undo step",
    arguments: [
      ("|abc\nx", "xRbc<Esc>u", "|bc\nx"), ("|abc\nx", "xRbc<Esc>uu", "|abc\nx"),
      ("abc\n|x", "x3Ju", "abc\n|\n"), ("|abc\n\ndef", "xjxu", "bc\n|\ndef"),
      ("|abc\n\ndef", "xXu", "|bc\n\ndef"), ("|abc", "xvguu", "|bc"),
      ("|abc", "xcwbc<Esc>u", "|bc"),
      ("|abc", "x:s/b/b/<CR>u", "|bc"), ("|abc\nx", "x:sort<CR>u", "|bc\nx"),
      ("|abc", "x<<u", "|bc"),
      ("|abc\n\n", "xj>>u", "bc\n|\n"), ("|abc\n\n", "xjguuu", "bc\n|\n"),
      ("|abc", "x<C-a>u", "|bc"),
      ("|abc\n\n", "xjs<Esc>u", "bc\n|\n"),
      ("|abc", "xgqqu", "|bc"), ("|abc\n\nd", "xjgqqu", "bc\n|\nd"), ("ab|c", "xgwwu", "a|b"),
      ("|abc", "x\"apu", "|bc"), ("|abc", "x:pu a<CR>u", "|bc"), ("|abc def", "xy0pu", "|bc def"),
      ("|abc", "ixy<C-o>\"ap<Esc>u", "xy|abc"),
    ])
  func steps(before: String, keys: String, after: String) {
    var options = VimOptions()
    options.knowsMarkdown = false
    var play = VimPlay(before, options: options)
    play.press(keys)
    #expect(play.marked == after, "\(keys)")
  }

  @Test(
    "A command is no undo step if vim makes none",
    arguments: [
      ("abc\n|x", "xJu", "abc\n|x"), ("abc\n|x", "xvJu", "abc\n|x"), ("|abc", "xi<Esc>u", "|abc"),
      ("|abc\n\n", "xjDu", "|abc\n\n"), ("|abc", "x0i<C-h><Esc>u", "|abc"),
    ])
  func noSteps(before: String, keys: String, after: String) {
    var play = VimPlay(before)
    play.press(keys)
    #expect(play.marked == after, "\(keys)")
  }

  @Test(
    "A command that changes nothing does not end a macro, and moves keep the empty line's column")
  func macro() {
    var play = VimPlay("a|bc\n\ndef")
    play.press("qaxjq2@a")
    #expect(play.marked == "ac\n\n|ef")
  }

  @Test(
    "`A` appends after the selection",
    arguments: [
      ("|abc def\nxyz", "v$Ax<Esc>", "abc de|xf\nxyz"),
      ("|abc def\nxyz", "vj$Ax<Esc>", "abc def\nxy|xz"),
      ("|abc def\nxyz", "v$hAx<Esc>", "abc def|x\nxyz"),
      ("abc| def\nxyz", "v$oAx<Esc>", "abc |xdef\nxyz"),
      ("abc def\nx|yz", "vk$Ax<Esc>", "abc def\n|xxyz"),
      ("|abc def\nxyz", "v$Ax<Esc>j.", "abc dexf\nxy|xz"), ("|a\nb", "vAx<Esc>", "|xa\nb"),
      ("a|bc\nd\nb", "VjAz<Esc>j.", "abc\nzd\nb|z"),
    ])
  func appending(before: String, keys: String, after: String) {
    var play = VimPlay(before)
    play.press(keys)
    #expect(play.marked == after, "\(keys)")
  }
}
