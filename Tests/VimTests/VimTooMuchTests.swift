import KeyRows
import Regex
import TextEngine
import Testing

@testable import Vim

@Suite("The limits of one key")
struct VimTooMuchTests {
  @Test(
    "A count makes no more than 1 MB of text, and a message says so",
    arguments: [
      ("|word\n", "yy9999999p", "|word\n"),
      ("|word\n", "yw9999999p", "|word\n"),
      ("|word\n", "<C-v>ly9999999p", "|word\n"),
      ("|word\none\n", "ywjV9999999p", "word\n|one\n"),
      ("|word\n", "9999999iword<Esc>", "wor|dword\n"),
    ] as [(String, String, String)])
  func counts(text: String, keys: String, after: String) {
    var play = VimPlay(text)
    play.press(keys)
    #expect([play.marked, play.warning] == [after, "That is too much text."])
    play.press("<Esc>x")
    #expect(play.machine.mode == .normal)
  }

  @Test(
    "A key whose played keys cost too much is abandoned",
    arguments: ["qa999@aq@a", "iabc<Esc>:normal .<CR>9999999@:", "ix<Esc>99999999@:"] as [String])
  func macros(keys: String) {
    var play = VimPlay("|one\n")
    play.press(keys)
    #expect(play.machine.keys.queue.isEmpty)
  }

  @Test("Keys of a macro, a count or a repeat share the budget of the pressed key")
  func spends() {
    for keys in [
      "qaxq9999@a", "ione <Esc>999.", "9999ione <Esc>", "iabcdefgh<Esc>a<C-a><C-a><C-a><C-a>",
      "yyR<C-r>\"", ":set tw=9<CR>yyi<C-r>\"",
    ] {
      var play = VimPlay("|" + String(repeating: "word ", count: 400) + "\n")
      var least = Int.max
      for key in KeyTokens.keys(of: keys) {
        play.press(key: key)
        least = min(least, play.document.budget.left)
      }
      #expect(least < (1 << 25) - 20 * 2_000, "\(keys)")
    }
  }
}
