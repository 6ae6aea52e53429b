import TextEngine
import Testing

@testable import Vim

@Suite("Reversed ranges")
struct SwapTests {
  @Test(
    "a reversed range is swapped after a yes",
    arguments: [
      (":3,1d<CR>y", "|d"), (":3,1d<CR>n", "|a\nb\nc\nd"), (":3,1d<CR><Esc>", "|a\nb\nc\nd"),
      (":3,1d<CR>qxy", "|d"), (":3,1d|s/d/x/<CR>y", "|x"), (":3,1d|s/d/x/<CR>n", "|a\nb\nc\nd"),
      (":3,1s/./x/<CR>y", "x\nx\n|x\nd"), (":sil 3,1d<CR>", "|d"), (":1d|3,1d<CR>y", "|"),
      ("i<C-o>:2,1d<CR>yz", "z|c\nd"), ("2G:.,1d<CR>y", "|c\nd"), ("qa:2,1d<CR>yq@a", "|"),
    ])
  func swapping(keys: String, after: String) {
    var play = VimPlay("|a\nb\nc\nd")
    play.press(keys)
    #expect(play.marked == after, "\(keys)")
  }

  @Test("the question is shown until it is answered, and the command is one step")
  func question() {
    var play = VimPlay("|a\nb\nc\nd")
    play.press(":3,1d<CR>")
    #expect(play.machine.display.prompt?.sign == "Backwards range given, OK to swap (y/n)?")
    play.press("y")
    #expect(play.machine.display.prompt == nil)
    play.press("u")
    #expect(play.text == "a\nb\nc\nd")
  }

  @Test("a reversed range under :g fails without a question")
  func global() {
    var play = VimPlay("|a\nb\nc\nd")
    play.press(":g/c/.,1d<CR>")
    #expect(play.warning?.hasPrefix("E493") == true)
    #expect(play.text == "a\nb\nc\nd")
  }

  @Test("canceling drops the question")
  func cancelled() {
    var play = VimPlay("|a\nb\nc\nd")
    play.press(":3,1d<CR>")
    play.machine.cancel(in: &play.document)
    play.press("yy:s/a/x/<CR>")
    #expect(play.text == "x\nb\nc\nd")
  }
}
